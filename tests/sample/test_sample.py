"""The sample memory shows every state and every mark, and nothing in it contradicts the rules of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.sample import build
from store.clock import DAY, HOUR, FixedClock, from_iso
from store.proposal import PROPOSAL_KINDS, PROPOSAL_STATES, VERDICTS, ProposalQuery
from store.store import Store, open_store
from store.values import INVALIDATED, MARKS, STATES, AsOf, Fact, Query

PRESENT = from_iso("2026-06-15T12:00:00Z")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, built once, beside its keys."""
    folder = tmp_path_factory.mktemp("sample")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        return build(folder / "sample.db", PRESENT)


@pytest.fixture
def sample(built: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(built.parent / "keys"))
    with open_store(built, clock=FixedClock(PRESENT)) as store:
        yield store


def facts(store: Store, state: str = "all") -> tuple[Fact, ...]:
    return store.facts(Query(state=state), limit=1000).facts


def test_every_state_and_every_mark_is_there(sample: Store) -> None:
    found = facts(sample)
    assert {fact.state for fact in found} >= set(STATES)
    assert {mark.mark for fact in found for mark in fact.marks} == set(MARKS)
    reasons = {mark.reason for fact in found for mark in fact.marks if mark.mark == "unverified"}
    assert reasons >= {"no_evidence", "other_speaker"}
    assert 115 <= len(found) <= 140


def test_every_kind_of_proposal_and_every_verdict_waits(sample: Store) -> None:
    """U2: the queue shows what can be in it, with one of each decided, refused and stale."""
    found = sample.proposals.page(ProposalQuery(state="all")).proposals
    assert {one.kind for one in found} == set(PROPOSAL_KINDS)
    assert {one.verdict for one in found} == set(VERDICTS)
    assert {one.state for one in found} == set(PROPOSAL_STATES)
    assert any(one.lost for one in found)
    assert sample.proposals.waiting(None).oldest == PRESENT - 9 * DAY - 9 * HOUR


def test_it_speaks_three_languages(sample: Store) -> None:
    texts = [fact.text for fact in facts(sample)]
    assert sum(any("а" <= char <= "я" for char in text) for text in texts) >= 12
    assert sum(any("\u4e00" <= char <= "\u9fff" for char in text) for text in texts) >= 12


def test_what_the_assistant_says_confirms_nothing(sample: Store) -> None:
    """P3: an echo of the memory and a screen text stand in the evidence and are not counted."""
    coffee = next(fact for fact in facts(sample) if fact.text == "Drinks strong black coffee")
    evidence = sample.card(coffee.number).evidence
    assert coffee.confirmations == 3
    assert [piece.role for piece in evidence if piece.source_kind == "assistant_message"] == ["relevance"]


def test_the_home_was_told_late_ahead_corrected_and_in_error(sample: Store) -> None:
    """B1: every way in which the two clocks part stands in the history of one slot."""
    home = next(fact for fact in facts(sample) if fact.slot == "home.city" and fact.state == "active")
    beliefs = sample.history(home.number).beliefs
    assert any(not belief.valid_from_exact for belief in beliefs)
    assert any(belief.cause == "asserted" and belief.valid_from > belief.system_from + 30 * DAY for belief in beliefs)
    assert any(belief.cause == "asserted" and belief.system_from > belief.valid_from + 30 * DAY for belief in beliefs)
    assert {"corrected", "retracted", "reopened", "superseded"} <= {belief.cause for belief in beliefs}


def test_the_past_can_be_read_back(sample: Store) -> None:
    """B8: a year ago the store believed in the first flat in Braga."""
    then = PRESENT - 365 * DAY
    known = sample.facts(Query(slot="home.city"), AsOf(then, then)).facts
    assert [fact.text for fact in known] == ["Lives in Braga"]


def test_a_moment_later_the_prompt_block_of_now_reads_the_same(sample: Store) -> None:
    """B9: what is kept ready for now, and what is read from the history, give the same lines."""
    block = sample.context(None)
    sample.clock = FixedClock(PRESENT + 1)
    later = sample.context(None, at=AsOf(block.valid_at, block.known_at))
    assert later == block
    assert len(block.lines) > 50


def test_the_checker_finds_nothing(sample: Store) -> None:
    assert sample.check() == ()
    assert sample.verify_audit() == ()


def test_dates_follow_the_present(tmp_path: Path) -> None:
    later = PRESENT + 400 * DAY
    with open_store(build(tmp_path / "later.db", later), clock=FixedClock(later)) as store:
        assert {fact.state for fact in facts(store, "invalidated")} == set(INVALIDATED)
        assert len(facts(store, "upcoming")) == 5
