"""How relations are said: a row each, a small tree around a name, and the facts that hold one up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from inspector import door, words

if TYPE_CHECKING:
    from datetime import tzinfo

    from store.values import Edge, Fact

NAME = 40
MOST = 16
"""So many lines a tree has at most."""


class Line(NamedTuple):
    """A relation as a list holds it.

    Args:
        number: Its place.
        edge: The relation.
    """

    number: int
    edge: Edge


def name(text: str, *, hidden: bool) -> str:
    """Return a name, covered while texts are."""
    shown = door.one_line(text, NAME)
    return words.masked(shown) if hidden else shown


def glyph(edge: Edge) -> tuple[str, str]:
    """Return the mark of a relation and its colour."""
    return ("●", "$text-success") if edge.is_open else ("■", "$muted")


def row(edge: Edge, width: int, *, hidden: bool, current: bool) -> Content:
    """Return a relation as a row."""
    style = ("bold " if current else "") + ("$foreground" if edge.is_open or current else "$muted")
    said = Content.assemble(
        glyph(edge),
        " ",
        (name(edge.subject, hidden=hidden), style),
        (f"  {name(edge.relation, hidden=hidden)}  ", "$foreground" if current else "$muted"),
        (name(edge.object, hidden=hidden), style),
    )
    return said.truncate(max(0, width), ellipsis=True)


def tree(edges: Sequence[Edge], around: str, width: int, *, hidden: bool) -> list[Content]:
    """Return what is related to a name, and what to that in turn."""
    lines = [Content.styled(name(around, hidden=hidden), "bold $foreground")]
    near = list(_beside(edges, around))
    for place, (edge, other, outward) in enumerate(near):
        last = place == len(near) - 1
        lines.append(_branch("└─" if last else "├─", edge, other, outward, hidden))
        further = [one for one in _beside(edges, other) if one[0] is not edge and one[1] not in (around, other)][:3]
        for index, (beyond, far, out) in enumerate(further):
            stem = f"{' ' if last else '│'}  {'└─' if index == len(further) - 1 else '├─'}"
            lines.append(_branch(stem, beyond, far, out, hidden))
    if len(lines) > MOST:
        lines[MOST:] = [Content.styled(f"… {len(lines) - MOST} more", "$muted")]
    return [line.truncate(width, ellipsis=True) for line in lines]


def _beside(edges: Iterable[Edge], around: str) -> Iterator[tuple[Edge, str, bool]]:
    for edge in edges:
        if edge.subject == around:
            yield edge, edge.object, True
        elif edge.object == around:
            yield edge, edge.subject, False


def _branch(stem: str, edge: Edge, other: str, outward: bool, hidden: bool) -> Content:
    relation = name(edge.relation, hidden=hidden)
    style = "$foreground" if edge.is_open else "$muted"
    return Content.assemble(
        (f"{stem} ", "$faint"),
        (f"{relation} → " if outward else f"← {relation} of ", "$muted"),
        (name(other, hidden=hidden), style),
        ("" if edge.is_open else "  no longer", "$muted"),
    )


def support(fact: Fact, zone: tzinfo, width: int, *, hidden: bool) -> Content:
    """Return a fact that holds a relation up."""
    state, _ = words.state_sentence(fact, zone)
    text = f"#{fact.number}" if hidden else door.one_line(fact.text, max(8, width - 16))
    return Content.assemble(
        (words.STATE_GLYPHS.get(fact.state, "·"), words.STATE_ROLES.get(fact.state, "$muted")),
        " ",
        (text, "$foreground"),
        (f"  {state}", "$muted"),
    ).truncate(max(0, width), ellipsis=True)
