"""Where a fact comes from, and what that says about it."""

import hashlib

import pytest

from store.clock import DAY
from store.errors import Refused
from store.values import AsOf, EvidenceInput, Query
from tests.store.conftest import Keeper


def remember(keeper: Keeper, text: str, evidence: list[EvidenceInput], origin: str = "import") -> int:
    return keeper.store.assert_fact(text, owner="ana", kind="observation", evidence=evidence, origin=origin).facts[0].number


def test_an_automatic_fact_needs_the_owners_own_message(keeper: Keeper) -> None:
    """P1, P4: what others say, a screen shows or the assistant repeats carries nothing."""
    keeper.on(0)
    with pytest.raises(Refused, match="missing_evidence"):
        remember(keeper, "Rides a bike", [], origin="online")
    for who in ({"author": "rui"}, {"kind": "group_message"}, {"kind": "screen_text"}, {"kind": "assistant_message"}):
        with pytest.raises(Refused, match="missing_trusted_owner_evidence"):
            remember(keeper, "Rides a bike", keeper.heard(f"She rides a bike {who}", **who), origin="online")
    assert keeper.store.facts(Query(state="all")).facts == ()


def test_a_budget_of_nothing_takes_nothing_in(keeper: Keeper) -> None:
    """F5: and says so of somebody of whom nothing is stored yet."""
    keeper.on(0)
    keeper.store.set_setting("budget", "0")
    with pytest.raises(Refused, match="ana holds 0 facts found automatically, and the budget is 0"):
        keeper.store.assert_fact("Likes tea", owner="ana", origin="online", evidence=keeper.heard("I like tea"))


def test_evidence_shows_the_quote_its_hash_and_who_said_it(keeper: Keeper) -> None:
    """P2, P6: hash and author are set by the store from what was read."""
    keeper.on(0)
    source = keeper.say("Today I rode my bike to work, in the rain.")
    number = remember(keeper, "Rides a bike", [EvidenceInput(source.number, "rode my bike")])
    (one,) = keeper.store.card(number).evidence
    assert one.quote == "rode my bike"
    assert one.content_hash == hashlib.sha256(b"Today I rode my bike to work, in the rain.").hexdigest()
    assert (one.by_owner, one.trusted, one.hash_matches, one.role) == (True, True, True, "carries")
    with pytest.raises(Refused, match="quote_not_in_source"):
        remember(keeper, "Drives", [EvidenceInput(source.number, "drove my car")])
    with pytest.raises(Refused, match="quote_too_long"):
        remember(keeper, "Drives", [EvidenceInput(source.number, "x" * 281)])


def test_only_independent_words_of_the_owner_confirm(keeper: Keeper) -> None:
    """P3: not the same message, not the same words, not an echo, not another speaker."""
    keeper.on(0)
    first = keeper.say("I ride a bike", ref="m-1")
    evidence = [
        EvidenceInput(first.number),
        *keeper.heard("I ride a bike", ref="m-2"),
        *keeper.heard("I ride my bike, edited", ref="m-1"),
        *keeper.heard("You ride a bike", kind="assistant_message", author="assistant"),
        *keeper.heard("She rides a bike", author="rui", ref="m-3"),
        *keeper.heard("Cycled home again", ref="m-4"),
    ]
    number = remember(keeper, "Rides a bike", evidence)
    assert keeper.store.fact(number).confirmations == 2
    roles = [one.role for one in keeper.store.card(number).evidence]
    assert roles == ["carries", "relevance", "relevance", "relevance", "relevance", "confirms"]


def test_a_confirmation_is_told_by_the_owner_as_they_are_written(keeper: Keeper) -> None:
    """P3: and is theirs, as the evidence of somebody named in capitals is."""
    store = keeper.on(0)
    heard = keeper.heard("I ride a bike", author="vera almeida")
    number = store.assert_fact("Rides a bike", owner="Vera Almeida", evidence=heard).facts[0].number
    store.confirm(number)
    told = [(one.author, one.by_owner, one.role) for one in store.card(number).evidence]
    assert told == [("vera almeida", True, "carries"), ("Vera Almeida", True, "confirms")]


@pytest.mark.parametrize(
    ("who", "reason"),
    [({"author": "rui"}, "other_speaker"), ({"kind": "screen_text"}, "untrusted_source"), (None, "no_evidence")],
)
def test_what_the_owner_did_not_say_is_unverified(keeper: Keeper, who: dict[str, str] | None, reason: str) -> None:
    """P4, P9: listed apart, with the reason; confirming clears it."""
    keeper.on(0)
    number = remember(keeper, "Rides a bike", keeper.heard("bike!", **who) if who else [])
    assert keeper.marks(number) == {"unverified": reason}
    assert [fact.number for fact in keeper.store.facts(Query(mark="unverified")).facts] == [number]
    keeper.on(1)
    keeper.store.confirm(number)
    assert keeper.marks(number) == {}
    assert keeper.store.overview("ana").unverified.number == 0
    keeper.store.undo()
    assert keeper.marks(number) == {"unverified": reason}


def test_a_source_that_changes_makes_its_facts_doubtful_until_confirmed(keeper: Keeper) -> None:
    """P8: with the reason; and again when it changes again."""
    keeper.on(0)
    source = keeper.say("I ride a bike")
    number = remember(keeper, "Rides a bike", [EvidenceInput(source.number)])
    keeper.on(1)
    keeper.store.mark_source(source.number, "changed")
    assert keeper.marks(number) == {"doubtful": "source_changed"}
    keeper.on(2)
    keeper.store.confirm(number)
    assert keeper.marks(number) == {}
    keeper.on(3)
    keeper.store.mark_source(source.number, "gone")
    assert keeper.marks(number) == {"doubtful": "source_gone"}
    assert [mark.mark for mark in keeper.store.fact(number, AsOf(known_at=keeper.day(2))).marks] == []


def test_a_confirmation_counts_though_it_repeats_what_was_said(keeper: Keeper) -> None:
    """P3, F7: it is not independent of the same words, and clears what is suspect or doubtful each time it is given."""
    keeper.on(0)
    number = remember(keeper, "I like tea", keeper.heard("I like tea"))
    for day in (1000, 2000):
        keeper.on(day)
        keeper.store.mark_source(1, "gone")
        assert set(keeper.marks(number)) == {"suspect", "doubtful"}
        keeper.store.confirm(number)
        assert (keeper.marks(number), keeper.store.fact(number).confirmations) == ({}, 1)


def test_a_fact_not_seen_for_long_is_suspect_by_its_kind(keeper: Keeper) -> None:
    """F7: an observation sooner than a person; a pinned one never."""
    keeper.on(0)
    number = remember(keeper, "Rides a bike", keeper.heard("I ride a bike"))
    keeper.on(180)
    assert keeper.marks(number) == {}
    keeper.clock.at += DAY
    assert keeper.marks(number) == {"suspect": "not_seen_lately"}
    assert [fact.number for fact in keeper.store.facts(Query(mark="suspect")).facts] == [number]
    keeper.store.pin(number)
    assert keeper.marks(number) == {"pinned": "by_hand"}


def test_evidence_of_a_merged_fact_is_read_through_the_link(keeper: Keeper) -> None:
    """P3: nothing is copied, nothing is lost; restored, a fact has its own again."""
    keeper.on(0)
    one = remember(keeper, "Rides a bike", keeper.heard("I ride a bike"))
    other = remember(keeper, "Rides her bike", keeper.heard("my bike again"))
    keeper.on(1)
    keeper.store.merge([other], one)
    assert keeper.state(other) == "superseded"
    assert keeper.store.fact(one).confirmations == 2
    keeper.on(2)
    keeper.store.restore(other)
    assert keeper.store.fact(one).confirmations == 1


def test_from_a_message_to_everything_read_from_it(keeper: Keeper) -> None:
    """P7: with the messages around it."""
    for day in range(9):
        keeper.on(day)
        keeper.say(f"message {day}")
    keeper.on(10)
    middle = keeper.say("unrelated", author="rui")
    assert middle.number == 10
    number = remember(keeper, "Said something", [EvidenceInput(5)])
    seen = keeper.store.conversation(5)
    assert [source.text for source in seen.before] == ["message 1", "message 2", "message 3"]
    assert [source.text for source in seen.after] == ["message 5", "message 6", "message 7"]
    assert [fact.number for fact in seen.facts] == [number]


def test_a_message_of_the_past_is_what_was_known_of_it_then(keeper: Keeper) -> None:
    """U3: neither what became of it, nor what was said or read from it later."""
    keeper.on(0)
    heard = keeper.heard("Said")
    remember(keeper, "Said something", heard)
    keeper.on(5)
    keeper.say("Later")
    remember(keeper, "Read again", heard)
    keeper.store.mark_source(1, "gone")
    then, now = (keeper.store.conversation(1, at=AsOf(known_at=known)) for known in (keeper.day(2), None))
    assert (then.source.state, len(then.after), len(then.facts)) == ("present", 0, 1)
    assert (now.source.state, len(now.after), len(now.facts)) == ("gone", 1, 2)


def test_trust_can_be_set_per_kind_of_source(keeper: Keeper) -> None:
    """P10: what is trusted counts, for every fact at once."""
    keeper.on(0)
    number = remember(keeper, "Rides a bike", keeper.heard("my bike", kind="speech_transcript"))
    assert "unverified" in keeper.marks(number)
    keeper.store.set_setting("trust.speech_transcript", "true")
    assert keeper.marks(number) == {}
    assert keeper.store.overview("ana").unverified.number == 0
