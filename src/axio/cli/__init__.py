"""The command `axio`, assembled from one module for each subcommand."""

from __future__ import annotations

from typing import Annotated

import typer

from axio import __version__

from . import (
    admin,
    analyse,
    arena,
    bot,
    export,
    ladder,
    learn,
    puzzles,
    review,
    serve,
    show,
    terminal,
    verify,
)
from .command import Forgiving, manual
from .screen import soften

HELP = manual(
    """AXIO, AXIO rota and hex AXIO: three tile games where only your lowest colour counts.

    Without a command it opens a game in your browser. `axio COMMAND --help` explains each command.""",
    "axio",
    "axio terminal",
    "axio show game.json --svg game.svg",
    "axio verify games/*.json",
    "axio arena careful greedy --games 100 --seed 7",
)

app = typer.Typer(
    name="axio",
    cls=Forgiving,
    help=HELP,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command(help=serve.HELP)(serve.serve)
app.command(help=terminal.HELP)(terminal.terminal)
app.command(help=show.HELP)(show.show)
app.command(help=review.HELP)(review.review)
app.command(help=analyse.HELP)(analyse.analyse)
app.command(help=verify.HELP)(verify.verify)
app.command(help=arena.HELP)(arena.arena)
app.command(help=ladder.HELP)(ladder.ladder)
app.command(help=export.HELP)(export.export)
app.command(help=learn.HELP)(learn.learn)
app.add_typer(bot.app, name="bot")
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(admin.app, name="admin")


def _version(asked: bool) -> None:
    if asked:
        print(f"axio {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def axio(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    if ctx.invoked_subcommand is None:
        serve.play()


def main() -> None:
    """Run the command line."""
    soften()
    app(prog_name="axio")
