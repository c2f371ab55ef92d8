"""F3: importance is 1 to 10 by a documented rule, for every supported language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.importance import PINNED_AT_LEAST, importance
from store.values import KINDS


@pytest.mark.parametrize("kind", KINDS)
@given(text=st.text(max_size=600), pinned=st.booleans())
def test_importance_stays_within_one_and_ten(kind: str, text: str, pinned: bool) -> None:
    assert (PINNED_AT_LEAST if pinned else 1) <= importance(text, kind, pinned=pinned) <= 10


@pytest.mark.parametrize(
    ("grave", "plain"),
    [
        ("Is allergic to peanuts", "Is partial to peanuts"),
        ("У неё аллергия на орехи", "У неё пакет с орехами"),
        ("她对花生过敏", "她买了花生酱"),
    ],
)
def test_health_outweighs_taste_in_every_language(grave: str, plain: str) -> None:
    """F3: the telling words are known in English, Russian and Chinese."""
    assert importance(grave, "preference") == importance(plain, "preference") + 2


@pytest.mark.parametrize(
    ("text", "rest"), [("Thanks, sunny day today", "Parked car by office"), ("Спасибо, погода хорошая", "Машина стоит во дворе")]
)
def test_small_talk_weighs_little(text: str, rest: str) -> None:
    assert importance(text, "observation") == importance(rest, "observation") - 2


def test_word_forms_tell_the_same() -> None:
    assert importance("Her daughters sing", "other") == importance("Her daughter sings", "other")
    assert importance("Вместе с дочерью поёт", "other") >= importance("Вместе с хором поёт", "other")


def test_the_kind_sets_where_it_starts() -> None:
    text = "Bought a blue umbrella"
    assert importance(text, "profile") > importance(text, "preference") > importance(text, "one_off")
    assert importance(text, "a kind of their own") == importance(text, "other")


def test_always_and_length_add_a_point_each() -> None:
    assert importance("Drinks coffee at noon", "preference") + 1 == importance("Always drinks coffee at noon", "preference")
    assert importance("Tea", "preference") + 2 == importance("Green tea with lemon from the shop on the corner", "preference")
