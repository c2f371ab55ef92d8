"""The queue and the rules of never, as callers of the store see them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from store import deciding, proposing, queue, reading, reviewing, rules
from store.change import Change
from store.deciding import Decision
from store.proposal import (
    Effect,
    Other,
    Proposal,
    ProposalKey,
    ProposalPage,
    ProposalQuery,
    Review,
    Rule,
    Seen,
    Suggestion,
    Tally,
    Waiting,
)
from store.refs import Ref
from store.stating import Done, check_storable
from store.values import COUNT_CAP, Count, Outcome

if TYPE_CHECKING:
    from store.store import Store


class Proposals:
    """What waits for a decision; `Store.proposals`. Every reference is a number, `#number` or UUID."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def page(
        self,
        query: ProposalQuery,
        *,
        after: ProposalKey | None = None,
        before: ProposalKey | None = None,
        limit: int = 100,
    ) -> ProposalPage:
        """Return a page of the queue, after or before a key."""
        return self._store.read(queue.page, query, self._store.clock, after=after, before=before, limit=limit)

    def place(self, numbers: Sequence[int]) -> ProposalKey | None:
        """Return the key of the first of some proposals that is there, listed or not."""
        return self._store.read(queue.place, numbers)

    def count(self, query: ProposalQuery, cap: int = COUNT_CAP) -> Count:
        """Count proposals, honestly up to a cap."""
        return self._store.read(queue.count, query, cap)

    def tally(self, owner: str | None) -> Tally:
        """Return how many of each kind wait."""
        return self._store.read(queue.tally, owner)

    def waiting(self, owner: str | None) -> Waiting:
        """Return what the header says: how many wait, since when, and when the last nightly run was."""
        return self._store.read(queue.waiting, owner)

    def one(self, ref: Ref) -> Proposal:
        """Return a proposal. Raises NotFound `proposal_not_found`."""
        return self._store.read(lambda at: queue.one(at, queue.number_of(at, ref), self._store.clock))

    def review(self, ref: Ref) -> Review:
        """Return all that a proposal is decided by, judged as things are now. Raises NotFound `proposal_not_found`."""
        return self._store.read(lambda at: reviewing.review(at, queue.number_of(at, ref), self._store.clock))

    def effect(self, ref: Ref, choice: int | None = None, other: Other | None = None) -> Effect:
        """Return what approving it, or one answer to it, would change in the prompt block."""
        return self._store.read(
            lambda at: reviewing.effect(
                at, queue.one(at, queue.number_of(at, ref), self._store.clock), self._store.clock, choice, other
            )
        )

    def about(self, fact: Ref) -> tuple[Proposal, ...]:
        """Return the proposals a fact has a part in. Raises NotFound `fact_not_found`."""
        return self._store.read(lambda at: queue.about(at, reading.number_of(at, fact), self._store.clock))

    def propose(
        self, suggestions: Sequence[Suggestion], *, run: int | None = None, actor: str | None = None
    ) -> tuple[int | None, ...]:
        """Put suggestions into the queue; see `store.proposing.propose`."""
        with self._store.change(actor=actor) as change:
            return proposing.propose(change, suggestions, run=run)

    def approve(
        self,
        ref: Ref,
        *,
        seen: Seen | None = None,
        choice: int | None = None,
        other: Other | None = None,
        slot: str | None = None,
        text: str | None = None,
        representative: Ref | None = None,
        members: Sequence[Ref] | None = None,
        batch: str | None = None,
    ) -> Outcome:
        """Do what a proposal suggests; see `store.deciding.approve`.

        Args:
            seen: What was looked at; what moved since is refused `stale`.
            choice, other, slot: The answer to a conflict.
            text: Other words, by hand, in place of what is suggested.
            representative, members: Who stays and who goes, of a merge.
            batch: What decisions made by one key press are undone together as; in a batch, a guarded run is refused.
        """

        def deed(change: Change) -> Done:
            def number(one: Ref) -> int:
                return reading.number_of(change.connection, one)

            decision = Decision(
                seen=seen,
                choice=choice,
                other=other,
                slot=slot,
                text=text,
                representative=None if representative is None else number(representative),
                members=None if members is None else [number(one) for one in members],
            )
            proposal = queue.number_of(change.connection, ref)
            return deciding.approve(change, proposal, decision, in_batch=batch is not None)

        return self._store.write(deed, batch)

    def reject(self, ref: Ref, *, seen: Seen | None = None, batch: str | None = None) -> Outcome:
        """Decide not to follow a proposal; see `store.deciding.reject`."""
        return self._store.write(lambda change: deciding.reject(change, queue.number_of(change.connection, ref), seen), batch)

    def acknowledge(self, run: int, owner: str) -> None:
        """Let a guarded run's proposals be approved in batches."""
        with self._store.change() as change:
            deciding.acknowledge(change, run, owner)


class Rules:
    """The rules of never; `Store.rules`."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def list(self, *, lifted: bool = False) -> tuple[Rule, ...]:
        """Return the rules in force, oldest first, or all there ever were."""
        return self._store.read(lambda at: rules.every(at, lifted=lifted))

    def add(self, by: str, value: str, owner: str | None = None) -> Rule:
        """Keep something out from now on.

        Args:
            by: `topic`, `kind`, `source` or `author`.
            value: The words, the kind, the source's kind, conversation or reference, or the author's name.
            owner: For whom; `None` is everybody.

        Raises:
            Refused: `bad_value`, `bad_rule`, `bad_text`.
        """
        check_storable(value, owner)
        with self._store.change() as change:
            number = rules.add(change, by, value, None if owner is None else change.owner(owner))
        return self._one(number)

    def remove(self, ref: Ref) -> Rule:
        """Lift a rule. Raises NotFound `rule_not_found`."""
        with self._store.change() as change:
            number = rules.remove(change, ref)
        return self._one(number)

    def _one(self, number: int) -> Rule:
        return next(rule for rule in self.list(lifted=True) if rule.number == number)
