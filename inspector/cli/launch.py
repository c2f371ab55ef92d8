"""Opening the inspector: on the store, or on sample memory. Typer is not needed for it, and not loaded."""

import contextlib
import gc
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from inspector.cli import output
from inspector.cli.paths import is_there
from inspector.cli.session import Session
from inspector.words import quantity
from store.errors import Refused
from store.keys import KEYS_VARIABLE

if TYPE_CHECKING:
    from inspector.app import Sitting
    from store.query import AsOf

DEMO_PREFIX = "memory-inspector-demo-"
JUST_MADE = 60
"""For so many seconds a folder may wait for its lock."""


def open_inspector(session: Session) -> int:
    """Open the inspector on the store that is named, or on what it offers when there is none; return its exit status."""
    return _run(session, session.path, at=_instants(session))


def open_queue(session: Session) -> int:
    """Open the inspector on what waits for a decision, even when nothing does; return its exit status."""
    return _run(session, session.path, queue=True)


def open_demo(session: Session, keep: Path | None = None) -> int:
    """Open the inspector on two years of an invented person's memory; return its exit status.

    Args:
        session: Only its clock and owner matter.
        keep: Where the sample stays afterwards; in a folder that goes away when `None`.

    Raises:
        Refused: `store_exists`, `usage`.
    """
    if session.common.read_only:
        raise Refused("usage", why="demo makes a store of its own; --read-only looks at one that is there.")
    if session.common.db is not None:
        output.say("demo makes a store of its own and leaves --db alone; --keep PATH keeps the sample.")
    if keep is not None:
        if is_there(keep):
            raise Refused("is_a_folder" if keep.is_dir() else "store_exists", path=keep)
        status = _run(session, keep, at=_instants(session), sample=True)
        output.say(f"The sample memory is at {keep}.")
        return status
    with temporary_folder() as folder:
        return _run(session, folder / "memory.db", at=_instants(session), sample=True)


def _instants(session: Session) -> "AsOf | None":
    return session.as_of() if session.common.reads_elsewhen else None


def _run(session: Session, path: Path, *, at: "AsOf | None" = None, sample: bool = False, queue: bool = False) -> int:
    if session.json:
        raise Refused("usage", why="The inspector prints no JSON; the commands do.")
    if not sys.stdout.isatty() or not sys.stdin.isatty():
        raise Refused("usage", why="The inspector needs a terminal; the commands do not.")
    looking = session.look()
    gc.disable()  # until the first frame, as nothing made on the way there is garbage; the app enables it
    from inspector import config
    from inspector.app import InspectorApp

    prepare: Callable[[], Path] | None = None
    if sample:

        def prepare() -> Path:
            from inspector.sample import build

            return build(path, session.now)

    app = InspectorApp(
        path if looking is None else looking.path,
        session.owner,
        config.load(),
        sample=sample,
        prepare=prepare,
        begins_at=at,
        begins_in_queue=queue,
        read_only=looking is not None,
        audit_key=None if looking is None else looking.audit_key,
    )
    sitting = app.run()
    if app.refused is not None:
        raise app.refused
    if app.failure is not None:
        raise app.failure
    if sitting is not None:
        say_what_was_done(sitting)
    return app.return_code or 0


def say_what_was_done(sitting: "Sitting") -> None:
    """Say what a sitting came to, and what of it can be taken back."""
    brought = f"brought in {quantity(sitting.brought, 'fact')}" if sitting.brought else ""
    done = ", ".join(filter(None, (brought, sitting.summary)))
    if not done:
        return
    back = (
        "" if sitting.sample or not sitting.summary else " memory-inspector undo --sitting takes back what was changed by hand."
    )
    output.say(f"In this sitting: {done}.{back}")


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a folder of this process that is gone afterwards, also when the terminal is closed or the process told to end.

    The audit keys of stores made meanwhile are kept in it, and go with it.
    """
    sweep()
    folder = Path(tempfile.mkdtemp(prefix=DEMO_PREFIX))
    before = {number: signal.signal(number, _leave) for number in _endings()}
    keys = os.environ.get(KEYS_VARIABLE)
    os.environ[KEYS_VARIABLE] = str(folder / "keys")
    try:
        with _held(folder):
            yield folder
    finally:
        if keys is None:
            del os.environ[KEYS_VARIABLE]
        else:
            os.environ[KEYS_VARIABLE] = keys
        for number, handler in before.items():
            signal.signal(number, handler)
        shutil.rmtree(folder, ignore_errors=True)


def sweep() -> None:
    """Remove what demos left behind that were killed: their folders, which no living process holds."""
    for folder in Path(tempfile.gettempdir()).glob(f"{DEMO_PREFIX}*"):
        with contextlib.suppress(OSError):
            mine = not folder.is_symlink() and folder.is_dir() and (os.name == "nt" or folder.stat().st_uid == os.getuid())
            if mine and not _is_held(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _endings() -> list[signal.Signals]:
    return [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


@contextlib.contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Hold the folder with a lock that the system lets go of when the process ends, however it ends."""
    with (folder / "in-use").open("w") as lock:
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
