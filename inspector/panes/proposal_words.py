"""How proposals are said: what each would do, how it was judged and what became of it, in words and glyphs."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING, NamedTuple

from inspector import door, words

if TYPE_CHECKING:
    from store.clock import Instant
    from store.proposal import Proposal, Review
    from store.values import Fact

MARKS = {
    "admissible": ("✓", "$text-success", "allowed"),
    "for_a_person": ("!", "$text-warning", "for a person"),
    "conflict": ("≠", "$text-error", "for a person"),
    "refused": ("×", "$text-error", "refused"),
    "stale": ("±", "$muted", "changed since"),
    "unreconciled": ("…", "$text-warning", "not compared yet"),
    "unreadable": ("?", "$text-warning", "unreadable"),
    "approved": ("✓", "$muted", "approved"),
    "rejected": ("×", "$muted", "rejected"),
}
"""By how a proposal stands: glyph, colour and words."""

REASONS = {
    "pinned_target": "a fact in it is pinned, and nothing automatic may change it",
    "not_active": "a fact in it does not hold now",
    "unverified": "a fact in it has no message of the owner's own",
    "lost_words": "words would be lost",
    "contradiction": "the two cannot both be true as they stand",
    "same_instant_conflict": "two values for one slot at the same instant",
    "never_true": "only a person says that something was never true",
    "stale": "changed since it was proposed",
    "missing_evidence": "no message is given for it",
    "missing_trusted_owner_evidence": "none of its messages is the owner's own",
    "budget_exhausted": "the budget of automatic facts is used up",
    "never_rule": "a rule of never forbids it",
    "suspect": "nothing confirmed it lately",
    "not_seen_lately": "not heard of lately",
    "likes": "one likes what the other dislikes",
    "negation": "one is negated, the other is not",
    "past": "one speaks of the past, the other of now",
    "number": "the numbers differ",
    "date": "the dates differ",
    "name": "the names differ",
    "opposite": "they say the opposite",
    "value": "the values differ",
    "late_event": "told late, and cut short by what followed",
}
"""Reason codes in words."""

TITLES = {
    "supersede": "Replace by something newer",
    "correct": "Correct what was wrong from the start",
    "add": "Add a fact",
    "end": "End a fact",
    "retract": "Say that it was never true",
    "expire": "Let it expire",
    "confirm": "Still right?",
    "conflict": "Two facts that cannot both be true",
    "unreadable": "A suggestion that could not be read",
}
"""What a proposal suggests, by kind, as the head of its review."""


class What(NamedTuple):
    """What a proposal is about: two texts at most, what joins them, and a note that explains how it stands."""

    first: str
    join: str = ""
    second: str = ""
    note: str = ""


def standing(proposal: Proposal) -> str:
    """Return how a proposal stands, a key of `MARKS`."""
    if proposal.state in ("approved", "rejected", "stale"):
        return proposal.state
    if proposal.verdict != "refused" and is_conflict(proposal):
        return "conflict"
    return proposal.verdict


def is_conflict(proposal: Proposal) -> bool:
    """Whether it asks which of two holds."""
    return proposal.kind == "conflict" or "same_instant_conflict" in proposal.reasons


def is_quiet(proposal: Proposal) -> bool:
    """Whether its row is muted: it cannot be decided by one key, or is decided."""
    return standing(proposal) in ("refused", "stale", "approved", "rejected")


def what(proposal: Proposal) -> What:
    """Return what a proposal is about, as a row says it; the texts are stored ones."""
    facts = {item.role: item.fact for item in proposal.items}
    new = proposal.new.text if proposal.new is not None else ""
    note = _note(proposal)
    match proposal.kind:
        case "merge":
            kept = facts.get("representative")
            return What(f"{len(proposal.items)} facts", " → ", kept.text if kept else "", note)
        case "supersede" | "correct":
            return What(facts["target"].text if "target" in facts else "?", " → ", new, note)
        case "conflict":
            if len(proposal.items) > 2:
                return What(f"{len(proposal.items)} facts", " ≠ ", proposal.items[-1].fact.text, note)
            second = facts["second"].text if "second" in facts else new
            return What(facts["first"].text if "first" in facts else "?", " ≠ ", second, note)
        case "add" | "unreadable":
            return What(new or proposal.rationale, note=note)
        case _:
            return What(proposal.items[0].fact.text if proposal.items else proposal.rationale, note=note)


def title(proposal: Proposal) -> str:
    """Return the head of a review."""
    if proposal.kind == "merge":
        return f"Merge {words.quantity(len(proposal.items), 'fact')} into one"
    if proposal.kind == "conflict" and len(proposal.items) > 2:
        return f"{len(proposal.items)} facts that cannot all be true"
    return TITLES.get(proposal.kind, proposal.kind)


def origin(proposal: Proposal, zone: tzinfo) -> str:
    """Return who proposed it and when, harmless."""
    who = door.plain(proposal.proposed_by)
    if proposal.run is not None and proposal.proposed_by == f"nightly:{proposal.run}":
        who = f"nightly, run {proposal.run}"
    elif proposal.run is not None:
        who += f", run {proposal.run}"
    return f"{who}, {words.minute(proposal.created_at, zone)}"


def reason(code: str) -> str:
    """Return a reason code in words."""
    return REASONS.get(code) or door.plain(code.replace("_", " "))


def refusal(review: Review) -> str:
    """Return the code for which the policy refuses a proposal as things are now; empty when it does not."""
    if review.judgement.verdict != "refused":
        return ""
    last = review.judgement.reasons[-1] if review.judgement.reasons else ""
    return next((check.code for check in review.judgement.checks if check.outcome == "refused"), last)


def way_out(proposal: Proposal) -> str:
    """Return what can be done with a proposal that the policy refuses."""
    own = "e takes it on your own word" if proposal.kind == "add" else "e puts your own words in its place"
    return f"{own}, x rejects it."


def decided(proposal: Proposal, now: Instant) -> str:
    """Return what became of it, by whom and when: "approved by ana 2 d ago"."""
    by = f" by {door.plain(proposal.decided_by)}" if proposal.decided_by else ""
    when = f" {words.ago(proposal.decided_at, now)}" if proposal.decided_at is not None else ""
    answer = f" with {proposal.choice}" if proposal.choice is not None else ""
    return f"{proposal.state}{answer}{by}{when}"


def moved(proposal: Proposal, zone: tzinfo) -> list[str]:
    """Return what changed since a proposal was made, one sentence each."""
    there = {item.fact.number: item.fact for item in proposal.items}
    said = [
        f"#{number} changed: it is {_now(there[number], zone)}." if number in there else f"#{number} is gone."
        for number in proposal.moved
    ]
    return [*said, "Its slot has changed since."] if proposal.slot_moved else said


def numbers(found: tuple[int, ...] | list[int]) -> str:
    """Return numbers as a sentence has them: "#1, #2 and #3"."""
    shown = [f"#{number}" for number in found]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else "nothing"


def _now(fact: Fact, zone: tzinfo) -> str:
    word, rest = words.state_sentence(fact, zone)
    return f"{word} {rest}".strip() + (", pinned" if fact.pinned else "")


def _note(proposal: Proposal) -> str:
    if proposal.state in ("approved", "rejected"):
        return proposal.state
    if proposal.state == "stale":
        return "stale"
    codes = [code for code in proposal.reasons if code in REASONS]
    return codes[-1] if proposal.verdict == "refused" and codes else ""
