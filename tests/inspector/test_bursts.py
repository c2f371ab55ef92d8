"""Keys that come faster than the screen: each is meant for what it was pressed for."""

import asyncio
import time
from typing import Any

import pytest
from textual import events

from inspector.modals.invalidate import InvalidateModal
from inspector.panes.filter import FilterInput
from inspector.widgets.fields import FactText
from store.values import Edge, Operation, Outcome, Touched
from tests.inspector.driving import NARROW, WIDE, Driven, opened
from tests.inspector.fake import PRESENT, FakeStore
from tests.inspector.queue.queues import EVERY, confirms


async def burst(driven: Driven, *keys: str) -> None:
    """Press keys with nothing between them, as a terminal hands over what was typed ahead."""
    for key in keys:
        driven._send(key)
    await driven.settle()
    await driven.settle()


async def test_a_key_typed_ahead_of_a_dialog_reaches_it() -> None:
    """i n: it was never true; the letter is not lost while the dialog opens."""
    async with opened() as driven:
        number = driven.current.number
        await burst(driven, "i", "n")
        assert driven.store.calls == [("retract", number, 1)]
        assert not driven.screen_is(InvalidateModal)


@pytest.mark.parametrize("keys", [("i", "e", "enter"), ("i", "enter", "enter")])
async def test_a_whole_answer_typed_ahead_is_taken(keys: tuple[str, ...]) -> None:
    """i e enter: it ended now."""
    async with opened() as driven:
        number = driven.current.number
        await burst(driven, *keys)
        assert driven.store.calls == [("end", number, 1)]


async def test_a_text_typed_ahead_of_its_field_chooses_nothing() -> None:
    """i r and a text: its n is no "it was never true"."""
    async with opened() as driven:
        number = driven.current.number
        await burst(driven, "i", "r", *"nene")
        assert driven.store.calls == []
        assert driven.app.screen.query_one("#text", FactText).text == "nene"
        await burst(driven, "enter")
        assert driven.store.calls == [("supersede", number, 1)]


@pytest.mark.parametrize("keys", [("i", "n", "enter"), ("i", "n")])
async def test_an_enter_after_the_letter_of_an_answer_belongs_to_it(keys: tuple[str, ...]) -> None:
    """The list keeps the focus, and j moves in it."""
    async with opened() as driven:
        await burst(driven, *keys)
        assert len(driven.store.calls) == 1
        if "enter" not in keys:
            await driven.press("enter")
        assert driven.main.pane == "facts"
        await driven.press("j")
        assert driven.main.facts.cursor == 1
        driven.main.seconds = lambda: 1e9
        await driven.press("enter")
        assert driven.main.pane == "provenance"


async def test_each_of_many_presses_acts_once_on_the_row_the_cursor_was_on() -> None:
    """c twelve times with no gap: the first rows in their order, none twice, and the last once."""
    async with opened() as driven:
        order = [fact.number for fact in driven.main.facts.facts]
        await burst(driven, *"c" * 12)
        assert [ref for _, ref, _ in driven.store.calls] == order[:12]
        assert driven.main.facts.cursor == min(12, len(order) - 1)


async def test_a_held_key_confirms_the_last_one_once() -> None:
    async with opened() as driven:
        await driven.press("G")
        last = driven.current.number
        await burst(driven, *"c" * 5)
        await driven.press("c")
        assert driven.store.calls == [("confirm", last, 1)]
        assert driven.toasts[-1] == "That was the last one, and it is confirmed. z undoes it."
        await driven.press("k", "j", "c")
        assert len(driven.store.calls) == 2


async def test_changes_are_made_in_the_order_of_their_keys_and_a_held_undo_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """c ten times and z ten times, with no gap: all confirms, however long each takes, then one undo, and why the others do nothing."""
    async with opened() as driven:
        made: list[int] = []
        confirm, undo = driven.store.confirm, driven.store.undo

        def slowly(ref: int, **given: Any) -> Outcome:
            time.sleep(0.02 if len(made) % 2 else 0)
            made.append(ref)
            return confirm(ref, **given)

        def take_back(operation: int | None = None) -> Outcome:
            made.append(0)
            return undo(operation)

        monkeypatch.setattr(driven.store, "confirm", slowly)
        monkeypatch.setattr(driven.store, "undo", take_back)
        order = [fact.number for fact in driven.main.facts.facts]
        await burst(driven, *"c" * 10, *"z" * 10)
        assert made == [*order[:10], 0]
        assert driven.toasts[-1] == "z held down counts once."
        assert driven.toasts[-2].startswith("Undone, confirmed")


async def test_what_was_asked_for_is_done_before_the_inspector_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """c c c q: three are confirmed."""
    async with opened() as driven:
        confirm = driven.store.confirm

        def slowly(ref: int, **given: Any) -> Outcome:
            time.sleep(0.03)
            return confirm(ref, **given)

        monkeypatch.setattr(driven.store, "confirm", slowly)
        order = [fact.number for fact in driven.main.facts.facts]
        await burst(driven, *"cccq")
        assert driven.store.calls[:3] == [("confirm", number, 1) for number in order[:3]]
        assert driven.app.return_value is not None


@pytest.mark.parametrize(("key", "change"), [("p", "unpin"), ("r", "restore")])
async def test_a_change_under_way_is_not_begun_again(key: str, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that comes twice before the first is through counts once."""
    async with opened() as driven:
        make = getattr(driven.store, change)

        def slowly(ref: int, **given: Any) -> Outcome:
            time.sleep(0.1)
            made: Outcome = make(ref, **given)
            return made

        monkeypatch.setattr(driven.store, change, slowly)
        await burst(driven, key, key)
        assert len([call for call in driven.store.calls if call[1] == driven.current.number]) <= 1


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_what_comes_with_a_slash_goes_into_the_filter_of_every_list(size: tuple[int, int]) -> None:
    """/ and words in one read: no letter of them acts on a fact or a proposal; what is deleted and moved past is what stands there."""
    store = FakeStore(EVERY, proposals=confirms())
    store.operations = [Operation("o1", 1, PRESENT, "person:ana", "pin", "ana", (Touched(1, 1, 2),), None, None, None, None)]
    store.related = (Edge("e1", "Ana", "lives in", "Braga", (2,), is_open=True),)
    async with opened(size, store=store) as driven:
        for place in "123489":
            await driven.press(place)
            await burst(driven, "/", *"pin_cat_ax", "backspace", "z", "left", "left", "d")
            field = driven.app.focused
            assert isinstance(field, FilterInput), place
            assert field.value == "pin_cat_daz", place
            await burst(driven, "enter", "j")
            assert not isinstance(driven.app.focused, FilterInput), place
            assert field.value == "pin_cat_daz", place
            await driven.press("escape", "escape")
        changes = [call for call in store.calls if call[0] in ("pin", "unpin", "retract", "confirm", "end", "approve", "reject")]
        assert changes == []


async def test_keys_that_come_together_are_typed_in_their_order() -> None:
    """In a dialog too, and with a paste among them, a backspace takes away what stands before it and no letter behind it."""
    async with opened() as driven:
        driven.app.post_message(events.Key("w", "w"))
        driven.app.post_message(events.Paste("so "))
        await burst(driven, *"abc", "backspace", "backspace", *"de", "left", "f")
        area = driven.app.screen.query_one("#text", FactText)
        assert area.text == "so adfe"
        driven._send("escape")
        driven._send("/")
        for letter in "what comes while others wait":  # some come in one read with the slash, others between its steps
            driven._send("space" if letter == " " else letter)
            await asyncio.sleep(0)
        await driven.settle()
        assert driven.main.facts_pane.words == "what comes while others wait"


async def test_a_cursor_that_moved_while_the_list_was_read_stays_where_it_was_moved_to() -> None:
    async with opened() as driven:
        await burst(driven, "p", "j", "j")
        assert driven.main.facts.cursor == 2
