"""The two lines above the rows: ticks with their names, and the rule they hang from."""

from datetime import tzinfo

from rich.cells import cell_len

from inspector.ledger.canvas import Canvas, Line
from inspector.ledger.dates import local
from inspector.ledger.scale import Scale, ticks
from inspector.words import day
from store.clock import Instant

RULE, TICK, NOW = "─", "┬", "▼"
HERE = "▽"


def ruler(
    scale: Scale, now: Instant, margin: int, width: int, zone: tzinfo, cursor: Instant | None = None, title: str = "known"
) -> tuple[Line, Line]:
    """Return the names of the ticks and the rule.

    Args:
        scale: The scale.
        now: Where `▼` stands.
        margin: Cells before the scale, where the rows have their dates.
        width: Cells of the whole line.
        zone: Whose days and hours the ticks are.
        cursor: An instant of valid time pointed at.
        title: What stands beside the rows.
    """
    names, rule = Canvas(width), Canvas(width)
    names.write(0, title, "head")
    for cell in range(scale.cells):
        rule.put(margin + cell, RULE, "rule")
    free, has_year = 0, False
    marks = ticks(scale, zone)
    for tick in marks:
        rule.put(margin + tick.cell, TICK, "rule")
        if tick.cell >= free and tick.cell + cell_len(tick.label) <= scale.cells:
            names.write(margin + tick.cell, tick.label, "head")
            free, has_year = tick.cell + cell_len(tick.label) + 1, has_year or tick.year
    if not has_year:
        rule.write(0, f"{local(scale.start, zone).year:04}", "head")
    if scale.shows(now):
        cell = margin + scale.place(now)
        rule.put(cell, NOW, "now")
        if cell + 3 <= width and all(names[place] == " " for place in range(max(cell - 1, 0), min(cell + 4, width))):
            names.write(cell, "now", "now")
    if cursor is not None and scale.shows(cursor) and scale.place(cursor) != scale.place(now):
        rule.put(margin + scale.place(cursor), HERE, "cursor")
    return names.line(), rule.line()


def pointer(scale: Scale, valid_at: Instant, margin: int, width: int, zone: tzinfo) -> Line:
    """Return the line that names the instant of valid time travelled to, over its column."""
    canvas = Canvas(width)
    text = f"valid {day(valid_at, zone)}"
    place = margin + min(max(scale.place(valid_at), 0), scale.cells - 1)
    if not scale.shows(valid_at):
        text = f"{text}, outside this window"
    if place + 2 + cell_len(text) <= width:
        canvas.write(place, f"{NOW} {text}", "column")
    else:
        canvas.write(max(place - cell_len(text) - 1, 0), f"{text} {NOW}", "column")
    return canvas.line()
