"""Changing a store: one unit of work after the other, each written whole with its entry in the log, or not at all."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection

from store import anchor, audit, listing, sqlite
from store.anchor import Anchor, End
from store.change import Change
from store.clock import Clock
from store.errors import Refused, Unavailable
from store.keys import keys_folder
from store.reads import Answer, Reads
from store.stating import Done
from store.values import NOW, Outcome


class Writes(Reads):
    """What can be read of a store, and the ways in which it is written to.

    Args:
        actor: Who changes things.
        sitting: What the operations of this session are grouped by.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        actor: str,
        sitting: str | None,
        *,
        read_only: bool = False,
        audit_key: Path | None = None,
        ends: Mapping[str, Anchor] | None = None,
    ) -> None:
        super().__init__(path, clock, read_only=read_only, audit_key=audit_key, ends=ends)
        self.actor = actor
        self.sitting = sitting
        self._wrote = False
        self._cuts: frozenset[End] | None = None if read_only else self._cuts_known()

    def catch_up(self) -> None:
        """Let a read-only session know what others changed since it was opened, and any other that the store was rolled back."""
        if self.read_only:
            super().catch_up()
        else:
            self._engine.dispose()  # SQLite may take what it remembers of the file as it was for what is there now
            self._cuts = self._cuts_known()

    def _cuts_known(self) -> frozenset[End] | None:
        """Return the ends that the chain is known to have had and does not reach, or `None` where the store cannot be read."""
        try:
            return frozenset(self.read(audit.lost, anchor.read(self.id, self.path)))
        except Unavailable:
            return None

    @contextmanager
    def noting(self) -> Iterator[Connection]:
        """Give a connection to note how a job stands: a short write that changes no fact and is no operation."""
        with sqlite.writing(self._engine) as connection:
            yield connection

    def raw(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do what SQLite does outside of any transaction of ours, on a connection of its own.

        Raises:
            Unavailable: `store_busy`, `disk_full`, `store_corrupt`.
        """
        with sqlite.guarded(self.path), closing(sqlite.configured(self.path)) as connection:
            return work(connection)

    @contextmanager
    def change(self, *, actor: str | None = None, batch: str | None = None, dry_run: bool = False) -> Iterator[Change]:
        """Give a unit of work that holds the write lock; it is written at the end, or rolled back on any error.

        Args:
            actor: In place of the store's own.
            batch: What its operations are undone together as.
            dry_run: Roll it back at the end in any case.

        Raises:
            Unavailable: `store_busy`, `disk_full`, `no_permission`.
            Refused: `read_only`, `no_audit_key`, `rolled_back`.
        """
        if self.read_only:
            raise Refused("read_only")
        if self._audit_key is None:
            raise Refused("no_audit_key", path=keys_folder() / f"{self.id}.key")
        self._wrote = True
        try:
            with sqlite.writing(self._engine) as connection:
                change = Change(
                    connection,
                    clock=self.clock,
                    actor=actor or self.actor,
                    digest_key=self._digest_key,
                    audit_key=self._audit_key,
                    batch=batch,
                    sitting=self.sitting,
                )
                before = audit.end(connection)
                lost = audit.lost(connection, anchor.read(self.id, self.path))
                if self._cuts is not None and (cut := set(lost) - self._cuts):
                    raise Refused("rolled_back", path=self.path, count=max(end.count for end in cut), found=before.count)
                yield change
                change.finish()
                if dry_run:
                    raise _DryRun
                if change.end is not None:
                    anchor.write(self.id, self.path, Anchor(before, change.end, lost))
        except _DryRun:
            return
        if change.end is not None:
            self._note(change.end, lost)

    def _note(self, end: End, lost: tuple[End, ...]) -> None:
        """Keep where the log ends, unless another writer has got further meanwhile."""
        known = anchor.read(self.id, self.path)
        if known is None or known.end.count < end.count:
            anchor.write(self.id, self.path, Anchor(end, lost=lost))

    def write(self, deed: Callable[[Change], Done], batch: str | None = None) -> Outcome:
        """Do a deed in a unit of work of its own and return what it did."""
        with self.change(batch=batch) as change:
            done = deed(change)
        facts = self.read(listing.several, done.facts, NOW, self.clock)
        return Outcome(done.operation, facts, done.result, done.until, done.next, done.reopened, done.conflict, done.undid)


class _DryRun(Exception):
    pass
