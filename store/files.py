"""Files made for the user alone, which stand at their place when they are whole."""

import errno
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from store.errors import Unavailable

DAMAGED = ".damaged.bak"
"""What the name of a damaged file ends with that was mended; like every copy, it goes when something is deleted."""
_BACKUP = re.compile(r"\.(\d{4}|damaged)\.bak(\.\d+)?")
"""What follows the store's name: the revision it had, or that it was damaged; a number where there was one already."""
_DRAFT = re.compile(r"\.(?P<process>\d+)(-\d+)?\.draft(-journal)?$")
"""What the name of a file ends with that is being made, and of its journal: the process that makes it, and the thread."""
LONGEST_PATH = 504
"""So many bytes of a path SQLite takes: 512, of which the name of the journal has eight."""
_BEGAN = time.time()
_BEGINNINGS = (b"SQLite format 3\x00", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", bytes(8))
"""What a draft of a store begins with, and a journal, also one that is finished."""


def check_length(path: Path) -> None:
    """Refuse a path that the system may take and SQLite does not.

    Raises:
        Unavailable: `bad_path`.
    """
    if len(str(path.absolute()).encode("utf-8", "surrogatepass")) > LONGEST_PATH:
        raise Unavailable("bad_path", path=path, why=f"it is longer than {LONGEST_PATH} bytes")


def make_folder(path: Path) -> None:
    """Make a folder with those it lies in, as far as they are missing: for the user alone, 0700, whatever the umask. Raises OSError."""
    missing = []
    while not path.exists():
        missing.append(path)
        path = path.parent
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    for folder in reversed(missing):
        with suppress(FileExistsError):  # another process was quicker
            folder.mkdir(mode=0o700)
            folder.chmod(0o700)


def create_file(path: Path) -> None:
    """Make an empty file, 0600, in a folder, 0700.

    Raises:
        Unavailable: `store_exists`, `no_permission`, `disk_full`, `bad_path`.
    """
    try:
        make_folder(path.parent)
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


def check_regular(path: Path) -> None:
    """Refuse a pipe or a device before it is read, as that may never end.

    Raises:
        Unavailable: `not_a_store`.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise Unavailable("not_a_store", path=path)


def backups(path: Path) -> list[Path]:
    """Return the copies beside a store that were made before its file was changed, oldest first, and none that a person made."""
    made = [one for one in _of(path) if _BACKUP.fullmatch(one.name.removeprefix(path.name))]
    return sorted(made, key=lambda copy: copy.stat().st_mtime)


def drafts(path: Path) -> list[Path]:
    """Return what is half-made of a store, or of a copy of it, beside it; whoever was killed left it there."""
    return [one for one in _of(path) if _DRAFT.search(one.name) and _is_ours(one)]


def forget_drafts(path: Path) -> None:
    """Remove what killed processes left half-made of a store; what a running one is making stays."""
    for draft in drafts(path):
        if not _runs(draft):
            _remove(draft)


def forget_drafts_in(folder: Path) -> None:
    """Remove what killed processes left half-made in a folder that is the program's own."""
    with suppress(OSError):
        for one in folder.iterdir():
            if _DRAFT.search(one.name) and not _runs(one):
                _remove(one)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _is_ours(draft: Path) -> bool:
    """Whether a file of such a name is a draft of a store or its journal, or was not begun yet."""
    try:
        with draft.open("rb") as file:
            begins = file.read(16)
    except OSError:
        return False
    return not begins or begins.startswith(_BEGINNINGS)


def _runs(draft: Path) -> bool:
    """Whether the process that makes a draft is still there; where nobody can tell, it is."""
    found = _DRAFT.search(draft.name)
    if os.name == "nt" or found is None:
        return True
    try:
        if int(found["process"]) == os.getpid():  # a process before this one may have had its number
            return draft.stat().st_mtime >= _BEGAN
        os.kill(int(found["process"]), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _of(path: Path) -> list[Path]:
    """Return the regular files beside a store whose names go on from its own."""
    try:
        return [one for one in path.parent.iterdir() if one.name.startswith(f"{path.name}.") and one.is_file()]
    except OSError:
        return []


def beside(path: Path) -> list[Path]:
    """Return the other regular files in the folder of a store, by name."""
    try:
        return sorted(one for one in path.parent.iterdir() if one.name != path.name and one.is_file())
    except OSError:
        return []


def way_back(path: Path) -> str:
    """Say what to do when a store cannot be mended, naming a copy beside it if there is one."""
    whole = [copy.name for copy in backups(path) if DAMAGED not in copy.name]
    return f"put the copy {whole[-1]} beside it in its place" if whole else "put a copy of it in its place"


def unused(path: Path) -> Path:
    """Return a path at which nothing is: the one given, or with a number after it."""
    candidate, number = path, 1
    while os.path.lexists(candidate):
        number += 1
        candidate = path.with_name(f"{path.name}.{number}")
    return candidate


@contextmanager
def drafted(path: Path, *, instead: Path | None = None) -> Iterator[Path]:
    """Give an empty file, 0600, that is put at a path when it is done: whoever is interrupted leaves nothing half-made there.

    Args:
        path: Where nothing is yet.
        instead: Where what stands at the path is kept, when that is to be replaced.

    Raises:
        Unavailable: `store_exists`, `no_permission`, `disk_full`, `bad_path`.
    """
    if instead is None and os.path.lexists(path):
        raise Unavailable("store_exists", path=path)
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    try:
        check_length(draft)
        _forget(draft)
        create_file(draft)
        yield draft
        if instead is None:
            _place(draft, path)
        else:
            _replace(draft, path, instead)
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


def _replace(draft: Path, path: Path, kept: Path) -> None:
    """Let a finished file stand in the place of another, which is kept under another name."""
    try:
        shutil.copymode(path, draft)
        try:
            os.link(path, kept)
        except OSError:
            shutil.copy2(path, kept)
        draft.replace(path)
    except OSError as error:
        raise _not_created(path, error) from None


def _not_created(path: Path, error: OSError) -> Unavailable:
    if error.errno == errno.ENOSPC:
        return Unavailable("disk_full")
    if isinstance(error, PermissionError):
        return Unavailable("no_permission", path=path, act="created")
    return Unavailable("bad_path", path=path, why=(error.strerror or type(error).__name__).lower())
