"""A review from top to bottom, in the order in which a decision is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from inspector import door
from inspector.panes import proposal_words
from inspector.review import answers, change, grounds
from inspector.review.parts import Line, Setting, barred, blank, wrapped

if TYPE_CHECKING:
    from inspector.review.answers import Asking
    from store.proposal import Review


def lines(review: Review, given: Setting, asking: Asking | None = None, changes: tuple[str, ...] = ()) -> list[Line]:
    """Return the lines of a review.

    Args:
        asking: Where a person stands in the answers to a conflict; `None` outside of them.
        changes: What changed while it was looked at, one sentence each.
    """
    proposal = review.proposal
    width = given.width
    drawn = [Line(Content.styled(proposal_words.title(proposal), "bold $foreground"))]
    told = [proposal_words.origin(proposal, given.zone)]
    if proposal.new is not None and proposal.new.slot:
        told.append(f"slot {given.text(proposal.new.slot)}")
    if proposal.rationale:
        told.append(given.text(proposal.rationale))
    drawn += [Line(line) for line in wrapped(Content.styled(" · ".join(told), "$muted"), width)]
    drawn.append(blank())
    if (notice := _notice(review, given, changes)) is not None:
        drawn += [*notice, blank()]
    if review.answers:
        drawn += answers.answers(review, given, asking)
    else:
        drawn += [*change.before(proposal, given), *change.after(proposal, given), *change.lost(proposal, given)]
        drawn += grounds.quotes(review, given)
    drawn += grounds.policy(review, given)
    if not review.answers and proposal.kind != "unreadable":
        drawn += grounds.block(review.effect, given)
    while drawn and not drawn[-1].content.plain.strip():
        drawn.pop()
    return drawn


def _notice(review: Review, given: Setting, changes: tuple[str, ...]) -> list[Line] | None:
    """Return what must be known before anything else: that it clashes, is refused, has changed, or is decided."""
    proposal = review.proposal
    if proposal.state in ("approved", "rejected"):
        said = f"{proposal_words.decided(proposal, given.now).capitalize()}."
        said += " z takes that back." if given.takes_back and not given.reading else ""
        return barred([Content.styled(said, "$foreground")], "$muted", given.width)
    if proposal.state == "stale" or changes:
        found = changes or tuple(proposal_words.moved(proposal, given.zone))
        head = Content.assemble(("Changed since it was proposed", "bold $text-warning"), ("   stale", "$muted"))
        tail = f"This is how it stands now.{_keys(' a approves it as it is shown here.', given)}"
        if review.judgement.verdict == "refused":
            why = proposal_words.reason(proposal_words.refusal(review))
            tail = f"It cannot be approved as it stands now: {why}.{_keys(f' {proposal_words.way_out(proposal)}', given)}"
        return barred([head, *(Content(one) for one in found), Content.styled(tail, "$muted")], "$text-warning", given.width)
    if review.judgement.verdict == "refused":
        code = proposal_words.refusal(review)
        head = Content.assemble((f"× {_sentence(proposal_words.reason(code))}", "bold $text-error"), (f"   {code}", "$muted"))
        return _barred(head, _keys(proposal_words.way_out(proposal), given), "$text-error", given)
    if review.answers:
        found_code = next((one for one in proposal.reasons if one in proposal_words.REASONS), "contradiction")
        head = Content.assemble(
            (_sentence(proposal_words.reason(found_code)), "bold $text-error"), (f"   {door.plain(found_code)}", "$muted")
        )
        tail = f"Nothing has been changed.{_keys(' a goes to the answers.', given)}"
        return barred([head, Content.styled(tail, "$foreground")], "$text-error", given.width)
    if review.judgement.verdict == "unreconciled":
        head = Content.assemble(("Not compared yet", "bold $text-warning"), ("   unreconciled", "$muted"))
        keys = _keys(" a takes it in as it stands, e on your own word.", given)
        return _barred(head, f"No model has compared it with what is known.{keys}", "$text-warning", given)
    if review.judgement.verdict == "unreadable":
        head = Content.assemble(("It could not be read", "bold $text-warning"), ("   unreadable", "$muted"))
        return _barred(head, _keys("e takes it in your own words, x rejects it.", given), "$text-warning", given)
    return None


def _keys(words: str, given: Setting) -> str:
    """Return what keys do here; nothing where they do nothing."""
    return "" if given.reading else words


def _barred(head: Content, tail: str, role: str, given: Setting) -> list[Line]:
    return barred([head, *([Content.styled(tail, "$muted")] if tail else [])], role, given.width)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
