"""What time alone brings up: facts whose kind expires, and facts that nobody confirmed for too long."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from store.clock import DAY, FOREVER, Instant
from store.nightly.asked import Asked
from store.nightly.finding import Finding
from store.nightly.held import Held
from store.nightly.room import Room
from store.proposal import Suggestion
from store.retention import expire_after, expires_at
from store.standing import is_stale, stale_after
from store.tables import BELIEF


@dataclass(frozen=True, slots=True)
class Judging:
    """By what age is judged: an instant in microseconds UTC, and the settings."""

    now: Instant
    values: Mapping[str, Any]

    def expired_at(self, fact: Held) -> Instant | None:
        """Return when a fact expired, or `None` when it did not; one with a told end waits for that."""
        at = expires_at(fact.kind, fact.valid_from, fact.seen_at, self.values) if fact.valid_to is None else None
        return at if at is not None and at <= self.now else None

    def is_stale(self, fact: Held) -> bool:
        """Whether a fact is suspect."""
        return is_stale(fact.kind, fact.seen_at, self.now, self.values)

    def overdue(self, fact: Held) -> float:
        """Return how often the time a fact stays fresh has passed since it was last seen."""
        return (self.now - fact.seen_at) / (stale_after(fact.kind, self.values) * DAY)


def expired_before(connection: Connection) -> frozenset[int]:
    """Return the facts that had expired in an earlier version of them; those that hold now were brought back."""
    once = select(BELIEF.c.fact_id).where(BELIEF.c.ends_as == "expired", BELIEF.c.system_to != FOREVER).distinct()
    return frozenset(connection.execute(once).scalars())


def expiries(
    facts: Sequence[Held],
    pinned: Iterable[Held],
    judging: Judging,
    brought_back: frozenset[int],
    asked: Asked,
    room: Room,
    step: Finding,
) -> None:
    """Suggest which facts end because their kind does not last; never one that was brought back after it."""
    step.looked_at += len(facts)
    step.skipped["pinned"] += sum(judging.expired_at(fact) is not None for fact in pinned)
    for fact in facts:
        at = judging.expired_at(fact)
        if at is None:
            continue
        if fact.number in brought_back:
            step.skipped["restored"] += 1
        elif not _asked("expire", fact, asked, room, step):
            unseen = f"{fact.kind}, not heard of for {expire_after(fact.kind, judging.values)} days"
            room.suggest([fact], _about(fact, "expire", unseen, "not_seen_lately", at), step)


def suspects(facts: Sequence[Held], pinned: Iterable[Held], judging: Judging, asked: Asked, room: Room, step: Finding) -> None:
    """Suggest which facts to ask about, those longest over their time first."""
    step.looked_at += len(facts)
    step.skipped["pinned"] += sum(judging.is_stale(fact) for fact in pinned)
    stale = [fact for fact in facts if judging.is_stale(fact)]
    for fact in sorted(stale, key=lambda fact: (-judging.overdue(fact), fact.number)):
        if judging.expired_at(fact) is not None:
            step.skipped["expires"] += 1
        elif not _asked("confirm", fact, asked, room, step):
            days = (judging.now - fact.seen_at) // DAY
            limit = stale_after(fact.kind, judging.values)
            unseen = f"not confirmed for {days} days; {fact.kind} facts are asked about after {limit}"
            room.suggest([fact], _about(fact, "confirm", unseen, "suspect"), step)


def _asked(kind: str, fact: Held, asked: Asked, room: Room, step: Finding) -> bool:
    state = asked.state(kind, [(fact.number, fact.version)])
    if state is None and asked.waits(kind, [fact.number]):
        state = "pending"
    if state is not None:
        step.skipped["waits" if state == "pending" else "decided"] += 1
    elif not room.is_free(fact):
        room.leave("busy", step)
    else:
        return False
    return True


def _about(fact: Held, kind: str, rationale: str, reason: str, at: Instant | None = None) -> Suggestion:
    return Suggestion(kind=kind, items=(("target", fact.number, fact.version),), rationale=rationale, reasons=(reason,), at=at)
