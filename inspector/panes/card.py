"""A fact and where it comes from, as lines of a given width: the card, its marks in words, one block per quote."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from inspector import door, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.clock import Instant
    from store.proposal import Proposal
    from store.values import Card, Evidence, Fact

WIDE = 70
QUOTE_LINES = 2
BLOCK_INDENT = 2


class Line(NamedTuple):
    """One line, and the number of the evidence block it belongs to."""

    content: Content
    block: int | None = None


def lines(
    card: Card,
    width: int,
    zone: tzinfo,
    now: Instant,
    waits: Sequence[Proposal] = (),
    *,
    hidden: bool = False,
    spaced: bool = True,
    reading: bool = False,
    named: bool = False,
) -> list[Line]:
    """Return the card of a fact and its evidence, wrapped to a width in cells.

    Args:
        reading: No key that changes is named.
        named: It is said whose it is.
    """
    drawn = [Line(line) for line in _head(card, width, zone, now, hidden, named)]
    drawn += [Line(line) for line in _marks(card.fact, width)]
    drawn += [Line(line) for line in _outlook(card, width, zone)]
    if waits:
        said = ", ".join(one.kind for one in waits[:3]) + (", …" if len(waits) > 3 else "")
        line = Content.assemble(("waits: ", "$text-warning"), (f"{door.plain(said)}. 2 shows it.", "$muted"))
        drawn += [Line(part) for part in line.wrap(width)]
    if not card.evidence:
        told = no_source(card.fact, zone, reading=reading)
        return [*drawn, Line(Content("")), *(Line(line) for line in _wrapped(told, "$muted", width))]
    drawn.append(Line(Content("")))
    drawn += evidence_lines(card, width, zone, hidden=hidden, spaced=spaced)
    if card.edges:
        drawn.append(Line(Content("")))
        for edge in card.edges:
            said = f"{door.plain(edge.subject)} — {door.plain(edge.relation)} — {door.plain(edge.object)}"
            said = words.masked(said) if hidden else said
            drawn.append(Line(Content.styled(door.cut(said if edge.is_open else f"{said}, closed", width), "$muted")))
    return drawn


def evidence_lines(card: Card, width: int, zone: tzinfo, *, hidden: bool = False, spaced: bool = True) -> list[Line]:
    """Return one block for each piece of evidence, with a blank line between them when there is room."""
    drawn: list[Line] = []
    for index, evidence in enumerate(card.evidence):
        if spaced and index:
            drawn.append(Line(Content("")))
        drawn += [Line(line, index) for line in _block(evidence, width, zone, hidden)]
    return drawn


def _head(card: Card, width: int, zone: tzinfo, now: Instant, hidden: bool, named: bool) -> list[Content]:
    fact = card.fact
    shown = door.plain(fact.text)
    text = _wrapped(words.masked(shown) if hidden else shown, "bold $foreground", width)
    word, rest = words.state_sentence(fact, zone)
    role = words.STATE_ROLES.get(fact.state, "$muted")
    state = Content.assemble((words.STATE_GLYPHS[fact.state], role), (f" {word}", role), (f" {rest}", "$foreground"))
    place = [f"of {door.plain(fact.owner)}"] if named else []
    place.append(words.kind_word(fact.kind))
    if fact.slot:
        place.append(door.plain(fact.slot))
    if fact.subject.casefold() != fact.owner.casefold():
        place.append(f"about {door.plain(fact.subject)}")
    state_lines = _joined([state, *(Content.styled(part, "$muted") for part in place)], width)
    weight = f"importance {fact.importance}"
    if card.recalled_at is not None:
        weight += f" · recalled {words.ago(card.recalled_at, now)}"
    counted = words.quantity(fact.confirmations, "confirmation")
    if width >= WIDE:
        return [*_beside(text, Content.styled(weight, "$muted"), width), *_beside(state_lines, Content(counted), width)]
    tail = Content.assemble((f"{weight} · ", "$muted"), (counted, "$foreground"))
    return [*text, *state_lines, *tail.wrap(width)]


def _marks(fact: Fact, width: int) -> list[Content]:
    said: list[Content] = []
    for mark in fact.marks:
        if mark.mark == "pinned":
            continue
        reason = words.mark_reason(mark.reason) if mark.reason else ""
        glyph = words.MARK_GLYPHS.get(mark.mark, "·")
        line = Content.assemble(
            (f"{glyph} {mark.mark}", words.MARK_ROLES.get(mark.mark, "$muted")), (f": {reason}" if reason else "", "$muted")
        )
        said += line.wrap(width)
    if fact.pinned:
        said += Content.assemble(("◆ pinned", "$text-primary"), (": nothing automatic may change it", "$muted")).wrap(width)
    return said


def _outlook(card: Card, width: int, zone: tzinfo) -> list[Content]:
    """Return what its importance is made of and what time does to it."""
    told = []
    if len(card.weighed) > 1:
        told.append("importance from " + ", ".join(f"{door.plain(why)} {points:+}" for why, points in card.weighed))
    if card.expires_at is not None:
        told.append(f"its end is proposed on {words.day(card.expires_at, zone)}")
    elif card.decays:
        told.append("sinks in the prompt block while nobody recalls it")
    return _joined([Content.styled(part, "$muted") for part in told], width)


def _block(evidence: Evidence, width: int, zone: tzinfo, hidden: bool) -> list[Content]:
    counts = evidence.role != "relevance"
    bar = Content.styled("┃ ", "$text-primary") if counts else Content.styled("┊ ", "$faint")
    room = width - BLOCK_INDENT
    quote = words.quoted(evidence.quote)
    if hidden:
        quote = words.masked(quote)
    quoted = _wrapped(quote, "$foreground" if counts else "$muted", room)
    if len(quoted) > QUOTE_LINES:
        last = door.cut(quoted[QUOTE_LINES - 1].plain.rstrip() + " …", room - 1)
        quoted = [
            *quoted[: QUOTE_LINES - 1],
            Content.styled(last.rstrip(" …") + "…", "$foreground" if counts else "$muted"),
        ]
    who = _who(evidence, room, zone)
    matches = (
        Content.styled("✓", "$text-success") if evidence.hash_matches else Content.styled("× hash differs", "$text-error"),
        " hash matches" if evidence.hash_matches else "",
    )
    trust = "trusted" if evidence.trusted else "not trusted"
    if evidence.source_state != "present":
        trust += f" · message {door.plain(evidence.source_state)}"
    role = words.role(evidence)
    tail = matches[0] + Content.styled(f"{matches[1]} · {trust} · {role}", "$muted")
    if not counts:
        tail = (matches[0] + Content.styled(" · ", "$muted") if not evidence.hash_matches else Content("")) + Content.styled(
            role, "$muted"
        )
    short = matches[0] + Content.styled(f"{' hash' if evidence.hash_matches else ''} · {role}", "$muted")
    for told_by in _ways(evidence, zone):
        line = Content.styled(" · ".join(told_by) + " · ", "$muted") + short
        if width >= WIDE and line.cell_length <= room and evidence.trusted and evidence.source_state == "present":
            return [bar + line for line in (*quoted, line)]
    told = [*_joined([Content.styled(part, "$muted") for part in who], room), *tail.wrap(room)]
    return [bar + line for line in (*quoted, *told)]


def _ways(evidence: Evidence, zone: tzinfo) -> list[list[str]]:
    """Return who said it, where and when, from the fullest way to say it to the shortest."""
    kind = words.SOURCE_WORDS.get(evidence.source_kind, door.plain(evidence.source_kind))
    ref = door.plain(evidence.source_ref)
    source = f"{kind} {ref}".rstrip()
    minute, day = words.minute(evidence.observed_at, zone), words.day(evidence.observed_at, zone)
    if not evidence.author:
        return [[source, "author unknown", minute], [source, "author unknown", day]]
    author = door.plain(evidence.author)
    ways = [[author, source, minute], [author, source, day]]
    if evidence.source_kind == "owner_message" and ref:
        ways += [[author, ref, minute], [author, ref, day]]
    return ways


def _who(evidence: Evidence, room: int, zone: tzinfo) -> list[str]:
    ways = _ways(evidence, zone)
    return next((way for way in ways if cell_len(" · ".join(way)) <= room), ways[0])


def no_source(fact: Fact, zone: tzinfo, *, reading: bool) -> str:
    """Return what stands in place of quotes, with the keys that help; `reading` names none that changes."""
    if fact.origin == "manual":
        return f"No source. Typed in by hand on {words.day(fact.recorded_at, zone)}."
    closed = reading or fact.state not in ("active", "upcoming")
    return "No source is known." if closed else "No source is known. c confirms it, i invalidates it."


def _beside(left: list[Content], right: Content, width: int) -> list[Content]:
    """Put words at the right end of the first line they fit on, else on a line of their own."""
    first = left[0]
    if len(left) == 1 and first.cell_length + 2 + right.cell_length <= width:
        return [first + Content(" " * (width - first.cell_length - right.cell_length)) + right]
    return [*left, right]


def _joined(parts: list[Content], width: int) -> list[Content]:
    """Join parts by middle dots, breaking lines between parts where that is possible."""
    rows: list[Content] = []
    for part in parts:
        if rows and rows[-1].cell_length + 3 + part.cell_length <= width:
            rows[-1] = rows[-1] + Content.styled(" · ", "$muted") + part
        else:
            rows.append(part)
    return [line for row in rows for line in row.wrap(max(1, width))]


def _wrapped(shown: str, style: str, width: int) -> list[Content]:
    return Content.styled(shown, style).wrap(max(1, width)) or [Content("")]
