"""How a change is said in the audit: ids, counts and names, never the text of a fact."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from inspector import door, words

if TYPE_CHECKING:
    from store.values import Operation, Problem

ROLES = {
    "delete": "$text-error",
    "retract": "$text-error",
    "approve": "$text-success",
    "confirm": "$text-success",
    "undo": "$text-primary",
    "redo": "$text-primary",
    "restore": "$text-primary",
    "reject": "$text-warning",
    "lift": "$text-warning",
    "accept": "$text-warning",
}
NUMBER, WHEN = 7, 18
HASH, CHAIN = 8, 22
"""So much of a hash a row shows, and the cells that the two of them take."""
GROUP, GROUPS = 4, 8
"""A hash is read in groups; so many of them stand below the list where there is room."""
MANY = 3
HERE = "Entries hold ids and counts, never the text of a fact."


class Columns(NamedTuple):
    """The widths of the columns that bend."""

    who: int
    did: int
    to: int
    detail: int
    chain: int


def columns(width: int) -> Columns:
    """Fit the columns to a width."""
    who, did, to = (18, 12, 10) if width >= 96 else (13, 11, 9)
    chain = CHAIN if width >= 96 else 0
    return Columns(who, did, to, max(0, width - 4 - NUMBER - WHEN - who - did - to - chain), chain)


def heading(width: int, zone_name: str) -> Content:
    """Return the names of the columns."""
    who, did, to, _, chain = columns(width)
    when = f"when, {zone_name}"
    names = f"    {'no.'.rjust(NUMBER - 2)}  {when.ljust(WHEN)}{'who'.ljust(who)}{'did'.ljust(did)}{'to'.ljust(to)}detail"
    if chain:
        names = f"{names.ljust(width - chain)}  {'hash'.ljust(HASH)}    follows"
    return Content.styled(names, "$muted").truncate(width)


def row(one: Operation, width: int, zone: tzinfo, *, joint: tuple[str, str], problem: str, current: bool) -> Content:
    """Return a change without the cursor.

    Args:
        joint: What joins it to the one before: a line, or a break.
        problem: What is wrong with it.
        current: The cursor is on it.
    """
    who, did, to, detail, chain = columns(width)
    explains = "$foreground" if current else "$muted"
    told = Content.styled(problem, "bold $text-error") if problem else Content.styled(_detail(one), explains)
    said = Content.assemble(
        joint,
        " ",
        (str(one.number).rjust(NUMBER - 2), "$foreground"),
        ("  " + words.minute(one.at, zone).ljust(WHEN), explains),
        (_fit(one.actor, who), "$foreground" if one.actor.startswith("person:") else explains),
        (_fit(one.verb, did), ROLES.get(one.verb, "$foreground")),
        (_fit(_to(one), to), "$foreground"),
    ) + told.truncate(max(0, detail), ellipsis=True)
    return said.pad_right(max(0, width - 2 - chain - said.cell_length)) + _chain(one, explains) if chain else said


def _chain(one: Operation, explains: str) -> Content:
    """Return the beginning of an entry's hash, and of the one it follows."""
    hashes = [(door.plain(each)[:HASH] if each else "?").ljust(HASH) for each in (one.hash, one.follows)]
    return Content.assemble("  ", (hashes[0], "$foreground"), "  ", ("← ", "$faint"), (hashes[1], explains))


def _fit(text: str, cells: int) -> str:
    from rich.cells import cell_len

    shown = door.one_line(text, cells - 1)
    return shown + " " * (cells - cell_len(shown))


def _to(one: Operation) -> str:
    if len(one.touched) == 1:
        return f"#{one.touched[0].fact}"
    return f"{len(one.touched)} facts" if one.touched else ""


def _detail(one: Operation) -> str:
    parts = [door.plain(one.about)] if one.about else []
    if one.undoes is not None:
        parts.append(f"takes back {one.undoes}")
    if one.undone_by is not None:
        parts.append(f"taken back by {one.undone_by}")
    if len(one.touched) == 1 and one.verb != "delete":
        touched = one.touched[0]
        if touched.before != touched.after:
            parts.append("new" if touched.before == 0 else f"version {touched.before} → {touched.after}")
    elif one.touched:
        parts.append(" ".join(f"#{touched.fact}" for touched in one.touched[:MANY]) + (" …" if len(one.touched) > MANY else ""))
    return ", ".join(parts)


def entry(one: Operation, zone: tzinfo, width: int, problems: Sequence[str]) -> Content:
    """Return the entry under the cursor, in six lines at most, and what is wrong with it."""
    title = f"Change {one.number}"
    second = f"{words.minute(one.at, zone)}:{one.at // 1_000_000 % 60:02}"
    of = f" of {door.one_line(one.owner, 24)}" if one.owner else ""
    facts = ", ".join(
        f"#{touched.fact}" + (f" {touched.before}→{touched.after}" if touched.before != touched.after else "")
        for touched in one.touched[:8]
    )
    more = f" and {len(one.touched) - 8} more" if len(one.touched) > 8 else ""
    about = f"{door.plain(one.about)} · " if one.about else ""
    lines = [
        Content.assemble((title, "bold $foreground"), " ", ("─" * max(0, width - len(title) - 1), "$faint")),
        Content.styled(f"  {door.plain(one.verb)} by {door.one_line(one.actor, 40)} at {second}{of}", "$foreground"),
        Content.styled(f"  {about}" + (f"facts and their versions: {facts}{more}" if facts else "It touched no fact."), "$muted"),
        Content.styled(
            f"  id {door.plain(one.id)[:13]}…, y copies it whole"
            + (f" · part of one batch {door.plain(one.batch)[:8]}" if one.batch else ""),
            "$muted",
        ),
    ]
    lines += _hashes(one, width)
    lines[3:3] = [Content.styled(f"  × {door.plain(problem)}", "$text-error") for problem in problems[:2]]
    return Content("\n").join([line.truncate(width, ellipsis=True) for line in lines])


def _hashes(one: Operation, width: int) -> list[Content]:
    """Return an entry's hash and the one it follows: half of each on lines of their own, or less of both on one."""
    if one.hash is None:
        return [Content.styled("  It has no entry in the chain.", "$text-error")]
    both = (("hash", one.hash), ("after", one.follows))
    if columns(width).chain:
        return [Content.styled(f"  {name.ljust(7)}{_grouped(each, GROUPS)}", "$muted") for name, each in both]
    return [Content.styled("  " + "  ".join(f"{name} {_grouped(each, GROUPS // 2 - 1)}" for name, each in both), "$muted")]


def _grouped(found: str | None, groups: int) -> str:
    """Return the beginning of a hash in groups."""
    if found is None:
        return "missing"
    shown = door.plain(found)[: GROUP * groups]
    return " ".join(shown[start : start + GROUP] for start in range(0, len(shown), GROUP))


def plain(one: Operation) -> str:
    """Return an entry for the clipboard."""
    from store.clock import to_iso

    facts = " ".join(f"#{touched.fact} {touched.before}->{touched.after}" for touched in one.touched)
    chain = f"hash {door.plain(one.hash or 'missing')} after {door.plain(one.follows or 'missing')}"
    return f"{one.number} {to_iso(one.at)} {door.plain(one.actor)} {door.plain(one.verb)} {facts} {door.plain(one.id)} {chain}"


def verdict(problems: Sequence[Problem] | None, entries: str, *, has_key: bool, anchored: bool, checking: bool) -> Content:
    """Return what is known of the chain.

    Args:
        problems: What is wrong with it; `None` when nobody looked yet.
        has_key: Whether it can be told here who wrote it.
        anchored: Its end was compared with the one kept outside the store.
    """
    if checking:
        return Content.assemble(("… ", "$text-warning"), ("Checking the chain", "bold $foreground"), (f", {entries}…", "$muted"))
    if problems is None:
        return Content.assemble(
            ("· ", "$muted"), ("Not checked yet", "bold $foreground"), (f", {entries}. V checks it.", "$muted")
        )
    if problems:
        lines = [
            Content.assemble(
                ("× ", "$text-error"),
                (f"{words.quantity(len(problems), 'thing is', 'things are')} wrong with the chain", "bold $text-error"),
                (f", {entries}", "$muted"),
            )
        ]
        lines += [Content.styled(f"  {door.plain(one.detail)} ({door.plain(one.reason)})", "$text-error") for one in problems[:3]]
        if len(problems) > 3:
            lines.append(Content.styled(f"  and {len(problems) - 3} more; memory-inspector audit --verify lists them.", "$muted"))
        return Content("\n").join(lines)
    if not has_key:
        return Content.assemble(
            ("· ", "$muted"),
            ("Not verified", "bold $text-warning"),
            (f", {entries}; the key is elsewhere, and without it what was forged is not told from the rest.", "$muted"),
        )
    end = "is the one kept outside the store" if anchored else "is not known here"
    return Content.assemble(
        ("✓ ", "$text-success"),
        ("Chain whole" if anchored else "Chain whole as far as it goes", "bold $text-success"),
        (f", {entries}, checked just now · its end {end}", "$muted"),
    )
