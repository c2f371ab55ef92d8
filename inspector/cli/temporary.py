"""Folders of one process that are gone afterwards; what killed processes left behind is swept."""

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

DEMO = "memory-inspector-demo-"
COPY = "memory-inspector-copy-"
JUST_MADE = 60
"""For so many seconds a folder may wait for its lock."""


@contextlib.contextmanager
def folder(prefix: str) -> Iterator[Path]:
    """Give a folder of this process that is gone afterwards, also when the terminal is closed or the process told to end.

    Args:
        prefix: What its name begins with, `DEMO` or `COPY`.
    """
    sweep()
    made = Path(tempfile.mkdtemp(prefix=prefix))
    before = {number: signal.signal(number, _leave) for number in _endings()}
    try:
        with _held(made):
            yield made
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        shutil.rmtree(made, ignore_errors=True)


def sweep() -> None:
    """Remove what was left behind by processes that were killed: their folders, which no living process holds."""
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as found:
        for entry in found:
            if entry.name.startswith((DEMO, COPY)):
                with contextlib.suppress(OSError):
                    folder = Path(entry.path)
                    mine = entry.is_dir(follow_symlinks=False) and (os.name == "nt" or folder.stat().st_uid == os.getuid())
                    if mine and not _is_held(folder):
                        shutil.rmtree(folder, ignore_errors=True)


def _endings() -> list[signal.Signals]:
    return [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


@contextlib.contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Hold the folder with a lock that the system lets go of when the process ends, however it ends."""
    with os.fdopen(os.open(folder / "in-use", os.O_WRONLY | os.O_CREAT, 0o600), "w") as lock:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def _is_held(folder: Path) -> bool:
    try:
        import fcntl
    except ImportError:
        return True  # without such locks nobody can tell, and nothing is removed
    try:
        with (folder / "in-use").open("r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return time.time() - folder.stat().st_mtime < JUST_MADE
    except OSError:
        return True
    return False
