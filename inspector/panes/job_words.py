"""How a deletion is said: its place in the list, its two states, its copies, and why one is not clear."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING

from textual.content import Content

from inspector import door, words
from store.deletion import Deletion, Step

if TYPE_CHECKING:
    from store.clock import Instant

SCOPES = {"facts": "by number", "slot": "a slot whole", "source": "a message whole", "owner": "a person whole"}
GLYPHS = {"cleared": ("✓", "$text-success"), "failed": ("○", "$text-warning"), "pending": ("·", "$muted")}
FOUND = ("!", "$text-error")
STATES = {"cleared": "cleared", "failed": "pending", "pending": "not started"}
WHY = {
    "store_busy": "another program was using the store",
    "text_left": "some of the words were still found there",
    "no_permission": "it may not be written",
    "disk_full": "the disk is full",
    "read_only": "it may only be read",
}


def scope(job: Deletion) -> str:
    """Return what was asked for, and how much it was."""
    facts = words.quantity(len(job.facts), "fact")
    return facts if job.scope == "facts" else f"{facts}, {SCOPES.get(job.scope, door.plain(job.scope))}"


def glyph(job: Deletion) -> tuple[str, str]:
    """Return the mark of a job and its colour."""
    if job.state == "done":
        return "✓", "$text-success"
    return ("!", "$text-error") if any(step.detail == "text_left" for step in job.steps) else ("…", "$text-warning")


def row(job: Deletion, cells: int, now: Instant, *, current: bool) -> Content:
    """Return a job as the list shows it, without cursor and mark."""
    age = words.age(job.started_at, now)
    room = max(4, cells - 8 - 6)
    said = f"{scope(job)}{', lifted' if job.lifted_at is not None else ''}"
    style = "bold $foreground" if current else "$foreground"
    return Content.assemble(
        glyph(job), " ", (f"{job.number:>4}  ", style), (door.cut(said, room).ljust(room), style), (age.rjust(6), "$muted")
    )


def head(job: Deletion, zone: tzinfo, cells: int) -> list[Content]:
    """Return who deleted what and when, and that it is out of use."""
    counted = ", ".join(words.quantity(count, what.removesuffix("s"), what) for what, count in job.counts if count)
    of = f" of {door.one_line(job.owner, 24)}" if job.owner else ""
    lines = [
        Content.assemble((f"{job.number}  ", "bold $foreground"), (f"{scope(job)}{of}", "bold $foreground")),
        Content.styled(f"by {door.one_line(job.actor, 30)}, {words.minute(job.started_at, zone)} · {counted}", "$muted"),
        Content(""),
        Content.assemble(
            ("✓ ", "$text-success"),
            ("No longer used".ljust(24), "bold $foreground"),
            (f"since {words.minute(job.started_at, zone)}, in no answer", "$muted"),
        ),
    ]
    if job.lifted_at is not None:
        lines.append(Content.styled(f"○ Lifted {words.minute(job.lifted_at, zone)}: it may be told again", "$text-accent"))
    return [line.truncate(cells, ellipsis=True) for line in lines]


def progress(job: Deletion, total: int, cells: int) -> Content:
    """Return how many copies are clear, as a line of its own."""
    cleared = sum(step.state == "cleared" for step in job.steps)
    done = job.state == "done"
    mark, style = ("✓", "$text-success") if done else ("…", "$text-warning")
    title = "Copies cleared" if done else "Copies being cleared"
    bar = max(8, min(24, cells - 40))
    full = bar if done else bar * cleared // max(1, total)
    return Content.assemble(
        (f"{mark} ", style),
        (title.ljust(24), "bold $foreground"),
        ("━" * full, "$text-success"),
        ("─" * (bar - full), "$faint"),
        (f"  {cleared} of {total}", "$foreground"),
        ("  and checked" if done else "", "$muted"),
    )


HEADING = f"  {'copy'.ljust(20)}{'state'.ljust(13)}{'left':>5}{'tries':>7}  last"


def step(one: Step, zone: tzinfo) -> Content:
    """Return one copy as a row."""
    last = "—" if one.tried_at is None else words.minute(one.tried_at, zone)
    style = "$text-success" if one.state == "cleared" else "$text-warning" if one.state == "failed" else "$muted"
    return Content.assemble(
        FOUND if one.left else GLYPHS.get(one.state, ("·", "$muted")),
        " ",
        (door.one_line(one.mirror, 19).ljust(20), "$foreground"),
        (STATES.get(one.state, one.state).ljust(13), style),
        (f"{one.left:>5}", "bold $foreground" if one.left else "$muted"),
        (f"{one.tries:>7}", "$muted"),
        (f"  {last}", "$muted"),
    )


def why(one: Step, *, reading: bool) -> Content:
    """Return why a copy stands as it does; `reading` names no key that changes."""
    name = f"{door.plain(one.mirror)}: "
    if one.state == "cleared":
        return Content.assemble((name, "$muted"), ("cleared; none of the words was found there any more.", "$muted"))
    if one.state == "pending":
        return Content.assemble((name, "$muted"), (f"not begun yet.{'' if reading else ' R goes on.'}", "$muted"))
    told = WHY.get(one.detail, door.plain(one.detail.replace("_", " "))) + (f": {door.plain(one.where)}" if one.where else "")
    return Content.assemble(
        (name, "$muted"), (f"{told} ({door.plain(one.detail)}). ", "$text-warning"), ("" if reading else "R retries.", "$muted")
    )


def receipt(job: Deletion) -> str:
    """Return what proves a deletion without a word of what was deleted."""
    from store.clock import to_iso

    facts = " ".join(f"#{number}" for number in job.facts)
    lines = [
        f"deletion {job.number} {job.id}",
        f"scope {job.scope}, {job.state}, audit entry of change {job.operation}, by {door.plain(job.actor)}",
        f"started {to_iso(job.started_at)}" + (f", finished {to_iso(job.finished_at)}" if job.finished_at is not None else ""),
        f"facts {facts}",
        ", ".join(f"{what} {count}" for what, count in job.counts),
        *(f"{one.mirror}: {one.state}, {one.left} left, {one.tries} tries" for one in job.steps),
    ]
    return "\n".join(lines)
