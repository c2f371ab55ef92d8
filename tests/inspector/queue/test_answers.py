"""A conflict is answered by number, with nothing picked beforehand; and what is edited or rejected for good."""

from dataclasses import replace

import pytest

from inspector.modals.edit_proposal import EditProposalModal
from inspector.modals.rule import RuleModal
from inspector.modals.slot import SlotModal
from store.errors import Refused
from tests.inspector.driving import NARROW, WIDE, Driven
from tests.inspector.queue.queues import CONFLICT, IN_A_SLOT, MERGE, OF_MANY, REFUSED, calls, confirms, deciding, state


def answered(driven: Driven) -> object:
    """How the one proposal was approved."""
    (call,) = calls(driven)
    return call[2]


async def test_digits_pick_only_in_the_answers() -> None:
    """tui.md: elsewhere they change panes, and nothing is picked by default."""
    async with deciding([CONFLICT]) as driven:
        await driven.press("a")
        assert driven.main.keys_of == "answers"
        assert "1-4 Pick" in driven.screen_text
        await driven.press("enter")
        assert not calls(driven)
        await driven.press("escape", "4")
        assert driven.main.pane == "history"
        assert not calls(driven)


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_nothing_is_said_of_the_other_fact_by_default(size: tuple[int, int]) -> None:
    """enter takes what the cursor was moved to, and the footer names the two digits there are."""
    async with deciding([CONFLICT], size) as driven:
        await driven.press("a", "1")
        assert "does not hold:" in " ".join(driven.screen_text.split())
        assert "1-2 Pick" in driven.screen_text
        await driven.press("enter", "enter")
        assert not calls(driven)
        await driven.press("3", "4")
        assert not calls(driven)
        await driven.press("escape")
        assert "1-4 Pick" in driven.screen_text
        await driven.press("1", "j", "enter")
        assert answered(driven) == {"choice": 1, "other": "ended"}
        assert "Pick" not in driven.screen_text.splitlines()[-1]


ANSWERS: tuple[tuple[tuple[str, ...], dict[str, object]], ...] = (
    (("1", "1"), {"choice": 1, "other": "ended"}),
    (("1", "2"), {"choice": 1, "other": "never"}),
    (("2", "down", "enter"), {"choice": 2, "other": "ended"}),
    (("down", "down", "enter", "j", "j", "enter"), {"choice": 2, "other": "never"}),
    (("3",), {"choice": 3}),
    (("4",), {"choice": 4}),
)


async def test_every_answer_can_be_given() -> None:
    """B2: of the fact that does not hold it is asked whether it ended or was never true."""
    async with deciding([replace(CONFLICT, number=number) for number in range(1, len(ANSWERS) + 1)], NARROW) as driven:
        for number, (keys, how) in enumerate(ANSWERS, 1):
            await driven.press("a", *keys)
            assert calls(driven)[-1] == ("approve", number, how), keys
            assert len(calls(driven)) == number, keys
            assert any(f"Answered {how['choice']}: " in toast for toast in driven.toasts), keys


async def test_what_an_answer_would_do_follows_the_cursor() -> None:
    async with deciding([CONFLICT]) as driven:
        await driven.press("a")
        assert "would do" not in driven.screen_text
        await driven.press("j")
        assert "What 1 would do" in driven.screen_text
        assert "Prompt block" in driven.screen_text
        await driven.press("j", "2")
        assert "What 2 would do" in driven.screen_text
        assert "#21 does not hold:   1  it ended   2  it was never true" in driven.screen_text
        await driven.press("escape")
        assert "does not hold" not in driven.screen_text
        await driven.press("escape")
        assert driven.main.keys_of == "review"


async def test_both_of_one_slot_need_another_name() -> None:
    async with deciding([IN_A_SLOT]) as driven:
        await driven.press("a", "3")
        assert driven.screen_is(SlotModal)
        await driven.press("enter")
        assert driven.screen_is(SlotModal)
        await driven.write("home.second")
        await driven.press("enter")
        assert answered(driven) == {"choice": 3, "slot": "home.second"}


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_conflict_of_many_is_answered_by_one_key_or_two(size: tuple[int, int]) -> None:
    """F10: a series, the newest, all, or one of the others, of which it is asked what became of the rest."""
    async with deciding([OF_MANY], size) as driven:
        assert "5 facts that cannot all be true" in driven.screen_text
        await driven.press("a")
        assert "1-9 Pick" in driven.screen_text
        assert "The newest: Fact number 4" in driven.screen_text
        await driven.press("7", "9")
        assert "What happened to the others?" in driven.screen_text
        assert not calls(driven)
        await driven.press("2")
        assert answered(driven) == {"choice": 7, "other": "never"}
        assert "Answered 7: one is true. z undoes it." in driven.toasts


async def test_what_the_night_left_for_later_is_said() -> None:
    """F10: in the border of the queue, and where nothing is left in it."""
    async with deciding([*confirms(1)]) as driven:
        driven.store.proposals.left = 12
        driven.main.read_waiting()
        await driven.until(lambda: driven.main.waits is not None and driven.main.waits.left == 12)
        await driven.press("1")
        assert "12 for later" in driven.screen_text
        await driven.press("2", "x")
        await driven.until(lambda: not driven.main.queue or not driven.main.queue.listing.rows)
        assert driven.main.queue
        assert driven.main.queue.empty
        assert "The next nightly run asks 12 questions more." in driven.main.queue.empty.plain


async def test_the_next_one_begins_outside_of_the_answers() -> None:
    async with deciding([CONFLICT, IN_A_SLOT]) as driven:
        await driven.press("a", "4")
        assert driven.main.keys_of == "review"
        assert driven.main.proposal is not None
        assert driven.main.proposal.number == IN_A_SLOT.number


async def test_a_merge_is_edited_before_it_is_approved() -> None:
    """U2: another fact stays, or other words hold instead of all."""
    async with deciding([MERGE]) as driven:
        await driven.press("e")
        assert driven.screen_is(EditProposalModal)
        await driven.press("j", "s", "enter")
        assert answered(driven) == {"representative": 22, "members": (21,)}
    async with deciding([MERGE]) as driven:
        await driven.press("e", "space", "shift+tab")
        await driven.write("!")
        await driven.press("enter")
        assert answered(driven) == {"text": "Likes strong black coffee in the morning!"}


async def test_a_merge_with_nobody_left_is_no_merge() -> None:
    async with deciding([MERGE]) as driven:
        await driven.press("e", "j", "space", "enter")
        assert driven.screen_is(EditProposalModal)
        assert not calls(driven)


async def test_a_conflict_is_not_edited_into_the_words_of_the_first() -> None:
    """A copy of one of them by hand would take the place of both, and of where they come from."""
    async with deciding([CONFLICT]) as driven:
        await driven.press("e", "enter")
        assert driven.screen_is(EditProposalModal)
        assert not calls(driven)
        await driven.write("!")
        await driven.press("enter")
        assert answered(driven) == {"text": f"{CONFLICT.items[0].fact.text}!"}


async def test_a_refused_one_is_taken_on_ones_own_word() -> None:
    async with deciding([REFUSED]) as driven:
        await driven.press("2", "f", "e", "enter")
        assert answered(driven) == {"text": "Owes Tomás 40 euro"}


RULES: tuple[tuple[tuple[str, ...], tuple[str, str] | None], ...] = (
    (("k", "enter"), ("kind", "preference")),
    (("t", "enter"), ("topic", "Fact number")),
    (("u", "enter"), ("author", "Ana")),
    (("u", *"bel", "enter"), ("author", "bel")),
    (("n",), None),
)


async def test_a_rejection_becomes_a_rule() -> None:
    """N5: one key each, its words can be changed, and it is said how to take it back."""
    async with deciding(confirms(len(RULES))) as driven:
        for number, (keys, rule) in enumerate(RULES, 1):
            before = len(calls(driven, "rule"))
            driven.app.clear_notifications()
            await driven.press("X")
            assert driven.screen_is(RuleModal), keys
            await driven.press(*keys)
            assert state(driven, number) == "rejected", keys
            made = calls(driven, "rule")[before:]
            assert [call[1:] for call in made] == ([] if rule is None else [rule]), keys
            if rule is not None:
                assert any("z undoes the rule, z again the rejection." in toast for toast in driven.toasts), keys


async def test_words_that_are_refused_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dialog stands there again with them, and says why."""
    async with deciding([REFUSED]) as driven:

        def refuse(ref: object, **_: object) -> object:
            raise Refused("never_rule", rule=3, by="topic", value="money")

        with monkeypatch.context() as patched:
            patched.setattr(driven.store.proposals, "approve", refuse)
            await driven.press("2", "f", "e")
            await driven.write("!")
            await driven.press("enter")
        assert driven.screen_is(EditProposalModal)
        assert "Rule 3 of never" in driven.screen_text
        await driven.press("enter")
        assert answered(driven) == {"text": "Owes Tomás 40 euro!"}
