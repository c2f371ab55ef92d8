"""A fact and where it comes from, as lines of a given width: the card, its marks in words, one block per quote."""

from dataclasses import dataclass
from datetime import tzinfo

from rich.cells import cell_len
from textual.content import Content

from inspector import door, words
from store.clock import Instant
from store.values import Card, Evidence, Fact

WIDE = 70
QUOTE_LINES = 2
BLOCK_INDENT = 2


@dataclass(frozen=True, slots=True)
class Line:
    """One line, and the number of the evidence block it belongs to."""

    content: Content
    block: int | None = None


def lines(card: Card, width: int, zone: tzinfo, now: Instant, *, hidden: bool = False, spaced: bool = True) -> list[Line]:
    """Return the card of a fact and its evidence, wrapped to a width in cells."""
    drawn = [Line(line) for line in _head(card, width, zone, now, hidden)]
    drawn += [Line(line) for line in _marks(card.fact, width)]
    if not card.evidence:
        return [*drawn, Line(Content("")), *(Line(line) for line in _wrapped(_no_source(card.fact, zone), "$muted", width))]
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


def _head(card: Card, width: int, zone: tzinfo, now: Instant, hidden: bool) -> list[Content]:
    fact = card.fact
    shown = door.plain(fact.text)
    text = _wrapped(words.masked(shown) if hidden else shown, "bold $foreground", width)
    word, rest = words.state_sentence(fact, zone)
    role = words.STATE_ROLES.get(fact.state, "$muted")
    state = Content.assemble((words.STATE_GLYPHS[fact.state], role), (f" {word}", role), (f" {rest}", "$foreground"))
    place = [words.kind_word(fact.kind)]
    if fact.slot:
        place.append(door.plain(fact.slot))
    if fact.subject.casefold() != fact.owner.casefold():
        place.append(f"about {door.plain(fact.subject)}")
    for part in place:
        state += Content.styled(f" · {part}", "$muted")
    weight = f"importance {fact.importance}"
    if card.recalled_at is not None:
        weight += f" · recalled {words.ago(card.recalled_at, now)}"
    counted = words.quantity(fact.confirmations, "confirmation")
    if width >= WIDE:
        return [*_beside(text, Content.styled(weight, "$muted"), width), *_beside(state.wrap(width), Content(counted), width)]
    tail = Content.assemble((f"{weight} · ", "$muted"), (counted, "$foreground"))
    return [*text, *state.wrap(width), *tail.wrap(width)]


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
    source = _source(evidence)
    said_by = [door.plain(evidence.author), source] if evidence.author else [source, "author unknown"]
    who = [*said_by, words.minute(evidence.observed_at, zone)]
    if cell_len(" · ".join(who)) > room:
        who = [*said_by, words.day(evidence.observed_at, zone)]
    matches = (
        Content.styled("✓", "$text-success") if evidence.hash_matches else Content.styled("× hash differs", "$text-error"),
        " hash matches" if evidence.hash_matches else "",
    )
    trust = "trusted" if evidence.trusted else "not trusted"
    if evidence.source_state != "present":
        trust += f" · message {door.plain(evidence.source_state)}"
    role = words.role(evidence)
    short = (
        Content.styled(" · ".join(who) + " · ", "$muted")
        + matches[0]
        + Content.styled(f"{' hash' if evidence.hash_matches else ''} · {role}", "$muted")
    )
    if width >= WIDE and short.cell_length <= room and evidence.trusted and evidence.source_state == "present":
        told = [short]
    else:
        told = [*_packed(who, room)]
        tail = (
            matches[0] + Content.styled(f"{matches[1]} · {trust} · {role}", "$muted")
            if counts
            else Content.styled(role, "$muted")
        )
        if not counts and not evidence.hash_matches:
            tail = matches[0] + Content.styled(f" · {role}", "$muted")
        told += tail.wrap(room)
    return [bar + line for line in (*quoted, *told)]


def _source(evidence: Evidence) -> str:
    kind = words.SOURCE_WORDS.get(evidence.source_kind, door.plain(evidence.source_kind))
    return f"{kind} {door.plain(evidence.source_ref)}".rstrip()


def _no_source(fact: Fact, zone: tzinfo) -> str:
    if fact.origin == "manual":
        return f"No source. Typed in by hand on {words.day(fact.recorded_at, zone)}."
    return "No source is known. c confirms it, i invalidates it."


def _beside(left: list[Content], right: Content, width: int) -> list[Content]:
    """Put words at the right end of the first line they fit on, else on a line of their own."""
    first = left[0]
    if len(left) == 1 and first.cell_length + 2 + right.cell_length <= width:
        return [first + Content(" " * (width - first.cell_length - right.cell_length)) + right]
    return [*left, right]


def _packed(parts: list[str], width: int) -> list[Content]:
    """Join parts by middle dots, breaking lines between parts where that is possible."""
    rows: list[str] = []
    for part in parts:
        if rows and cell_len(rows[-1]) + 3 + cell_len(part) <= width:
            rows[-1] += f" · {part}"
        else:
            rows.append(part)
    return [line for row in rows for line in _wrapped(row, "$muted", width)]


def _wrapped(shown: str, style: str, width: int) -> list[Content]:
    return Content.styled(shown, style).wrap(max(1, width)) or [Content("")]
