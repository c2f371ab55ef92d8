"""What says the same is proposed to be merged, what contradicts to be settled; no fact is changed."""

import pytest

from store.errors import Refused
from tests.nightly.conftest import COFFEE, MILK, NO_COFFEE, Night
from tests.store.conftest import Keeper


def test_the_fullest_then_newest_then_lowest_stays(night: Night) -> None:
    """F4: a star round the fullest and newest; the same words are a question of their own, asked first."""
    first, same, fuller = night.state(COFFEE), night.state(f" {COFFEE.upper()}"), night.state(MILK)
    assert night.run() == [("merge", (same, first))]
    assert night.report
    assert night.report.proposed[0].reasons == ("same_text",)
    assert [night.keeper.state(number) for number in (first, same, fuller)] == ["active"] * 3
    assert night.skipped("duplicates") == {"busy": 1}
    night.store.proposals.approve(1)
    assert night.run() == [("merge", (fuller, same))]
    assert night.report.proposed[0].reasons == ("alike",)


def test_a_group_is_a_star_and_never_a_chain(night: Night) -> None:
    """F4: members are alike to the representative, not to each other's neighbours."""
    ends = (
        night.state("walks along the river with Rex"),
        night.state("walks the quiet river valley with Rex every Sunday at dawn"),
    )
    night.run()
    assert night.report
    for one in night.report.proposed:
        assert not set(ends) <= {number for _, number, _ in one.items}


def test_contradictions_are_asked_and_never_merged(night: Night) -> None:
    """F4, F7: two that cannot both hold become a conflict, with what clashes as its reason."""
    likes, hates = night.state(COFFEE), night.state(NO_COFFEE)
    assert night.run() == [("conflict", (likes, hates))]
    assert night.report
    assert night.report.proposed[0].reasons == ("likes",)
    (proposal,) = night.store.proposals.about(likes)
    assert (proposal.verdict, proposal.proposed_by) == ("for_a_person", f"nightly:{night.report.run}")


def test_one_pair_stands_for_all_between_two_groups(night: Night) -> None:
    """F4: a person decides one thing at a time."""
    for text in (COFFEE, MILK, NO_COFFEE, f"{NO_COFFEE} at all"):
        night.state(text)
    kinds = [kind for kind, _ in night.run()]
    assert kinds.count("conflict") == 1
    assert night.skipped("conflicts")["covered"] >= 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"owner": "ana"}, {"owner": "bo"}),
        ({"subject": "ana"}, {"subject": "Rex"}),
        ({"slot": "drink"}, {"slot": "breakfast"}),
    ],
)
def test_nothing_crosses_an_owner_a_subject_or_two_slots(night: Night, one: dict[str, str], other: dict[str, str]) -> None:
    """F4: neither as a merge nor as a conflict."""
    for text, where in ((COFFEE, one), (MILK, other), (NO_COFFEE, other)):
        night.state(text, **where)
    crossing = {1, 2}, {1, 3}
    assert [numbers for _, numbers in night.run() if set(numbers) in crossing] == []


def test_a_fact_without_a_slot_meets_one_with_a_slot(night: Night) -> None:
    """B11: only two different slots keep facts apart."""
    kept, gone = night.state(COFFEE, slot="drink"), night.state(MILK)
    assert night.run() == [("merge", (gone, kept))]


def test_a_group_with_a_pinned_fact_is_skipped_whole(night: Night) -> None:
    """B7, F4: it is compared, so that it can void the group, and counted."""
    pinned = night.state(COFFEE)
    night.state(COFFEE)
    night.state(MILK)
    night.state(NO_COFFEE)
    night.store.pin(pinned)
    assert night.run() == [("conflict", (3, 4))]  # of two that are not pinned
    assert night.skipped("duplicates") == {"pinned": 2}
    night.store.unpin(pinned)
    assert night.run() == [("merge", (2, 1))]  # a question about 3 waits, so that it is not merged with 2 yet
    assert night.skipped("duplicates") == {"busy": 1}


def test_a_contradiction_of_a_pinned_fact_is_left_alone(night: Night) -> None:
    """B7: and counted."""
    night.store.pin(night.state(COFFEE))
    night.state(NO_COFFEE)
    assert (night.run(), night.skipped("conflicts")) == ([], {"pinned": 1})


def test_a_pin_set_while_the_run_is_at_it_still_holds(night: Night) -> None:
    """B7: the check stands in the transaction that applies, too."""
    first = night.state(COFFEE)
    night.state(MILK)

    def progress(step: str, done: int, total: int) -> None:
        if step == "budget":
            night.store.pin(first)

    night.run(progress=progress)
    (proposal,) = night.store.proposals.about(first)
    assert (proposal.verdict, "pinned_target" in proposal.reasons) == ("refused", True)
    with pytest.raises(Refused, match="pinned_target"):
        night.store.proposals.approve(proposal.number)


def test_what_changed_while_the_run_was_at_it_is_not_proposed(night: Night) -> None:
    """B12: versions are checked again in the transaction that writes."""
    first, _ = night.state(COFFEE), night.state(MILK)

    def progress(step: str, done: int, total: int) -> None:
        if step == "budget" and night.keeper.state(first) == "active":
            night.store.end(first)

    assert night.run(progress=progress) == []
    assert night.skipped("duplicates") == {"moved": 1}


def test_a_large_group_comes_in_parts_a_person_can_look_at(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """F4: each round the same representative, and found once."""
    monkeypatch.setattr("store.nightly.alike.MEMBERS_AT_MOST", 3)
    for _ in range(8):
        night.state(COFFEE)
    sizes = [len(numbers) for _, numbers in night.run()]
    assert sizes == [4, 4, 2]
    assert night.run() == []


def test_only_what_holds_is_compared(keeper: Keeper, night: Night) -> None:
    """B13, B15: neither what ended nor what is still to come."""
    keeper.on(1)
    gone, _, _ = night.state(COFFEE), night.state(MILK), night.state(COFFEE, valid_from=keeper.day(9))
    night.store.end(gone)
    assert night.run() == []
