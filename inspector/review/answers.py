"""A conflict as numbered answers: each with its quotes, and what the one under the cursor would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from inspector import door, words
from inspector.review.courses import courses
from inspector.review.grounds import block
from inspector.review.parts import Line, Setting, beside, blank, head, wrapped

if TYPE_CHECKING:
    from store.proposal import Answer, Effect, Other, Review
    from store.values import Evidence

OTHERS: tuple[tuple[Other, str], ...] = (("ended", "it ended"), ("never", "it was never true"))
KEY_CELLS = 6


class Asking(NamedTuple):
    """Where a person stands in the answers.

    Args:
        cursor: The number of the answer under the cursor; 0 is none.
        other: While it is asked what became of the other fact, the place of the cursor in `OTHERS`; 0 is none; else `None`.
        effect: What the answer would do to the prompt block, once that is known.
    """

    cursor: int = 0
    other: int | None = None
    effect: Effect | None = None


def answers(review: Review, given: Setting, asking: Asking | None) -> list[Line]:
    """Return the numbered answers with what each stands for, and what the one under the cursor would do."""
    return [*_answers(review, given, asking), *_would_do(review, given, asking)]


def texts(review: Review) -> dict[int, str]:
    """Return the stored text that answers 1 and 2 stand for."""
    items = {item.role: item.fact.text for item in review.proposal.items}
    new = review.proposal.new.text if review.proposal.new is not None else ""
    return {1: items.get("first", ""), 2: items.get("second", new)}


def other_number(review: Review, answer: int) -> str:
    """Return how the fact is named that does not hold under an answer."""
    role = "second" if answer == 1 else "first"
    number = next((item.fact.number for item in review.proposal.items if item.role == role), None)
    return f"#{number}" if number is not None else "the new one"


def _answers(review: Review, given: Setting, asking: Asking | None) -> list[Line]:
    picks = "" if given.reading else "a picks one"
    keys = Content.styled("digits pick", "$text-primary") if asking is not None else Content.styled(picks, "$muted")
    lines = [head("What holds?", given.width, keys)]
    for place, answer in enumerate(review.answers):
        if place and given.roomy:
            lines.append(blank())
        lines += _answer(review, answer, given, asking)
    return [*lines, blank()]


def _answer(review: Review, answer: Answer, given: Setting, asking: Asking | None) -> list[Line]:
    chip = "bold $background on $text-primary" if asking is not None else "bold $background on $muted"
    key = Content.assemble(" ", (f" {answer.number} ", chip), "  ")
    said = texts(review).get(answer.number, "")
    text = given.text(said) if said else answer.words
    right = Content.styled(_held(review, answer.number, given), "$muted")
    current = asking is not None and asking.cursor == answer.number
    style = "bold $foreground" if current else "$foreground"
    room = given.width
    drawn = beside(key + Content.styled(text, style), right, room, KEY_CELLS)
    drawn += _evidence(review, answer.number, given)
    if current and asking is not None and asking.other is not None:
        drawn += _others(review, answer, asking.other, given)
    return [Line(line, answer=answer.number) for line in drawn]


def _others(review: Review, answer: Answer, cursor: int, given: Setting) -> list[Content]:
    parts = [Content.styled(f"{other_number(review, answer.number)} does not hold:", "$foreground")]
    for place, (_, said) in enumerate(OTHERS, 1):
        chip = Content.styled(f" {place} ", "bold $background on $text-primary")
        under = "bold underline $foreground" if cursor == place else "$foreground"
        parts.append(chip + Content(" ") + Content.styled(said, under))
    return wrapped(Content(" " * KEY_CELLS) + Content("  ").join(parts), given.width, KEY_CELLS)


def _evidence(review: Review, answer: int, given: Setting) -> list[Content]:
    role = {1: "first", 2: "second"}.get(answer)
    if role is None:
        return []
    fact = next((item.fact.number for item in review.proposal.items if item.role == role), None)
    if fact is None and answer == 1:
        return []
    return [line for quote in review.quotes if quote.fact == fact for line in _quoted(quote.evidence, given)]


def _held(review: Review, answer: int, given: Setting) -> str:
    """Return since when the fact of an answer holds, and until when."""
    role = {1: "first", 2: "second"}.get(answer)
    fact = next((item.fact for item in review.proposal.items if item.role == role), None)
    if fact is None:
        return "new" if answer == 2 else ""
    until = words.when(fact.valid_to, given.zone) if fact.valid_to is not None else "open"
    return f"#{fact.number}  {words.since(fact, given.zone)} → {until}"


def _quoted(evidence: Evidence, given: Setting) -> list[Content]:
    bar = Content(" " * (KEY_CELLS - 2)) + Content.styled("┃ ", "$text-primary")
    room = given.width - KEY_CELLS
    shown = words.quoted(evidence.quote)
    quote = Content.styled(words.masked(shown) if given.hidden else shown, "$foreground")
    author = door.plain(evidence.author) if evidence.author else "author unknown"
    ref = door.plain(evidence.source_ref)
    kind = words.SOURCE_WORDS.get(evidence.source_kind, door.plain(evidence.source_kind))
    glyph, role = ("✓", "$text-success") if evidence.hash_matches else ("× hash differs", "$text-error")
    minute, day = words.minute(evidence.observed_at, given.zone), words.day(evidence.observed_at, given.zone)
    ways = [f"{author} · {kind} {ref} · {minute} ", f"{author} · {ref} · {minute} ", f"{author} · {ref} · {day} "]
    told = next((way for way in ways if cell_len(way) + cell_len(glyph) <= room), ways[-1])
    said = Content.assemble((told, "$muted"), (glyph, role))
    return [bar + line for part in (quote, said) for line in wrapped(part, room)]


def _would_do(review: Review, given: Setting, asking: Asking | None) -> list[Line]:
    if asking is None or not asking.cursor:
        return []
    answer = review.answers[asking.cursor - 1]
    lines = [head(f"What {answer.number} would do", given.width)]
    chosen = OTHERS[asking.other - 1][0] if asking.other else None
    for other, does in answer.does:
        if chosen is not None and other != chosen:
            continue
        start = f"if {other_number(review, answer.number)} {'ended' if other == 'ended' else 'was never true'}: " if other else ""
        said = Content.styled(start, "$muted") + Content.styled("; ".join(map(door.plain, does)), "$foreground")
        lines += [Line(line) for line in wrapped(Content("  ") + said, given.width, 2)]
    prospect = next((one for one in review.prospects if one.choice == answer.number and chosen in (None, one.other)), None)
    if prospect is not None and given.roomy:
        lines += courses(prospect, review.proposal, given, chosen=chosen is not None or not answer.asks_other)
    lines.append(blank())
    if asking.effect is not None:
        lines += block(asking.effect, given)
    return lines
