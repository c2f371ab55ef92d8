"""What the dialog before a hard delete says: what goes, which copies there are, what was made from it, what stays."""

from collections.abc import Iterable, Sequence

from textual.content import Content

from inspector import door
from store.deletion import Preview
from store.values import Fact

COUNT, WHAT, PLACE, STATE = 5, 12, 26, 14
NOTES = {
    "beliefs": "every state ever believed",
    "quotes": "what was read from messages",
    "pins": "when something was pinned",
    "recalls": "when something was given to the assistant",
    "relations": "held up by it",
    "messages": "on which nothing else rests",
    "proposals": "with the words in them",
}
NAMED = 6
"""So many facts are named at most."""


def said(preview: Preview, width: int, *, hidden: bool = False) -> Content:
    """Return everything but the choices, for so many cells."""
    parts = [*_section("Goes, in every version", _goes(preview, width, hidden), width)]
    parts += _section("Copies", _copies(preview, width), width)
    if preview.made_from_it:
        parts += _section("Made from it", (_line(line, width) for line in preview.made_from_it), width)
    parts += _section("Stays", (_staying(one.what, one.why, width) for one in preview.stays), width)
    return Content("\n").join(parts[:-1])


def _section(title: str, lines: Iterable[Content], width: int) -> list[Content]:
    rule = "─" * max(0, width - len(title) - 1)
    return [Content.assemble((title, "bold $foreground"), " ", (rule, "$faint")), *lines, Content("")]


def _goes(preview: Preview, width: int, hidden: bool) -> Iterable[Content]:
    for what, count in preview.counts:
        note = named(preview.facts, width - COUNT - WHAT - 4, hidden) if what == "facts" else NOTES.get(what, "")
        if what == "messages" and preview.scope.kind == "source":
            note = door.plain(preview.scope.name)
        word = what.removesuffix("s") if count == 1 else what
        style = "$foreground" if what == "facts" else "$muted"
        yield Content.assemble((f"{count:,}".rjust(COUNT), "bold $foreground"), "  ", (word.ljust(WHAT), "$foreground")) + (
            Content.styled(door.cut(note, max(0, width - COUNT - WHAT - 2)), style)
        )


def named(facts: Sequence[Fact], cells: int, hidden: bool) -> str:
    """Return the facts in one line of at most so many cells."""
    names = [f"#{fact.number}" if hidden else door.one_line(fact.text, 48) for fact in facts[:NAMED]]
    more = f" · and {len(facts) - NAMED:,} more" if len(facts) > NAMED else ""
    return door.cut(" · ".join(names), max(0, cells - len(more))) + more


def _copies(preview: Preview, width: int) -> Iterable[Content]:
    for copy in preview.copies:
        state, style = ("in reach", "$text-success") if copy.reachable else ("out of reach", "$text-warning")
        room = max(0, width - COUNT - 2 - PLACE - STATE)
        yield Content.assemble(
            " " * (COUNT + 2),
            (door.one_line(copy.name, PLACE).ljust(PLACE), "$foreground"),
            (state.ljust(STATE), style),
            (door.one_line(copy.what, room), "$muted"),
        )


def _staying(what: str, why: str, width: int) -> Content:
    line = Content.assemble((what.ljust(PLACE), "$foreground"), (why, "$muted"))
    return (Content(" " * (COUNT + 2)) + line).truncate(width, ellipsis=True)


def _line(text: str, width: int) -> Content:
    indent = Content(" " * (COUNT + 2))
    wrapped = Content.styled(door.plain(text), "$foreground").wrap(max(20, width - COUNT - 2))
    return Content("\n").join([indent + line for line in wrapped])
