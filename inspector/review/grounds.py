"""What a proposal rests on: the quotes, what the policy says of it, and what the prompt block gains and loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from inspector import door, words
from inspector.panes import proposal_words
from inspector.review.parts import COLUMNS_FROM, INDENT, Line, Setting, beside, blank, head, joined, wrapped

if TYPE_CHECKING:
    from store.proposal import Check, Effect, Quote, Review

OUTCOMES = {
    "ok": ("✓", "$text-success"),
    "person": ("!", "$text-warning"),
    "conflict": ("≠", "$text-error"),
    "refused": ("×", "$text-error"),
}
NUMBER = 6
BLOCK_LINES = 6


def quotes(review: Review, given: Setting) -> list[Line]:
    """Return every quote with whose it is, where it stands and whether its message is the one that was read."""
    if not review.quotes:
        said = Content.styled("  No message is known for it.", "$muted")
        return [head("Quotes", given.width), Line(said), blank()]
    owner = review.proposal.owner
    own = sum(quote.evidence.by_owner for quote in review.quotes)
    counted = Content.styled(f"{own} of {len(review.quotes)} from {door.one_line(owner, 20)}", "$muted")
    lines = [head("Quotes", given.width, counted)]
    for index, quote in enumerate(review.quotes):
        lines += [Line(line, quote=index) for line in _quote(quote, given, owner)]
    return [*lines, blank()]


def _quote(quote: Quote, given: Setting, owner: str) -> list[Content]:
    evidence = quote.evidence
    counts = evidence.role != "relevance"
    bar = Content.styled("┃ ", "$text-primary") if counts else Content.styled("┊ ", "$faint")
    number = f"#{quote.fact}" if quote.fact is not None else "new"
    shown = words.quoted(evidence.quote)
    text = Content.styled(words.masked(shown) if given.hidden else shown, "$foreground" if counts else "$muted")
    start = Content.styled(number.ljust(NUMBER), "$muted")
    who = [door.plain(evidence.author)] if evidence.author and not evidence.by_owner else []
    who += ["author unknown"] if not evidence.author else []
    kind = words.SOURCE_WORDS.get(evidence.source_kind, door.plain(evidence.source_kind))
    ref = door.plain(evidence.source_ref)
    where = [ref] if evidence.by_owner and ref else [f"{kind} {ref}".strip()]
    told = [*who, *where, words.day(evidence.observed_at, given.zone)]
    if evidence.source_state != "present":
        told.append(f"message {door.plain(evidence.source_state)}")
    right = Content.styled(" · ".join(told) + " ", "$muted")
    right += Content.styled("✓", "$text-success") if evidence.hash_matches else Content.styled("× hash differs", "$text-error")
    room = given.width - 2
    if given.width >= COLUMNS_FROM and NUMBER + text.cell_length + 2 + right.cell_length <= room:
        return [bar + line for line in beside(start + text, right, room, NUMBER)]
    quoted = wrapped(start + text, room, NUMBER)
    return [bar + line for line in (*quoted, *(Content(" " * NUMBER) + line for line in joined([right], room - NUMBER)))]


def policy(review: Review, given: Setting) -> list[Line]:
    """Return every line of the policy, in two columns where there is room, and the verdict."""
    judgement = review.judgement
    name = "conflict" if any(check.outcome == "conflict" for check in judgement.checks) else judgement.verdict
    glyph, role, said = proposal_words.MARKS.get(name, proposal_words.MARKS["for_a_person"])
    lines = [head("Policy", given.width, Content.styled(f"{glyph} {said}", f"bold {role}"))]
    checks = [_check(check, given) for check in judgement.checks]
    if given.width < COLUMNS_FROM:
        lines += [Line(line) for check in checks for line in wrapped(check, given.width, INDENT + 2)]
        return [*lines, blank()]
    half = given.width // 2
    short = [check for check in checks if check.cell_length < half]
    rows = (len(short) + 1) // 2
    for row in range(rows):
        left, right = short[row], short[row + rows] if row + rows < len(short) else Content("")
        lines.append(Line(left + Content(" " * (half - left.cell_length)) + right))
    wide = [check for check in checks if check.cell_length >= half]
    lines += [Line(line) for check in wide for line in wrapped(check, given.width, INDENT + 2)]
    return [*lines, blank()]


def _check(check: Check, given: Setting) -> Content:
    glyph, role = OUTCOMES[check.outcome]
    if check.outcome == "ok":
        return Content.assemble(" " * INDENT, (glyph, role), " ", (check.words, "$foreground"))
    return Content.assemble(" " * INDENT, (glyph, role), (f" {door.plain(check.words)}", role), (f"  {check.code}", "$muted"))


def block(effect: Effect, given: Setting, title: str = "Prompt block") -> list[Line]:
    """Return how long the prompt block is before and after, and the lines that go and come."""
    words_more = effect.words
    more = f", {words.quantity(abs(words_more), 'word')} {'more' if words_more > 0 else 'fewer'}" if words_more else ""
    same = effect.before == effect.after and not effect.gone and not effect.come
    said = f"{effect.before} lines, unchanged" if same else f"{effect.before} → {effect.after} lines{more}"
    lines = [head(title, given.width, Content.styled(said, "$muted"))]
    for glyph, role, changed in (("−", "$text-error", effect.gone), ("+", "$text-success", effect.come)):
        for one in changed[:BLOCK_LINES]:
            shown = given.text(one.text.removeprefix("- "))
            told = Content.assemble(" " * INDENT, (f"{glyph} ", role), (shown, "$foreground"))
            lines += map(Line, wrapped(told, given.width, INDENT + 2))
        if len(changed) > BLOCK_LINES:
            lines.append(Line(Content.styled(f"    and {len(changed) - BLOCK_LINES} more", "$muted")))
    return [*lines, blank()]
