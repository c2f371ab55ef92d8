"""Files made for the user alone, which stand at their place when they are whole."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from store.errors import Unavailable


def create_file(path: Path) -> None:
    """Make an empty file, 0600, in a folder, 0700.

    Raises:
        Unavailable: `store_exists`, `no_permission`, `disk_full`, `bad_path`.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Unavailable("bad_path", path=path, why="a part of it is no folder") from None
    except OSError as error:
        raise _not_created(path, error) from None
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Unavailable("store_exists", path=path) from None
    except OSError as error:
        raise _not_created(path, error) from None


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Give an empty file, 0600, that is put at a path when it is done: whoever is interrupted leaves nothing half-made there.

    Raises:
        Unavailable: `store_exists`, `no_permission`, `disk_full`, `bad_path`.
    """
    if os.path.lexists(path):
        raise Unavailable("store_exists", path=path)
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    _forget(draft)
    try:
        create_file(draft)
        yield draft
        _place(draft, path)
    except Unavailable as error:
        if error.details.get("path") == draft:
            raise Unavailable(error.reason, **{**error.details, "path": path}) from None
        raise
    finally:
        _forget(draft)


def _forget(draft: Path) -> None:
    for path in (draft, draft.with_name(f"{draft.name}-journal")):
        with suppress(OSError):
            path.unlink()


def _place(draft: Path, path: Path) -> None:
    """Let a finished file stand at a path where nothing is, in one step; where files cannot have two names, it is renamed."""
    try:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise Unavailable("store_exists", path=path) from None
        except OSError:
            if os.path.lexists(path):
                raise Unavailable("store_exists", path=path) from None
            draft.rename(path)
    except OSError as error:
        raise _not_created(path, error) from None


def _not_created(path: Path, error: OSError) -> Unavailable:
    if error.errno == errno.ENOSPC:
        return Unavailable("disk_full")
    if isinstance(error, PermissionError):
        return Unavailable("no_permission", path=path, act="created")
    return Unavailable("bad_path", path=path, why=(error.strerror or type(error).__name__).lower())
