"""Applying events to a store, all of them in one transaction; a refused one leaves no trace and the others go in."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import select

from store import asserting, deleting, ending, marking, receipts, restoring
from store.change import Change, Statement
from store.change import Event as Identity
from store.clock import FOREVER, Instant
from store.errors import Refused, StoreError
from store.ids import fold
from store.imports.event import Event
from store.imports.reading import Item
from store.stating import Done, New, Quoted, attach, check_event, check_quote, check_storable
from store.tables import EDGE, EDGE_SUPPORT, FACT, SOURCE
from store.values import AUTOMATIC_ORIGINS, RefusedLine

AHEAD = 500
"""So many lines are looked up at once."""
FORGET_AFTER = 20_000
"""After so many lines what was read of the store is let go of."""

Progress = Callable[[int, int | None], None]


@dataclass(slots=True)
class Tally:
    """What came in."""

    sources: int = 0
    facts: int = 0
    evidence: int = 0
    unchanged: int = 0


class Applier:
    """Applies events under one change.

    Args:
        change: The transaction.
        owner: Whose the facts are that name no owner.
        told_times: Let the times the events tell be system time, where the rules allow it.
        progress: Called with (the number of the last item applied, the last there can be if known); what it raises stops the import.
    """

    def __init__(self, change: Change, *, owner: str | None, told_times: bool, progress: Progress) -> None:
        self.tally = Tally()
        self.refused: list[RefusedLine] = []
        self.waiting = 0
        self.deleted = 0
        self.changed = False
        self._change = change
        self._owner = owner
        self._told_times = told_times
        self._progress = progress
        self._latest: Instant | None = None
        self._edges: dict[tuple[str, str, str], tuple[int, set[int]]] = {}
        self._now = change.clock.now()

    def apply_all(self, items: Iterable[Item], total: int | None) -> None:
        """Apply every event; refusals are gathered in `refused`."""
        done = 0
        for batch in _batches(items):
            known = {item.number: self._identity(item.event) for item in batch if isinstance(item.event, Event)}
            self._change.prefetch([identity.digest for identity in known.values()])
            self._change.prefetch_sources(
                [key for item in batch if isinstance(item.event, Event) for key in _sources(item.event)]
            )
            for place, number, event in batch:
                try:
                    if isinstance(event, Refused):
                        raise event
                    self._apply(event, known[number])
                except StoreError as refusal:
                    self.refused.append(RefusedLine(place, refusal.reason, refusal.message))
            if (done + len(batch)) // FORGET_AFTER > done // FORGET_AFTER:
                self._change.clear()
                self._edges.clear()
            done += len(batch)
            self._progress(batch[-1].number, total)

    def _apply(self, event: Event, identity: Identity) -> None:
        if event.recorded_at > self._now:
            raise Refused("recorded_in_future")
        if self._latest is not None and event.recorded_at < self._latest:
            raise Refused("recorded_backwards")
        self._latest = event.recorded_at
        known = _known(self._change, event, identity)
        if known is not None:
            self.tally.unchanged += 1
            self.deleted += known.result == "deleted_before"
            return
        self._change.claim(event.recorded_at if self._told_times else None)
        with self._change.attempt():
            done = self._do(event)
            if done.result != "deleted_before" and self._change.known_event(identity.digest) is None:
                source = self._change.by_key(SOURCE, event.key) if event.op == "source" and event.key else None
                self._change.remember_event(identity.digest, identity.body, self._stands_for(event, done), source)
        self.changed = True
        self._count(event, done)

    def _identity(self, event: Event) -> Identity:
        """Return what a line is known by: its key, else its event id with its owner, else all it says."""
        body = self._change.digest("line", event.content)
        if event.key is not None:
            return Identity(self._change.digest("key", event.key), body)
        return Identity(self._change.digest("line", event.content), body)

    def _do(self, event: Event) -> Done:
        if event.op == "source":
            return self._add_source(event)
        if event.op == "edge":
            return self._add_edge(event)
        if event.op == "assert":
            return asserting.assert_fact(
                self._change,
                self._new(event, None),
                valid_from=event.valid_from,
                valid_from_exact=event.valid_from_exact,
                valid_to=event.valid_to,
            )
        assert event.fact is not None
        return self._change_fact(event, self._fact(event.fact))

    def _change_fact(self, event: Event, fact: Statement) -> Done:
        change = self._change
        at = event.recorded_at if event.at is None else event.at
        if event.owner is not None and fold(event.owner) != change.owner_key(fact.owner):
            raise Refused("other_owner")
        by = None if event.by is None else self._fact(event.by)
        if by is fact:
            raise Refused("bad_line", why="a fact cannot take its own place")
        if event.op == "supersede":
            new = None if by else self._new(event, fact)
            return asserting.supersede(change, fact, new, at, valid_to=event.valid_to, by=by, automatic=self._is_automatic(event))
        if event.op == "correct":
            to = FOREVER if "valid_to" in event.given and event.valid_to is None else event.valid_to
            new = None if by else self._new(event, fact)
            dates = {"valid_from": event.valid_from, "valid_to": to}
            return asserting.correct(change, fact, new, **dates, by=by, automatic=self._is_automatic(event))
        evidence = self._evidence(event)
        done = self._plain_change(event, fact, at)
        if evidence and change.deed and event.op != "delete":
            attach(change, fact, evidence)
        return done

    def _plain_change(self, event: Event, fact: Statement, at: Instant) -> Done:
        match event.op:
            case "end":
                return ending.end(self._change, fact, at, event.until)
            case "retract":
                return ending.retract(self._change, fact)
            case "restore":
                return restoring.restore(self._change, fact)
            case "confirm":
                return marking.confirm(self._change, fact)
            case "delete":
                self._edges.clear()  # with a fact goes what it alone held up
                return deleting.delete(self._change, fact)
            case _:
                return marking.pin(self._change, fact, event.op == "pin")

    def _new(self, event: Event, old: Statement | None) -> New:
        """Return the fact a line states; what the line leaves out is the old fact's, if there is one."""
        text = event.text if event.text is not None else old.text if old else ""
        if old is None:
            name = event.owner or self._owner
            if name is None:
                raise Refused("bad_line", why="owner is missing, and --owner names none")
            check_storable(name)
            owner = self._change.owner(name)
            subject, kind, slot = event.subject or name, event.kind or "other", event.slot
        else:
            owner = old.owner
            theirs = event.subject or event.owner or self._change.owner_name(owner)
            subject = theirs if "subject" in event.given else old.subject
            kind = event.kind or "other" if "kind" in event.given else old.kind
            slot = event.slot if "slot" in event.given else old.slot
        return New(
            text=text,
            owner=owner,
            subject=subject,
            kind=kind,
            slot=slot,
            origin=event.origin,
            importance=event.importance,
            evidence=self._evidence(event),
            recorded_at=event.recorded_at,
            key=event.key,
            undated=not self._told_times,
            event=self._change.event(
                self._change.owner_key(owner),
                event.event_id,
                [text, event.subject, kind, slot, event.fact, event.at, event.valid_from, event.valid_to],
            ),
        )

    def _evidence(self, event: Event) -> tuple[Quoted, ...]:
        quotes = []
        for piece in event.evidence:
            source = self._change.by_key(SOURCE, piece.source)
            if source is None:
                raise Refused("unknown_key", key=piece.source)
            quoted = Quoted(source, piece.quote)
            check_quote(self._change, quoted)
            quotes.append(quoted)
        return tuple(quotes)

    def _is_automatic(self, event: Event) -> bool:
        return event.origin in AUTOMATIC_ORIGINS

    def _fact(self, key: str) -> Statement:
        """Return the fact a key stands for.

        Raises:
            Refused: `unknown_key`.
        """
        known = self._change.known_event(self._change.digest("key", key))
        number = known[1] if known else self._change.by_key(FACT, key)
        if number is None or not self._change.exists(number):
            raise Refused("unknown_key", key=key)
        return self._change.fact(number)

    def _add_source(self, event: Event) -> Done:
        assert event.key is not None
        if self._change.by_key(SOURCE, event.key) is not None:
            raise Refused("key_reused", key=event.key)
        check_storable(event.text, event.author, event.ref, event.conversation, event.key)
        told: dict[str, Any] = {
            "conversation": event.conversation,
            "ref": event.ref or event.key,
            "author": event.author,
            "text": event.text or "",
            "observed_at": event.recorded_at if event.observed_at is None else event.observed_at,
        }
        if receipts.message_blocked(self._change, **told):
            return Done(None, result="deleted_before")
        self._change.add_source(key=event.key, kind=event.kind or "record", recorded_at=event.recorded_at, **told)
        return Done(None)

    def _add_edge(self, event: Event) -> Done:
        change = self._change
        facts = [self._fact(key) for key in event.facts]
        names = (event.subject_name, event.relation, event.object_name)
        edges = self._edges = self._edges or self._known_edges()
        deed = change.begin("edge", facts[0].owner)
        if names not in edges:
            edges[names] = change.add_edge(*names), set()
        number, held_up_by = edges[names]
        for fact in facts:
            if fact.id not in held_up_by:
                held_up_by.add(fact.id)
                change.append(EDGE_SUPPORT, edge_id=number, fact_id=fact.id)
                change.touch(fact)
        return Done(deed.id, tuple(fact.id for fact in facts))

    def _known_edges(self) -> dict[tuple[str, str, str], tuple[int, set[int]]]:
        """Return the relations there are, by their names: the number of each, and the facts that hold it up."""
        self._change.flush()
        edges: dict[tuple[str, str, str], tuple[int, set[int]]] = {}
        held_up = select(EDGE, EDGE_SUPPORT.c.fact_id).join(EDGE_SUPPORT, EDGE_SUPPORT.c.edge_id == EDGE.c.id)
        for row in self._change.connection.execute(held_up):
            edges.setdefault((row.subject, row.relation, row.object), (row.id, set()))[1].add(row.fact_id)
        return edges

    def _stands_for(self, event: Event, done: Done) -> int | None:
        """Return the fact that goes when the line's words go: the one it states."""
        states = event.op in ("assert", "supersede", "correct") and event.by is None
        return done.facts[0] if states and done.facts and done.result != "proposed" else None

    def _count(self, event: Event, done: Done) -> None:
        if done.result == "proposed":
            self.waiting += 1
            return
        self.deleted += done.result == "deleted_before"
        if done.result != "done":
            self.tally.unchanged += 1
        if event.op == "source" and done.result == "done":
            self.tally.sources += 1
        elif event.op in ("assert", "supersede", "correct") and event.by is None and done.result == "done":
            self.tally.facts += 1
        if done.result != "deleted_before" and (done.operation is not None or done.result == "done"):
            self.tally.evidence += len(event.evidence)


def _known(change: Change, event: Event, identity: Identity) -> Done | None:
    try:
        return check_event(change, identity)
    except Refused:
        raise Refused("key_reused", key=event.key) from None


def _sources(event: Event) -> Iterator[str]:
    """Yield the keys of the sources that an event makes or rests on."""
    if event.op == "source" and event.key is not None:
        yield event.key
    yield from (piece.source for piece in event.evidence)


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    iterator = iter(items)
    while batch := list(islice(iterator, AHEAD)):
        yield batch
