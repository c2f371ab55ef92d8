"""Bringing an older store to the present schema; imported only when one is found."""

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine

from store import sqlite

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine, path: Path, found: str) -> Path:
    """Upgrade a store in one transaction, after a backup beside it; returns the backup's path.

    Args:
        found: The revision it has.

    Raises:
        Unavailable: `store_busy`, `disk_full`, `no_permission`; the store is then as it was.
    """
    backup = _unused(path.with_name(f"{path.name}.{found}.bak"))
    sqlite.back_up(path, backup)
    with sqlite.writing(engine) as connection:
        upgrade(connection, "head")
    return backup


def upgrade(connection: Connection, revision: str) -> None:
    """Run the migration steps up to a revision on a connection that is inside a transaction."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _unused(path: Path) -> Path:
    candidate, number = path, 1
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.name}.{number}")
    return candidate
