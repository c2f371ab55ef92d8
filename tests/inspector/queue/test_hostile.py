"""U5: whatever a proposal holds is text; and N8, U6, U7: it can be covered, copied, and read without colour."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from inspector import clipboard, door
from store.proposal import Proposal, ProposalItem
from tests.inspector.driving import NARROW, WIDE
from tests.inspector.fake import fact
from tests.inspector.fake_queue import proposal
from tests.inspector.queue import queues
from tests.inspector.queue.queues import CONFLICT, MERGE, calls, confirms, current, deciding

EVIL = "[@click=app.quit]x[/] \x1b[31mred\x1b]8;;http://e\x07 [/bold ‮abc​ \x9b2J \ud800 $x 猫猫猫"
VICTIM = fact(90, EVIL, slot=EVIL, subject=EVIL)
KINDS = ("merge", "supersede", "correct", "add", "end", "retract", "expire", "confirm", "conflict", "unreadable")


def evil(kind: str, number: int = 60) -> Proposal:
    """A proposal all of whose words are hostile."""
    roles = {"merge": ("representative", "member"), "conflict": ("first", "second"), "add": (), "unreadable": ()}.get(
        kind, ("target",)
    )
    held = [(role, replace(VICTIM, number=90 + place)) for place, role in enumerate(roles)]
    text = EVIL if kind in ("supersede", "correct", "add", "unreadable") else None
    one = proposal(
        number,
        kind,
        held,
        text,
        rationale=EVIL,
        proposed_by=EVIL,
        topic=EVIL,
        verdict="for_a_person" if kind != "unreadable" else "unreadable",
        reasons=(EVIL, "lost_words"),
        slot=EVIL,
    )
    if kind == "merge":
        items = (one.items[0], ProposalItem("member", one.items[1].fact, 1, ("x", EVIL)))
        one = replace(one, items=items)
    return one


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_every_part_of_a_proposal_is_shown_literally(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """No escape reaches the terminal, no markup is read, and no click on it runs anything; each kind in turn, and then decided."""
    monkeypatch.setattr(queues, "EVERY", (*queues.EVERY, VICTIM, replace(VICTIM, number=91)))
    async with deciding([evil(kind, 60 + place) for place, kind in enumerate(KINDS)], size) as driven:
        for place, kind in enumerate(KINDS):
            await driven.press("2", "g", *["j"] * place, "enter")
            assert current(driven) == 60 + place, kind
            shown = driven.screen_text
            for key in ("X", "e"):
                await driven.press(key)
                shown += f"\n{driven.screen_text}"
                assert not driven.links, kind
                await driven.press("escape")
            assert not driven.links, kind
            assert not set(shown) & {"\x1b", "\x9b", "‮", "​", "\ud800", "\x07"}, kind
            assert "[@click=app.quit]x[/]" in shown, kind
            assert all(cell_len(line) == size[0] for line in shown.splitlines()), kind
        for row in range(1, size[1] - 1, 2):
            await driven.click(size[0] // 2 + 5, row)
        await driven.settle()
        assert driven.app.is_running
        assert driven.app.return_value is None
        await driven.press("2", "g")
        for number, kind in enumerate(KINDS, 60):
            assert current(driven) == number, kind
            await driven.press("a")
            assert driven.app.is_running, kind
            assert driven.app.return_value is None, kind
            if number == current(driven) and kind != KINDS[-1]:  # it waits for an answer
                await driven.press("escape", "2", "j")


async def test_a_copy_goes_through_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """U7: y gives what can be pasted safely, Y the whole review."""
    copied: list[str] = []

    def taken(text: str, terminal: object) -> clipboard.Copied:
        copied.append(text)
        return clipboard.Copied("Copied.", True)

    monkeypatch.setattr(clipboard, "copy", taken)
    async with deciding([evil("add")]) as driven:
        await driven.press("y", "Y")
        assert copied[0] == door.plain(EVIL)
        assert "Add a fact" in copied[1]
        assert "\x1b" not in copied[1]


async def test_texts_can_be_covered() -> None:
    """N8: in the list, in the review and in what is said."""
    async with deciding([MERGE, CONFLICT]) as driven:
        await driven.press("h")
        assert "coffee" not in driven.screen_text
        await driven.press("j")
        assert "coffee" not in driven.screen_text
        await driven.press("k", "x")
        assert any("Rejected: merge, its text hidden." in toast for toast in driven.toasts)
        await driven.press("X")
        assert "coffee" not in driven.screen_text
        await driven.press("t")
        assert calls(driven, "rule")
        assert "coffee" not in driven.screen_text


async def test_nothing_is_said_by_colour_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """U6: glyphs and words stay without colour."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with deciding([*confirms(1), MERGE, CONFLICT]) as driven:
        assert "✓ confirm" in driven.screen_text
        assert "! merge" in driven.screen_text
        assert "≠ conflict" in driven.screen_text
        assert "✓ allowed" in driven.screen_text


async def test_the_filter_takes_kinds_runs_ages_and_words() -> None:
    async with deciding([*confirms(9), MERGE, CONFLICT]) as driven:
        assert driven.main.queue is not None
        listed = driven.main.queue.listing
        for typed, count in (("merge", 1), ("coffee", 2), ("run:3 confirm", 9), ("run:4", 0), ("older:8", 4), ("number 7", 1)):
            await driven.press("/")
            await driven.write(typed)
            assert len(listed.rows) == count, typed
            assert "of 0" not in driven.screen_text
            await driven.press("escape")
        assert len(listed.rows) == 11


async def test_history_of_a_proposal_is_that_of_its_fact() -> None:
    """U1: a proposal drives the other panes."""
    async with deciding([MERGE]) as driven:
        await driven.press("4")
        assert driven.main.pane == "history"
        assert driven.current.number == 21
        await driven.press("2", "3")
        assert driven.main.pane == "review"
        await driven.press("o")
        assert "Message" in driven.screen_text
