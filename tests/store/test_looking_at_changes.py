"""D6: the changes there were are found by who, what, to which fact and when, from either end."""

import pytest

from store.clock import SECOND
from store.deletion import Scope
from store.proposal import Suggestion
from store.store import open_store
from store.values import Count
from tests.store.conftest import Keeper


@pytest.fixture
def busy(keeper: Keeper) -> Keeper:
    """Six changes by two hands on three days."""
    keeper.on(0)
    keeper.store.assert_fact("Lives in Porto", owner="ana")
    keeper.store.assert_fact("Has a 100% cat_", owner="ana")
    keeper.on(1)
    keeper.store.actor = "agent:mail"
    keeper.store.pin(1)
    keeper.store.confirm(2)
    keeper.on(2)
    keeper.store.actor = "person:ana"
    keeper.store.unpin(1)
    keeper.store.retract(2)
    return keeper


def test_words_are_looked_for_in_actor_and_verb(busy: Keeper) -> None:
    store = busy.store
    assert [one.verb for one in store.changes(words=("mail",))] == ["confirm", "pin"]
    assert [one.verb for one in store.changes(words=("PERSON:ana", "pin"))] == ["unpin"]
    assert store.changes(words=("%",)) == store.changes(words=("_",)) == ()


def test_a_fact_and_times_narrow_it(busy: Keeper) -> None:
    store = busy.store
    assert [one.verb for one in store.changes(fact=2)] == ["retract", "confirm", "assert"]
    assert [one.verb for one in store.changes(since=busy.day(1), until=busy.day(1) + SECOND)] == ["confirm", "pin"]
    assert store.count_changes(since=busy.day(1)) == Count(4)
    assert store.count_changes(3, words=("ana",)) == Count(3, more=True)


def test_it_is_read_from_either_end(busy: Keeper) -> None:
    store = busy.store
    numbers = [one.number for one in store.changes()]
    assert [one.number for one in store.changes(oldest_first=True)] == numbers[::-1]
    assert [one.number for one in store.changes(oldest_first=True, after=numbers[-1], limit=2)] == numbers[-3:-1][::-1]


def test_an_entry_of_the_chain_names_its_operation(busy: Keeper) -> None:
    assert busy.store.operations_of([1, 3, 99]) == {1: 1, 3: 3}


def test_a_read_only_session_shows_no_newer_change(busy: Keeper) -> None:
    """U4: what others did since it was opened waits until it catches up."""
    with open_store(busy.store.path, read_only=True, clock=busy.clock) as store:
        known = store.changes()
        busy.on(3).pin(1)
        assert store.changes() == known
        assert store.count_changes() == Count(len(known))
        store.catch_up()
        assert len(store.changes()) == len(known) + 1


def test_each_says_what_it_was_about_besides_facts(busy: Keeper) -> None:
    """By number or name: who asks which proposal was approved, or which setting moved, is answered without a word of it."""
    store = busy.store
    (number,) = store.proposals.propose([Suggestion("confirm", (("target", 1, store.fact(1).version),))])
    assert number is not None
    store.proposals.approve(number)
    store.undo()
    rule = store.rules.add("topic", "health")
    store.set_setting("budget", "7")
    store.deletions.delete(Scope("facts", (2,)))
    found = [(one.verb, one.about) for one in store.changes(limit=6)]
    assert found == [
        ("delete", "deletion 1"),
        ("setting", "setting budget"),
        ("rule", f"rule {rule.number}"),
        ("undo", "proposal 1"),
        ("confirm", "proposal 1"),
        ("propose", "proposal 1"),
    ]
