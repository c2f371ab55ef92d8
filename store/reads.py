"""Reading a store: every answer is one short transaction at one instant."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from sqlalchemy import func, select

from store import anchor, listing, opening, reading, settings, sqlite
from store import audit as audit_chain
from store import check as checker
from store.clock import Clock, Instant
from store.errors import StoreError
from store.ids import fold, keyed_digest
from store.refs import Ref
from store.tables import OPERATION, OWNER
from store.values import (
    COUNT_CAP,
    NOW,
    AsOf,
    Card,
    Conversation,
    Count,
    Edge,
    Fact,
    History,
    Key,
    Newer,
    Operation,
    Overview,
    OwnerCount,
    Page,
    Problem,
    Query,
)

Answer = TypeVar("Answer")
ALIAS = 40
"""So many digits stand for an owner outside."""


class Reads:
    """An open store as far as it is read.

    Args:
        path: Its file.
        clock: What now is.
        read_only: Change nothing, and know nothing that came after it was opened, until `catch_up`: what is read is an image of
            the whole store, so that no answer, and no page of a list, can be of another instant than the others.
        audit_key: The file with the key of the audit chain, where it is not this user's own.
        ends: What `store.anchor.kept` returned for the file that this is a copy of, before it was copied; only to read.
    """

    sitting: str | None = None
    """What the operations of this session are grouped by."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        *,
        read_only: bool = False,
        audit_key: Path | None = None,
        ends: Mapping[str, anchor.Anchor] | None = None,
    ) -> None:
        self.path = path
        self._ends = ends
        self.clock = clock
        self.read_only = read_only
        self._engine = opening.open_existing(path, read_only=read_only)
        with ExitStack() as opened:
            opened.callback(self._engine.dispose)
            self._watch = sqlite.Watch(path)
            opened.callback(self._watch.close)
            with sqlite.reading(self._engine) as connection:
                self.id = opening.meta(connection, "store_id")
                self._digest_key = opening.digest_key(connection, path)
            opened.pop_all()
        self._audit_key = opening.audit_key(self.id) if audit_key is None else opening.key_of(audit_key)
        self._known: _Known | None = None
        if read_only:
            self.catch_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._watch.close()
        self._engine.dispose()
        self._known = None

    def catch_up(self) -> None:
        """Let a read-only session know what others changed since it was opened."""
        self._known = self._everything()

    def newer(self) -> Newer:
        """Return what a read-only session does not show yet."""
        if self._known is None:
            return Newer(0)
        last = self.last_operation()
        verbs = select(OPERATION.c.verb, func.count().label("number")).where(OPERATION.c.id > last).group_by(OPERATION.c.verb)
        with sqlite.reading(self._engine) as connection:
            found = {row.verb: row.number for row in connection.execute(verbs)}
        return Newer(sum(found.values()), deletes="delete" in found)

    def facts(
        self, query: Query, at: AsOf = NOW, *, after: Key | None = None, before: Key | None = None, limit: int = 100
    ) -> Page:
        """Return a page of facts, after or before a key."""
        return self.read(listing.page, query, at, self.clock, after=after, before=before, limit=limit)

    def place(self, numbers: Sequence[int], query: Query, at: AsOf = NOW) -> Key | None:
        """Return the key of the first of some facts that is there, listed or not, in the order of a query."""
        return self.read(listing.place, query, at, self.clock, numbers)

    def count(self, query: Query, at: AsOf = NOW, cap: int = COUNT_CAP) -> Count:
        """Count facts, honestly up to a cap."""
        return self.read(listing.count, query, at, self.clock, cap)

    def overview(self, owner: str | None, at: AsOf = NOW, since: Instant | None = None) -> Overview:
        """Return the counts of a header; `since` (microseconds UTC) tells what counts as new, but what this sitting stated."""
        return self.read(listing.overview, owner, at, self.clock, since, self.sitting)

    def fact(self, ref: Ref, at: AsOf = NOW) -> Fact:
        """Return a fact by number, `#number` or UUID. Raises NotFound `fact_not_found`."""
        return self.read(lambda connection, at: listing.one(connection, reading.number_of(connection, ref), at, self.clock), at)

    def card(self, ref: Ref, at: AsOf = NOW) -> Card:
        """Return everything known about a fact. Raises NotFound `fact_not_found`."""
        return self.read(lambda connection, at: reading.card(connection, reading.number_of(connection, ref), at, self.clock), at)

    def history(self, ref: Ref, at: AsOf = NOW) -> History:
        """Return everything ever believed about the fact's slot. Raises NotFound `fact_not_found`."""
        return self.read(
            lambda connection, at: reading.history(connection, reading.number_of(connection, ref), at, self.clock), at
        )

    def edges(self, owner: str | None, at: AsOf = NOW) -> tuple[Edge, ...]:
        """Return the relations that facts of an owner hold up, or all, by name; one is open while a fact of it is active."""
        return self.read(reading.edges, owner, at, self.clock)

    def conversation(self, source: int, around: int = 3, at: AsOf = NOW) -> Conversation:
        """Return a source and what stands around it, as known then. Raises NotFound `source_not_found`."""
        return self.read(reading.conversation, source, around, at, self.clock)

    def owners(self) -> tuple[OwnerCount, ...]:
        """Return the owners by name, with their active facts, every one counted."""
        return self.read(listing.owners, self.clock)

    def owner_names(self) -> tuple[str, ...]:
        """Return the names of all owners, as a list of them is sorted."""
        names = select(OWNER.c.name).order_by(OWNER.c.key)
        return tuple(self.read(lambda connection: connection.execute(names).scalars().all()))

    def changes(self, **which: Any) -> tuple[Operation, ...]:
        """Return what was changed, newest first; `which` as for `store.reading.operations`."""
        return self.read(reading.operations, **which)

    def count_changes(self, cap: int = COUNT_CAP, **which: Any) -> Count:
        """Count what was changed, honestly up to a cap; `which` as for `store.reading.count_operations`."""
        return self.read(reading.count_operations, cap, **which)

    def sittings(self, begins: str) -> tuple[str, ...]:
        """Return the sittings in which something was changed and whose id begins so."""
        return self.read(reading.sittings, begins)

    def operations_of(self, entries: Sequence[int]) -> dict[int, int]:
        """Return the number of the operation of each entry of the audit chain that is there."""
        return self.read(reading.operations_of, entries)

    def last_operation(self) -> int:
        """Return the number of the newest operation, 0 when there is none."""
        return self.read(lambda connection: connection.execute(select(func.max(OPERATION.c.id))).scalar() or 0)

    def data_version(self) -> int:
        """Return a number that changes when any other connection commits; costs next to nothing."""
        return self._watch.version()

    def alias(self, owner: str | None) -> str:
        """Return what stands for an owner, or for all, in a file outside: whoever has that file alone cannot tell who it is."""
        return keyed_digest(self._digest_key, "alias", None if owner is None else fold(owner))[:ALIAS]

    def settings(self, at: AsOf = NOW) -> dict[str, Any]:
        """Return every setting that changes judgement."""
        return self.read(lambda connection, at: settings.read(connection, listing.instants(connection, at, self.clock)[1]), at)

    def check(self, progress: checker.Progress | None = None) -> tuple[Problem, ...]:
        """Return every invariant that does not hold."""
        return tuple(self._read_whole(partial(checker.check, audit_key=self._audit_key, progress=progress)))

    def damage(self) -> StoreError | None:
        """Return the error of a damaged store if this is one, as what an error that nobody foresaw is told when it met one."""
        try:
            problems = self._read_whole(partial(checker.check, audit_key=self._audit_key))
        except Exception:
            return sqlite.corrupt(self.path, "what is in it cannot be read")
        if all(problem.reason == "audit_cut" for problem in problems):
            return None
        return sqlite.corrupt(self.path, "what is in it is not what was written")

    def verify_audit(self) -> tuple[Problem, ...]:
        """Return what is wrong with the chain of operations."""
        return tuple(self._read_whole(partial(audit_chain.verify, key=self._audit_key)))

    @property
    def has_audit_key(self) -> bool:
        """Whether this user can tell who made the chain."""
        return self._audit_key is not None

    @property
    def has_anchor(self) -> bool:
        """Whether the end of the chain is kept outside the store too, so that a cut is found out.

        It is not for a copy that was never changed at its path: its chain is whole as far as it goes.
        """
        return self._anchor() is not None

    def read(self, read: Callable[..., Answer], *given: Any, **named: Any) -> Answer:
        """Read something in a short transaction of its own; a read-only session reads what it knows."""
        known = self._known
        with sqlite.reading(self._engine if known is None else known.image.engine) as connection:
            return read(connection, *given, **named)

    def _read_whole(self, read: Callable[..., Answer]) -> Answer:
        """Read something of every row, with the end of the chain that was kept; of an image, so that nobody who writes waits for it."""
        known = self._known or self._everything()
        with sqlite.reading(known.image.engine) as connection:
            return read(connection, anchor=known.anchor)

    def _everything(self) -> "_Known":
        return _Known(self._kept(), sqlite.Image(self._engine))

    def _anchor(self) -> anchor.Anchor | None:
        """Return the end the chain had before what is read was."""
        return self._kept() if self._known is None else self._known.anchor

    def _kept(self) -> anchor.Anchor | None:
        return anchor.read(self.id, self.path) if self._ends is None else self._ends.get(self.id)


class _Known(NamedTuple):
    """What a read-only session knows: everything as it was at one instant, and the end of the chain that was kept before."""

    anchor: anchor.Anchor | None
    image: sqlite.Image
