"""U5: whatever a fact, its slot, its author or its quote holds is shown literally, does nothing when clicked, and is copied harmless."""

import pytest

from inspector import clipboard, door
from tests.door.hostile import HOSTILE
from tests.inspector.driving import NARROW, opened
from tests.inspector.fake import FakeStore, fact
from tests.inspector.travel.test_hostile import harmless

ROWS = (1, 3, 4, 13, 15, 16, 17)
"""Where the texts stand in 80 columns: tabs and rows of the list, the head and the body of the box below."""


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_string_is_text_everywhere_and_nothing_else(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In text, slot, subject and owner; what shows it is clicked; `y` gives the door's text."""
    text = HOSTILE[name]
    copied: list[str] = []

    def taken(words: str, terminal: object) -> clipboard.Copied:
        copied.append(words)
        return clipboard.Copied("Copied.", True)

    monkeypatch.setattr(clipboard, "copy", taken)
    evil = fact(1, text, slot=text, subject=text, owner=text, kind="profile")
    store = FakeStore((evil, fact(2, "Plays the cello", owner=text)))
    async with opened(NARROW, store=store, owner=text) as driven:
        await driven.press("g", "y")
        assert copied == [door.plain(text)]
        for pane in ("3", "4", "1"):
            await driven.press(pane)
            shown = driven.screen_text
            assert harmless(shown), name
            assert not driven.links, name
            assert {strip.cell_length for strip in driven.app.screen._compositor.render_strips()} == {NARROW[0]}
        for row in ROWS:
            await driven.click(20, row)
        await driven.settle()
        assert driven.app.is_running
        assert driven.app.return_value is None
        assert store.operations == []


async def test_hostile_names_of_many_owners_are_text_too() -> None:
    """Before each fact of the list, on the card, and in the dialog that lists them."""
    facts = [fact(number, "Likes tea", owner=text) for number, text in enumerate(HOSTILE.values(), 1)]
    async with opened(NARROW, facts=facts, owner=None) as driven:
        for keys in (("j",) * len(facts), ("O",), ("/", "x"), ("escape", "1", "G")):
            await driven.press(*keys)
            assert harmless(driven.screen_text), keys
            assert not driven.links, keys
            assert {strip.cell_length for strip in driven.paint()} == {NARROW[0]}, keys
