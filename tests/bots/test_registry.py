"""Bots by name: options, versions, bots of other packages, and one clear sentence for whatever is wrong."""

import pickle
from dataclasses import dataclass
from importlib.metadata import EntryPoint, EntryPoints
from typing import ClassVar

import pytest

from axio.bots import (
    USUAL,
    Bot,
    Budget,
    Careful,
    Choice,
    Program,
    Reason,
    label,
    listing,
    make,
    names,
    registry,
)
from axio.rules import Malformed, Observation, deal


@dataclass(frozen=True)
class Guest:
    """comes from elsewhere.

    And says more in its second paragraph.
    """

    loud: bool = False
    times: int = 3
    word: str = "hi"
    name: ClassVar[str] = "guest"
    version: ClassVar[int] = 4

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        return Choice(observation.legal_moves[0], (), Reason("first"))


class NoBot:
    """plays nothing"""


@pytest.fixture
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three bots of another package: a sound one, one that is no bot, one that cannot be loaded."""
    values = {"guest": f"{__name__}:Guest", "nobot": f"{__name__}:NoBot", "lost": "no_such_package:Bot"}
    points = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in values.items())
    monkeypatch.setattr(registry, "entry_points", lambda group: points.select(group=group))


def test_every_name_makes_its_bot() -> None:
    """The names that are listed are the names that work, and a bot's label leads back to it."""
    built_in = ("random", "sprout", "greedy", "careful", "planner", "net", "master")
    assert names()[:8] == (*built_in, "exec")
    for name in built_in:
        bot = make(name)
        assert isinstance(bot, Bot)
        assert (bot.name, label(bot)) == (name, f"{name}@{bot.version}")
        assert make(label(bot)) == bot


def test_options() -> None:
    """Options change the bot and stand in its name and label, the defaults left out."""
    bot = make("careful:weight=0.5,width=8,slope=0.87")
    assert bot == Careful(weight=0.5, width=8, slope=0.87)
    assert (bot.name, label(bot)) == ("careful:weight=0.5,width=8", "careful@1:weight=0.5,width=8")
    assert make(label(bot)) == bot


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("deep", "'deep' is not a bot: expected one of random, sprout, greedy, careful, planner, net, "),
        ("", "'' is not a bot: expected one of random, sprout, greedy, careful, planner, net, master, exec"),
        ("careful:depth=3", "'depth=3' is not an option of careful: expected weight=1.2, rack=0.1, "),
        ("careful:", "'' is not an option of careful: expected weight=1.2"),
        ("greedy:depth=3", "'depth=3' is not an option of greedy: it has none"),
        ("careful:weight", "'weight' is not an option of careful: expected weight=1.2"),
        ("careful:weight=much", "careful: weight is 'much', expected a number"),
        ("careful:width=2.5", "careful: width is '2.5', expected a whole number"),
        ("careful:width=0", "careful: expected a slope between 0 and 1 and a width of at least 1"),
        ("careful@9", "'careful@9': here careful has version 1, expected careful@1"),
        ("exec:", "exec: expected a command, as in `exec:python my_bot.py`"),
        ("exec", "exec: expected a command, as in `exec:python my_bot.py`"),
        ("mine=exec:", "exec: expected a command, as in `exec:python my_bot.py`"),
        ("greedy=exec:python", "'greedy' is not a name for a program: expected up to 30 letters"),
        ("no name=exec:python", "'no name' is not a name for a program: expected up to 30 letters"),
        ("exec:no-such-program --x", "exec: there is no program 'no-such-program' to run"),
        ("exec:python 'half", 'exec: "python \'half" is not a command: No closing quotation'),
    ],
)
def test_bad_names_get_one_sentence(text: str, sentence: str) -> None:
    """Whatever is no bot is refused with what was expected."""
    with pytest.raises(Malformed) as fault:
        make(text)
    assert str(fault.value).startswith(sentence)
    assert "\n" not in str(fault.value)


def test_a_program_can_have_a_name() -> None:
    """`NAME=exec:COMMAND` is the program under that name, in results too, with whatever its command holds."""
    bot = make("my-bot=exec:python -c 'a=exec:b'")
    assert isinstance(bot, Program)
    assert (bot.name, label(bot), bot.command) == ("my-bot", "my-bot@1", "python -c 'a=exec:b'")
    again = pickle.loads(pickle.dumps(bot))
    assert (again.name, again.command) == (bot.name, bot.command)


def test_listing_says_what_each_bot_does() -> None:
    """The list has a line for each bot, and its options with their defaults."""
    listed = {each.name: each for each in listing()}
    assert tuple(listed) == names()
    assert all(each.description and "\n" not in each.description for each in listed.values())
    assert str(listed["careful"].options[0]) == "weight=1.2"
    assert listed["greedy"].options == ()


@pytest.mark.usefixtures("_guests")
def test_other_packages_bring_bots() -> None:
    """A bot named under the entry-point group plays by its name, with its options; ours come first."""
    assert names() == (*registry.BUILT_IN, "guest", "nobot", "lost")
    guest = make("guest:loud=yes,times=5,word=ho")
    assert guest == Guest(loud=True, times=5, word="ho")
    view = deal("axio", 2, "7").observe(0)
    assert guest.choose(view, USUAL, b"").move == view.legal_moves[0]
    assert str(guest.choose(view, USUAL, b"").reason) == "first"
    with pytest.raises(Malformed, match="guest: loud is 'maybe', expected yes or no"):
        make("guest:loud=maybe")


@pytest.mark.usefixtures("_guests")
def test_bots_that_do_not_work_are_told() -> None:
    """A package that cannot be loaded, or brings no bot, spoils neither the list nor the other bots."""
    listed = {each.name: each.description for each in listing()}
    assert listed["guest"] == "comes from elsewhere"
    assert listed["lost"].startswith(
        "the bot lost cannot be loaded from no_such_package:Bot: No module named"
    )
    with pytest.raises(Malformed, match="the bot lost cannot be loaded"):
        make("lost")
    with pytest.raises(
        Malformed, match="nobot is not a bot: expected something with name, version and choose"
    ):
        make("nobot")


@pytest.mark.parametrize("name", ["random", "greedy", "careful:weight=0.5", "exec:python -V"])
def test_bots_travel_to_other_processes(name: str) -> None:
    """A bot survives pickling with its options, so that the arena can spread its games."""
    assert label(pickle.loads(pickle.dumps(make(name)))) == label(make(name))
