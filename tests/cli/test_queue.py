"""The queue by command: list what waits, approve and reject by number, keep things out by rule."""

import pytest

from store.proposal import Suggestion
from store.store import open_store
from tests.cli.conftest import Line

PROPOSAL = {
    "id", "number", "owner", "kind", "state", "verdict", "reasons", "rationale", "proposed_by", "run", "created_at", "at", "items",
    "new", "lost_words", "choice", "decided_at", "decided_by", "operation",
}  # fmt: skip


@pytest.fixture
def waiting(ana: Line) -> Line:
    """Three facts more, of which two say the same and one the opposite."""
    for text in ("Likes strong coffee, without sugar", "Hates coffee"):
        ana.run("add", text, "--kind", "preference")
    with open_store(ana.db, actor="nightly:1") as store:
        store.proposals.propose(
            [
                Suggestion("merge", (("representative", 4, 1), ("member", 3, 1)), rationale="overlap 0.75"),
                Suggestion("conflict", (("first", 4, 1), ("second", 5, 1)), reasons=("likes",)),
                Suggestion("confirm", (("target", 2, 1),), reasons=("suspect",)),
            ]
        )
    return ana


def test_proposals_lists_what_waits_in_the_order_of_the_queue(waiting: Line) -> None:
    """U2: every field, always; plain ones first, conflicts last."""
    found = waiting.json("proposals")
    assert [one["kind"] for one in found] == ["merge", "confirm", "conflict"]
    assert all(set(one) == PROPOSAL for one in found)
    assert [item["text"] for item in found[0]["items"]] == ["Likes strong coffee, without sugar", "Likes strong coffee"]
    assert "would lose" not in waiting.run("proposals", "--kind", "merge")
    assert len(waiting.json("proposals", "--limit", "1")) == 1
    assert waiting.json("show", "3")["proposals"][0]["kind"] == "merge"


def test_one_command_decides_one_and_undo_takes_it_back(waiting: Line) -> None:
    outcome = waiting.json("approve", "1")
    assert [fact["state"] for fact in outcome["facts"]] == ["active", "superseded"]
    assert waiting.refused("approve", "1") == "already_decided"
    waiting.run("undo")
    assert [one["number"] for one in waiting.json("proposals")] == [1, 3, 2]
    waiting.run("reject", "1")
    assert [one["state"] for one in waiting.json("proposals", "--state", "decided")] == ["rejected"]


def test_undo_of_a_batch_says_how_many_it_takes_back(waiting: Line) -> None:
    """Not only one of them."""
    waiting.run("approve", "1", "3")
    waiting.run("undo")
    assert " and 1 other made with it are undone: " in waiting.err.splitlines()[0]
    waiting.run("reject", "1")
    waiting.run("undo")
    assert "other" not in waiting.err.splitlines()[0]


def test_several_are_one_batch_and_the_refused_are_said(waiting: Line) -> None:
    """Those that can go through do, and one undo takes them all back."""
    answers = waiting.json("approve", "1", "2", "3")
    assert waiting.status == 1
    assert [answer.get("error", {}).get("reason") for answer in answers] == [None, "choice_needed", None]
    waiting.run("undo")
    assert {one["state"] for one in waiting.json("proposals", "--state", "all")} == {"pending"}


def test_a_conflict_takes_a_numbered_answer(waiting: Line) -> None:
    assert waiting.refused("approve", "2") == "choice_needed"
    assert waiting.refused("approve", "2", "--choice", "1") == "other_needed"
    assert waiting.refused("approve", "2", "--choice", "9") == "usage"
    waiting.run("approve", "2", "--choice", "1", "--other", "never")
    assert waiting.json("show", "5")["state"] == "retracted"


def test_what_moved_is_stale_until_decided_as_it_is_now(waiting: Line) -> None:
    waiting.run("end", "3", "--at", "2030-01-01T00:00Z")
    waiting.run("approve", "1")
    assert "approve --as-now decides on that." in waiting.err
    assert waiting.refused("approve", "1") == "stale"
    assert [one["number"] for one in waiting.json("proposals", "--state", "stale")] == [1]
    waiting.run("approve", "1", "--as-now")
    assert waiting.json("show", "3")["state"] == "superseded"


def test_own_words_replace_what_was_suggested(waiting: Line) -> None:
    outcome = waiting.json("approve", "1", "--text", "-", stdin="Likes coffee black")
    assert outcome["facts"][0]["text"] == "Likes coffee black"
    assert waiting.json("show", "4")["state"] == "superseded"


def test_nobody_decides_for_another_owner(waiting: Line) -> None:
    assert waiting.refused("approve", "1", "--owner", "bo") == "proposal_not_found"
    assert waiting.refused("reject", "77") == "proposal_not_found"
    assert waiting.refused("proposals", "--state", "odd") == "bad_value"


def test_rules_are_made_listed_and_lifted(ana: Line) -> None:
    """N5: and what they keep out is said with the rule."""
    assert ana.json("rules", "add", "topic", "health", "insurance")[0]["value"] == "health insurance"
    assert ana.refused("add", "Has a health insurance at Lumen") == "never_rule"
    assert "rules remove 1" in ana.err or ana.status == 1
    ana.run("rules", "remove", "1")
    ana.run("add", "Has a health insurance at Lumen")
    assert ana.json("rules") == []
    assert [one["in_force"] for one in ana.json("rules", "--all")] == [False]
    assert ana.refused("rules", "remove", "9") == "rule_not_found"
    assert ana.refused("rules", "add", "topic") == "usage"
    assert ana.refused("rules", "paint") == "usage"


def test_a_conflict_of_many_is_answered_by_the_one_that_is_true(ana: Line) -> None:
    """F10: --fact names it by its own number; the rest ended, or never was true."""
    for weight in ("71", "72", "73"):
        ana.run("add", f"Weighs {weight} kg")
    numbers = [fact["number"] for fact in ana.json("facts", "--search", "weighs")]
    ana.run("settings", "set", "nightly.enabled", "true")
    ana.run("nightly")
    (conflict,) = ana.json("proposals", "--kind", "conflict")
    number = str(conflict["number"])
    assert ana.refused("approve", number, "--choice", "4") == "usage"
    assert ana.refused("approve", number, "--choice", "2", "--fact", str(min(numbers))) == "usage"
    assert ana.refused("approve", number, "--choice", "4", "--fact", "999") == "fact_not_found"
    ana.run("approve", number, "--choice", "4", "--fact", f"#{sorted(numbers)[1]}", "--other", "never")
    assert [ana.json("show", str(one))["state"] for one in sorted(numbers)] == ["retracted", "active", "retracted"]
