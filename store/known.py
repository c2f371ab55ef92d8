"""What a transaction knows: owners, facts with their versions, messages, slots, settings, events. Read once, and kept."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Table, func, select

from store import receipts, rules, settings
from store.clock import Instant
from store.errors import NotFound
from store.ids import fold, keyed_digest
from store.proposal import Rule
from store.rows import Rows
from store.sqlite import in_parts
from store.statement import Event, Message, Statement, load
from store.tables import BELIEF, EVENT, FACT, OPERATION, OPERATION_ITEM, OWNER, RECEIPT, SLOT_VERSION, SOURCE, WITHDRAWAL


class Known(Rows):
    """What is known already, by a transaction that holds the write lock: nobody else can change it meanwhile."""

    def __init__(self, connection: Connection, digest_key: bytes, audit_key: bytes) -> None:
        super().__init__(connection, digest_key, audit_key)
        self._owners: dict[str, int] = {}
        self._facts: dict[int, Statement] = {}
        self._slots: dict[int, set[int]] = {}
        self._made_in_slot: dict[int, set[int]] = {}
        self._slot_ids: dict[str, int] = {}
        self._slot_moves: dict[int, int] = {}
        self._keys: dict[str, dict[str, int | None]] = {FACT.name: {}, SOURCE.name: {}}
        self._messages: dict[int, Message] = {}
        self._settings: dict[str, Any] | None = None
        self._rules: tuple[Rule, ...] | None = None
        self._events: dict[str, tuple[str, int | None] | None] = {}
        self._withdrawn: dict[int, Instant] | None = None
        self._has_receipts: bool | None = None
        self._older_receipts: receipts.Older | None = None

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
        for made in self.added(OWNER):
            if made["id"] == owner:
                return str(made["name"])
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

    def origin(self, fact: Statement, version: int) -> int:
        """Return the version a version repeats: what an undo wrote is what stood before the operation it undid."""
        while version:
            operation = next(one.operation for one in fact.versions if one.number == version)
            undoes = self.connection.execute(select(OPERATION.c.undoes).where(OPERATION.c.id == operation)).scalar()
            if undoes is None:
                return version
            item = select(OPERATION_ITEM.c.version_before).where(
                OPERATION_ITEM.c.operation_id == undoes, OPERATION_ITEM.c.fact_id == fact.id
            )
            version = self.connection.execute(item).scalar_one()
        return 0

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

    def has_receipts(self) -> bool:
        """Whether anything was ever deleted here."""
        if self._has_receipts is None:
            self._has_receipts = self.connection.execute(select(RECEIPT.c.digest).limit(1)).first() is not None
        return self._has_receipts

    def older_receipts(self) -> receipts.Older:
        """Return the receipts of an older form; those of today are looked up one by one."""
        if self._older_receipts is None:
            self._older_receipts = receipts.older(self.connection)
        return self._older_receipts

    def write_receipts(self, rows: list[dict[str, Any]]) -> None:
        """Write receipts of what is being deleted."""
        self.write_now(RECEIPT, rows)
        self._has_receipts = True

    def by_key(self, table: Table, key: str) -> int | None:
        """Return the number of the fact or source with a global key."""
        known = self._keys[table.name]
        if key not in known:
            known[key] = self.connection.execute(select(table.c.id).where(table.c.key == key)).scalar()
        return known[key]

    def prefetch_sources(self, keys: Sequence[str]) -> None:
        """Look many sources up at once, so that `by_key` need not ask for each."""
        known = self._keys[SOURCE.name]
        wanted = [key for key in dict.fromkeys(keys) if key not in known]
        for part in in_parts(wanted):
            known.update(dict.fromkeys(part))
            rows = self.connection.execute(select(SOURCE.c.key, SOURCE.c.id).where(SOURCE.c.key.in_(part)))
            known.update((row.key, row.id) for row in rows)

    def event(self, owner: str, event_id: str | None, content: Sequence[Any]) -> Event | None:
        """Return the digests of an event that a caller names, or `None` when it is given no name."""
        if event_id is None:
            return None
        return Event(self.digest("event", fold(owner), event_id), self.digest("content", *(repr(part) for part in content)))

    def prefetch(self, digests: Sequence[str]) -> None:
        """Look many events up at once, so that `known_event` need not ask for each."""
        for asked in in_parts(digests):
            part = [digest for digest in asked if digest not in self._events]
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

    def _load(self, numbers: Sequence[int]) -> None:
        self._facts.update((fact.id, fact) for fact in load(self.connection, numbers))

    def _add(self, table: Table, **columns: Any) -> int:
        number = super()._add(table, **columns)
        if columns.get("key") is not None and table.name in self._keys:
            self._keys[table.name][columns["key"]] = number
        return number
