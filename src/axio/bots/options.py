"""Options in a bot's name: read off the parameters of whatever makes the bot, and back into a name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, Protocol, TypeAlias

from axio.rules import Malformed

Value: TypeAlias = bool | int | float | str

_TRUTH = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_EXPECTED = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a bot: its name, the type of its values, what it is when not given."""

    name: str
    kind: type
    default: Value

    def read(self, text: str) -> Value:
        """The value a text stands for; ValueError if it is none."""
        if self.kind is bool:
            if text not in _TRUTH:
                raise ValueError(text)
            return _TRUTH[text]
        value: Value = self.kind(text)
        return value

    def __str__(self) -> str:
        return f"{self.name}={written(self.default)}"


def options_of(factory: Callable[..., Any]) -> tuple[Option, ...]:
    """The options a factory takes: its parameters of a plain type that have a default."""
    parameters = inspect.signature(factory, eval_str=True).parameters.values()
    return tuple(
        Option(each.name, each.annotation, each.default)
        for each in parameters
        if each.annotation in _EXPECTED and each.default is not each.empty
    )


def takes_text(factory: Callable[..., Any]) -> bool:
    """Whether a factory takes the text after the colon as it stands: in a positional-only parameter."""
    parameters = inspect.signature(factory).parameters.values()
    return any(each.kind is each.POSITIONAL_ONLY for each in parameters)


def read_options(bot: str, text: str, options: tuple[Option, ...], given: bool) -> dict[str, Value]:
    """The options in a text such as `weight=0.5,width=8`."""
    known = {option.name: option for option in options}
    values: dict[str, Value] = {}
    for part in text.split(",") if given else ():
        name, equals, value = part.partition("=")
        if not equals or name not in known:
            takes = f"expected {', '.join(map(str, options))}" if options else "it has none"
            raise Malformed(f"{part[:40]!r} is not an option of {bot}: {takes}")
        try:
            values[name] = known[name].read(value)
        except ValueError:
            expected = _EXPECTED[known[name].kind]
            raise Malformed(f"{bot}: {name} is {value[:40]!r}, expected {expected}") from None
    return values


class _Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


def bot_name(name: str, bot: _Dataclass) -> str:
    """The name of a bot whose fields are its options, with those that differ from the default."""
    pairs = [(field, getattr(bot, field.name)) for field in fields(bot)]
    changed = [f"{field.name}={written(value)}" for field, value in pairs if value != field.default]
    return f"{name}:{','.join(changed)}" if changed else name


def written(value: Value) -> str:
    """A value as an option's text."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
