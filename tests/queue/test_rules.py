"""N5: what a person never wants remembered is kept out at every door, from now on, until the rule is lifted."""

import pytest

from store.errors import NotFound, Refused
from tests.queue.test_deciding import stated, suggested
from tests.store.conftest import Keeper


@pytest.mark.parametrize(
    ("by", "value", "kept_out", "let_in"),
    [
        ("topic", "allergies", "Has an allergy to peanuts", "Has a cat"),
        ("topic", "здоровье", "Жалуется на здоровье", "Любит кофе"),
        ("topic", "过敏", "对花生过敏", "喜欢喝茶"),
    ],
)
def test_a_topic_is_known_in_any_form(keeper: Keeper, by: str, value: str, kept_out: str, let_in: str) -> None:
    rule = keeper.store.rules.add(by, value)
    with pytest.raises(Refused, match="never_rule"):
        stated(keeper, kept_out)
    stated(keeper, let_in)
    keeper.store.rules.remove(rule.number)
    stated(keeper, kept_out)


def test_a_rule_goes_by_kind_source_or_author(keeper: Keeper) -> None:
    keeper.on(0)
    store = keeper.store
    store.rules.add("kind", "observation")
    store.rules.add("author", "Rui")
    store.rules.add("source", "screen_text", owner="ana")
    with pytest.raises(Refused, match="never_rule"):
        stated(keeper, "Yawned", kind="observation")
    for who in ({"author": "rui"}, {"kind": "screen_text"}):
        with pytest.raises(Refused, match="never_rule"):
            store.assert_fact("Has a cat", owner="ana", evidence=keeper.heard(f"cat {who}", **who))
    store.assert_fact("Has a cat", owner="bo", evidence=keeper.heard("a cat", kind="screen_text"))


def test_every_verb_that_makes_a_fact_holds_to_it(keeper: Keeper) -> None:
    keeper.on(0)
    fact = stated(keeper, "Lives in Porto")
    keeper.store.rules.add("topic", "Braga")
    with pytest.raises(Refused, match="never_rule"):
        keeper.store.supersede(fact.number, "Lives in Braga")
    with pytest.raises(Refused, match="never_rule"):
        keeper.store.correct(fact.number, "Lives in Braga")
    proposal = suggested(keeper, "supersede", ("target", fact), text="Lives in Braga", evidence=tuple(keeper.heard("Braga!")))
    assert (proposal.verdict, proposal.reasons) == ("refused", ("never_rule",))
    assert keeper.state(fact.number) == "active"


def test_a_rule_is_listed_undone_and_redone(keeper: Keeper) -> None:
    store = keeper.store
    rule = store.rules.add("topic", "health")
    assert store.rules.add("topic", " Health ").number == rule.number
    store.undo()
    assert store.rules.list() == ()
    store.redo()
    assert [one.value for one in store.rules.list()] == ["health"]
    store.rules.remove(rule.id)
    assert [one.in_force for one in store.rules.list(lifted=True)] == [False]
    store.undo()
    assert [one.in_force for one in store.rules.list()] == [True]


def test_bad_rules_are_refused(keeper: Keeper) -> None:
    with pytest.raises(Refused, match="bad_value"):
        keeper.store.rules.add("mood", "bad")
    for words in ("", "  ", "…", "x" * 201):
        with pytest.raises(Refused, match="bad_rule"):
            keeper.store.rules.add("topic", words)
    with pytest.raises(NotFound, match="rule_not_found"):
        keeper.store.rules.remove(9)
