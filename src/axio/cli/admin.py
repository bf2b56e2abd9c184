"""`axio admin`: maintenance by the operator of a server, while it runs or not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from .command import manual
from .serve import public

HELP = manual(
    """Maintain a server: its tables, its people, a backup of its database.

    Works on the database that `axio serve` was started with. Running servers notice at once if they share a
    PostgreSQL, and within seconds otherwise.""",
    "axio admin tables",
    "axio admin --url postgresql+asyncpg://axio@localhost/axio prune --days 90",
    "axio admin ban Mallory",
    "axio admin recover Ann --public-url https://play.example.org",
    "axio admin backup axio-monday.db",
)
Given = TypeVar("Given")
Json = Annotated[bool, typer.Option("--json", help="For programs: one JSON document.")]
Most = Annotated[int, typer.Option(min=1, help="The most to list.")]
Public = Annotated[str | None, typer.Option(help="The address that browsers use, for a complete link.")]
Who = Annotated[str, typer.Argument(help="A handle, or an id from `axio admin people`.")]

app = typer.Typer(help=HELP, no_args_is_help=True, rich_markup_mode="rich")


@app.callback()
def admin(
    ctx: typer.Context,
    data: Annotated[Path | None, typer.Option(help="The folder that games are stored in.")] = None,
    url: Annotated[
        str | None, typer.Option(envvar="AXIO_URL", help="Another database, as given to `axio serve`.")
    ] = None,
) -> None:
    from axio.server.launch import folder
    from axio.server.settings import sqlite_url

    ctx.obj = url or sqlite_url(folder(data))


def _do(ctx: typer.Context, doing: Callable[[Any], Awaitable[Given]]) -> Given:
    """Carry something out at the operator's desk."""
    from axio.server.admin import open_operator

    async def run() -> Given:
        async with open_operator(ctx.obj) as operator:
            return await doing(operator)

    return asyncio.run(run())


@app.command()
def tables(
    ctx: typer.Context,
    over: Annotated[bool, typer.Option("--over", help="List finished tables too.")] = False,
    most: Most = 50,
    json: Json = False,
) -> None:
    """List tables, the latest first."""
    from axio.server.admin import listed

    found = _do(ctx, lambda operator: listed(operator, over=over, most=most))
    columns = ("table", "game", "stands", "ply", "who", "clock", "latest")
    rows = [
        (
            each.id,
            each.game,
            each.stands,
            str(each.ply),
            ", ".join(each.names),
            each.speed,
            _when(each.latest),
        )
        for each in found
    ]
    _show(found, columns, rows, json=json)


@app.command()
def close(ctx: typer.Context, names: Annotated[list[str], typer.Argument(metavar="TABLE...")]) -> None:
    """End running games as they stand, and remove tables that still wait for people."""
    from axio.server.admin import close

    for name in names:
        print(f"{name}: {_do(ctx, lambda operator, name=name: close(operator, name))}")  # type: ignore[misc]


@app.command()
def prune(
    ctx: typer.Context,
    days: Annotated[float, typer.Option(min=0, help="Only tables without activity for this many days.")] = 90,
    yes: Annotated[bool, typer.Option("--yes", help="Remove them; without this, only count them.")] = False,
) -> None:
    """Remove unfinished tables that everybody has left, with their games."""
    from axio.server.admin import abandoned, prune

    found = _do(ctx, lambda operator: abandoned(operator, days))
    names = [*found.gathering, *found.running]
    told = f"{len(found.running)} unfinished games and {len(found.gathering)} tables that never filled"
    if not yes or not names:
        print(f"{told}, untouched for {days:g} days" + (": --yes takes them away" if names else ""))
        return

    async def all_of_them(operator: Any) -> None:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            for name in progress.track(names, description="taking away"):
                await prune(operator, name)

    _do(ctx, all_of_them)
    print(f"taken away: {told}")


@app.command()
def link(
    ctx: typer.Context, name: Annotated[str, typer.Argument(metavar="TABLE")], public_url: Public = None
) -> None:
    """Give a table a new invitation link; the old link stops working."""
    from axio.server.admin import new_link

    print(f"{public(public_url) or ''}/join/{_do(ctx, lambda operator: new_link(operator, name))}")


@app.command()
def people(
    ctx: typer.Context,
    text: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Part of a name, or an id.")] = None,
    most: Most = 50,
    json: Json = False,
) -> None:
    """List people, the latest first."""
    from axio.server.admin import people_like

    found = _do(ctx, lambda operator: people_like(operator, text, most))
    columns = ("id", "name", "account", "banned", "tables", "since")
    rows = [
        (
            each.id,
            each.name or "",
            _mark(each.account),
            _mark(each.banned),
            str(each.tables),
            _when(each.created),
        )
        for each in found
    ]
    _show(found, columns, rows, json=json)


@app.command()
def rename(ctx: typer.Context, who: Who, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Rename a person, at their tables too."""
    from axio.server.admin import called, rename

    async def do(operator: Any) -> None:
        await rename(operator, await called(operator, who), name)

    _do(ctx, do)
    print(f"{who} is {name} now")


@app.command()
def ban(ctx: typer.Context, who: Who) -> None:
    """Ban a person: the server refuses their pages, sockets and tokens."""
    _ban(ctx, who, banned=True)


@app.command()
def unban(ctx: typer.Context, who: Who) -> None:
    """Lift a ban."""
    _ban(ctx, who, banned=False)


@app.command()
def recover(ctx: typer.Context, who: Who, public_url: Public = None) -> None:
    """Make a link that opens an account once, for a person who lost every key to it."""
    from axio.server.admin import called, reset_link

    async def do(operator: Any) -> str:
        return await reset_link(operator, await called(operator, who))

    print(f"{public(public_url) or ''}{_do(ctx, do)}")


@app.command()
def backup(ctx: typer.Context, file: Annotated[Path, typer.Argument(help="A new file.")]) -> None:
    """Back up an SQLite database while the server runs. For PostgreSQL use pg_dump."""
    from axio.server.admin import back_up

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("copying", total=None)
        back_up(ctx.obj, file, lambda done, total: progress.update(task, completed=done, total=total))
    print(f"copied to {file} ({file.stat().st_size:,} bytes)")


def _ban(ctx: typer.Context, who: str, *, banned: bool) -> None:
    from axio.server.admin import ban, called

    async def do(operator: Any) -> None:
        await ban(operator, await called(operator, who), banned=banned)

    _do(ctx, do)
    print(f"{who} is {'shut out' if banned else 'let in again'}")


def _show(found: Sequence[Any], columns: Sequence[str], rows: Sequence[Sequence[str]], *, json: bool) -> None:
    if json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
        return
    shown = Table(*columns, box=None)
    for row in rows:
        shown.add_row(*row)
    Console(markup=False, highlight=False, emoji=False).print(shown)


def _when(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def _mark(yes: bool) -> str:
    return "yes" if yes else ""
