"""Errors of requests: one of three kinds, a reason to translate, and one English sentence."""

from __future__ import annotations

from typing import Literal, TypeAlias

from axio.rules import IllegalMove, Malformed, Refused

from .protocol import Fault, Refusal

Kind: TypeAlias = Literal["malformed", "illegal", "refused"]

_LONGEST = 500

TEXTS = {
    "no_such_table": "there is no such table",
    "no_such_person": "there is no account with this name, and nobody with this id",
    "no_such_page": "there is no such page",
    "game_over": "the game is over: no move follows",
    "not_your_turn": "it is the turn of seat {seat}, which is not yours",
    "not_yours": "this is not yours to do",
    "not_your_seat": "seat {seat} is not to move at this browser: no rack is shown",
    "nothing_to_undo": "nothing can be taken back: a tile was drawn or shown since, or the turn has passed",
    "not_over": "the record of a running game stays here, because it holds the seed: it comes with the end",
    "over_already": "the game is over: it stays in the history",
    "no_hint": "a hint is for the seat on move, while its rack is shown",
    "hint_failed": "no hint could be found",
    "no_such_deal": "this commitment is used up or unknown: ask for a new one",
    "wrong_origin": "this request comes from another site",
    "too_many": "too many messages at once: slow down",
    "too_big": "this is too big: expected at most {most} bytes",
    "no_mail": "this server sends no e-mail",
    "mail_failed": "the mail could not be sent: check the address, or try again later",
    "too_soon": "a mail went there a moment ago: look for it, or try again in two minutes",
    "no_such_account": "nobody else goes by this handle",
    "no_such_challenge": "no seat is reserved for you there",
    "too_many_challenges": "{most} challenges wait for an answer already",
    "nobody_plays": "somebody has to play here: take a seat yourself",
    "too_often": "this is too often: try again in {minutes} minutes",
    "too_many_open": "you have {most} open tables already: close one first",
    "too_many_bot_games": "you have {most} unfinished games against bots from today: finish one first",
    "too_many_streams": "there are {most} streams open already: close one first",
    "too_many_jobs": "a few reviews or analyses are being worked out for you already: wait for one of them",
    "playing_this": "you are playing a game with this board: it can be analysed when that game is over",
    "analysis_failed": "the analysis could not be worked out: try again later",
    "not_finished": "a game is reviewed when it is over",
    "review_failed": "the review could not be worked out: try again later",
    "no_such_exercise": "there is no such exercise of yours",
    "gone_on": "the game has gone on since: look at it again",
    "too_many_records": "there are {most} records already: remove one first",
    "too_many_browsers": "there are {most} browsers already: switch one off first",
    "nobody_to_block": "nobody else sits there",
    "blocked": "somebody at this table has blocked you",
    "outside_range": "this table asks for another rating",
    "not_dealt": "the game has not begun: seats are still open",
    "begun": "the game has begun: its seats are taken",
    "no_such_invite": "this link leads nowhere: it is wrong, or the table is gone",
    "no_free_seat": "no seat is free at this table",
    "seat_taken": "seat {seat} is taken",
    "seated_already": "you sit at this table already",
    "close_instead": "you made this table: close it instead of getting up",
    "not_seated": "you do not sit at this table",
    "not_alone": "others play at this table: resign, or agree to stop, instead of removing it",
    "need_not_leave": "with two seats the game waits for you: come back when you like, or resign",
    "no_way_back": "there is no seat here that you could come back to",
    "cannot_leave": "here a seat is played to the end, or resigned",
    "cannot_stop": "stopping by agreement is for unrated games between people",
    "cannot_resign": "you have no seat here to resign",
    "cannot_prepare": "a move is prepared for one's own seat, while others are on move",
    "out_of_time": "your time is up",
    "which_seat": "you hold several seats here: say which one",
    "no_rematch": "a rematch is for those who played here",
    "rated_needs_account": "a rated game is for people with an account: add a name and a password first",
    "no_such_player": "there is no such player, or none with an account",
    "no_such_puzzle": "there is no such puzzle here",
    "no_such_day": "there is no deal of that day here",
    "day_not_over": "the deal of this day is still being played: its record comes when the day is over",
    "one_try": "a game of the daily deal cannot be removed: everyone has one try a day",
    "hello_first": "expected `hello` as the first message",
    "banned": "whoever runs this server has closed this account",
    "no_account": "this needs an account: sign up or sign in first",
    "have_account": "this browser is signed in already",
    "wrong_password": "the handle or the password is not right",
    "wrong_code": "the handle or the recovery code is not right",
    "wrong_passkey": "this passkey could not be checked: try again, or use another way in",
    "no_passkeys": "passkeys need https or localhost: use a password here",
    "too_many_guesses": "too many wrong tries: wait {minutes} minutes",
    "too_many_keys": "there are {most} already: remove one first",
    "prove_again": "this needs your password or a passkey once more",
    "last_key": "this is the only way into the account: add another first",
    "handle_length": "a handle has {least} to {most} characters",
    "handle_signs": "a handle is made of letters of one script and digits, with single - _ or . between them",
    "handle_reserved": "this handle is reserved: choose another",
    "handle_taken": "this handle is taken, or looks too much like one that is",
    "password_length": "a password has {least} to {most} characters",
    "password_plain": "this password is too easy to guess: use more different characters, and not the handle",
    "not_confirmed": "nothing was deleted: expected {expected!r} as confirmation",
}


class Denied(Refused):
    """A valid request that this person may not make, or makes too late. Pages translate `reason`."""

    def __init__(self, reason: str, **values: str | int) -> None:
        self.reason = reason
        self.values = values
        super().__init__(TEXTS[reason].format(**values))


class NotFound(Denied):
    """There is no such thing, or this person may not see it."""


class NotDealt(Denied):
    """The table still has open seats."""

    def __init__(self) -> None:
        super().__init__("not_dealt")


class Unfit(Denied):
    """A chosen value, such as a handle, is not allowed."""


class TooMany(Denied):
    """Too many requests; later one may succeed."""


def fault_of(error: Exception) -> Fault:
    """An error as the body of an HTTP response."""
    kind, reason, values = _sorted(error)
    number = error.number if isinstance(error, IllegalMove) else None
    return Fault(fault=kind, reason=reason, values=values, text=one_line(str(error)), move=number)


def refusal(error: Exception) -> Refusal:
    """An error as a message on a socket."""
    kind, reason, values = _sorted(error)
    return Refusal(fault=kind, reason=reason, values=values, text=one_line(str(error)))


def one_line(text: str) -> str:
    """The text without line breaks and at most `_LONGEST` characters, whatever it quotes."""
    return " ".join(text.split())[:_LONGEST]


def _sorted(error: Exception) -> tuple[Kind, str, dict[str, str | int]]:
    if isinstance(error, IllegalMove):
        return "illegal", error.reason, {name: str(value) for name, value in error.values.items()}
    if isinstance(error, Denied):
        return "refused", error.reason, dict(error.values)
    if isinstance(error, Malformed):
        return "malformed", "malformed", {}
    return "refused", "refused", {}
