"""A queue in memory with the methods the inspector calls; deciding is real enough for the screen to show it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from store import reviewing
from store.clock import DAY
from store.errors import NotFound, Refused
from store.proposal import (
    Answer,
    Check,
    Effect,
    Judgement,
    NewFact,
    Proposal,
    ProposalItem,
    ProposalKey,
    ProposalPage,
    ProposalQuery,
    Quote,
    Review,
    Rule,
    Seen,
    Tally,
    Waiting,
)
from store.values import BlockLine, Count, Fact, Operation, Outcome

if TYPE_CHECKING:
    from tests.inspector.fake import FakeStore


def proposal(number: int, kind: str, items: Sequence[tuple[str, Fact]] = (), text: str | None = None, **values: Any) -> Proposal:
    """Return a proposal with ordinary values for everything not given."""
    from tests.inspector.fake import PRESENT

    slot = values.pop("slot", None)
    new = None if text is None else NewFact(text, "ana", "other", slot, None, False, None)
    given: dict[str, Any] = {
        "id": f"019ac000-0000-7000-9000-{number:012}",
        "number": number,
        "owner": "ana",
        "kind": kind,
        "state": "pending",
        "verdict": "admissible",
        "reasons": (),
        "rationale": "alike in their words",
        "proposed_by": "nightly:3",
        "run": 3,
        "created_at": PRESENT - number * DAY,
        "at": None,
        "topic": "ana",
        "items": tuple(ProposalItem(role, fact, fact.version) for role, fact in items),  # type: ignore[arg-type]
        "new": new,
    }
    return Proposal(**(given | values))


class FakeProposals:
    """What `Store.proposals` offers, over a dictionary."""

    def __init__(self, store: "FakeStore", proposals: Sequence[Proposal]) -> None:
        self.store = store
        self.held = {one.number: one for one in proposals}
        self.guarded: set[int] = set()
        self.left = 0
        """How many questions the latest nightly run left for a later one."""

    def _now(self, one: Proposal) -> Proposal:
        """Return a proposal with its facts as they are."""
        items = tuple(replace(item, fact=self.store.held[item.fact.number]) for item in one.items)
        moved = tuple(item.fact.number for item in items if item.moved)
        state = "stale" if moved and one.state == "pending" else one.state
        return replace(one, items=items, moved=moved, state=state)

    def _matching(self, query: ProposalQuery) -> list[Proposal]:
        found = [self._now(one) for _, one in sorted(self.held.items())]
        states: dict[str, Callable[[Proposal], bool]] = {
            "waiting": lambda one: one.waits,
            "refused": lambda one: one.verdict == "refused" and one.state == "pending",
            "decided": lambda one: one.state in ("approved", "rejected"),
        }
        wanted = states.get(query.state)
        return [
            one
            for one in found
            if (wanted is None or wanted(one))
            and query.owner in (None, one.owner)
            and query.kind in (None, one.kind)
            and query.verdict in (None, one.verdict)
            and query.run in (None, one.run)
            and (query.before is None or one.created_at < query.before)
        ]

    def page(
        self, query: ProposalQuery, *, after: ProposalKey | None = None, before: ProposalKey | None = None, limit: int = 100
    ) -> ProposalPage:
        found = self._matching(query)
        if before is not None:
            found = [one for one in found if (0, "", one.number) < before][-limit:]
            return ProposalPage(tuple(found), (0, "", found[0].number) if len(found) == limit else None)
        found = [one for one in found if after is None or (0, "", one.number) > after][:limit]
        return ProposalPage(tuple(found), (0, "", found[-1].number) if len(found) == limit else None)

    def place(self, numbers: Sequence[int]) -> ProposalKey | None:
        return next(((0, "", number) for number in numbers if number in self.held), None)

    def count(self, query: ProposalQuery, cap: int = 1000) -> Count:
        found = len(self._matching(query))
        return Count(min(found, cap), found > cap)

    def tally(self, owner: str | None) -> Tally:
        return Tally(tuple(Counter(one.kind for one in self._matching(ProposalQuery(owner))).most_common()))

    def waiting(self, owner: str | None) -> Waiting:
        found = self._matching(ProposalQuery(owner))
        refused = self.count(ProposalQuery(owner, "refused"))
        oldest = min((one.created_at for one in found), default=None)
        return Waiting(Count(len(found)), oldest, None, refused, self.left > 0, self.left)

    def one(self, ref: int | str) -> Proposal:
        if int(ref) not in self.held:
            raise NotFound("proposal_not_found", id=ref)
        return self._now(self.held[int(ref)])

    def about(self, fact: int) -> tuple[Proposal, ...]:
        return tuple(self._now(one) for one in self.held.values() if any(item.fact.number == fact for item in one.items))

    def review(self, ref: int) -> Review:
        one = self.one(ref)
        checks: tuple[Check, ...] = (
            Check("ok", "pinned_target", "no pinned fact in it"),
            Check("ok", "stale", "versions as they were decided on"),
        )
        if one.verdict == "refused":
            checks = (Check("refused", one.reasons[0], "it may not be"), *checks)
        verdict = one.verdict
        if any(item.fact.state in ("retracted", "ended") for item in one.items):
            verdict, checks = "refused", (Check("refused", "not_active", "it does not hold now"), *checks)
        quotes = tuple(
            Quote(item.fact.number, quote) for item in one.items for quote in self.store.card(item.fact.number).evidence
        )
        answers: tuple[Answer, ...] = ()
        if one.kind == "conflict" and len(one.items) > 2:
            answers = reviewing.answers(one)
        elif one.kind == "conflict":
            does = (("ended", ("the other ends",)), ("never", ("the other was never true",)))
            shared = len({item.fact.slot for item in one.items}) == 1 and one.items[0].fact.slot is not None
            answers = (
                Answer(1, "The first holds", does),  # type: ignore[arg-type]
                Answer(2, "The second holds", does),  # type: ignore[arg-type]
                Answer(3, "Both hold", ((None, ("nothing changes",)),), shared),
                Answer(4, "Neither holds", ((None, ("both were never true",)),)),
            )
        return Review(one, Judgement(verdict, one.reasons, checks), quotes, answers, self.effect(ref))

    def effect(self, ref: int, choice: int | None = None, other: str | None = None) -> Effect:
        lines = tuple(BlockLine(item.fact.number, item.fact.text) for item in self.one(ref).items[1:])
        return Effect(12, 12 - len(lines), -3 * len(lines), lines, ())

    def _decide(self, ref: int, state: str, seen: Seen | None, batch: str | None, choice: int | None = None) -> Outcome:
        one = self.one(ref)
        if one.state in ("approved", "rejected"):
            raise Refused("already_decided", proposal=ref, state=one.state, by=one.decided_by, at="2026-11-29T23:00:00Z")
        versions = dict(seen.versions) if seen else {item.fact.number: item.version for item in one.items}
        for item in one.items:
            if versions.get(item.fact.number) != item.fact.version:
                raise Refused("stale", fact=f"#{item.fact.number}", proposal=ref)
        if batch is not None and state == "approved" and one.run in self.guarded:
            raise Refused("volume_guard", run=one.run, ending=40, active=200)
        outcome = self.store._write("merge" if state == "approved" else "reject", None)
        self.store.queue_before[outcome.operation or 0] = dict(self.held)
        self.held[ref] = replace(
            self.held[ref],
            state=state,
            choice=choice,
            decided_at=self.store.clock.now(),
            decided_by=self.store.actor,
            operation=outcome.operation,
        )
        return outcome

    def approve(self, ref: int, *, seen: Seen | None = None, batch: str | None = None, **how: Any) -> Outcome:
        self.store.calls.append(("approve", ref, {name: value for name, value in how.items() if value is not None}))
        return self._decide(ref, "approved", seen, batch, how.get("choice"))

    def reject(self, ref: int, *, seen: Seen | None = None, batch: str | None = None) -> Outcome:
        self.store.calls.append(("reject", ref, {}))
        return self._decide(ref, "rejected", seen, batch)

    def acknowledge(self, run: int, owner: str) -> None:
        self.store.calls.append(("acknowledge", run, owner))
        self.guarded.discard(run)

    def decided_elsewhere(self, ref: int, state: str = "approved", by: str = "person:ben") -> None:
        """Let another inspector decide one."""
        self.held[ref] = replace(self.held[ref], state=state, decided_by=by, decided_at=self.store.clock.now())


class FakeRules:
    """What `Store.rules` offers."""

    def __init__(self, store: "FakeStore") -> None:
        self.store = store

    def add(self, by: str, value: str, owner: str | None = None) -> Rule:
        self.store.calls.append(("rule", by, value))
        outcome = self.store._write("rule", None)
        return Rule("r", outcome.operation or 0, owner, by, value, self.store.clock.now(), True)


def undone(store: "FakeStore", operation: Operation) -> None:
    """Put the queue back to where it was before an operation."""
    if operation.number in store.queue_before:
        store.proposals.held = store.queue_before.pop(operation.number)
