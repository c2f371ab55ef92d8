"""Where the store is."""

import os
import re
from pathlib import Path

from store.errors import Refused

ENVIRONMENT = "MEMORY_INSPECTOR_DB"
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


def default_store() -> Path:
    """Return the store of a person who names none: in the platform's folder for data of the user."""
    from platformdirs import user_data_path

    return user_data_path("memory-inspector", appauthor=False) / "memory.db"


def store_path(given: str | None) -> Path:
    """Return the path meant by `--db`, else by the environment, else the default.

    Raises:
        Refused: `url_not_supported`.
    """
    named = given or os.environ.get(ENVIRONMENT)
    if not named:
        return default_store()
    if _URL.match(named):
        raise Refused("url_not_supported")
    return Path(named).expanduser()
