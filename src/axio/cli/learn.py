"""`axio learn`: train a network."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from axio.learn.run import Options, run

from .command import any_game, manual
from .match_options import Jobs, Ray, told
from .screen import Screen

HELP = manual(
    """Train a network, on the CPU or on one GPU. There are two stages, one after the other, and a third.

    `outcomes` begins from nothing: the kernel plays games, and a network learns how positions in them ended.
    `distillation` makes the second part: several moves of a position are tried, the network of the first
    stage says what to expect a few turns later, and the second part learns to say it at once.

    `selfplay` trains a policy network for domino games by games against itself; on a GPU, to be of use.

    Everything goes into one folder: checkpoints, logs, curves of losses and strength. The same command goes
    on where it stopped. Needs the extra `learn` (JAX).""",
    "axio learn --small --minutes 2 # on any machine",
    "axio learn --minutes 20 --folder nets/axio",
    "axio learn --stage distillation --minutes 20 --folder nets/axio",
    "axio learn --stage distillation --folder nets/axio --minutes 0 --export axio.npz # to be played",
)
OLD_COURSES = {"results": "outcomes", "sight": "distillation"}


def learn(
    game: Annotated[str, typer.Option(metavar="NAME", help=any_game())] = Options.game,
    stage: Annotated[
        str, typer.Option(metavar="NAME", help="outcomes, distillation or selfplay.")
    ] = Options.stage,
    minutes: Annotated[
        float, typer.Option(metavar="N", min=0, help="How long this run may take.")
    ] = Options.minutes,
    folder: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where everything goes.", show_default="learn-GAME")
    ] = None,
    teacher: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A network that teaches.",
            show_default="of the stage before, or the package's",
        ),
    ] = None,
    device: Annotated[str, typer.Option(metavar="NAME", help="cpu, cuda or auto.")] = Options.device,
    small: Annotated[bool, typer.Option("--small", help="A small network and few games, for a try.")] = False,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a setting; may be repeated."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            help="Measure against this bot or file of a network; may be repeated.",
            show_default="careful",
        ),
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    export: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the network to be played at the end.")
    ] = None,
    course: Annotated[str | None, typer.Option(hidden=True)] = None,  # the stage, as it was called once
) -> None:
    options = Options(
        game=game,
        stage=OLD_COURSES.get(course, course) if course else stage,
        minutes=minutes,
        folder=folder,
        teacher=teacher,
        device=device,
        small=small,
        changes=tuple(changes or ()),
        against=tuple(against or ()),
        jobs=jobs,
        ray=ray,
        export=export,
    )
    with told(), progress_bar() as progress:
        task = progress.add_task("compiling", total=60 * minutes or 1)

        def show(facts: dict[str, Any]) -> None:
            from axio.learn.log import sentence

            progress.update(task, completed=facts["elapsed"], description=sentence(facts))
            if facts["what"] == "strength":
                progress.console.print(sentence(facts))

        run(options, show, Screen().say)


def progress_bar() -> Progress:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
