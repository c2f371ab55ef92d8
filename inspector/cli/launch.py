"""Opening the inspector: on the store, or on sample memory. Typer is not needed for it, and not loaded."""

import contextlib
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli import output, temporary
from inspector.cli.paths import is_there
from inspector.cli.session import Session
from inspector.words import quantity
from store.errors import Refused
from store.keys import KEYS_VARIABLE

if TYPE_CHECKING:
    from inspector.app import Sitting
    from store.query import AsOf


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
        ends=None if looking is None else looking.ends,
    )
    sitting = app.run()
    if app.refused is not None:
        raise app.refused
    if app.failure is not None:
        raise app.failure
    if sitting is not None:
        say_what_was_done(sitting, session.common.db)
    return app.return_code or 0


def say_what_was_done(sitting: "Sitting", db: str | None = None) -> None:
    """Say what a sitting came to, and on a line of its own how what was changed by hand is taken back.

    Args:
        sitting: What it came to.
        db: Which store was given.
    """
    brought = f"brought in {quantity(sitting.brought, 'fact')}" if sitting.brought else ""
    done = ", ".join(filter(None, (brought, sitting.summary)))
    if not done:
        return
    output.say(f"In this sitting: {done}.")
    if sitting.undoable and not sitting.sample:
        of = f" --db {shlex.quote(db)}" if db else ""
        output.say(f"memory-inspector{of} undo --sitting {sitting.undoable} takes back what was changed by hand.")


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a folder of this process that is gone afterwards, with the audit keys of the stores made meanwhile."""
    keys = os.environ.get(KEYS_VARIABLE)
    with temporary.folder(temporary.DEMO) as folder:
        os.environ[KEYS_VARIABLE] = str(folder / "keys")
        try:
            yield folder
        finally:
            if keys is None:
                del os.environ[KEYS_VARIABLE]
            else:
                os.environ[KEYS_VARIABLE] = keys
