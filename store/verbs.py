"""The verbs of the model: what is done to one fact, or taken back. Each is one transaction."""

from collections.abc import Sequence
from typing import Literal

from store import asserting, ending, marking, reading, restoring, undoing
from store.change import Change, Statement
from store.clock import FOREVER, Instant
from store.errors import Refused
from store.refs import Ref
from store.sourcing import add_source
from store.stating import Done, New, quoted_from
from store.values import EvidenceInput, Outcome, Source, SourceInput
from store.writes import Writes

OPEN_END: Literal["open"] = "open"
"""For `correct(valid_to=OPEN_END)`: the fact has no end, where `None` leaves the end as it is."""


class Verbs(Writes):
    """What can be done to the facts of a store."""

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
            new = self._in_place_of(change, old, old.text if text is None else text, kind, slot, subject, evidence, "manual")
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

    def undo(self, operation: Ref | None = None) -> Outcome:
        """Undo an operation and its batch; the newest reversible one of this actor unless given. Refused: see `store.undoing`."""
        return self.write(lambda change: undoing.undo(change, operation))

    def undo_sitting(self, sitting: str | None = None) -> Outcome:
        """Undo a whole sitting, this actor's newest unless given, in one transaction. Refused: see `store.undoing`."""
        return self.write(lambda change: undoing.undo_sitting(change, sitting))

    def redo(self) -> Outcome:
        """Take back this actor's latest undo. Refused: `nothing_to_redo`, `stale`, `slot_busy`."""
        return self.write(undoing.redo)

    def add_source(self, source: SourceInput) -> Source:
        """Keep a message (or whatever was read) as it was read, for evidence to quote.

        Raises:
            Refused: `key_reused`, `bad_value`, `bad_text`.
        """
        with self.change() as change:
            number = add_source(change, source)
        return self.conversation(number, around=0).source

    def add_evidence(self, ref: Ref, evidence: Sequence[EvidenceInput]) -> Outcome:
        """Tie further evidence to a fact.

        Raises:
            Refused: `quote_not_in_source`, `quote_too_long`.
            NotFound: `fact_not_found`, `source_not_found`.
        """

        def deed(change: Change) -> Done:
            return asserting.add_evidence(change, self._decided(change, ref, None), quoted_from(change, evidence))

        return self.write(deed)

    def mark_source(self, source: int, state: Literal["present", "changed", "gone"]) -> None:
        """Say what became of a source; its facts are doubtful while it is changed or gone.

        Raises:
            Refused: `bad_value`.
            NotFound: `source_not_found`.
        """
        with self.change() as change:
            marking.mark_source(change, source, state)

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
