"""Mending a damaged file: every row that cannot be made anew is copied into a new one. What can is made anew afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from store import anchor, audit, files, opening, sqlite
from store.errors import Refused, Unavailable
from store.keys import keys_folder
from store.tables import FACT_WORDS, HEAD, META, METADATA

DERIVED = (HEAD, FACT_WORDS)
PRECIOUS = [table for table in METADATA.sorted_tables if table not in DERIVED]
LOST = ("rows_missing", "audit_gap", "audit_operation_missing", "audit_cut")
"""What the log tells of rows that are not there any more."""
NAMED = 4
"""So many tables are named, and the others counted."""


@contextmanager
def last_resort(path: Path) -> Iterator[None]:
    """Say of damage that is met while a store is repaired that it is beyond repair, and where it is.

    Raises:
        Unavailable: `beyond_repair` in place of `store_corrupt`.
    """
    try:
        yield
    except Unavailable as error:
        if error.reason != "store_corrupt":
            raise
        lost = sqlite.unreadable(path, PRECIOUS) if path.exists() else []
        raise _beyond(path, _not_read(lost) if lost else error.details["why"]) from None


def mend(path: Path) -> Path | None:
    """Replace a damaged file by one that holds all the rows of it; returns where the damaged one is kept, `None` if none was.

    What is derived is left empty, for `Store.repair` to make anew. Only a file of which nothing is lost is replaced.

    Raises:
        Unavailable: `beyond_repair`, `store_busy` when somebody wrote to it meanwhile, and what keeps a store from being read or a
            file from being made.
        Refused: `no_audit_key`, as without the log nobody can tell that nothing is lost.
    """
    path = path.resolve()
    sqlite.check_file(path)
    if not _is_damaged(path):
        if lost := sqlite.unreadable(path, PRECIOUS):
            raise _beyond(path, _not_read(lost))
        return None
    if path.with_name(f"{path.name}-journal").exists():
        raise Unavailable("interrupted", path=path)
    kept = files.unused(path.with_name(path.name + files.DAMAGED))
    stood = path.stat()
    with files.drafted(path, instead=kept) as draft:
        _copy(path, draft)
        _check(path, draft)
        now = path.stat()
        if (now.st_mtime_ns, now.st_size) != (stood.st_mtime_ns, stood.st_size):
            raise Unavailable("store_busy")
    return kept


def _is_damaged(path: Path) -> bool:
    """Look at the file whole; a change that was interrupted is taken back by it."""
    engine = sqlite.open_engine(path)
    try:
        with sqlite.reading(engine) as connection:
            return sqlite.damage(connection) is not None or not sqlite.answers(connection)
    except Unavailable as error:
        if error.reason != "store_corrupt":
            raise
        return True
    finally:
        engine.dispose()


def _copy(path: Path, draft: Path) -> None:
    engine = sqlite.open_engine(draft)
    try:
        with sqlite.writing(engine) as connection:
            opening.lay_out(connection)
    finally:
        engine.dispose()
    with sqlite.guarded(path):
        lost = sqlite.salvage(path, draft, PRECIOUS)
    if lost:
        raise _beyond(path, _not_read(lost))


def _not_read(tables: list[str]) -> str:
    named = ", ".join(tables[:NAMED]) + (f" and {len(tables) - NAMED} more" if len(tables) > NAMED else "")
    return f"of its tables {named} cannot be read whole"


def _check(path: Path, draft: Path) -> None:
    """Make sure, by the log, that nothing was lost.

    A log that is whole but for its end was cut before the file was damaged, as where an older copy was put back: every table agrees
    with it. The cut stays on record.
    """
    engine = sqlite.open_engine(draft)
    try:
        with sqlite.reading(engine) as connection:
            store_id = connection.execute(META.select().where(META.c.name == "store_id")).first()
            if store_id is None:
                raise _beyond(path, "it does not say which store it is")
            key = opening.audit_key(store_id.value)
            if key is None:
                raise Refused("no_audit_key", path=keys_folder() / f"{store_id.value}.key")
            known = anchor.read(store_id.value, path)
            problems = audit.verify(connection, key, known and replace(known, lost=()))
    finally:
        engine.dispose()
    lost_rows = [problem for problem in problems if problem.reason in LOST]
    if lost_rows and any(problem.reason != "audit_cut" for problem in problems):
        raise _beyond(path, lost_rows[0].detail)


def _beyond(path: Path, why: str) -> Unavailable:
    return Unavailable("beyond_repair", path=path, why=why, back=files.way_back(path))
