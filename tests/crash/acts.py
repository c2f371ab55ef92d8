"""What a deed is: how it begins, what it needs, and how it is done again after a kill."""

import io
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import select

from store import audit, imports, seals, sqlite
from store.clock import DAY, SECOND, FixedClock, to_iso
from store.deletion import Scope
from store.errors import NotFound
from store.imports import applying
from store.nightly import run_nightly
from store.nightly.lease import LASTS
from store.store import Store, create_store
from store.tables import AUDIT, OPERATION, OPERATION_ITEM
from store.values import EvidenceInput, Query
from tests.crash.template import NOON, opened

Act = Callable[[], object]


def nothing(_: Path) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Deed:
    """Something that writes.

    Args:
        begin: Opens what is needed of a store in a file, and returns what to do then; only this is killed.
        stands_for: Which writing verbs (`Store.pin`), formats and jobs it shows; see `tests.verbs`.
        prepare: Makes of a copy of the template what the deed needs.
        several: It is several changes, each of them whole or not at all; done again after a kill it ends as if never killed.
        again: How it is done again. Opening the store goes on with a deletion by itself.
        check: What must hold beside the store, before it is opened again.
        beside: Tables that keep books of the doing, in which a deed that was done again may differ.
        unsound: The store it begins with does not pass its check.
    """

    begin: Callable[[Path], Act]
    stands_for: tuple[str, ...]
    prepare: Callable[[Path], object] = nothing
    several: bool = False
    again: Callable[[Path], object] = nothing
    check: Callable[[Path], object] = nothing
    beside: tuple[str, ...] = ()
    unsound: bool = False


def on(deed: Callable[[Store], object]) -> Callable[[Path], Act]:
    """Return a beginning that opens the store."""
    return lambda path: partial(deed, opened(path))


def before(*deeds: Callable[[Store], object]) -> Callable[[Path], object]:
    """Return a preparation that does something to the store first."""

    def prepare(path: Path) -> None:
        with opened(path) as store:
            for deed in deeds:
                deed(store)

    return prepare


def one(deed: Callable[[Store], object], *stands_for: str, after: Iterable[Callable[[Store], object]] = ()) -> Deed:
    """Return a deed that is a single change."""
    return Deed(on(deed), stands_for, before(*after) if after else nothing)


FEW = Scope("facts", (1, 9))
LINES = 60


def event_lines() -> bytes:
    """Return a history with messages, facts, their ends and a relation."""
    lines: list[dict[str, Any]] = []
    for number in range(LINES):
        at = to_iso(NOON - 20 * DAY + number * SECOND)
        lines += [
            {"op": "source", "recorded_at": at, "key": f"m{number}", "kind": "owner_message", "author": "ana", "text": f"I own thing {number}"},
            {"op": "assert", "recorded_at": at, "key": f"f{number}", "owner": "ana", "text": f"Owns thing {number}", "slot": "thing",
             "evidence": [{"source": f"m{number}"}]},
        ]  # fmt: skip
    at = to_iso(NOON - 19 * DAY)
    lines.append({"op": "end", "recorded_at": at, "fact": f"f{LINES - 1}"})
    lines.append({"op": "edge", "recorded_at": at, "subject": "ana", "relation": "owns", "object": "a thing", "facts": ["f1"]})
    return "\n".join(map(json.dumps, lines)).encode()


def chats() -> bytes:
    """Return a LoCoMo conversation."""
    said = [{"speaker": "ana", "dia_id": f"D1:{number}", "text": f"I saw film {number}"} for number in range(1, LINES)]
    seen = [[f"Saw film {number}", f"D1:{number}"] for number in range(1, LINES)]
    conversation = {"speaker_a": "ana", "speaker_b": "bo", "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": said}
    observed = {"session_1_observation": {"ana": seen}}
    return json.dumps([{"sample_id": "c", "conversation": conversation, "observation": observed, "qa": []}]).encode()


FILES: dict[str, Callable[[], bytes]] = {
    "events": event_lines,
    "locomo": chats,
    "text": lambda: "\n".join(f"- Likes song {number}" for number in range(LINES)).encode(),
}


def bring(form: str, store: Store) -> object:
    """Import a file; what was gathered is written and let go of several times on the way, as with a large one."""
    applying.AHEAD, applying.FORGET_AFTER = 10, 20
    return imports.run_import(store, form, io.BytesIO(FILES[form]()), owner="ana")


def bring_again(form: str, path: Path) -> None:
    """Import a file whatever came of it before."""
    with opened(path) as store:
        imports.run_import(store, form, io.BytesIO(FILES[form]()), owner="ana")


def night(store: Store, later: int = 0) -> object:
    """Do a nightly run at a real time that lies so much later, microseconds."""
    return run_nightly(store, wall=FixedClock(NOON + later))


def night_again(path: Path) -> None:
    """Do a nightly run after the right of a killed one has run out."""
    with opened(path) as store:
        night(store, later=2 * LASTS)


def delete_again(path: Path) -> None:
    """Delete what is still there; opening the store has gone on with what was begun. No byte of it is left."""
    with opened(path) as store:
        left = {fact.number for fact in store.facts(Query(state="all")).facts}
        if left & set(FEW.facts):
            store.deletions.delete(FEW)
        assert store.deletions.pending() == ()
    assert b"chess" not in path.read_bytes()


def delete_one_again(path: Path) -> None:
    """Delete the one that is still there."""
    with opened(path) as store:
        with suppress(NotFound):
            store.delete(9)
        assert store.deletions.pending() == ()
    assert b"chess" not in path.read_bytes()


def begun_deletion(path: Path) -> None:
    """Leave a deletion pending in every place, as it is when the process ends right after the rows went."""
    with opened(path) as store:
        store.deletions.mirrors = []
        store.deletions.delete(FEW)
        with store.noting() as connection:
            connection.exec_driver_sql("UPDATE deletion SET state = 'pending', finished_at = NULL WHERE id = 2")


def unresumed(deed: Callable[[Store], object]) -> Callable[[Path], Act]:
    """Return a beginning that opens the store without going on with a deletion."""
    return lambda path: partial(deed, Store(path, FixedClock(NOON), "person:ana", None))


def spoiled(path: Path) -> None:
    """Spoil what is derived: the words of a fact, what lists sort by, the index."""
    with opened(path) as store:
        store.raw(
            lambda connection: connection.executescript(
                "UPDATE fact_words SET stems = 'x' WHERE fact_id = 2; DELETE FROM head WHERE fact_id = 3; DROP TABLE fact_search;"
            )
        )


def repair_again(path: Path) -> None:
    """Repair what a killed repair left."""
    with opened(path) as store:
        if store.check():
            store.repair()


def put_back(path: Path) -> None:
    """Put an older copy in the place of a store that has gone on."""
    kept = path.read_bytes()
    with opened(path) as store:
        store.assert_fact("Has a dog", owner="ana")
    path.write_bytes(kept)


def accept(store: Store) -> None:
    """Accept every cut of the log."""
    for problem in store.verify_audit():
        store.accept_cut(*problem.ids)


def accept_again(path: Path) -> None:
    """Accept what was not accepted yet."""
    with opened(path) as store:
        accept(store)


def notes(path: Path) -> Path:
    """Return the folder in which Markdown is kept."""
    return path.with_name("notes")


def no_notes(path: Path) -> None:
    """Begin without the folder of another run."""
    shutil.rmtree(notes(path), ignore_errors=True)


def keep_notes(store: Store) -> None:
    """Switch the Markdown folder on."""
    store.set_setting("markdown.folder", str(notes(store.path)))


def old_notes(path: Path) -> None:
    """Leave a folder that is behind the store."""
    no_notes(path)
    with opened(path) as store:
        keep_notes(store)
        for file in notes(path).glob("*.md"):
            file.unlink()


def notes_again(path: Path) -> None:
    """Keep the folder as the store is; nothing half-written is in it."""
    with opened(path) as store:
        if not store.settings()["markdown.folder"]:
            keep_notes(store)
        store.publish(anew=True)
    assert [file.name for file in notes(path).iterdir() if file.name.endswith(".part")] == []
    assert "Lives in Porto" in (notes(path) / "ana.md").read_text("utf-8")


def older(path: Path) -> None:
    """Make of a store what it was at the revision before: without seals, and with a chain that counts no rows."""
    with opened(path) as store:
        key = store._audit_key
    assert key is not None
    engine = sqlite.open_engine(path)
    with sqlite.writing(engine) as connection:
        for table in seals.SEALED:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} DROP COLUMN seal")
        last = audit.GENESIS
        for entry in connection.execute(select(AUDIT.c.id, AUDIT.c.operation_id).order_by(AUDIT.c.id)).all():
            operation = connection.execute(select(OPERATION).where(OPERATION.c.id == entry.operation_id)).mappings().one()
            touched = connection.execute(select(OPERATION_ITEM).where(OPERATION_ITEM.c.operation_id == entry.operation_id))
            items = [(item.fact_id, item.version_before, item.version_after) for item in touched]
            last = audit.link(key, last, entry.id, operation, items)
            connection.execute(AUDIT.update().where(AUDIT.c.id == entry.id).values(hash=last))
        connection.exec_driver_sql("ALTER TABLE audit DROP COLUMN counts")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'")
    engine.dispose()


def whole_backups(path: Path) -> None:
    """Make sure that every copy a migration left can be gone back to."""
    for copy in path.parent.glob(f"{path.name}.*.bak"):
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0003",)]
            assert connection.execute("SELECT count(*) FROM fact").fetchone() == (10,)


def make_again(path: Path) -> None:
    """Make a store where a killed process left none."""
    if not path.exists():
        create_store(path, clock=FixedClock(NOON)).close()


def heard(number: int, quote: str) -> EvidenceInput:
    """Return a piece of evidence."""
    return EvidenceInput(number, quote)
