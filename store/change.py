"""The unit of work: what one transaction reads, decides on and writes.

A `Change` holds the write lock from its beginning to its commit. It loads the facts it needs, keeps every new row in memory, and
writes them in bulk at the end, with one entry in the audit chain per operation. Whatever is decided here is decided on rows that
nobody else can change meanwhile.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Table, bindparam, func, insert, select, update

from store import audit, rules, seals, settings, sqlite, standing
from store.anchor import End
from store.clock import FOREVER, Clock, Instant
from store.errors import NotFound, StoreError
from store.ids import content_hash, fold, keyed_digest, uuid7
from store.proposal import Rule
from store.spans import Span, live
from store.tables import (
    BELIEF,
    COUNTER,
    EDGE,
    EVENT,
    FACT,
    FACT_WORDS,
    HEAD,
    OPERATION,
    OPERATION_ITEM,
    OWNER,
    PIN,
    RECEIPT,
    SLOT_VERSION,
    SOURCE,
    WITHDRAWAL,
)
from store.words import index_words

CHUNK = 500


@dataclass(slots=True)
class Version:
    """The spans of a fact under one version; a change of the fact writes a whole new one."""

    number: int
    spans: list[Span]
    cause: str
    operation: int
    system_from: Instant


@dataclass(slots=True)
class Statement:
    """A fact as the transaction knows it: what never changes, and its versions in order."""

    id: int
    owner: int
    subject: str
    kind: str
    slot: str | None
    slot_id: int | None
    text: str
    origin: str
    recorded_at: Instant
    pinned: bool = False
    versions: list[Version] = field(default_factory=list)

    @property
    def version(self) -> int:
        return self.versions[-1].number if self.versions else 0

    @property
    def spans(self) -> list[Span]:
        return self.versions[-1].spans if self.versions else []

    @property
    def live(self) -> list[Span]:
        return live(self.spans)

    def closed_by(self, place: int) -> int | None:
        """Return the operation that replaced the version at a place of `versions`; `None` while it is current."""
        return self.versions[place + 1].operation if place + 1 < len(self.versions) else None


@dataclass(frozen=True, slots=True)
class Message:
    """A source as evidence needs it."""

    id: int
    kind: str
    author: str | None
    text: str
    observed_at: Instant
    conversation: str | None
    ref: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event's identity and content, as keyed digests."""

    digest: str
    body: str


@dataclass(slots=True)
class Deed:
    """An operation in the making."""

    id: int
    at: Instant
    owner: int | None
    touched: dict[int, list[int]] = field(default_factory=dict)


class Change:
    """One transaction's work.

    Args:
        connection: A connection that holds the write lock.
        clock: Where system time comes from.
        actor: `person:<login>`, `agent:<name>`, `nightly:<run>` or `import:<run>`.
        digest_key: The key of the store's digests.
        audit_key: The key of the audit chain.
        batch, sitting: What the operations belong to, if anything.
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
    ) -> None:
        self.connection = connection
        self.clock = clock
        self.actor = actor
        self.batch = batch
        self.sitting = sitting
        self._digest_key = digest_key
        self._audit_key = audit_key
        self._counters: dict[str, int] = {row.name: row.value for row in connection.execute(select(COUNTER))}
        self._latest: Instant = connection.execute(select(func.max(OPERATION.c.at))).scalar() or 0
        self._owners: dict[str, int] = {}
        self._owner_latest: dict[int, Instant | None] = {}
        self._unclaimed: set[int] = set()
        self._claim: Instant | None = None
        self._new: dict[str, list[dict[str, Any]]] = {}
        self._facts: dict[int, Statement] = {}
        self._slots: dict[int, set[int]] = {}
        self._made_in_slot: dict[int, set[int]] = {}
        self._slot_ids: dict[str, int] = {}
        self._keys: dict[str, dict[str, int | None]] = {FACT.name: {}, SOURCE.name: {}}
        self._unwritten: dict[tuple[int, int], list[dict[str, Any]]] = {}
        self._closed: dict[int, Instant] = {}
        self._restood: set[int] = set()
        self._slot_moves: dict[int, int] = {}
        self._messages: dict[int, Message] = {}
        self._settings: dict[str, Any] | None = None
        self._rules: tuple[Rule, ...] | None = None
        self._events: dict[str, tuple[str, int | None] | None] = {}
        self._withdrawn: dict[int, Instant] | None = None
        self._has_receipts = False
        self._moved: dict[str, int] = {}
        self.end: End | None = None
        self.deed: Deed | None = None
        self.deeds: list[Deed] = []

    # what is known already

    def now(self) -> Instant:
        """Return the instant of the operation in the making, or the one the next would get."""
        return self.deed.at if self.deed else max(self.clock.now(), self._latest + 1)

    def owner(self, name: str) -> int:
        """Return the number of an owner, who is made when new."""
        key = fold(name)
        if key not in self._owners:
            known = self.connection.execute(select(OWNER.c.id).where(OWNER.c.key == key)).scalar()
            self._owners[key] = known or self._add(OWNER, name=name, key=key)
        return self._owners[key]

    def owner_key(self, owner: int) -> str:
        """Return an owner's name as it is compared."""
        for key, number in self._owners.items():
            if number == owner:
                return key
        key = self.connection.execute(select(OWNER.c.key).where(OWNER.c.id == owner)).scalar_one()
        self._owners[str(key)] = owner
        return str(key)

    def owner_name(self, owner: int) -> str:
        """Return an owner's name as it was first told."""
        return str(self.connection.execute(select(OWNER.c.name).where(OWNER.c.id == owner)).scalar_one())

    def fact(self, number: int) -> Statement:
        """Return a fact with its versions.

        Raises:
            NotFound: `fact_not_found`.
        """
        if number not in self._facts:
            self._load([number])
        if number not in self._facts:
            raise NotFound("fact_not_found", id=f"#{number}")
        return self._facts[number]

    def exists(self, number: int) -> bool:
        """Whether there is such a fact (and it was not deleted)."""
        if number not in self._facts:
            self._load([number])
        return number in self._facts

    def source(self, number: int) -> Message:
        """Return a source.

        Raises:
            NotFound: `source_not_found`.
        """
        if number not in self._messages:
            row = self.connection.execute(select(SOURCE).where(SOURCE.c.id == number)).first()
            if row is None:
                raise NotFound("source_not_found", id=number)
            self._messages[number] = Message(row.id, row.kind, row.author, row.text, row.observed_at, row.conversation, row.ref)
        return self._messages[number]

    def settings(self) -> dict[str, Any]:
        """Return the settings."""
        if self._settings is None:
            self._settings = settings.read(self.connection)
        return self._settings

    def rules(self) -> tuple[Rule, ...]:
        """Return the rules of never in force."""
        if self._rules is None:
            self._rules = rules.every(self.connection)
        return self._rules

    def in_slot(self, slot_id: int) -> list[Statement]:
        """Return every fact ever stated in a slot, in the order they were stated."""
        if slot_id not in self._slots:
            numbers = list(self.connection.execute(select(FACT.c.id).where(FACT.c.slot_id == slot_id)).scalars())
            self._load([number for number in numbers if number not in self._facts])
            self._slots[slot_id] = {*numbers, *self._made_in_slot.get(slot_id, ())}
        return [self._facts[number] for number in sorted(self._slots[slot_id])]

    def replaced_by(self, numbers: Iterable[int]) -> list[Statement]:
        """Return the facts that were ever superseded by one of the given ones."""
        wanted = set(numbers)
        stored = self.connection.execute(select(BELIEF.c.fact_id).where(BELIEF.c.superseded_by.in_(wanted)).distinct()).scalars()
        self._load([number for number in stored if number not in self._facts])
        return [
            fact
            for _, fact in sorted(self._facts.items())
            if any(span.by in wanted for version in fact.versions for span in version.spans)
        ]

    def slot_id(self, owner: int, subject: str, slot: str | None) -> int | None:
        """Return the number of the slot (owner, subject, name); an empty name is no slot."""
        name = fold(slot or "")
        if not name:
            return None
        digest = keyed_digest(self._digest_key, "slot", self.owner_key(owner), fold(subject), name)
        if digest not in self._slot_ids:
            known = self.connection.execute(select(SLOT_VERSION.c.id).where(SLOT_VERSION.c.digest == digest)).scalar()
            if known is None:
                known = self._add(SLOT_VERSION, digest=digest, version=0)
                self._slots[known] = set()
            self._slot_ids[digest] = known
        return self._slot_ids[digest]

    def slot_version(self, slot_id: int) -> int:
        """Return how often a slot changed."""
        moves = self._slot_moves.get(slot_id, 0)
        stored = self.connection.execute(select(SLOT_VERSION.c.version).where(SLOT_VERSION.c.id == slot_id)).scalar()
        return (stored or 0) + moves

    def withdrawn_at(self, slot_id: int) -> Instant | None:
        """Return when what the slot held was last deleted."""
        if self._withdrawn is None:
            latest = select(WITHDRAWAL.c.slot_id, func.max(WITHDRAWAL.c.at)).where(WITHDRAWAL.c.lifted_at.is_(None))
            self._withdrawn = {row[0]: row[1] for row in self.connection.execute(latest.group_by(WITHDRAWAL.c.slot_id))}
        return self._withdrawn.get(slot_id)

    def withdraw(self, slot_id: int, deletion: int) -> None:
        """Let nothing observed up to now come into the slot again, on account of a deletion."""
        assert self.deed
        self.withdrawn_at(slot_id)
        assert self._withdrawn is not None
        self._withdrawn[slot_id] = self.deed.at
        self._add(WITHDRAWAL, slot_id=slot_id, at=self.deed.at, deletion_id=deletion, lifted_at=None)

    def has_receipts(self) -> bool:
        """Whether anything was ever deleted here."""
        if not self._has_receipts:
            self._has_receipts = self.connection.execute(select(RECEIPT.c.digest).limit(1)).first() is not None
        return self._has_receipts

    def by_key(self, table: Table, key: str) -> int | None:
        """Return the number of the fact or source with a global key."""
        known = self._keys[table.name]
        if key not in known:
            known[key] = self.connection.execute(select(table.c.id).where(table.c.key == key)).scalar()
        return known[key]

    # the operation in the making

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

    # what is written

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

    def add(self, table: Table, **columns: Any) -> int:
        """Add a row of any other table and return its number."""
        return self._add(table, **columns)

    def append(self, table: Table, **columns: Any) -> None:
        """Add a row of a table whose rows have no number."""
        self._append(table, **columns)

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

    # events taken in before

    def digest(self, *parts: str | None) -> str:
        """Return the store's keyed digest of the parts."""
        return keyed_digest(self._digest_key, *parts)

    def event(self, owner: str, event_id: str | None, content: Sequence[Any]) -> Event | None:
        """Return the digests of an event that a caller names, or `None` when it is given no name."""
        if event_id is None:
            return None
        return Event(self.digest("event", fold(owner), event_id), self.digest("content", *(repr(part) for part in content)))

    def prefetch(self, digests: Sequence[str]) -> None:
        """Look many events up at once, so that `known_event` need not ask for each."""
        for start in range(0, len(digests), CHUNK):
            part = [digest for digest in digests[start : start + CHUNK] if digest not in self._events]
            self._events.update(dict.fromkeys(part))
            for row in self.connection.execute(select(EVENT).where(EVENT.c.digest.in_(part))):
                self._events[row.digest] = (row.body, row.fact_id)

    def known_event(self, digest: str) -> tuple[str, int | None] | None:
        """Return (digest of the content, fact) of an event that was taken in, or `None`."""
        if digest not in self._events:
            self.prefetch([digest])
        return self._events[digest]

    def remember_event(self, digest: str, body: str, fact: int | None, source: int | None = None) -> None:
        """Remember that an event was taken in, and the fact or the message it stands for."""
        self._events[digest] = (body, fact)
        self._append(EVENT, digest=digest, body=body, fact_id=fact, source_id=source)

    def forget_events(self, digests: Iterable[str]) -> None:
        """Forget events whose fact was deleted."""
        for digest in digests:
            self._events.pop(digest, None)

    # writing it all down

    def flush(self) -> None:
        """Write what was gathered, in bulk; called once at the end, and in between by long imports."""
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
        for name, value in self._counters.items():
            changed = self.connection.execute(update(COUNTER).where(COUNTER.c.name == name).values(value=value))
            if changed.rowcount == 0:
                self.connection.execute(insert(COUNTER).values(name=name, value=value))

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
        numbers = list(self._closed)
        for start in range(0, len(numbers), CHUNK):
            part = numbers[start : start + CHUNK]
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

    def _restand(self) -> None:
        numbers = sorted(self._restood)
        self._restood.clear()
        for start in range(0, len(numbers), CHUNK):
            part = numbers[start : start + CHUNK]
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

    def _next(self, table: Table) -> int:
        self._counters[table.name] = self._counters.get(table.name, 0) + 1
        return self._counters[table.name]

    def _add(self, table: Table, **columns: Any) -> int:
        number = self._next(table)
        self._append(table, id=number, **columns)
        if columns.get("key") is not None and table.name in self._keys:
            self._keys[table.name][columns["key"]] = number
        return number

    def _append(self, table: Table, **columns: Any) -> None:
        self._new.setdefault(table.name, []).append(columns)

    def write_now(self, table: Table, rows: list[dict[str, Any]]) -> None:
        """Write rows at once, sealed and counted where the table is."""
        if table in seals.SEALED:
            for row in rows:
                row["seal"] = seals.seal(self._audit_key, table, row)
            self._moved[table.name] = self._moved.get(table.name, 0) + len(rows)
        if rows:
            self.connection.execute(insert(table), rows)

    def removed(self, table: Table, rows: int) -> None:
        """Count rows that were deleted, lawfully, from a table."""
        self._moved[table.name] = self._moved.get(table.name, 0) - rows

    def seal(self, table: Table, row: Mapping[str, Any]) -> bytes:
        """Return the seal of a row that is changed."""
        return seals.seal(self._audit_key, table, row)

    def _write(self, table: Table) -> None:
        self.write_now(table, self._new.pop(table.name, []))

    def _load(self, numbers: Sequence[int]) -> None:
        for start in range(0, len(numbers), CHUNK):
            part = numbers[start : start + CHUNK]
            for row in self.connection.execute(select(FACT).where(FACT.c.id.in_(part))):
                self._facts[row.id] = Statement(
                    id=row.id,
                    owner=row.owner_id,
                    subject=row.subject,
                    kind=row.kind,
                    slot=row.slot,
                    slot_id=row.slot_id,
                    text=row.text,
                    origin=row.origin,
                    recorded_at=row.recorded_at,
                )
            for row in self.connection.execute(
                select(PIN.c.fact_id, PIN.c.pinned).where(PIN.c.fact_id.in_(part)).order_by(PIN.c.id)
            ):
                self._facts[row.fact_id].pinned = row.pinned
            beliefs = select(BELIEF).where(BELIEF.c.fact_id.in_(part)).order_by(BELIEF.c.fact_id, BELIEF.c.version, BELIEF.c.id)
            for row in self.connection.execute(beliefs):
                versions = self._facts[row.fact_id].versions
                if not versions or versions[-1].number != row.version:
                    versions.append(Version(row.version, [], row.cause, row.operation_id, row.system_from))
                versions[-1].spans.append(
                    Span(
                        start=row.valid_from,
                        end=row.valid_to,
                        told=row.start_told,
                        exact=row.valid_from_exact,
                        end_exact=row.valid_to_exact,
                        by=row.superseded_by,
                        ends_as=row.ends_as,
                    )
                )
