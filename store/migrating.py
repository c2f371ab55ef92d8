"""Bringing an older store to the present schema; imported only when one is found."""

import logging
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine

from store import files, sqlite

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine, path: Path, found: str, finish: Callable[[Connection], None]) -> None:
    """Upgrade a store in one transaction, after a backup beside it; nobody else can write from the one to the other.

    Args:
        found: The revision it has; where another process was quicker, nothing is done.
        finish: What belongs to it, in the same transaction.

    Raises:
        Unavailable: `store_busy`, `disk_full`, `no_permission`; the store is then as it was.
    """
    with sqlite.writing(engine) as connection:
        if connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() != found:
            return
        sqlite.back_up(path, files.unused(path.with_name(f"{path.name}.{found}.bak")))
        upgrade(connection, "head")
        finish(connection)


def upgrade(connection: Connection, revision: str) -> None:
    """Run the migration steps up to a revision on a connection that is inside a transaction."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
