"""D1, D3, D4, U1: deleting for good in the inspector, and what became of it."""

import pytest
from textual.widgets import Button

from inspector.modals.ask import AskModal
from inspector.modals.delete import DeleteModal
from inspector.screens.deletions import DeletionsScreen
from inspector.widgets.picks import Picks
from store.deletion import Scope
from store.errors import Refused
from tests.inspector.driving import NARROW, WIDE, Driven, opened
from tests.inspector.fake import FACTS, FakeStore, fact

HOSTILE = "Likes [bold]markup[/] and \x1b[31mred\x1b[0m [@click=app.quit]links[/]"


def deletes(driven: Driven) -> list[tuple[object, ...]]:
    """What the store was asked to delete."""
    return [call for call in driven.store.calls if call[0] == "delete"]


def modal(driven: Driven) -> DeleteModal:
    screen = driven.app.screen
    assert isinstance(screen, DeleteModal)
    return screen


def is_closed(driven: Driven) -> bool:
    """Whether Delete cannot be pressed."""
    return modal(driven).query_one("#go", Button).disabled


@pytest.mark.parametrize("key", ["D", "В"])
async def test_the_number_of_facts_is_typed_before_anything_goes(key: str) -> None:
    """D1, N4: Cancel has the focus, Delete is closed until the number stands there, and enter alone never deletes."""
    async with opened() as driven:
        await driven.press("j", key)
        assert modal(driven).focused is modal(driven).query_one("#cancel")
        assert "Type the number of facts:  1" in driven.screen_text
        assert "This cannot be undone." in driven.screen_text
        assert is_closed(driven)
        await driven.press("2", "enter")
        assert is_closed(driven)
        assert "not the number" in driven.screen_text
        await driven.press("backspace", "1")
        assert not is_closed(driven)
        assert deletes(driven) == []
        await driven.press("enter")
        assert modal(driven).focused is modal(driven).query_one("#go")
        await driven.press("enter")
        assert deletes(driven) == [("delete", Scope("facts", (2,)), "keep", 1)]
        assert 2 not in [fact.number for fact in driven.main.facts.facts]
        assert driven.toasts == ["Deleted 1 fact for good; every copy in reach was cleared and checked. 7 shows it."]


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_field_says_what_it_is_for_and_enter_in_it_what_comes_next(size: tuple[int, int]) -> None:
    """D1: the number and enter go on to Delete, and that is said."""
    async with opened(size) as driven:
        await driven.press("D")
        assert "number of facts" in driven.screen_text.replace("Type the number of facts", "")
        await driven.press("1", "enter")
        assert modal(driven).focused is modal(driven).query_one("#go")
        assert "Delete is chosen: enter deletes for good" in driven.screen_text
        for said in ("Delete for good", "Cancel", "This cannot be undone.", "enter presses"):
            assert said in driven.screen_text, said
        assert deletes(driven) == []
        await driven.press("escape")
        assert deletes(driven) == []


async def test_leaving_the_dialog_deletes_nothing() -> None:
    """D1: enter on Cancel, and esc, leave everything as it is."""
    async with opened() as driven:
        for keys in (("enter",), ("escape",), ("1", "escape"), ("1", "tab", "enter"), ("enter", "enter", "enter")):
            await driven.press("1", "D", *keys)
            assert deletes(driven) == [], keys
            assert len(driven.rows) == len([item for item in FACTS if item.state in ("active", "upcoming")]), keys
            while driven.app.screen is not driven.main:
                await driven.press("escape")


async def test_keys_typed_in_a_burst_do_not_delete() -> None:
    """D1: a key that was meant for the list, pressed while the dialog opens, presses nothing in it."""
    async with opened() as driven:
        await driven.pilot.press("D", "enter", "j", "space")
        await driven.settle()
        assert deletes(driven) == []


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_what_goes_and_what_stays_is_shown(size: tuple[int, int]) -> None:
    """D1, D2: counts, copies with whether they can be reached, and what stays; where it does not fit it scrolls."""
    async with opened(size) as driven:
        await driven.press("D")
        for said in ("Goes, in every version", "1  fact", "Copies", "out of reach", "Never coffee after six"):
            assert said in driven.screen_text, said
        assert "Cancel" in driven.screen_text
        await driven.press("pagedown", "pagedown", "pagedown")
        assert "Stays" in driven.screen_text
        assert "so that it does not come back" in driven.screen_text


async def test_the_scope_is_chosen_and_the_number_follows() -> None:
    """D1: the fact, its slot, or its message with all that was read from it; the number typed before counts no more."""
    async with opened() as driven:
        await driven.press("j", "D", "1")
        assert not is_closed(driven)
        modal(driven).query_one("#scope").focus()
        await driven.press("j")
        assert "all that home.city ever held" in driven.screen_text
        assert "Type the number of facts:  2" in driven.screen_text
        assert is_closed(driven)
        await driven.press("j")
        assert "its message and all that was read from it" in driven.screen_text
        assert modal(driven).scope == Scope("source", name="m-2291")
        await driven.press("backspace")


async def test_the_marked_facts_are_the_scope() -> None:
    """D1: what is marked goes, all of it."""
    async with opened() as driven:
        await driven.press("space", "space", "D", "2", "enter", "enter")
        assert deletes(driven) == [("delete", Scope("facts", (1, 2)), "keep", 2)]
        assert not driven.main.facts.marked


async def test_what_was_merged_into_it_is_asked_about() -> None:
    """D3: the members of a merge stay superseded, hold again, or go too, and the number says so."""
    facts = (fact(1, "Lives in Porto"), fact(2, "Is in Porto", state="superseded", superseded_by=1, ends_as="merged"))
    async with opened(facts=facts) as driven:
        await driven.press("D")
        assert "stay superseded" in driven.screen_text
        members = modal(driven).query_one("#members", Picks)
        members.focus()
        await driven.press("j", "j")
        assert members.chosen == "delete"
        assert "Type the number of facts:  2" in driven.screen_text
        await driven.press("2", "enter", "enter")
        assert deletes(driven) == [("delete", Scope("facts", (1,)), "delete", 2)]


async def test_stored_text_is_only_text_in_the_dialog() -> None:
    """N3: markup, escapes and links in a fact are shown, not obeyed."""
    async with opened(facts=(fact(1, HOSTILE, slot="[/]x"),)) as driven:
        await driven.press("D")
        assert "[bold]markup[/]" in driven.screen_text
        assert "\x1b" not in driven.screen_text


async def test_hidden_texts_stay_hidden() -> None:
    """N8: while texts are covered the dialog names facts by number."""
    async with opened() as driven:
        await driven.press("h", "D")
        assert "Never coffee" not in driven.screen_text
        assert "#1" in driven.screen_text


async def test_a_refusal_is_said_and_nothing_is_gone() -> None:
    """D1: what changed since it was shown is refused."""
    async with opened() as driven:
        driven.store.refuse = Refused("scope_changed", expected=1, found=2)
        await driven.press("D", "1", "enter", "enter")
        assert driven.toasts[-1].startswith("Not deleted: ")
        assert 1 in driven.store.held


async def test_in_the_past_nothing_is_deleted() -> None:
    """U1: D is closed while travelling, and says so."""
    async with opened() as driven:
        await driven.press("4", "j", "t")
        if driven.app.screen is not driven.main:
            await driven.press("D")
            assert not isinstance(driven.app.screen, DeleteModal)
            assert deletes(driven) == []


async def test_a_copy_that_fails_leaves_the_job_pending_and_says_where_to_look() -> None:
    """D4: out of use and cleared are two things; why is said at the copy, and R tries again."""
    store = FakeStore()
    store.deletions.failing = {"store file": "store_busy"}
    async with opened(store=store) as driven:
        await driven.press("D", "1", "enter", "enter")
        assert driven.toasts == [
            "1 fact is no longer used. Still to be cleared: store file (store_busy). 7 shows it, R there tries again."
        ]
        await driven.press("7")
        assert driven.screen_is(DeletionsScreen)
        shown = driven.screen_text
        assert "No longer used" in shown
        assert "Copies being cleared" in shown
        assert "2 of 3" in shown
        assert "another program was using the store (store_busy)" in shown
        assert "1 pending" in shown
        store.deletions.failing = {}
        await driven.press("R")
        assert "3 of 3" in driven.screen_text
        assert driven.toasts == ["1 deletion done; every copy was cleared and checked."]
        await driven.press("R")
        assert driven.toasts == ["Nothing is pending. The list was read again."]
        await driven.press("escape")
        assert driven.app.screen is driven.main


async def test_the_receipt_holds_no_text() -> None:
    """D6: ids and counts, to hand on."""
    async with opened() as driven:
        await driven.press("D", "1", "enter", "enter", "7", "y")
        copied = driven.app.clipboard
        assert "deletion 1" in copied
        assert "facts #1" in copied
        assert "coffee" not in copied


async def test_lifting_asks_first() -> None:
    """D5: what a deletion keeps away may be told again once a person says so."""
    async with opened() as driven:
        await driven.press("D", "1", "enter", "enter", "7", "Д")
        assert driven.screen_is(AskModal)
        await driven.press("n")
        assert ("lift", 1) not in driven.store.calls
        await driven.press("L", "y")
        assert ("lift", 1) in driven.store.calls
        assert "Lifted 20" in driven.screen_text


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_without_deletions_the_screen_says_so(size: tuple[int, int]) -> None:
    """U6: an empty list says why it is empty and which key helps."""
    async with opened(size) as driven:
        await driven.press("7")
        assert "Nothing was deleted for good. D on a fact does it" in driven.screen_text
        await driven.press("enter", "y", "L", "R", "j", "G")
        assert driven.screen_is(DeletionsScreen)
