"""The unit of work: what one transaction reads, decides on and writes.

A `Change` holds the write lock from its beginning to its commit. It loads the facts it needs, keeps every new row in memory, and
writes them in bulk at the end, with one entry in the audit chain per operation. Whatever is decided here is decided on rows that
nobody else can change meanwhile.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, bindparam, func, insert, select, update

from store import audit, seals, sqlite, standing
from store.anchor import End
from store.clock import FOREVER, Clock, Instant
from store.errors import StoreError
from store.ids import content_hash, fold, uuid7
from store.known import Known
from store.spans import Span
from store.statement import Deed, Event, Message, Statement, Version
from store.tables import (
    BELIEF,
    EDGE,
    FACT,
    FACT_WORDS,
    HEAD,
    OPERATION,
    OPERATION_ITEM,
    OWNER,
    PIN,
    SLOT_VERSION,
    SOURCE,
    WITHDRAWAL,
)
from store.words import index_words

__all__ = ["Change", "Deed", "Event", "Message", "Statement", "Version"]


class Change(Known):
    """One transaction's work.

    Args:
        connection: A connection that holds the write lock.
        clock: Where system time comes from.
        actor: `person:<login>`, `agent:<name>`, `nightly:<run>` or `import:<run>`.
        digest_key: The key of the store's digests.
        audit_key: The key of the audit chain.
        batch, sitting: What the operations belong to, if anything.
        rehearsal: Only work out what would be: nothing is ever written, and no lock is needed.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        clock: Clock,
        actor: str,
        digest_key: bytes,
        audit_key: bytes,
        batch: str | None = None,
        sitting: str | None = None,
        rehearsal: bool = False,
    ) -> None:
        super().__init__(connection, digest_key, audit_key)
        self.clock = clock
        self.actor = actor
        self.batch = batch
        self.sitting = sitting
        self.rehearsal = rehearsal
        self._latest: Instant = connection.execute(select(func.max(OPERATION.c.at))).scalar() or 0
        self._owner_latest: dict[int, Instant | None] = {}
        self._unclaimed: set[int] = set()
        self._claim: Instant | None = None
        self._unwritten: dict[tuple[int, int], list[dict[str, Any]]] = {}
        self._closed: dict[int, Instant] = {}
        self._restood: set[int] = set()
        self.end: End | None = None
        self.deed: Deed | None = None
        self.deeds: list[Deed] = []

    def now(self) -> Instant:
        """Return the instant of the operation in the making, or the one the next would get."""
        return self.deed.at if self.deed else max(self.clock.now(), self._latest + 1)

    def withdraw(self, slot_id: int, deletion: int) -> None:
        """Let nothing observed up to now come into the slot again, on account of a deletion."""
        assert self.deed
        self.withdrawn_at(slot_id)
        assert self._withdrawn is not None
        self._withdrawn[slot_id] = self.deed.at
        self._add(WITHDRAWAL, slot_id=slot_id, at=self.deed.at, deletion_id=deletion, lifted_at=None)

    def claim(self, at: Instant | None) -> None:
        """Let the operations that follow use `at` as system time where the rules for imports allow it."""
        self._claim = at

    def begin(self, verb: str, owner: int | None, *, undoes: int | None = None) -> Deed:
        """Begin an operation; its system time is later than every one before, unless an import claims its own."""
        at = self._system_time(owner)
        number = self._add(
            OPERATION,
            uid=uuid7(at),
            at=at,
            actor=self.actor,
            verb=verb,
            owner_id=owner,
            batch=self.batch,
            sitting=self.sitting,
            undoes=undoes,
        )
        self.deed = Deed(number, at, owner)
        self.deeds.append(self.deed)
        return self.deed

    def drop(self) -> None:
        """Take back the operation in the making, which changed nothing."""
        deed = self.deeds.pop()
        assert self.deed is deed
        assert not deed.touched
        self._new[OPERATION.name].pop()
        self._counters[OPERATION.name] -= 1
        self.deed = None

    def rename(self, verb: str) -> None:
        """Say that the operation in the making is another one after all."""
        self._new[OPERATION.name][-1]["verb"] = verb

    @property
    def unclaimed(self) -> bool:
        """Whether some claimed time could not be used."""
        return bool(self._unclaimed)

    def _system_time(self, owner: int | None) -> Instant:
        if self._claim is not None and owner is not None and owner not in self._unclaimed:
            if owner not in self._owner_latest:
                latest = select(func.max(OPERATION.c.at)).where(OPERATION.c.owner_id == owner)
                self._owner_latest[owner] = self.connection.execute(latest).scalar()
            known = self._owner_latest[owner]
            if known is None or self._claim > known:
                self._latest = max(self._latest, self._claim)
                return self._claim
            self._unclaimed.add(owner)
        self._latest = max(self.clock.now(), self._latest + 1)
        return self._latest

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Take back what a refused operation had begun; operations refuse before they change any belief."""
        lengths = {name: len(rows) for name, rows in self._new.items()}
        counters, deeds, latest = dict(self._counters), len(self.deeds), self._latest
        owners, slot_ids, unclaimed = dict(self._owners), dict(self._slot_ids), set(self._unclaimed)
        self.deed = None
        try:
            yield
        except StoreError:
            for name, rows in self._new.items():
                del rows[lengths.get(name, 0) :]
            self._counters, self._latest = counters, latest
            self._owners, self._slot_ids, self._unclaimed = owners, slot_ids, unclaimed
            del self.deeds[deeds:]
            self.deed = None
            raise

    def add_fact(self, *, uid: UUID | None = None, **columns: Any) -> Statement:
        """Add a fact of the operation in the making; its beliefs follow with `put`."""
        assert self.deed
        slot_id = self.slot_id(columns["owner_id"], columns["subject"], columns["slot"])
        number = self._add(
            FACT,
            uid=uid or uuid7(self.deed.at),
            subject_key=fold(columns["subject"]),
            slot_key=fold(columns["slot"] or "") or None,
            slot_id=slot_id,
            known_from=self.deed.at,
            operation_id=self.deed.id,
            **columns,
        )
        stated = Statement(
            id=number,
            owner=columns["owner_id"],
            subject=columns["subject"],
            kind=columns["kind"],
            slot=columns["slot"],
            slot_id=slot_id,
            text=columns["text"],
            origin=columns["origin"],
            recorded_at=columns["recorded_at"],
        )
        self._facts[number] = stated
        if slot_id is not None:
            self._made_in_slot.setdefault(slot_id, set()).add(number)
            if slot_id in self._slots:
                self._slots[slot_id].add(number)
        words = index_words(stated.text)
        self._append(FACT_WORDS, fact_id=number, stems=words.stems, words=words.words)
        return stated

    def put(self, fact: Statement, spans: Iterable[Span], cause: str) -> None:
        """Close every current belief of a fact and append the whole new set under the next version, unless nothing changes."""
        assert self.deed
        wanted = sorted(spans, key=lambda span: (span.start, span.end))
        if fact.versions and wanted == sorted(fact.spans, key=lambda span: (span.start, span.end)):
            return
        before = fact.version
        if before:
            self._close(fact.id, before)
        self._restood.update(span.by for span in (*fact.spans, *wanted) if span.by is not None and span.ends_as == "merged")
        version = Version(before + 1, wanted, cause, self.deed.id, self.deed.at)
        fact.versions.append(version)
        rows = [
            {
                "id": self._next(BELIEF),
                "fact_id": fact.id,
                "version": version.number,
                "valid_from": span.start,
                "valid_from_exact": span.exact,
                "valid_to": span.end,
                "valid_to_exact": span.end_exact,
                "start_told": span.told,
                "superseded_by": span.by,
                "ends_as": span.ends_as,
                "cause": cause,
                "system_from": self.deed.at,
                "system_to": FOREVER,
                "operation_id": self.deed.id,
            }
            for span in wanted
        ]
        self._new.setdefault(BELIEF.name, []).extend(rows)
        self._unwritten[fact.id, version.number] = rows
        self.touch(fact, before)
        if fact.slot_id is not None:
            self._slot_moves[fact.slot_id] = self._slot_moves.get(fact.slot_id, 0) + 1

    def touch(self, fact: Statement, before: int | None = None) -> None:
        """Note that the operation concerns a fact, and that its marks may have changed."""
        assert self.deed
        assert self._new.get(OPERATION.name), "the operation is written already"
        item = self.deed.touched.setdefault(fact.id, [fact.version if before is None else before, fact.version])
        item[1] = fact.version
        self._restood.add(fact.id)

    def set_pinned(self, fact: Statement, pinned: bool) -> None:
        """Pin or unpin a fact."""
        assert self.deed
        fact.pinned = pinned
        self._add(PIN, fact_id=fact.id, pinned=pinned, at=self.deed.at, operation_id=self.deed.id)
        self.touch(fact)

    def add_source(self, *, key: str | None = None, **columns: Any) -> int:
        """Add a source and return its number; its hash is made here, from the text that was read."""
        text = columns["text"]
        number = self._add(SOURCE, uid=uuid7(columns["recorded_at"]), key=key, content_hash=content_hash(text), **columns)
        self._messages[number] = Message(
            number,
            columns["kind"],
            columns["author"],
            text,
            columns["observed_at"],
            columns["conversation"],
            columns["ref"],
        )
        return number

    def add_edge(self, subject: str, relation: str, other: str) -> int:
        """Add a relation between two names and return its number."""
        assert self.deed
        uid = uuid7(self.deed.at)
        return self._add(EDGE, uid=uid, subject=subject, relation=relation, object=other, operation_id=self.deed.id)

    def forget(self, facts: Iterable[int], sources: Iterable[int]) -> None:
        """Let go of facts and messages that were deleted from the tables."""
        self.flush()
        gone = set(facts)
        for number in gone:
            self._facts.pop(number, None)
        self._restood -= gone
        for held in (*self._slots.values(), *self._made_in_slot.values()):
            held -= gone
        for number in sources:
            self._messages.pop(number, None)
        self._keys = {FACT.name: {}, SOURCE.name: {}}
        self._owners.clear()

    def flush(self) -> None:
        """Write what was gathered, in bulk; called once at the end, and in between by long imports."""
        if self.rehearsal:
            return
        for table in (OWNER, SOURCE, SLOT_VERSION, FACT):
            self._write(table)
        self._write_closed()
        self._unwritten.clear()
        for name in list(self._new):
            if name not in (FACT_WORDS.name, OPERATION.name):
                self._write(OWNER.metadata.tables[name])
        self._write_operations()
        words = self._new.pop(FACT_WORDS.name, [])
        if words:
            self.connection.execute(insert(FACT_WORDS), words)
            sqlite.index_words(self.connection, words)
        for slot_id, moves in self._slot_moves.items():
            moved = update(SLOT_VERSION).where(SLOT_VERSION.c.id == slot_id)
            self.connection.execute(moved.values(version=SLOT_VERSION.c.version + moves))
        self._slot_moves.clear()
        self._restand()
        self._write_counters()

    def finish(self) -> None:
        """Write down what is left; rows that belong to no operation, such as messages an import kept, get one of their own."""
        self.flush()
        if any(self._moved.values()):
            self.begin("source", None)
            self.flush()

    def clear(self) -> None:
        """Write down what was gathered and let go of it, so that a long import stays small."""
        self.flush()
        self._facts.clear()
        self._slots.clear()
        self._made_in_slot.clear()
        self._events.clear()
        self._messages.clear()
        self._keys = {FACT.name: {}, SOURCE.name: {}}
        self.deeds.clear()
        self.deed = None

    def _write_closed(self) -> None:
        """Set when the beliefs that were replaced ceased to be held, and seal them anew."""
        for part in sqlite.in_parts(list(self._closed)):
            rows = self.connection.execute(select(BELIEF).where(BELIEF.c.id.in_(part))).mappings().all()
            closed = [{**row, "system_to": self._closed[row["id"]]} for row in rows]
            closing = update(BELIEF).where(BELIEF.c.id == bindparam("number"))
            self.connection.execute(
                closing.values(system_to=bindparam("at"), seal=bindparam("anew")),
                [
                    {"number": row["id"], "at": row["system_to"], "anew": seals.seal(self._audit_key, BELIEF, row)}
                    for row in closed
                ],
            )
        self._closed.clear()

    def _write_operations(self) -> None:
        rows = self._new.pop(OPERATION.name, [])
        if not rows:
            return
        self.connection.execute(insert(OPERATION), rows)
        items = [
            {"operation_id": deed.id, "fact_id": fact, "version_before": before, "version_after": after}
            for deed in self.deeds
            if deed.id >= rows[0]["id"]
            for fact, (before, after) in deed.touched.items()
        ]
        if items:
            self.connection.execute(insert(OPERATION_ITEM), items)
        moved = [self._moved.pop(table.name, 0) for table in seals.SEALED]
        self.end = audit.extend(self.connection, self._audit_key, rows, items, moved)

    def restand_all(self) -> None:
        """Derive again what lists sort by, for every fact; what has no fact goes."""
        self.connection.execute(HEAD.delete().where(HEAD.c.fact_id.not_in(select(FACT.c.id))))
        self._restood.update(self.connection.execute(select(FACT.c.id)).scalars())
        self._restand()

    def derive_anew(self, numbers: Iterable[int]) -> None:
        """Derive again what lists sort by, for facts whose evidence has changed."""
        self._restood.update(numbers)

    def _restand(self) -> None:
        numbers = sorted(self._restood | standing.resting_on(self.connection, self._restood))
        self._restood.clear()
        for part in sqlite.in_parts(numbers):
            self.connection.execute(HEAD.delete().where(HEAD.c.fact_id.in_(part)))
            heads = standing.heads(self.connection, part)
            if heads:
                self.connection.execute(insert(HEAD), heads)

    def _close(self, fact: int, version: int) -> None:
        assert self.deed
        if (fact, version) in self._unwritten:
            for row in self._unwritten[fact, version]:
                row["system_to"] = self.deed.at
            return
        stored = select(BELIEF.c.id).where(BELIEF.c.fact_id == fact, BELIEF.c.version == version)
        for number in self.connection.execute(stored).scalars():
            self._closed[number] = self.deed.at
