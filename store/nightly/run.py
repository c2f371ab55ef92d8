"""The nightly run: finding without a lock, then one short transaction that puts what is new into the queue."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from itertools import groupby

from sqlalchemy import Connection, select

from store import budget, listing
from store.clock import Clock, Instant, SystemClock, to_iso
from store.errors import NotFound, Refused
from store.ids import fold
from store.likeness import Features, known_features
from store.nightly import alike
from store.nightly.ageing import Judging, expired_before, expiries, suspects
from store.nightly.asked import Asked, Question, questions
from store.nightly.conflicts import conflicts
from store.nightly.finding import Finding
from store.nightly.held import Held, count_active, held, pinned_by_owner
from store.nightly.lease import Lease
from store.nightly.room import Room
from store.proposal import NightlyReport
from store.proposing import propose
from store.store import Store
from store.tables import GUARD, OWNER, RUN

GUARDED_SHARE, GUARDED_FROM = 0.1, 20
"""A run that would end more than this share of an owner's active facts, and at least so many, is not approved in a batch."""
NOTES_AT_MOST = 20

Progress = Callable[[str, int, int], None]


def run_nightly(
    store: Store,
    owner: str | None = None,
    now: Instant | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
    wall: Clock | None = None,
) -> NightlyReport:
    """Find what a person should decide, and put it into the queue. No fact is changed.

    Args:
        owner: Only their facts; `None` is everybody's.
        now: By when age is judged, microseconds UTC; a later instant than the present only with `dry_run`.
        dry_run: Only say what would be proposed; nothing at all is written.
        progress: Called with (step, done, total); raising Refused `cancelled` stops the run, and nothing was proposed.
        wall: Real time, by which two runs are kept apart; the machine's unless given.

    Raises:
        Refused: `nightly_off`, `run_busy`, `judged_ahead`, `cancelled`.
        NotFound: `owner_not_found`.
    """
    if not dry_run and not store.settings()["nightly.enabled"]:
        raise Refused("nightly_off")
    present = store.read(listing.present, store.clock)
    if now is not None and now > present and not dry_run:
        raise Refused("judged_ahead", moment=to_iso(now))
    number = None if owner is None else store.read(_owner, owner)
    with nullcontext() if dry_run else Lease(store, wall or SystemClock()) as lease:
        run = _Run(store, number, present, present if now is None else now, progress, lease)
        run.find()
        return run.report(None) if dry_run else run.write()


class _Run:
    """One run: its steps, and what they found."""

    def __init__(
        self,
        store: Store,
        owner: int | None,
        present: Instant,
        now: Instant,
        progress: Progress | None,
        lease: Lease | None,
    ) -> None:
        self.store = store
        self.owner = owner
        self.present = present
        self.now = now
        self.progress = progress
        self.lease = lease
        self.started_at = store.clock.now()
        self.names: dict[int, str] = store.read(_names)
        self.active: Counter[int] = store.read(count_active, owner, present)
        self.asked: dict[int, list[Question]] = store.read(questions, owner)
        self.duplicates, self.conflicts = Finding("duplicates"), Finding("conflicts")
        self.expiry, self.suspects, self.budget = Finding("expiry"), Finding("suspects"), Finding("budget")
        self.steps = (self.duplicates, self.conflicts, self.expiry, self.suspects, self.budget)
        self.rooms: dict[int, Room] = {}
        self.features: dict[str, Features] = {}
        self.guarded: dict[int, int] = {}

    def tick(self, step: str, done: int, total: int) -> None:
        """Say how far a step is; here a run can be stopped."""
        if self.lease is not None:
            self.lease.renew()
        if self.progress is not None:
            self.progress(step, done, total)

    def find(self) -> None:
        """Look at every owner's facts, step by step."""
        self._compare()
        self._judge_age()
        self._count_budget()
        self._guard()

    def _compare(self) -> None:
        for owner, targets, pinned in self._by_owner(self.present, self.duplicates):
            whole = [*targets, *pinned]
            self.duplicates.looked_at += len(whole)
            self.conflicts.looked_at += len(whole)
            with self.duplicates.timed():
                asked = self._asked(owner, whole)
                likeness = alike.compare(whole, self.tick)
                self.features |= likeness.features
                large = [group for group in likeness.groups if group.is_large]
                alike.duplicates(large, asked, self.rooms[owner], self.duplicates)
            with self.conflicts.timed():
                conflicts(likeness, asked, self.rooms[owner], self.conflicts)
            with self.duplicates.timed():
                small = [group for group in likeness.groups if not group.is_large]
                alike.duplicates(small, asked, self.rooms[owner], self.duplicates)
        self.tick("conflicts", self.conflicts.looked_at, self.conflicts.looked_at)

    def _asked(self, owner: int, active: Iterable[Held]) -> Asked:
        """Return what an owner was asked before, and note how much room that leaves, if this is the first step about them."""
        asked = Asked(self.asked.get(owner, ()), (fact.number for fact in active))
        if owner not in self.rooms:
            self.rooms[owner] = Room(int(self.store.settings()["nightly.queue"]) - asked.waiting_count, asked.busy)
        return asked

    def _judge_age(self) -> None:
        judging = Judging(self.now, self.store.settings())
        with self.expiry.timed():
            brought_back = self.store.read(expired_before)
        total = sum(self.active.values())
        for owner, targets, pinned in self._by_owner(self.now, self.expiry):
            asked = self._asked(owner, targets)
            with self.expiry.timed():
                expiries(targets, pinned, judging, brought_back, asked, self.rooms[owner], self.expiry)
            with self.suspects.timed():
                suspects(targets, pinned, judging, asked, self.rooms[owner], self.suspects)
            self.tick("expiry", self.expiry.looked_at, max(total, self.expiry.looked_at))
        self.tick("suspects", self.suspects.looked_at, max(total, self.suspects.looked_at))

    def _by_owner(self, at: Instant, step: Finding) -> Iterator[tuple[int, list[Held], list[Held]]]:
        """Yield the facts that hold, an owner at a time: the targets, and the pinned ones. Reading them counts for a step."""
        with step.timed():
            pinned = pinned_by_owner(self.store.read, self.owner, at)
        facts = groupby(held(self.store.read, self.owner, at, pinned=False), key=lambda fact: fact.owner)
        while True:
            with step.timed():
                owner, group = next(facts, (None, ()))
                targets = list(group)
            if owner is None:
                break
            yield owner, targets, pinned.pop(owner, [])
        for owner, alone in pinned.items():
            yield owner, [], alone

    def _count_budget(self) -> None:
        with self.budget.timed():
            limit = int(self.store.settings()["budget"])
            used = self.store.read(budget.used_by_owner, self.present, self.owner)
            self.names |= self.store.read(_names)  # somebody may have come meanwhile
            self.budget.looked_at = len(self.active)
            most_first = sorted(used.items(), key=lambda pair: (-pair[1], pair[0]))
            for owner, number in most_first[:NOTES_AT_MOST]:
                over = ", and nothing more is taken in automatically" if number >= limit else ""
                self.budget.notes.append(f"{self.names[owner]}: {number} of {limit} facts found automatically{over}")
            if len(most_first) > NOTES_AT_MOST:
                self.budget.notes.append(f"and {len(most_first) - NOTES_AT_MOST} owners with fewer")
        self.tick("budget", len(self.active), len(self.active))

    def _guard(self) -> None:
        """Note the owners of whom the run would end a large share of what holds."""
        ending: defaultdict[int, set[int]] = defaultdict(set)
        for owner, suggestion in (*self.duplicates.found, *self.expiry.found):
            ending[owner].update(number for role, number, _ in suggestion.items if role != "representative")
        self.guarded = {
            owner: len(facts)
            for owner, facts in ending.items()
            if len(facts) >= GUARDED_FROM and len(facts) > GUARDED_SHARE * self.active[owner]
        }

    def write(self) -> NightlyReport:
        """Put what was found into the queue, where it is still about the versions it was found on."""
        with self.store.change() as change:
            assert self.lease
            self.lease.check(change)
            run = change.add(RUN, kind="nightly", started_at=self.started_at, finished_at=self.started_at, counts="{}")
            change.actor = f"nightly:{run}"
            found = sorted(
                ((owner, place, suggestion, step) for place, step in enumerate(self.steps) for owner, suggestion in step.found),
                key=lambda one: one[:2],
            )
            numbers = propose(change, [suggestion for _, _, suggestion, _ in found], run=run, read=self._read)
            for step in self.steps:
                step.found.clear()
            for (owner, _, suggestion, step), number in zip(found, numbers, strict=True):
                if number is None:
                    step.skipped["moved"] += 1
                else:
                    step.suggest(owner, suggestion)
            self._guard()
            for owner, ending in self.guarded.items():
                change.append(GUARD, run_id=run, owner_id=owner, ending=ending, active=self.active[owner], acknowledged_at=None)
            change.flush()
            counts = json.dumps(self._counts())
            finished = RUN.update().where(RUN.c.id == run).values(finished_at=self.store.clock.now(), counts=counts)
            change.connection.execute(finished)
        return self.report(run)

    def _read(self, text: str) -> Features:
        return self.features.get(text) or known_features(text)

    def report(self, run: int | None) -> NightlyReport:
        """Return what was done, or would be."""
        return NightlyReport(
            run=run,
            now=self.now,
            steps=tuple(step.step() for step in self.steps),
            proposed=tuple(suggestion for step in self.steps for _, suggestion in step.found),
            guarded=tuple(self.names[owner] for owner in sorted(self.guarded)),
        )

    def _counts(self) -> dict[str, object]:
        """Return the counts of the run, without a word of any fact or name."""
        steps: dict[str, object] = {
            step.name: {"looked_at": step.looked_at, "proposed": len(step.found), "skipped": dict(step.skipped)}
            for step in self.steps
        }
        return {**steps, "left": {str(owner): room.left_out for owner, room in self.rooms.items() if room.left_out}}


def _names(connection: Connection) -> dict[int, str]:
    return {row.id: row.name for row in connection.execute(select(OWNER.c.id, OWNER.c.name))}


def _owner(connection: Connection, name: str) -> int:
    number = connection.execute(select(OWNER.c.id).where(OWNER.c.key == fold(name))).scalar()
    if number is None:
        known = connection.execute(select(OWNER.c.name).order_by(OWNER.c.key).limit(6)).scalars().all()
        raise NotFound("owner_not_found", owner=name, owners=", ".join(known[:5]) + (", ..." if len(known) > 5 else ""))
    return int(number)
