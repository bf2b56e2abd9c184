"""Migrates the database to this version; refuses one from a newer version.

All migrations that are missing run in one transaction: whatever ends them in the middle, the database stays
as it was. A copy is made before.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from axio.rules import Refused

from .copies import keep_before

HEAD = "0011"  # the newest migration, written here so that a start without one need not load Alembic
FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing. Refused if the database knows one that this version does not."""
    if _revision(connection) == HEAD:
        return
    _lock(connection)
    found = _revision(connection)
    if found == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise Refused(
            f"the database is from a newer version of Axio (it is at revision {found[:20]!r}, this version "
            f"knows up to {HEAD!r}): update Axio, or name another database with --data or --url"
        )
    if found is not None:
        keep_before(connection, HEAD)
    command.upgrade(config, "head")


def _lock(connection: Connection) -> None:
    """If several servers start at once, one migrates and the others wait for it.

    SQLite's driver begins no transaction for statements that change the schema, so it is begun here.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('axio migrations'))"))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
