"""One key decides one proposal, which is the one before the person's eyes."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from textual import events

from inspector.app import InspectorApp
from inspector.config import Config
from inspector.modals.ask import AskModal
from inspector.modals.guard import GuardModal
from inspector.presses import DOUBT, REPEAT, Presses
from store.clock import FixedClock
from store.store import Store
from tests.inspector.driving import NARROW, WIDE, Driven, unpainted
from tests.inspector.fake import PRESENT, FakeStore
from tests.inspector.fake_queue import proposal
from tests.inspector.queue.queues import CONFLICT, EVERY, MANY, MERGE, REFUSED, Seconds, calls, confirms, current, deciding, state


async def test_it_opens_on_the_queue_where_something_waits() -> None:
    """Queues that nobody sees are the commonest way such tools fail."""
    async with deciding(confirms()) as driven:
        assert driven.main.pane == "proposals"
        assert "3 waiting, oldest 3 d" in driven.screen_text
        assert "3 Review" in driven.screen_text
        assert "1 Facts" not in driven.screen_text
        await driven.press("1")
        assert "1 Facts" in driven.screen_text
        assert "2 Proposals" in driven.screen_text


@pytest.mark.parametrize(("key", "leads_to"), [("1", "facts"), ("4", "history"), ("/", "facts"), ("j", "proposals")])
async def test_a_key_that_leads_somewhere_before_the_store_is_open_counts(key: str, leads_to: str) -> None:
    """No queue takes a person away from where they have just gone."""
    store = FakeStore(EVERY, proposals=confirms())
    app = InspectorApp(Path("memory.db"), "ana", Config(zone="UTC"), clock=FixedClock(PRESENT))
    app.open_store = lambda: None  # type: ignore[method-assign]
    async with unpainted(app).run_test(size=WIDE) as pilot:
        driven = Driven(app, pilot, store)
        await driven.press(key)
        app.use(cast("Store", store))
        await driven.until(lambda: driven.main.queue is not None and bool(driven.main.queue.listing.rows))
        await driven.settle()
        assert driven.main.pane == leads_to
        if key == "/":
            await driven.write("Braga")
            assert len(driven.rows) == 1


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("p",), "p (Pin) works in Facts; 1 goes there."),
        (("3", "D"), "D (Delete) works in Facts; 1 goes there."),
        (("1", "x"), "x (Reject) works in Proposals; 2 goes there."),
    ],
)
async def test_a_key_that_changes_nothing_where_it_is_pressed_says_where_it_does(keys: tuple[str, ...], said: str) -> None:
    async with deciding(confirms()) as driven:
        await driven.press(*keys)
        assert driven.toasts == [said]
        assert driven.store.calls == []
        assert calls(driven) == []


async def test_an_empty_queue_says_why_and_what_helps() -> None:
    async with deciding([]) as driven:
        assert driven.main.pane == "facts"
        flat = " ".join(driven.screen_text.replace("│", " ").split())
        assert "Nothing waits for you. The nightly run is off; memory-inspector settings set nightly.enabled true" in flat


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_twenty_plain_approvals_are_twenty_keys(size: tuple[int, int]) -> None:
    """U2: after each the next is current, and nothing else is pressed."""
    async with deciding(confirms(20), size) as driven:
        await driven.press(*["a"] * 20)
        assert [call[1] for call in calls(driven)] == list(range(1, 21))
        assert driven.main.queue is not None
        assert not driven.main.queue.listing.rows
        assert "Nothing waits for you" in driven.screen_text


async def test_far_down_a_long_queue_the_cursor_stays_where_it_is() -> None:
    """Reading the queue again does not lead back to its beginning."""
    waiting = [proposal(number, "confirm", [("target", MANY[number % len(MANY)])]) for number in range(1, 251)]
    async with deciding(waiting) as driven:
        await driven.press("G", "k", "k")
        assert current(driven) == 248
        await driven.press("R")
        assert current(driven) == 248
        await driven.press("x", "z")
        assert current(driven) == 248


async def test_a_held_key_decides_one() -> None:
    """A terminal sends a first repeat after half a second, and then thirty a second."""
    async with deciding(confirms(20), step=0.03) as driven:
        clock = cast("Seconds", driven.main.when_pressed)
        await driven.press("a")
        clock.at += 0.5
        for _ in range(30):
            driven.app.post_message(events.Key("a", "a"))
        await driven.settle()
        await driven.pilot.pause(REPEAT + 0.05)
        assert [call[1] for call in calls(driven)] == [1]


async def test_a_doubtful_press_counts_once_nothing_follows() -> None:
    async with deciding(confirms(5), step=0.4) as driven:
        for _ in range(3):
            await driven.press("a")
            await driven.pilot.pause(REPEAT + 0.05)
            await driven.settle()
        assert [call[1] for call in calls(driven)] == [1, 2, 3]


async def test_another_key_settles_a_doubtful_press() -> None:
    """What it was meant for is decided before the other key does anything."""
    async with deciding(confirms(5), step=0.4) as driven:
        await driven.press("a")
        driven.app.post_message(events.Key("a", "a"))
        driven.app.post_message(events.Key("j", "j"))
        await driven.settle()
        assert [call[1] for call in calls(driven)] == [1, 2]


def test_a_key_that_is_held_is_told_from_one_that_is_pressed() -> None:
    presses = Presses()
    assert presses.press("approve", now := 0.0) == "now"
    assert presses.press("approve", now := now + 0.5) == "soon"
    for _ in range(10):
        assert presses.press("approve", now := now + 0.03) == "held"
    assert presses.press("approve", now := now + DOUBT) == "now"
    presses.other()
    assert presses.press("approve", now) == "now"
    assert presses.press("reject", now + REPEAT) == "now"


async def test_reject_and_undo_bring_the_item_back_under_the_cursor() -> None:
    """U2: z names what it undid, and that item is current."""
    async with deciding(confirms()) as driven:
        await driven.press("x")
        assert state(driven, 1) == "rejected"
        assert current(driven) == 2
        await driven.press("j", "z")
        assert state(driven, 1) == "pending"
        assert current(driven) == 1
        assert any("Undone, rejected" in toast for toast in driven.toasts)


async def test_a_decided_row_is_undone_alone() -> None:
    async with deciding(confirms()) as driven:
        await driven.press("x", "f", "f", "z")
        assert state(driven, 1) == "pending"


async def test_cyrillic_letters_decide_too() -> None:
    """N4."""
    async with deciding(confirms()) as driven:
        await driven.press("ф")
        assert [call[:2] for call in calls(driven)] == [("approve", 1)]
        await driven.press("ч")
        assert [call[:2] for call in calls(driven)] == [("approve", 1), ("reject", 2)]


async def test_what_another_inspector_decided_is_said_and_passed_over() -> None:
    async with deciding(confirms()) as driven:
        driven.store.proposals.decided_elsewhere(1)
        await driven.press("a")
        assert driven.toasts == ['The confirm "Fact number 0" was approved by person:ben at 2026-11-29T23:00:00Z. Passed over.']
        assert current(driven) == 2
        assert driven.store.proposals.one(1).decided_by == "person:ben"


async def test_what_changed_is_shown_before_it_is_approved() -> None:
    """Approve what you saw: the first a shows it as it is now, the second one approves that."""
    async with deciding(confirms()) as driven:
        held = driven.store.held
        held[100] = replace(held[100], version=2, pinned=True)
        await driven.press("a")
        assert state(driven, 1) == "stale"
        assert "Changed since it was proposed" in driven.screen_text
        assert "#100 changed: it is active since" in driven.screen_text
        await driven.press("a")
        assert state(driven, 1) == "approved"
        assert current(driven) == 2


async def test_a_proposal_that_is_stale_already_takes_two_presses() -> None:
    old = confirms(1)[0]
    async with deciding([replace(old, items=(replace(old.items[0], version=0),))]) as driven:
        assert "± changed since" in driven.screen_text or "Changed since it was proposed" in driven.screen_text
        await driven.press("a")
        assert not calls(driven)
        await driven.press("a")
        assert state(driven, 1) == "approved"


async def test_what_is_said_of_a_proposal_goes_with_it() -> None:
    """U1: a key that a toast names is a key of what is looked at; another proposal, another pane or a dialog takes it away."""
    old, *others = confirms(3)
    async with deciding([replace(old, items=(replace(old.items[0], version=0),)), *others]) as driven:
        for away, back in ((("j",), ("k",)), (("1",), ("2",)), (("question_mark",), ("escape",)), (("9",), ("escape",))):
            driven.main.read_review(changed=True)
            await driven.settle()
            assert driven.toasts == ["It has changed since. This is how it stands now; a approves it."], away
            await driven.press(*away)
            assert driven.toasts == [], away
            await driven.press(*back)
        driven.main.read_review(changed=True)
        await driven.settle()
        await driven.press("3")
        assert len(driven.toasts) == 1


@pytest.mark.parametrize("count", [3, 6, 20])
async def test_the_columns_have_their_names_from_the_start(count: int) -> None:
    """The same before and after the first decision."""
    async with deciding(confirms(count), NARROW) as driven:
        opening = [line for line in driven.screen_text.splitlines() if "change" in line and "what" in line]
        await driven.press("1", "2")
        before = [line for line in driven.screen_text.splitlines() if "change" in line and "what" in line]
        await driven.press("a")
        after = [line for line in driven.screen_text.splitlines() if "change" in line and "what" in line]
        assert len(opening) == len(before) == len(after) == 1


async def test_a_row_another_decided_is_counted_while_it_is_shown() -> None:
    """It stays until the list is read anew, and no place is beyond the last one."""
    async with deciding(confirms(5)) as driven:
        driven.store.proposals.decided_elsewhere(2, "rejected")
        assert driven.main.queue is not None
        driven.main.queue.listing.compare()
        await driven.press("G")
        assert "5 of 5" in driven.screen_text
        assert "5 of 4" not in driven.screen_text
        await driven.press("R")
        assert "4 of 4" in driven.screen_text


@pytest.mark.parametrize(("key", "becomes"), [("a", "approved"), ("x", "rejected")])
async def test_a_press_waits_once_for_what_is_being_read(key: str, becomes: str) -> None:
    """It is not lost, and what is decided is what was painted."""
    async with deciding(confirms(4)) as driven:
        review = driven.main.review
        assert review is not None
        review.painted = None
        await driven.pilot.press(key)
        assert not calls(driven)
        assert driven.toasts == []
        driven.main.read_review()
        await driven.settle()
        assert state(driven, 1) == becomes
        assert [call[1] for call in calls(driven)] == [1]


async def test_a_press_that_waits_is_forgotten_with_another_key() -> None:
    async with deciding(confirms(4)) as driven:
        review = driven.main.review
        assert review is not None
        review.painted = None
        await driven.pilot.press("a")
        await driven.press("j")
        assert not calls(driven)
        await driven.press("k")
        assert not calls(driven)


async def test_a_stale_one_that_cannot_be_approved_says_so_at_once() -> None:
    """It is not promised that a approves what is always refused; x rejects it."""
    async with deciding(confirms(2)) as driven:
        held = driven.store.held
        held[100] = replace(held[100], version=2, state="ended")
        await driven.press("2", "j", "k")
        flat = " ".join(driven.screen_text.replace("│", " ").replace("▌", " ").split())
        assert "It cannot be approved as it stands now: a fact in it does not hold now." in flat
        assert "x rejects it." in flat
        assert "a approves it" not in flat
        await driven.press("a")
        assert not calls(driven)
        assert any("Refused: a fact in it does not hold now (not_active)." in toast for toast in driven.toasts)
        await driven.press("x")
        assert state(driven, 1) == "rejected"


async def test_one_that_stopped_holding_while_it_was_looked_at_says_so() -> None:
    async with deciding(confirms(2)) as driven:
        held = driven.store.held
        held[100] = replace(held[100], version=2, state="ended")
        await driven.press("a")
        assert any("cannot be approved: a fact in it does not hold now." in toast for toast in driven.toasts)
        assert not any("a approves it" in toast for toast in driven.toasts)


async def test_what_another_decided_is_not_offered_to_be_taken_back() -> None:
    """The key is named where it would work: in the inspector that did it."""
    async with deciding(confirms()) as driven:
        driven.store.proposals.decided_elsewhere(1, "rejected")
        assert driven.main.queue is not None
        driven.main.queue.listing.compare()
        await driven.settle()
        assert "Rejected by person:ben just now." in driven.screen_text
        assert "z takes that back" not in driven.screen_text
        await driven.press("x")
        assert driven.toasts == ["Rejected by person:ben just now."]
        await driven.press("j", "x", "f", "f")
        await driven.press("G")
        assert "z takes that back" in driven.screen_text


async def test_a_refused_one_says_its_reason_and_the_way_out() -> None:
    async with deciding([REFUSED]) as driven:
        await driven.press("2", "f")
        assert "× None of its messages is the owner's own   missing_trusted_owner_evidence" in driven.screen_text
        await driven.press("a")
        assert not calls(driven)
        assert any("e takes it on your own word, x rejects it." in toast for toast in driven.toasts)


async def test_marked_ones_are_decided_together() -> None:
    """U2: conflicts wait for an answer, and the toast says so."""
    async with deciding([*confirms(), CONFLICT]) as driven:
        await driven.press("v", "G", "v", "a")
        assert [state(driven, number) for number in (1, 2, 3, 41)] == ["approved", "approved", "approved", "pending"]
        assert any(toast.startswith("Approved 3, 1 needs an answer.") for toast in driven.toasts)


async def test_a_range_that_is_still_open_is_decided_and_ended() -> None:
    """U1, U2: what is shown as marked is what is decided; of one row it is the current one, decided as it is painted."""
    async with deciding(confirms(5)) as driven:
        await driven.press("v", "j", "j", "x")
        assert [state(driven, number) for number in range(1, 6)] == ["rejected", "rejected", "rejected", "pending", "pending"]
        await driven.press("j")
        assert driven.main.queue is not None
        assert driven.main.queue.listing.chosen == []
        await driven.press("k", "v", "a")
        assert [state(driven, number) for number in (4, 5)] == ["approved", "pending"]
        assert driven.main.queue.listing.chosen == []


async def test_a_large_batch_asks_first() -> None:
    async with deciding(confirms(21)) as driven:
        await driven.press("v", "G", "v")
        for key, rejected in (("n", 0), ("enter", 0), ("y", 21)):
            await driven.press("x")
            assert driven.screen_is(AskModal), key
            await driven.press(key)
            assert len(calls(driven)) == rejected, key


async def test_a_guarded_run_is_opened_by_a_person_only() -> None:
    """P10: the dialog names what the run would end."""
    async with deciding(confirms()) as driven:
        driven.store.proposals.guarded.add(3)
        await driven.press("v", "G", "v", "a")
        assert driven.screen_is(GuardModal)
        assert "Run 3 would end 40 of 200 active facts." in driven.screen_text
        await driven.press("n")
        assert state(driven, 1) == "pending"
        await driven.press("a", "y")
        assert [state(driven, number) for number in (1, 2, 3)] == ["approved"] * 3


async def test_a_live_refresh_moves_nothing() -> None:
    """U9: what is new waits for R, and the cursor stays on its proposal."""
    proposals = confirms(6)
    async with deciding(proposals[2:]) as driven:
        await driven.press("j")
        driven.store.proposals.held |= {one.number: one for one in proposals}
        assert driven.main.queue is not None
        driven.main.queue.listing.compare()
        await driven.settle()
        assert current(driven) == 4
        assert "2 new, R" in driven.screen_text
        await driven.press("R")
        assert current(driven) == 4
        assert [row.number for row in driven.main.queue.listing.rows] == [1, 2, 3, 4, 5, 6]


async def test_a_merge_shows_its_lost_words_and_what_it_did() -> None:
    async with deciding([MERGE]) as driven:
        assert "Merge 2 facts into one" in driven.screen_text
        await driven.press("a")
        assert any(toast == "Merged 1 into #21. z undoes it." for toast in driven.toasts)


async def test_nothing_is_decided_while_travelling() -> None:
    async with deciding(confirms()) as driven:
        await driven.press("1", "t", *"2026-03-21", "enter")
        await driven.press("2", "a", "x")
        assert not calls(driven)


@pytest.mark.parametrize("pane", ["1", "2", "3"])
async def test_a_held_undo_takes_one_change_back(pane: str) -> None:
    """A hand that rests on z does not take the whole sitting back; the numbers are the new ones at once."""
    async with deciding(confirms(6)) as driven:
        await driven.press("x", "x", "x", pane)
        driven.main.when_pressed = Seconds(0.03)
        for _ in range(20):
            driven.app.post_message(events.Key("z", "z"))
        await driven.settle()
        await driven.pilot.pause(REPEAT + 0.05)
        await driven.settle()
        assert [state(driven, number) for number in (1, 2, 3)] == ["rejected", "rejected", "pending"]
        assert "4 waiting" in driven.screen_text
        assert driven.main.queue is not None
        assert [row.number for row in driven.main.queue.listing.rows] == [3, 4, 5, 6]


async def test_two_presses_of_undo_are_two() -> None:
    async with deciding(confirms(6), step=0.4) as driven:
        await driven.press("x", "j", "x", "z")
        driven.app.post_message(events.Key("z", "z"))
        await driven.pilot.pause(REPEAT + 0.05)
        await driven.settle()
        assert {state(driven, number) for number in range(1, 7)} == {"pending"}
