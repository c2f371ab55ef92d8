"""U5: whatever a fact holds stands literally in the ledger and in the past, and nothing in it can be clicked."""

import pytest
from textual.geometry import Region

from inspector.panes.history import HistoryPane
from inspector.travel.context import ContextPane
from inspector.travel.standing import Standing, lines
from store.values import AsOf, Block, BlockLine
from tests.door.hostile import HOSTILE
from tests.inspector.fake import fact
from tests.inspector.ledger.tellings import OPEN, Telling
from tests.inspector.test_history import showing


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_text_stays_text(name: str) -> None:
    text = HOSTILE[name]
    tale = Telling(text, "2026-06-01")
    tale.told("2026-01-01", tale.fact("Lives in Porto"), ("2026-01-01", "2026-03-01"))
    tale.told("2026-03-05", tale.fact(text, ref=text), ("2026-03-01", OPEN))
    history = tale.history()
    async with showing(history) as (app, pilot):
        for travel in (None, AsOf(history.now, history.now)):
            app.pane.travel = travel
            await pilot.pause()
            assert harmless("\n".join(app.lines()))
            assert not actions_in(app.pane)
        context = ContextPane()
        await app.mount(context)
        context.block = Block((BlockLine(1, f"- {text} (since 2026-01-01; observed today)"),), 0, 0, None, None)
        await pilot.pause()
        assert harmless("\n".join(context.render_line(y).text for y in range(context.size.height)))
    shown = lines(Standing(history, fact(1, text), fact(1, text), None, fact(2, text)), 40, app.pane.zone)
    assert harmless("\n".join(line.plain for line in shown))


def harmless(shown: str) -> bool:
    return not [
        letter for letter in shown if (letter < " " and letter != "\n") or "\x7f" <= letter < "\xa0" or letter in "\u202e\u200b"
    ]


def actions_in(pane: HistoryPane) -> list[object]:
    """What a click on any drawn cell would run."""
    strips = pane.render_lines(Region(0, 0, pane.size.width, pane.size.height).reset_offset)
    return [
        segment.style.meta["@click"] for strip in strips for segment in strip if segment.style and "@click" in segment.style.meta
    ]
