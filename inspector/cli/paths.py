"""Where the store is."""

import os
import re
from pathlib import Path

from store.errors import Refused, Unavailable
from store.files import check_length

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
        Unavailable: `bad_path`.
    """
    named = given or os.environ.get(ENVIRONMENT)
    if not named:
        return default_store()
    if _URL.match(named):
        raise Refused("url_not_supported")
    try:
        return Path(named).expanduser()
    except RuntimeError:
        raise Unavailable("bad_path", path=named, why="there is no such user") from None


def is_there(path: Path) -> bool:
    """Tell whether anything stands at a path.

    Raises:
        Unavailable: `no_permission` where one may not look, `bad_path` where a path like that cannot be.
    """
    check_length(path)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            raise Unavailable("bad_path", path=path, why="it is a link to what is not there") from None
        return False
    except PermissionError:
        raise Unavailable("no_permission", path=path, act="looked for") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no file name"
        raise Unavailable("bad_path", path=path, why=why.lower()) from None
    return True
