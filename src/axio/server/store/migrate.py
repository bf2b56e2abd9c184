"""A database brought up to date by itself; one from a newer version is left alone."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from axio.rules import Refused

_FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing. Refused if the database knows one that this version does not."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise Refused(
            f"the database is from a newer version of Axio (it is at revision {found[:20]!r}, "
            f"this version knows up to {scripts.get_current_head()!r}): update Axio, or name another "
            "folder with --data"
        )
    if found != scripts.get_current_head():
        command.upgrade(config, "head")
