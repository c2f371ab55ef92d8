"""Changing facts by key: what is called, what is said, where the cursor goes."""

from datetime import UTC
from pathlib import Path

import pytest

from inspector.actions import ACTIONS
from inspector.cli.session import login
from inspector.deeds import said, step_back
from inspector.modals.ask import AskModal
from inspector.modals.edit import EditModal
from inspector.modals.invalidate import InvalidateModal
from inspector.modals.restore import RestoreModal
from inspector.modals.write import WriteModal
from inspector.screens.main import MainScreen
from inspector.screens.trouble import TroubleScreen
from inspector.widgets.fields import FactText
from store.clock import DAY
from store.deletion import Scope
from store.errors import Refused
from store.store import create_store
from store.values import Fact
from tests.inspector.driving import opened
from tests.inspector.fake import FACTS, PRESENT, fact


async def test_pin_says_what_it_did_and_which_key_undoes_it() -> None:
    """U1: a toast in the past tense, with the fact and the undo key; the version painted goes with it."""
    async with opened() as driven:
        await driven.press("j", "p")
        assert driven.store.calls == [("pin", 2, 1)]
        assert driven.toasts[-1] == "Pinned: Lives in Guimarães with Rui. z undoes it."
        assert driven.current.number == 2
        assert driven.current.pinned
        await driven.press("p")
        assert driven.store.calls[-1] == ("unpin", 2, 2)


async def test_undo_names_what_it_undid_and_goes_there() -> None:
    """U1: after z the item undone is current."""
    async with opened() as driven:
        await driven.press("j", "p", "G", "z")
        assert driven.toasts[-1] == "Undone, pinned: Lives in Guimarães with Rui. Z does it again."
        assert driven.current.number == 2
        assert not driven.current.pinned
        await driven.press("z")
        assert driven.toasts[-1] == "Nothing to undo."


async def test_confirm_goes_on_to_the_next() -> None:
    """N1: confirming moves on."""
    async with opened() as driven:
        await driven.press("c")
        assert driven.store.calls == [("confirm", 1, 1)]
        assert driven.current.number == 2
        await driven.press("c")
        assert driven.current.number == 3


async def test_invalidate_ends_now_with_two_more_keys() -> None:
    """B2: it ended, and the list moves up under the cursor."""
    async with opened() as driven:
        await driven.press("j", "i")
        assert isinstance(driven.app.screen, InvalidateModal)
        assert "It was true, and is no longer." in driven.screen_text
        await driven.press("enter", "enter")
        assert driven.store.calls == [("end", 2, 1)]
        assert driven.toasts[-1] == "Ended: Lives in Guimarães with Rui. z undoes it."
        assert driven.main.facts.cursor == 1
        assert driven.current.number == 3


async def test_invalidate_takes_an_instant_and_says_what_is_wrong_with_it() -> None:
    """U1: a time that cannot be read is said in the dialog, and nothing is lost."""
    async with opened() as driven:
        await driven.press("j", "i", "e")
        await driven.write("banana")
        await driven.press("enter")
        assert isinstance(driven.app.screen, InvalidateModal)
        assert "is not a date or time" in driven.screen_text
        await driven.press(*["backspace"] * 6)
        await driven.write("3 days ago")
        await driven.press("enter")
        assert driven.store.held[2].valid_to == PRESENT - 3 * DAY


async def test_invalidate_as_never_true_and_as_replaced() -> None:
    """B2: the three answers are three operations."""
    async with opened() as driven:
        await driven.press("j", "i", "n")
        assert driven.store.calls == [("retract", 2, 1)]
        await driven.press("i", "r")
        await driven.write("Allergic to walnuts")
        await driven.press("enter")
        assert driven.store.calls[-1] == ("supersede", 3, 1)
        assert driven.toasts[-1].startswith("Replaced: 对花生过敏")
        assert "It was pinned." in driven.toasts[-1]


async def test_edit_corrects_only_what_was_changed() -> None:
    """B2: a correction carries the new words and the version decided on."""
    async with opened() as driven:
        await driven.press("j", "e")
        assert isinstance(driven.app.screen, EditModal)
        await driven.write(" and Lena")
        await driven.press("enter")
        assert driven.store.calls == [("correct", 2, 1)]
        assert driven.store.held[2].text == "Lives in Guimarães with Rui and Lena"
        await driven.press("e", "enter")
        assert len(driven.store.calls) == 1


async def test_edit_keeps_hostile_characters_it_did_not_touch() -> None:
    """U5: what cannot be typed comes through the door into the field, and leaves unchanged when only dates change."""
    hostile = "Red \x1b[31m and ‮ odd"
    async with opened(facts=[fact(1, hostile)]) as driven:
        await driven.press("e")
        assert "\x1b" not in driven.screen_text
        await driven.press("tab")
        await driven.press(*["backspace"] * 20)
        await driven.write("2025")
        await driven.press("enter")
        assert driven.store.calls == [("correct", 1, 1)]
        assert driven.store.held[1].text == hostile


async def test_write_makes_a_fact_and_goes_there() -> None:
    """U1: w writes a fact by hand."""
    async with opened() as driven:
        await driven.press("w")
        assert isinstance(driven.app.screen, WriteModal)
        await driven.press("enter")
        assert "A fact needs words." in driven.screen_text
        await driven.write("Plays the oud")
        await driven.press("tab")
        await driven.write("pref")
        await driven.press("enter")
        assert driven.current.text == "Plays the oud"
        assert driven.current.kind == "preference"
        assert driven.toasts[-1] == "Wrote: Plays the oud. z undoes it."


async def test_what_was_begun_and_left_is_gone_on_with() -> None:
    """Leaving the dialog loses no words; what was saved, or never begun, is not brought up again."""
    async with opened() as driven:
        await driven.press("w", "escape")
        assert driven.toasts == []
        await driven.press("w")
        await driven.write("Plays the")
        await driven.press("escape")
        assert driven.store.calls == []
        assert driven.toasts == ["Not saved; w goes on with what you wrote."]
        await driven.press("w")
        await driven.write(" oud")
        await driven.press("enter")
        assert driven.current.text == "Plays the oud"
        await driven.press("w")
        assert driven.app.screen.query_one(FactText).text == ""


async def test_the_first_fact_of_an_empty_store_is_of_whoever_is_logged_in() -> None:
    """As on the command line."""
    async with opened(facts=(), owner=None) as driven:
        await driven.press("w")
        assert f"remembered of {login()}?" in driven.screen_text
        await driven.write("Plays the oud")
        await driven.press("enter")
        assert driven.rows == ["Plays the oud"]


async def test_restore_of_a_taken_slot_names_what_is_in_the_way() -> None:
    """B4: swap, from now on or cancel; never silently."""
    async with opened() as driven:
        await driven.press("f")
        row = driven.rows.index("Lives in Braga")
        await driven.press(*["j"] * row, "r")
        assert isinstance(driven.app.screen, RestoreModal)
        assert "Lives in Guimarães with Rui" in driven.screen_text
        await driven.press("c")
        assert driven.store.calls == []
        await driven.press("r", "s")
        assert driven.store.calls == [("restore", 9, 1)]
        assert driven.toasts[-1] == "Restored: Lives in Braga. z undoes it."


async def test_actions_apply_to_the_marked() -> None:
    """U2: marks make a batch; one toast says what came of it."""
    async with opened() as driven:
        await driven.press("j", "space", "space", "i", "n")
        assert [call[:2] for call in driven.store.calls] == [("retract", 2), ("retract", 3)]
        assert driven.toasts[-1] == "Retracted 2, 1 of them pinned. z undoes them."
        assert driven.main.facts.marked == {}


async def test_actions_apply_to_a_range_that_is_still_open_and_end_it() -> None:
    """U1, U2: what is shown as marked is what is changed; a dialog that is left changes nothing and leaves the range open."""
    async with opened() as driven:
        await driven.press("v", "j", "j", "i", "escape", "i", "n")
        assert [call[:2] for call in driven.store.calls] == [("retract", 1), ("retract", 2), ("retract", 3)]
        assert driven.main.facts.chosen == []
        await driven.press("j", "j")
        assert driven.main.facts.chosen == []
        await driven.press("g", "v", "j", "e")
        assert driven.toasts[-1] == "This takes one fact, and 2 are marked. esc forgets the marks."
        driven.store.calls.clear()
        await driven.press("c")
        assert [call[0] for call in driven.store.calls] == ["confirm", "confirm"]


async def test_one_of_a_batch_that_had_changed_stays() -> None:
    """B12: an action carries the versions that were painted."""
    async with opened() as driven:
        await driven.press("j", "space", "space")
        driven.store.pin(3)
        await driven.press("i", "n")
        assert driven.toasts[-1] == "Retracted 1, 1 had changed and stays as it was. z undoes them."
        assert driven.store.held[3].state == "active"


async def test_a_large_batch_is_asked_about_with_cancel_focused() -> None:
    """U2: above twenty facts a dialog asks, and enter cancels."""
    many = [fact(number, f"Fact {number}") for number in range(1, 31)]
    async with opened(facts=many) as driven:
        await driven.press("v", *["j"] * 24, "p")
        assert isinstance(driven.app.screen, AskModal)
        assert "Pin 25 facts?" in driven.screen_text
        await driven.press("enter", "v")
        assert driven.store.calls == []
        await driven.press("p", "y")
        assert len(driven.store.calls) == 25


async def test_edit_of_several_says_so() -> None:
    """U1: what takes one fact says so."""
    async with opened() as driven:
        await driven.press("space", "space", "e")
        assert isinstance(driven.app.screen, MainScreen)
        assert driven.toasts[-1] == "This takes one fact, and 2 are marked. esc forgets the marks."


async def test_a_refusal_is_said_in_words() -> None:
    """U1: why it was refused, and what helps."""
    async with opened() as driven:
        driven.store.refuse = Refused("nothing_to_end")
        await driven.press("i", "n")
        assert driven.toasts[-1].startswith("Not retracted: The fact does not hold in that time")


async def test_a_double_key_opens_one_dialog_and_esc_leaves_it() -> None:
    """U1: screens never stack twice."""
    async with opened() as driven:
        await driven.press("j")
        for key in ("i", "e", "w", "O", "question_mark", "ctrl+p", "f1"):
            await driven.pilot.press(key, key)
            await driven.settle()
            assert len(driven.app.screen_stack) <= 2, key
            await driven.press("escape", "escape")
            assert driven.app.screen is driven.main, key


async def test_nothing_can_be_changed_in_a_read_only_session() -> None:
    """U4: a key that is closed here answers once, in words, whichever is the first."""
    async with opened() as driven:
        driven.app.read_only = True
        for key in ("c", "p", "e", "i", "r", "w", "z", "Z", "з", "Я"):
            driven.main._told_gate = None
            driven.app.clear_notifications()
            await driven.press(key, key)
            assert driven.store.calls == [], key
            assert driven.app.screen is driven.main, key
            assert driven.toasts == ["This session is read-only; nothing can be changed."], key


@pytest.mark.parametrize("facts", [FACTS, ()], ids=["facts", "empty"])
async def test_every_action_of_the_palette_runs_without_a_traceback(facts: tuple[Fact, ...]) -> None:
    """U1: whatever is chosen in the palette works, also on an empty store."""
    async with opened(facts=facts) as driven:
        for action in ACTIONS:
            if action.id in ("quit", "theme"):
                continue
            driven.main.go_to(action.panes[-1])
            driven.main.perform(action.id)
            await driven.settle()
            driven.paint()
            assert not isinstance(driven.app.screen, TroubleScreen), action.id
            while len(driven.app.screen_stack) > 1:
                driven.app.pop_screen()
                await driven.settle()


async def test_an_error_nobody_expected_is_a_screen_not_a_traceback() -> None:
    """U1: nothing that happens in a thread passes in silence."""
    async with opened() as driven:
        driven.store.fail = ValueError("secret text")
        await driven.press("R")
        assert driven.screen_is(TroubleScreen)
        assert "secret text" not in driven.screen_text
        driven.store.fail = None
        await driven.press("R")
        assert driven.screen_is(MainScreen)
        assert len(driven.rows) > 5


async def test_a_toast_is_one_and_says_what_holds_now() -> None:
    """A newer one takes the place of the older, and a correction names the new words."""
    async with opened() as driven:
        await driven.press("c", "z", "Z", "p")
        assert len(driven.toasts) == 1
        await driven.press("e", "ctrl+u")
        await driven.write("Never tea")
        await driven.press("enter")
        assert driven.toasts[0].startswith("Corrected: Never tea.")


def test_undo_and_redo_name_what_was_first_done(db: Path) -> None:
    """However often it is undone and done again."""
    with create_store(db) as store:
        store.assert_fact("Lives in Porto", owner="ana")
        store.confirm(1)
        for verb, begins in (("undo", "Undone, confirmed"), ("redo", "Done again, confirmed")) * 2:
            assert said(step_back(store, verb), UTC).text.startswith(f"{begins}: Lives in Porto")


def test_undo_says_whose_it_was_and_that_a_deletion_stays(db: Path) -> None:
    """U2: what is undone of another than is shown names them; a deletion that it goes past stays, which is said once."""
    with create_store(db) as store:
        for text, owner in (("Lives in Porto", "ana"), ("Likes tea", "eve"), ("Sings alto", "ana")):
            store.assert_fact(text, owner=owner)
        store.deletions.delete(Scope("facts", (3,)))
        first = said(step_back(store, "undo"), UTC, owner="ana")
        assert first.text.startswith("The deletion stays; undone, of eve, wrote: Likes tea.")
        assert first.severity == "warning"
        again = step_back(store, "redo")
        assert said(again, UTC, owner="ana").text.startswith("Done again, of eve, wrote: Likes tea.")
        assert said(again, UTC, owner="eve").text.startswith("Done again, wrote: Likes tea.")
        assert said(again, UTC).text.startswith("Done again, wrote: Likes tea.")
        assert said(step_back(store, "undo"), UTC, owner="eve").text.startswith("Undone, wrote: Likes tea.")
        step_back(store, "undo")
        assert said(step_back(store, "undo"), UTC).text == "Nothing to undo."
        store.deletions.delete(Scope("facts", (1,)))
        assert said(step_back(store, "undo"), UTC).text == "The deletion stays; there is nothing else to undo."


async def test_undo_says_when_it_goes_past_the_sitting() -> None:
    async with opened() as driven:
        await driven.press("p")
        driven.store.sitting = "another"
        await driven.press("z")
        assert "It was made 2026-" in driven.toasts[0]
        assert "not in this sitting" in driven.toasts[0]


async def test_an_end_before_the_beginning_is_said_before_it_is_done() -> None:
    """Nothing of the fact would be left; a second enter agrees."""
    async with opened() as driven:
        number = driven.current.number
        await driven.press("i", "e", "ctrl+u")
        await driven.write("1900")
        await driven.press("enter")
        assert driven.store.calls == []
        assert "nothing of it would be left" in " ".join(driven.screen_text.replace("│", " ").split())
        await driven.press("enter")
        assert driven.store.calls == [("end", number, 1)]


@pytest.mark.parametrize(
    ("keys", "typed", "more", "kind", "verb"),
    [
        (("w",), "Sings alto", ("enter",), WriteModal, "assert"),
        (("e",), " and Rui", ("enter",), EditModal, "correct"),
        (("i", "r"), "Sings alto", ("enter",), InvalidateModal, "supersede"),
        (("i", "e"), "yesterday", ("enter",), InvalidateModal, "end"),
    ],
)
async def test_what_was_typed_is_not_lost_when_it_is_refused(
    keys: tuple[str, ...], typed: str, more: tuple[str, ...], kind: type, verb: str
) -> None:
    """The dialog stands there again with it, and says why; enter tries once more."""
    async with opened() as driven:
        driven.store.refuse = Refused("slot_busy", others="#7")
        await driven.press(*keys)
        if verb == "end":
            await driven.press("ctrl+u")
        await driven.write(typed)
        await driven.press(*more)
        assert driven.screen_is(kind)
        assert "#7 holds in the same slot." in driven.screen_text
        assert typed.strip() in driven.screen_text
        driven.store.refuse = None
        before = len(driven.store.calls)
        await driven.press("enter")
        assert [call[0] for call in driven.store.calls[before:]] == [verb]
        assert not driven.screen_is(kind)
