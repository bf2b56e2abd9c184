"""`axio learn`: a network that teaches itself."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from axio.rules import Malformed

from .manual import manual
from .screen import Screen

if TYPE_CHECKING:
    from axio.learn.settings import Settings

HELP = manual(
    """Train a network on games that the kernel plays, on the CPU or on one GPU.

    Everything goes into one folder: the checkpoint, the log, plots of losses and strength. The same command
    goes on where it stopped. Needs the extra `learn` (PyTorch).""",
    "axio learn --small --minutes 2 # on any machine",
    "axio learn --minutes 20 --folder nets/axio",
    "axio learn --folder nets/axio --minutes 0 --export axio.onnx # what there is, to be played",
)


def learn(
    game: Annotated[str, typer.Option(metavar="NAME", help="axio, rota or hex.")] = "axio",
    minutes: Annotated[float, typer.Option(metavar="N", min=0, help="How long this run may take.")] = 5.0,
    folder: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where everything goes.", show_default="learn-GAME")
    ] = None,
    device: Annotated[str, typer.Option(metavar="NAME", help="cpu, cuda or auto.")] = "auto",
    small: Annotated[bool, typer.Option("--small", help="A small network and few games, for a try.")] = False,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a setting; may be repeated."),
    ] = None,
    export: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the network as ONNX at the end.")
    ] = None,
) -> None:
    try:
        import torch  # an extra: only who trains needs it
    except ImportError:
        raise Malformed("axio learn needs PyTorch: expected `pip install 'axio[learn]'`") from None
    from axio.learn.checkpoint import load
    from axio.learn.settings import SMALL, Settings
    from axio.learn.training import Training, logging_to

    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    settings = changed(replace(SMALL if small else Settings(), game=game), given or [])
    where = Path(folder or f"learn-{game}")
    if minutes == 0 and (where / "checkpoint.pt").exists():
        settings = load(where / "checkpoint.pt")[0]  # what there is, as it was made
    where.mkdir(parents=True, exist_ok=True)
    write = logging_to(where / "log.jsonl")
    with bar() as progress:
        task = progress.add_task("compiling", total=60 * minutes or 1)

        def told(facts: dict[str, Any]) -> None:
            write(facts)
            progress.update(task, completed=training.elapsed, description=said(facts))
            if facts["what"] == "strength":
                progress.console.print(said(facts))

        training = Training(settings, device, where / "checkpoint.pt", told)
        if minutes > 0:
            training.run(minutes)
    finish(training, where, export)


def finish(training: Any, where: Path, export: str | None) -> None:
    """What is left behind: plots, and the network to be played where one is asked for."""
    from axio import __version__
    from axio.learn.export import export as write_network
    from axio.learn.plots import plot

    screen = Screen()
    try:
        if plot(where / "log.jsonl", where / "curves.svg"):
            screen.say(f"Curves in {where / 'curves.svg'}.")
    except ImportError:
        screen.say("No curves were drawn: they need matplotlib, of the extra `learn`.")
    if export is not None:
        facts = {
            "version": __version__,
            "settings": asdict(training.settings),
            "lessons": training.lessons,
            "seconds": round(training.seconds + training.elapsed),
        }
        write_network(training.network.mind(), Path(export), facts)
        screen.say(f"The network is in {export}.")


def changed(settings: Settings, given: list[str]) -> Settings:
    """The settings with what `--set` says."""
    known = {field.name: getattr(settings, field.name) for field in fields(settings)}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise Malformed(
                f"{text[:40]!r} is not a setting: expected NAME=VALUE with one of {', '.join(known)}"
            )
        settings = replace(settings, **{name: read(name, value, known[name])})
    return settings


def read(name: str, text: str, like: Any) -> Any:
    try:
        if isinstance(like, tuple):
            numbers = tuple(float(part) for part in text.split(","))
            if len(numbers) != len(like):
                raise ValueError(text)
            return numbers
        return type(like)(float(text)) if isinstance(like, int) else type(like)(text)
    except ValueError:
        raise Malformed(f"{name} is {text[:40]!r}: expected something like {json.dumps(like)}") from None


def said(facts: dict[str, Any]) -> str:
    """A log's line for people."""
    if facts["what"] == "strength":
        return (
            f"{facts['lessons'] / 1e6:.2f} M lessons, {facts['seats']} seats: {100 * facts['share']:.1f} "
            f"± {100 * facts['margin']:.1f} % against {facts['against']}, low {facts['low']:.2f}"
        )
    lost = f"result {facts['result']:.3f}, scores {facts['scores']:.4f}"
    return f"{facts['lessons'] / 1e6:.2f} M lessons, {lost}"


def bar() -> Progress:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
