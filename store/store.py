"""The store: what an assistant, the command line and the inspector open.

    with open_store(path, create=True, actor="agent:mail") as store:
        message = store.add_source(SourceInput("I moved to Porto", observed_at=..., author="ana", ref="m-1"))
        store.assert_fact("Lives in Porto", owner="ana", slot="home.city", evidence=[EvidenceInput(message.number)], origin="online")
        print(store.context("ana", record=True).text)

Every read is one short transaction at one instant, every write one transaction that is applied whole or refused whole. A store may
be used from several threads and by several programs at once.
"""

import getpass
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection

from store import (
    anchor,
    asserting,
    context,
    ending,
    listing,
    markdown,
    marking,
    opening,
    reading,
    receipts,
    repairing,
    restoring,
    settings,
    sqlite,
)
from store import audit as audit_chain
from store import check as checker
from store.anchor import Anchor
from store.change import Change, Statement
from store.clock import FOREVER, Clock, Instant, SystemClock
from store.deletion import Scope
from store.deletions import Deletions
from store.errors import Refused, StoreError
from store.keys import keys_folder
from store.proposals import Proposals, Rules
from store.reads import Answer, Reads, Ref
from store.stating import Done, New, check_storable, quoted_from
from store.tables import SETTING, SOURCE
from store.values import (
    NOW,
    SOURCE_KINDS,
    AsOf,
    Block,
    EvidenceInput,
    Outcome,
    Problem,
    Source,
    SourceInput,
)

OPEN_END: Literal["open"] = "open"
"""For `correct(valid_to=OPEN_END)`: the fact has no end, where `None` leaves the end as it is."""


def person() -> str:
    """Return the actor name of whoever is logged in."""
    try:
        return f"person:{getpass.getuser()}"
    except (OSError, KeyError):
        return "person:unknown"


def create_store(path: Path, *, clock: Clock | None = None, actor: str | None = None, sitting: str | None = None) -> "Store":
    """Make an empty store and open it.

    Raises:
        Unavailable: `store_exists`, `no_permission`, `disk_full`.
    """
    clock = clock or SystemClock()
    opening.create(path, clock.now())
    return open_store(path, clock=clock, actor=actor, sitting=sitting)


def open_store(
    path: Path,
    *,
    create: bool = False,
    read_only: bool = False,
    audit_key: Path | None = None,
    clock: Clock | None = None,
    actor: str | None = None,
    sitting: str | None = None,
) -> "Store":
    """Open a store.

    Args:
        path: Its file.
        create: Make it when it is missing.
        read_only: Change nothing, not a byte of the file and no file beside it. What is read is what was known when it was
            opened, until `Store.catch_up`.
        audit_key: The file with the key of the audit chain, where it is not this user's own.
        clock: Where system time comes from; the machine's unless given.
        actor: Who changes things: `person:<login>` (whoever is logged in, unless given), `agent:<name>`, ...
        sitting: What the operations of this session are grouped by.

    Raises:
        Unavailable: `no_store`, `not_a_store`, `store_corrupt`, `newer_schema`, `older_schema`, `interrupted`, `no_permission`,
            `store_busy`.
        Refused: `bad_audit_key`.
    """
    path = path.absolute()
    if create and not read_only and not path.exists():
        return create_store(path, clock=clock, actor=actor, sitting=sitting)
    store = Store(path, clock or SystemClock(), actor or person(), sitting, read_only=read_only, audit_key=audit_key)
    if not read_only:
        with suppress(StoreError):  # what cannot be cleared now stays pending, and is shown as that
            store.deletions.resume()
    return store


class Store(Reads):
    """An open store; made by `open_store`."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        actor: str,
        sitting: str | None,
        *,
        read_only: bool = False,
        audit_key: Path | None = None,
    ) -> None:
        super().__init__(path, clock, read_only=read_only, audit_key=audit_key)
        self.actor = actor
        self.sitting = sitting
        self.proposals = Proposals(self)
        self.rules = Rules(self)
        self.deletions = Deletions(self)
        self._wrote = False

    def assert_fact(
        self,
        text: str,
        *,
        owner: str,
        subject: str | None = None,
        kind: str = "other",
        slot: str | None = None,
        valid_from: Instant | None = None,
        valid_from_exact: bool | None = None,
        valid_to: Instant | None = None,
        observed_at: Instant | None = None,
        evidence: Sequence[EvidenceInput] = (),
        event_id: str | None = None,
        origin: str = "manual",
        importance: int | None = None,
        batch: str | None = None,
    ) -> Outcome:
        """State a fact.

        Args:
            text: At most 600 characters.
            owner: Whose fact it is.
            subject: Whom it is about; the owner unless given.
            kind: One of `KINDS`; another is kept and treated as other.
            slot: The attribute it fills: what it overlaps there is superseded.
            valid_from, valid_to: When it holds, microseconds UTC; without a start it holds from when it was observed, or earlier.
            observed_at: When it was said, where there is no message to tell; microseconds UTC.
            event_id: A name of the statement, so that saying it again changes nothing.
            origin: `manual`, `import`, or `online` and `nightly`, which need the owner's own words as evidence.
            importance: 1 to 10; by rule unless given.

        Raises:
            Refused: see `store.asserting.assert_fact`.
        """

        def deed(change: Change) -> Done:
            number = change.owner(owner)
            new = New(
                text=text,
                owner=number,
                subject=subject or owner,
                kind=kind,
                slot=slot,
                origin=origin,
                importance=importance,
                evidence=quoted_from(change, evidence),
                recorded_at=observed_at,
                event=change.event(owner, event_id, [text, subject, kind, slot, valid_from, valid_to]),
            )
            return asserting.assert_fact(change, new, valid_from=valid_from, valid_from_exact=valid_from_exact, valid_to=valid_to)

        return self.write(deed, batch)

    def supersede(
        self,
        ref: Ref,
        text: str,
        *,
        at: Instant | None = None,
        kind: str | None = None,
        slot: str | None = None,
        subject: str | None = None,
        evidence: Sequence[EvidenceInput] = (),
        origin: str = "manual",
        version: int | None = None,
        batch: str | None = None,
    ) -> Outcome:
        """Let a new fact take over from one at an instant (microseconds UTC; now unless given). Refused: see `store.asserting`."""

        def deed(change: Change) -> Done:
            old = self._decided(change, ref, version)
            new = self._in_place_of(change, old, text, kind, slot, subject, evidence, origin)
            return asserting.supersede(change, old, new, at)

        return self.write(deed, batch)

    def correct(
        self,
        ref: Ref,
        text: str | None = None,
        *,
        valid_from: Instant | None = None,
        valid_to: Instant | Literal["open"] | None = None,
        kind: str | None = None,
        slot: str | None = None,
        subject: str | None = None,
        evidence: Sequence[EvidenceInput] = (),
        version: int | None = None,
        batch: str | None = None,
    ) -> Outcome:
        """Replace a wrong fact by a right one over the same valid time, or over the dates given. Refused: see `store.asserting`."""

        def deed(change: Change) -> Done:
            old = self._decided(change, ref, version)
            new = self._in_place_of(change, old, text or old.text, kind, slot, subject, evidence, "manual")
            end = FOREVER if valid_to == OPEN_END else valid_to
            return asserting.correct(change, old, new, valid_from=valid_from, valid_to=end)

        return self.write(deed, batch)

    def end(
        self,
        ref: Ref,
        *,
        at: Instant | None = None,
        until: Instant | None = None,
        version: int | None = None,
        batch: str | None = None,
    ) -> Outcome:
        """Say that a fact stopped holding, for good or `until` (microseconds UTC). Refused: `nothing_to_end`, `empty_interval`."""
        return self.write(lambda change: ending.end(change, self._decided(change, ref, version), at, until), batch)

    def retract(self, ref: Ref, *, reason: str | None = None, version: int | None = None, batch: str | None = None) -> Outcome:
        """Say that a fact was never true, and perhaps why. Refused: `retracted_target`, `bad_text`."""

        def deed(change: Change) -> Done:
            fact = self._decided(change, ref, version)
            done = ending.retract(change, fact)
            if reason:
                marking.remark(change, fact, reason)
            return done

        return self.write(deed, batch)

    def restore(
        self, ref: Ref, *, mode: restoring.Mode | None = None, version: int | None = None, batch: str | None = None
    ) -> Outcome:
        """Bring a fact back. Refused: see `store.restoring.restore`."""
        return self.write(lambda change: restoring.restore(change, self._decided(change, ref, version), mode), batch)

    def expire(self, ref: Ref, at: Instant) -> Outcome:
        """Let a fact end at its expiry (microseconds UTC). Refused: see `store.ending.expire`."""
        return self.write(lambda change: ending.expire(change, self._decided(change, ref, None), at))

    def merge(self, members: Sequence[Ref], representative: Ref) -> Outcome:
        """Let facts that say the same end in favour of one. Refused: see `store.ending.merge`."""

        def deed(change: Change) -> Done:
            facts = [self._decided(change, ref, None) for ref in members]
            return ending.merge(change, facts, self._decided(change, representative, None))

        return self.write(deed)

    def pin(self, ref: Ref, *, version: int | None = None, batch: str | None = None) -> Outcome:
        """Put a fact out of reach of everything automatic."""
        return self.write(lambda change: marking.pin(change, self._decided(change, ref, version)), batch)

    def unpin(self, ref: Ref, *, version: int | None = None, batch: str | None = None) -> Outcome:
        """Put a fact within reach again."""
        return self.write(lambda change: marking.pin(change, self._decided(change, ref, version), False), batch)

    def confirm(self, ref: Ref, *, version: int | None = None, batch: str | None = None) -> Outcome:
        """Take the owner's word that a fact is right. Refused: `nothing_to_confirm`."""

        def deed(change: Change) -> Done:
            fact = self._decided(change, ref, version)
            marking.refuse_over(change, fact)
            return marking.confirm(change, fact)

        return self.write(deed, batch)

    def delete(self, ref: Ref) -> Outcome:
        """Remove a fact, with the messages on which no other rests, from every place; `Store.deletions` does more."""
        number = self.read(reading.number_of, ref)
        return Outcome(self.deletions.delete(Scope("facts", (number,))).operation, ())

    def undo(self, operation: Ref | None = None) -> Outcome:
        """Undo an operation and its batch; the newest reversible one of this actor unless given. Refused: see `store.restoring`."""
        return self.write(lambda change: restoring.undo(change, operation))

    def undo_sitting(self, sitting: str | None = None) -> Outcome:
        """Undo a whole sitting, this actor's newest unless given, in one transaction. Refused: see `store.restoring`."""
        return self.write(lambda change: restoring.undo_sitting(change, sitting))

    def redo(self) -> Outcome:
        """Take back this actor's latest undo. Refused: `nothing_to_redo`, `stale`, `slot_busy`."""
        return self.write(restoring.redo)

    def add_source(self, source: SourceInput) -> Source:
        """Keep a message (or whatever was read) as it was read, for evidence to quote.

        Raises:
            Refused: `key_reused`, `bad_value`, `bad_text`.
        """
        with self.change() as change:
            number = add_source(change, source)
        return self.conversation(number, around=0).source

    def add_evidence(self, ref: Ref, evidence: Sequence[EvidenceInput]) -> Outcome:
        """Tie further evidence to a fact. Refused: `quote_not_in_source`, `quote_too_long`."""

        def deed(change: Change) -> Done:
            return asserting.add_evidence(change, self._decided(change, ref, None), quoted_from(change, evidence))

        return self.write(deed)

    def mark_source(self, source: int, state: Literal["present", "changed", "gone"]) -> None:
        """Say what became of a source; its facts are doubtful while it is changed or gone."""
        with self.change() as change:
            marking.mark_source(change, source, state)

    def set_setting(self, name: str, given: str) -> Any:
        """Set a setting that changes judgement, or where the Markdown folder is, and return its value.

        Raises:
            Refused: `setting_not_found`, `bad_setting`.
            Unavailable: `folder_unreachable`.
        """
        setting = settings.definition(name)
        value = setting.read(name, given)
        before = self.settings()[name]
        if setting.folder and value:
            markdown.claim(Path(value), self.id)
        if setting.folder and before and before != value:
            markdown.withdraw(Path(before), self.id)
        with self.change() as change:
            deed = change.begin("setting", None)
            change.add(SETTING, name=name, value=json.dumps(value), at=deed.at, operation_id=deed.id)
            if name.startswith("trust."):
                change.flush()
                change.restand_all()
        if setting.folder:
            self.publish()
        return value

    def publish(self, *, anew: bool = False) -> None:
        """Bring the Markdown folder up to date, where one is switched on; a session does so when it closes.

        Args:
            anew: Write every file, not only what changed.

        Raises:
            Unavailable: `folder_unreachable`, `store_busy`.
        """
        markdown.publish(self, anew=anew)

    def check(self, progress: checker.Progress | None = None) -> tuple[Problem, ...]:
        """Return every invariant that does not hold, and whether the Markdown folder is behind the store."""
        problems = super().check(progress)
        found = "" if self.read_only else markdown.behind(self)
        return (*problems, Problem("markdown_behind", (), found)) if found else problems

    def repair(self) -> None:
        """Make anew what is derived from the tables: search, what lists sort by, and the Markdown folder.

        No fact changes; `check` says what is left.

        Raises:
            Unavailable: `folder_unreachable`.
        """
        with self.change() as change:
            repairing.repair(change)
        self.publish(anew=True)

    def close(self) -> None:
        """Close the store. The Markdown folder is brought up to date; where it cannot be reached, `check` names it."""
        if self._wrote:
            self._wrote = False
            with suppress(StoreError):
                self.publish()
        super().close()

    def accept_cut(self, count: int) -> None:
        """Go on with a chain of operations that was cut, as it is where an older copy of the store was put back.

        The log says so from now on, and the cut is no longer on record outside the store.

        Args:
            count: How many entries the chain is known to have had, as `verify_audit` says.

        Raises:
            Refused: `no_such_cut`, `not_only_cut`, `read_only`, `no_audit_key`.
        """
        problems = self.verify_audit()
        cuts = {problem.ids for problem in problems if problem.reason == "audit_cut"}
        others = [problem.reason for problem in problems if problem.reason != "audit_cut"]
        if (count,) not in cuts:
            raise Refused("no_such_cut", count=count)
        if others:
            raise Refused("not_only_cut", reasons=", ".join(dict.fromkeys(others)))
        with self.change() as change:
            change.begin("accept", None)
        known = anchor.read(self.id, self.path)
        if known is not None:
            kept = tuple(one for one in known.lost if one.count != count)
            anchor.write(self.id, self.path, Anchor(known.end, lost=kept))

    def context(
        self, owner: str | None, query: str | None = None, limit: int | None = None, at: AsOf = NOW, *, record: bool = False
    ) -> Block:
        """Return the prompt block.

        Args:
            record: Log it as handed out, and its facts as recalled; only of now.
        """
        block = self.read(context.block, owner, query, limit, at, self.clock)
        if record:
            with self.change() as change:
                context.record(change, block, limit or change.settings()["context.limit"])
        return block

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
            Refused: `read_only`, `no_audit_key`.
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
                before = audit_chain.end(connection)
                lost = audit_chain.lost(connection, anchor.read(self.id, self.path))
                yield change
                change.finish()
                if dry_run:
                    raise _DryRun
                if change.end is not None:
                    anchor.write(self.id, self.path, Anchor(before, change.end, lost))
        except _DryRun:
            return
        if change.end is not None:
            anchor.write(self.id, self.path, Anchor(change.end, lost=lost))

    def write(self, deed: Callable[[Change], Done], batch: str | None = None) -> Outcome:
        """Do a deed in a unit of work of its own and return what it did."""
        with self.change(batch=batch) as change:
            done = deed(change)
        facts = self.read(listing.several, done.facts, NOW, self.clock)
        return Outcome(done.operation, facts, done.result, done.until, done.next, done.reopened, done.conflict)

    def _decided(self, change: Change, ref: Ref, version: int | None) -> Statement:
        """Return the fact a change is about, if it is still the version it was decided on."""
        fact = change.fact(reading.number_of(change.connection, ref))
        if version is not None and fact.version != version:
            raise Refused("stale", fact=f"#{fact.id}")
        return fact

    def _in_place_of(
        self,
        change: Change,
        old: Statement,
        text: str,
        kind: str | None,
        slot: str | None,
        subject: str | None,
        evidence: Sequence[EvidenceInput],
        origin: str,
    ) -> New:
        return New(
            text=text,
            owner=old.owner,
            subject=old.subject if subject is None else subject,
            kind=old.kind if kind is None else kind,
            slot=old.slot if slot is None else slot,
            origin=origin,
            evidence=quoted_from(change, evidence),
        )


def add_source(change: Change, source: SourceInput) -> int:
    """Add a source to a unit of work, or find the one its key names already.

    Raises:
        Refused: `key_reused`, `bad_value`, `bad_text`, `deleted_before`.
    """
    check_storable(source.text, source.ref, source.conversation, source.author, source.key)
    if source.kind not in SOURCE_KINDS:
        raise Refused("bad_value", given=source.kind, choices=", ".join(SOURCE_KINDS))
    known = change.by_key(SOURCE, source.key) if source.key is not None else None
    if known is not None:
        if change.source(known).text != source.text:
            raise Refused("key_reused", key=source.key)
        return known
    ref = source.ref or source.key
    if ref and receipts.blocked_at(change, receipts.message_digest(change, source.conversation, ref, source.text)) is not None:
        raise Refused("deleted_before")
    deed = change.begin("source", None)
    return change.add_source(
        key=source.key,
        kind=source.kind,
        conversation=source.conversation,
        ref=ref or f"source/{deed.id}",
        author=source.author,
        text=source.text,
        observed_at=source.observed_at,
        recorded_at=deed.at,
    )


class _DryRun(Exception):
    pass
