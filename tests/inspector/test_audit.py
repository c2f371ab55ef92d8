"""D6, N10, U1: the audit in the inspector."""

from dataclasses import replace
from hashlib import sha256

import pytest

from inspector.actions import ACTIONS
from inspector.modals.help import HelpModal
from inspector.modals.palette import ActionProvider
from inspector.panes import audit_words
from inspector.screens.audit import AuditScreen
from inspector.screens.deletions import DeletionsScreen
from store.clock import DAY
from store.values import Operation, Problem, Touched
from tests.inspector.driving import NARROW, WIDE, Driven, opened
from tests.inspector.fake import FACTS, PRESENT, FakeStore, fact


def link(number: int) -> str:
    """A hash, as good as any."""
    return sha256(str(number).encode()).hexdigest()


def store(count: int = 300) -> FakeStore:
    """A store with many changes by several hands."""
    made = FakeStore(FACTS)
    verbs = ("assert", "pin", "retract", "merge")
    who = ("person:ana", "agent:mail", "[/b]\x1b[31mnightly:1")
    made.operations = [
        Operation(
            f"o{number}", number, PRESENT - (count - number) * DAY, who[number % 3], verbs[number % 4], "ana",
            (Touched(1 + number % 8, 1, 2),), None, None, None, None, link(number), link(number - 1),
        )
        for number in range(1, count + 1)
    ]  # fmt: skip
    return made


def audit(driven: Driven) -> AuditScreen:
    screen = driven.app.screen
    assert isinstance(screen, AuditScreen)
    return screen


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_every_change_is_listed_newest_first(size: tuple[int, int]) -> None:
    """D6: number, when, who, did, to; no text of a fact, and nothing stored is obeyed."""
    async with opened(size, store=store()) as driven:
        await driven.press("9")
        assert [one.number for one in audit(driven).entries.rows[:3]] == [300, 299, 298]
        assert "never the text of a fact" in driven.screen_text
        assert "1 of 300" in driven.screen_text
        assert "person:ana" in driven.screen_text
        assert "[/b]" in driven.screen_text
        assert "\x1b" not in driven.screen_text
        assert not any(item.text[:12] in driven.screen_text for item in FACTS)
        await driven.press("G")
        await driven.until(lambda: audit(driven).entries.current is not None)
        current = audit(driven).entries.current
        assert current is not None
        assert current.number == 1


async def test_each_row_names_its_hash_and_the_one_it_follows() -> None:
    """D6: their beginnings stand in the row, more of them below it, and the copy has them whole."""
    async with opened(WIDE, store=store()) as driven:
        await driven.press("9", "j")
        [row] = [row for row in driven.screen_text.splitlines() if " 299  " in row]
        assert row.split()[-4:-1] == [link(299)[:8], "←", link(298)[:8]]
        below = driven.screen_text.split("Change 299", 1)[1]
        for name, hashed in (("hash", link(299)), ("after", link(298))):
            assert f"{name.ljust(7)}{' '.join(hashed[place : place + 4] for place in range(0, 32, 4))}" in below
        assert f"hash {link(299)} after {link(298)}" in audit_words.plain(audit(driven).entries.rows[1])
    async with opened(NARROW, store=store()) as driven:
        await driven.press("9", "j")
        assert f"hash {link(299)[:4]} {link(299)[4:8]} {link(299)[8:12]}  after {link(298)[:4]}" in driven.screen_text


async def test_an_entry_that_is_missing_is_said() -> None:
    """D6: a change without an entry, and one whose entry before is gone."""
    made = store(3)
    made.operations[0] = replace(made.operations[0], follows=None)
    made.operations[2] = replace(made.operations[2], hash=None, follows=None)
    async with opened(WIDE, store=made) as driven:
        await driven.press("9")
        assert "It has no entry in the chain." in driven.screen_text
        await driven.press("G")
        assert "after  missing" in driven.screen_text


async def test_the_filter_takes_actors_verbs_facts_and_times() -> None:
    """D6: `/` finds who did what, to what and when; esc clears it."""
    async with opened(store=store()) as driven:
        await driven.press("9", "/")
        await driven.write("person:ana retract since:2026-11-01")
        rows = audit(driven).entries.rows
        assert rows
        assert all(one.actor == "person:ana" and one.verb == "retract" for one in rows)
        assert all(one.at > PRESENT - 30 * DAY for one in rows)
        await driven.press("escape")
        assert len(audit(driven).entries.rows) >= 100
        await driven.press("/")
        await driven.write("#3 since:someday")
        assert "since:someday is no time" in driven.screen_text
        assert all(one.touched[0].fact == 3 for one in audit(driven).entries.rows)
        await driven.press("escape", "/")
        await driven.write("nobody")
        assert 'Nothing matches "nobody". esc clears the filter.' in driven.screen_text


async def test_enter_goes_to_the_fact_and_esc_comes_back() -> None:
    """D6: from an entry to its fact on the main screen, and back to the same entry under the same filter, and the list is as it was."""
    async with opened(store=store()) as driven:
        listed, stood = driven.main.facts.query_now, driven.current.number
        await driven.press("9", "/")
        await driven.write("merge")
        await driven.press("enter", "j", "j")
        one = audit(driven).entries.current
        assert one is not None
        await driven.press("enter")
        assert driven.app.screen is driven.main
        assert driven.current.number == one.touched[0].fact
        await driven.press("escape")
        assert audit(driven).entries.current == one
        assert all(entry.verb == "merge" for entry in audit(driven).entries.rows)
        await driven.press("escape", "escape")
        assert driven.app.screen is driven.main
        assert (driven.main.facts.query_now, driven.current.number) == (listed, stood)


async def test_the_entry_of_a_deletion_leads_to_its_job() -> None:
    """D6: what was deleted is not looked for among the facts."""
    async with opened(store=store()) as driven:
        await driven.press("D", "1", "enter", "enter")
        gone = replace(driven.store.operations[-1], touched=(Touched(1, 1, 1),), verb="delete")
        driven.store.operations[-1] = gone
        await driven.press("9", "enter")
        assert driven.screen_is(DeletionsScreen)
        assert driven.toasts[-1] == "What this change was about was deleted for good."


async def test_a_whole_chain_is_said_to_be_whole() -> None:
    """N10: V follows it; before that nothing is claimed."""
    async with opened(store=store()) as driven:
        await driven.press("9")
        assert "Not checked yet, 300 entries. V checks it." in driven.screen_text
        await driven.press("V")
        assert "✓ Chain whole, 300 entries, checked just now · its end" in driven.screen_text


async def test_where_the_end_of_the_chain_is_not_known_no_more_is_claimed() -> None:
    """A copy that was never changed at its path, where nobody could tell that it was cut."""
    made = store()
    made.has_anchor = False
    async with opened(store=made) as driven:
        await driven.press("9", "V")
        assert "✓ Chain whole as far as it goes, 300 entries" in driven.screen_text
        assert "its end is not known here" in driven.screen_text


async def test_without_the_key_nothing_is_called_verified() -> None:
    """N10: nor is it an alarm."""
    made = store()
    made.has_audit_key = False
    async with opened(store=made) as driven:
        await driven.press("9", "М")
        assert "Not verified, 300 entries; the key is elsewhere" in driven.screen_text
        assert "✓" not in driven.screen_text
        assert "×" not in driven.screen_text


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_what_is_wrong_is_named_at_its_place(size: tuple[int, int]) -> None:
    """N10: a red cross stands at the entry, with what is wrong there."""
    made = store()
    made.problems = (
        Problem("audit_changed", (298,), "entry 298 does not follow from the one before"),
        Problem("rows_missing", (), "fact has 3 rows, the log says 4"),
    )
    async with opened(size, store=made) as driven:
        await driven.press("9", "V")
        assert "2 things are wrong with the chain" in driven.screen_text
        assert "the log says 4 (rows_missing)" in driven.screen_text
        row = next(line for line in driven.screen_text.splitlines() if " 298  20" in line)
        assert "×" in row


async def test_help_palette_and_other_screens_are_one_key_away() -> None:
    """U1, U2: every screen has help; its palette leads to other places, and does nothing to what is out of sight there."""
    async with opened(store=store()) as driven:
        await driven.press("9", "?")
        assert driven.screen_is(HelpModal)
        assert "Here, in Audit" in driven.screen_text
        await driven.press("escape", "7")
        assert driven.screen_is(DeletionsScreen)
        await driven.press("9")
        offered = {hit.text async for hit in ActionProvider(audit(driven)).discover()}
        assert {"Facts  1", "Travel  t", "Verify  V", "Write  w"} <= offered
        assert not {"Pin  p", "Approve  a", "Undo  z", "Sort  s", "Lift  L"} & offered
        before = list(driven.store.calls)
        for action in ACTIONS:
            if action.mutates and action.id != "write":
                audit(driven).perform(action.id)
                await driven.settle()
        assert driven.store.calls == before
        assert "is for what is chosen on the main screen" in driven.toasts[-1]
        await driven.press("escape", "1")
        for name in ("approve", "reject", "pick"):
            driven.main.perform(name)
            await driven.settle()
            assert driven.store.calls == before
            await driven.press("1")
        await driven.press("9")
        audit(driven).perform("show_history")
        await driven.settle()
        assert driven.app.screen is driven.main
        assert driven.main.pane == "history"
        driven.main.perform("verify")
        await driven.settle()
        assert "Chain whole" in driven.screen_text


async def test_a_fact_far_down_the_list_is_gone_to() -> None:
    """D6: wherever it stands, the cursor is on it, and the rows around it can be reached."""
    made = FakeStore([fact(number, f"Fact number {number}") for number in range(1, 400)])
    made.operations = [Operation("o1", 1, PRESENT, "person:ana", "pin", "ana", (Touched(150, 1, 2),), None, None, None, None)]
    async with opened(store=made) as driven:
        await driven.press("9", "enter")
        assert driven.current.number == 150
        await driven.press("k")
        assert driven.current.number == 151
        await driven.press("g")
        assert driven.current.number == 399


async def test_an_entry_says_what_it_was_about_besides_facts() -> None:
    """A decision names its proposal, so that it can be found by whoever asks what was approved."""
    made = store(2)
    made.operations[1] = replace(made.operations[1], verb="approve", about="proposal 12", touched=())
    async with opened(WIDE, store=made) as driven:
        await driven.press("9")
        assert driven.screen_text.count("proposal 12") == 2
        await driven.press("V")
        assert "its end is the one kept outside the store" in driven.screen_text
