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
    from axio.kernel.device.learned.mlp import Mlp
    from axio.learn.settings import Settings
    from axio.learn.training import Training

HELP = manual(
    """Train a network, on the CPU or on one GPU. There are two courses, one after the other.

    `results`, from nothing: the kernel plays games, and the network learns what positions in them came to.
    `sight`: several moves of a position are tried, the network of the first course says what to expect a few
    turns later, and a second part learns to see that at once.

    Everything goes into one folder: checkpoints, logs, plots of losses and strength. The same command goes on
    where it stopped. Needs the extra `learn` (PyTorch).""",
    "axio learn --small --minutes 2 # on any machine",
    "axio learn --minutes 20 --folder nets/axio",
    "axio learn --course sight --minutes 20 --folder nets/axio",
    "axio learn --course sight --folder nets/axio --minutes 0 --export axio.npz # to be played",
)


def learn(
    game: Annotated[str, typer.Option(metavar="NAME", help="axio, rota or hex.")] = "axio",
    course: Annotated[str, typer.Option(metavar="NAME", help="results or sight.")] = "results",
    minutes: Annotated[float, typer.Option(metavar="N", min=0, help="How long this run may take.")] = 5.0,
    folder: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where everything goes.", show_default="learn-GAME")
    ] = None,
    teacher: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A network that teaches sight.",
            show_default="of the course before, or the package's",
        ),
    ] = None,
    device: Annotated[str, typer.Option(metavar="NAME", help="cpu, cuda or auto.")] = "auto",
    small: Annotated[bool, typer.Option("--small", help="A small network and few games, for a try.")] = False,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a setting; may be repeated."),
    ] = None,
    export: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the network at the end, as .npz.")
    ] = None,
) -> None:
    try:
        import torch  # an extra: only who trains needs it
    except ImportError:
        raise Malformed("axio learn needs PyTorch: expected `pip install 'axio[learn]'`") from None
    from axio.kernel import warm
    from axio.kernel.host.threads import cores
    from axio.learn import settings as known
    from axio.learn.checkpoint import load
    from axio.learn.results import Results
    from axio.learn.studies import Studies
    from axio.learn.teachers import teacher_of
    from axio.learn.training import Source, Training, logging_to
    from axio.learn.workers import workers

    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if course not in known.COURSES:
        raise Malformed(f"{course[:40]!r} is not a course: expected one of {', '.join(known.COURSES)}")
    usual = replace(known.COURSES[course], game=game)
    settings = changed(known.small(usual) if small else usual, given or [])
    where = Path(folder or f"learn-{game}")
    kept = where / f"{course}.pt"
    if minutes == 0 and kept.exists():
        settings = load(kept)[0]  # what there is, as it was made
    where.mkdir(parents=True, exist_ok=True)
    write = logging_to(where / f"{course}.jsonl")
    seeing = course == known.SIGHT.course
    with bar() as progress, workers(cores() if seeing and minutes > 0 else 1) as crew:
        task = progress.add_task("compiling", total=60 * minutes or 1)

        def told(facts: dict[str, Any]) -> None:
            write(facts)
            progress.update(task, completed=training.elapsed, description=said(facts))
            if facts["what"] == "strength":
                progress.console.print(said(facts))

        if minutes > 0:
            warm(game, batches=False)
        taught = teacher_of(game, where, teacher) if seeing else None
        source: Source = Results(settings) if taught is None else Studies(settings, taught, crew)
        training = Training(settings, source, device, kept, told, crew)
        if minutes > 0:
            training.run(minutes)
    finish(training, taught or training.mind, where, export)


def finish(training: Training, mind: Mlp, where: Path, export: str | None) -> None:
    """What is left behind: plots, and the network to be played where one is asked for."""
    from axio import __version__
    from axio.learn.export import export as write_network
    from axio.learn.plots import plot

    screen, course = Screen(), training.settings.course
    try:
        if plot(where / f"{course}.jsonl", where / f"{course}.svg"):
            screen.say(f"Curves in {where / course}.svg.")
    except ImportError:
        screen.say("No curves were drawn: they need matplotlib, of the extra `learn`.")
    if export is not None:
        facts = {
            "version": __version__,
            "settings": asdict(training.settings),
            "lessons": training.lessons,
            "seconds": round(training.seconds + training.elapsed),
        }
        write_network(mind, training.mind, Path(export), facts)
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
    lost = ", ".join(f"{name} {facts[name]:.4f}" for name in ("result", "scores", "apart"))
    return f"{facts['lessons'] / 1e6:.2f} M lessons, {lost}"


def bar() -> Progress:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
