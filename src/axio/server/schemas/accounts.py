"""Bodies for signing in, and for one's own account."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Short = Annotated[str, Meta(max_length=200)]
Password = Annotated[str, Meta(max_length=1000)]
Credential = dict[str, Any]  # as the browser's `PublicKeyCredential.toJSON()` writes it


class SignUp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With a password, or with a passkey that was created for this."""

    handle: Short
    password: Password | None = None
    passkey: Credential | None = None


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    handle: Short
    password: Password
    bring: bool = False  # the games of the guest who signs in


class SignInByPasskey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    passkey: Credential
    bring: bool = False


class Recover(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    handle: Short
    code: Short
    password: Password  # the new one
    bring: bool = False


class CredentialProof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A credential given again before an important change."""

    password: Password | None = None
    passkey: Credential | None = None


class Handle(msgspec.Struct, frozen=True, kw_only=True):
    handle: Short


class NewPassword(msgspec.Struct, frozen=True, kw_only=True):
    password: Password


class NewPasskey(msgspec.Struct, frozen=True, kw_only=True):
    passkey: Credential
    name: Short = ""


class NewToken(msgspec.Struct, frozen=True, kw_only=True):
    name: Short = ""


class Confirmation(msgspec.Struct, frozen=True, kw_only=True):
    confirm: Short  # the handle; for a guest the word `delete`


class Codes(msgspec.Struct, frozen=True, kw_only=True):
    codes: list[str]


class MadeToken(msgspec.Struct, frozen=True, kw_only=True):
    token: str


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    handle: str
    brought: int  # games that came along


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey or a token, without its secret."""

    id: str
    name: str
    created: float
    used: float | None


class Signin(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    browser: str
    created: float
    seen: float
    here: bool


class AccountCard(msgspec.Struct, frozen=True, kw_only=True):
    """The whole account page; for a guest only the number of games that would be moved to an account."""

    handle: str | None = None
    is_bot: bool = False
    created: float = 0.0
    password: bool = False
    codes: int = 0
    passkeys: list[Key] = []
    signins: list[Signin] = []
    tokens: list[Key] = []
    games: int = 0
