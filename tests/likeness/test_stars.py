"""Duplicates come as stars, within one owner, subject and slot."""

from store.likeness import Item, Kind, features, find, lost_words, stars


def fact(number: int, text: str, *, owner: str = "ann", subject: str = "ann", slot: str | None = None, since: int = 0,
         pinned: bool = False) -> Item:  # fmt: skip
    return Item(number, owner, subject, slot, since, pinned, features(text))


LONG = "Repairs old wooden clocks at home every weekend carefully"
MIDDLE = "Repairs old wooden clocks at home weekend"
SHORT = "Repairs old wooden clocks"


def groups(*items: Item) -> list[list[int]]:
    return [[star.representative.number, *(member.item.number for member in star.members)] for star in stars(find(items))]


def test_a_member_is_alike_to_the_representative_and_never_to_a_member_alone() -> None:
    """F4: A is alike to B and B to C, but A not to C: C stays out."""
    assert [one.verdict.kind for one in find([fact(1, LONG), fact(2, MIDDLE)])] == [Kind.MERGE]
    assert [one.verdict.kind for one in find([fact(2, MIDDLE), fact(3, SHORT)])] == [Kind.MERGE]
    assert list(find([fact(1, LONG), fact(3, SHORT)])) == []
    assert groups(fact(1, LONG), fact(2, MIDDLE), fact(3, SHORT)) == [[1, 2]]


def test_the_fullest_then_the_newest_then_the_lowest_number_represents() -> None:
    """F4: most content words, then newest, then lowest number."""
    assert groups(fact(1, MIDDLE, since=9), fact(2, LONG, since=1)) == [[2, 1]]
    assert groups(fact(1, MIDDLE, since=1), fact(2, MIDDLE, since=9)) == [[2, 1]]
    assert groups(fact(8, MIDDLE), fact(7, MIDDLE)) == [[7, 8]]


def test_nothing_crosses_an_owner_a_subject_or_two_slots() -> None:
    """F4: facts of others, about others or for other slots are never brought together."""
    assert groups(fact(1, MIDDLE), fact(2, MIDDLE, owner="bob")) == []
    assert groups(fact(1, MIDDLE), fact(2, MIDDLE, subject="bob")) == []
    assert groups(fact(1, MIDDLE, slot="hobby"), fact(2, MIDDLE, slot="work")) == []
    assert groups(fact(1, MIDDLE, slot="hobby"), fact(2, MIDDLE)) == [[1, 2]]
    assert groups(fact(1, MIDDLE), fact(2, MIDDLE, slot="hobby"), fact(3, MIDDLE, slot="work")) == [[1, 2]]


def test_a_group_with_a_pinned_fact_is_marked_whole() -> None:
    """F4, B7: whether the representative or a member is pinned."""
    for pinned in (1, 2):
        (star,) = stars(find([fact(number, MIDDLE, pinned=number == pinned) for number in (1, 2)]))
        assert star.pinned
    (star,) = stars(find([fact(1, MIDDLE), fact(2, MIDDLE)]))
    assert not star.pinned


def test_members_that_contradict_each_other_do_not_share_a_group() -> None:
    """F4: each is alike to the fact without a number, and they differ in theirs."""
    plain = "Repairs old wooden clocks and brass lamps carefully indoors downtown"
    (group,) = groups(fact(1, plain), fact(2, plain.replace("clocks", "two clocks").replace(" downtown", "")),
                      fact(3, plain.replace("clocks", "three clocks").replace(" downtown", "")))  # fmt: skip
    assert len(group) == 2


def test_lost_words_are_those_the_representative_lacks_in_any_form() -> None:
    """F4: what a merge loses, by the tokeniser that found it."""
    assert lost_words(features("no coffee after six"), features("likes strong coffee")) == ("no", "after", "six")
    assert lost_words(features("чинил старые часы дома"), features("чинить часы дома")) == ("старые",)
    assert lost_words(features("他爱修旧钟"), features("他爱修钟")) == ("旧",)
