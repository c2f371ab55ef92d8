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
    from store.values import Evidence, Fact

OTHERS: tuple[tuple[Other, str], ...] = (("ended", "it ended"), ("never", "it was never true"))
OF_MANY: dict[Other, str] = {"ended": "they ended", "never": "they were never true"}
KEY_CELLS = 6
SECOND = NEWEST = 2
"""The answers that the second of two holds, and the newest of many."""


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


def stands_for(review: Review, answer: Answer) -> Fact | None:
    """Return the fact that alone holds under an answer."""
    role = {1: "first", 2: "second"}.get(answer.number)
    items = review.proposal.items
    if _is_of_many(review):
        return next((item.fact for item in items if item.fact.number == answer.fact), None)
    return next((item.fact for item in items if item.role == role), None)


def rest(review: Review, answer: Answer) -> str:
    """Return how that is named which does not hold under an answer."""
    if _is_of_many(review):
        return "the others"
    role = "second" if answer.number == 1 else "first"
    number = next((item.fact.number for item in review.proposal.items if item.role == role), None)
    return f"#{number}" if number is not None else "the new one"


def _is_of_many(review: Review) -> bool:
    return len(review.proposal.items) > 2


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
    fact = stands_for(review, answer)
    text = given.text(fact.text) if fact else answer.words
    if (new := review.proposal.new) is not None and _is_new(review, answer):
        text = given.text(new.text)
    if _is_of_many(review) and answer.number == NEWEST:
        text = f"The newest: {text}"
    right = Content.styled(_held(review, answer, given), "$muted")
    current = asking is not None and asking.cursor == answer.number
    style = "bold $foreground" if current else "$foreground"
    room = given.width
    drawn = beside(key + Content.styled(text, style), right, room, KEY_CELLS)
    if current or not _is_of_many(review):
        drawn += _evidence(review, answer, given)
    if current and asking is not None and asking.other is not None:
        drawn += _others(review, answer, asking.other, given)
    return [Line(line, answer=answer.number) for line in drawn]


def _others(review: Review, answer: Answer, cursor: int, given: Setting) -> list[Content]:
    many = _is_of_many(review)
    asks = "What happened to the others?" if many else f"{rest(review, answer)} does not hold:"
    parts = [Content.styled(asks, "$foreground")]
    for place, (other, one) in enumerate(OTHERS, 1):
        said = OF_MANY[other] if many else one
        chip = Content.styled(f" {place} ", "bold $background on $text-primary")
        under = "bold underline $foreground" if cursor == place else "$foreground"
        parts.append(chip + Content(" ") + Content.styled(said, under))
    return wrapped(Content(" " * KEY_CELLS) + Content("  ").join(parts), given.width, KEY_CELLS)


def _evidence(review: Review, answer: Answer, given: Setting) -> list[Content]:
    fact = stands_for(review, answer)
    if fact is None and not _is_new(review, answer):
        return []
    number = fact.number if fact is not None else None
    return [line for quote in review.quotes if quote.fact == number for line in _quoted(quote.evidence, given)]


def _is_new(review: Review, answer: Answer) -> bool:
    """Whether an answer stands for what is not a fact yet."""
    return answer.number == SECOND and not any(item.role == "second" for item in review.proposal.items)


def _held(review: Review, answer: Answer, given: Setting) -> str:
    """Return since when the fact of an answer holds, and until when."""
    fact = stands_for(review, answer)
    if fact is None:
        return "new" if _is_new(review, answer) else ""
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
        start = f"if {rest(review, answer)} {_became(review, other)}: " if other else ""
        said = Content.styled(start, "$muted") + Content.styled("; ".join(map(door.plain, does)), "$foreground")
        lines += [Line(line) for line in wrapped(Content("  ") + said, given.width, 2)]
    prospect = next((one for one in review.prospects if one.choice == answer.number and chosen in (None, one.other)), None)
    if prospect is not None and given.roomy:
        lines += courses(prospect, review.proposal, given, chosen=chosen is not None or not answer.asks_other)
    lines.append(blank())
    if asking.effect is not None:
        lines += block(asking.effect, given)
    return lines


def _became(review: Review, other: Other) -> str:
    return "ended" if other == "ended" else "were never true" if _is_of_many(review) else "was never true"
