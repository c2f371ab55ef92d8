"""The nightly run from the command line: words for a person, one document for a program."""

import pytest

from tests.cli.conftest import Line


@pytest.fixture
def twice(line: Line) -> Line:
    """The same thing twice, of Ana's."""
    line.run("add", "Likes strong black coffee in the morning", "--owner", "ana")
    line.run("add", "Likes strong black coffee in the morning, with milk", "--owner", "ana")
    return line


def test_it_is_off_until_the_setting_is_set(twice: Line) -> None:
    """F6: refused in both forms, with the next step."""
    assert twice.refused("nightly") == "nightly_off"
    assert twice.status == 1


def test_a_rehearsal_says_what_it_would_do_and_what_to_do_next(twice: Line) -> None:
    """F6: each step on a line with counts."""
    said = twice.run("nightly", "--dry-run")
    assert "duplicates: 2 facts looked at, 1 proposed" in said
    assert "settings set nightly.enabled true" in said
    assert twice.json("proposals") == []


def test_a_run_says_what_waits(twice: Line) -> None:
    """F6, F8: and a second one why there is nothing new."""
    twice.run("settings", "set", "nightly.enabled", "true")
    assert twice.run("nightly").splitlines()[-1] == "1 new; 1 waits: memory-inspector queue"
    said = twice.run("nightly").splitlines()
    assert "  1 skipped: waiting for a decision already" in said
    assert said[-1] == "0 new; 1 waits: memory-inspector queue"
    assert twice.status == 0


def test_its_document_holds_counts_and_reasons(twice: Line) -> None:
    """F8: every step, what is new, and who is guarded."""
    twice.run("settings", "set", "nightly.enabled", "true")
    report = twice.json("nightly", "--owner", "ana")
    assert set(report) == {"run", "now", "steps", "proposed", "guarded", "waiting"}
    assert [set(step) for step in report["steps"]] == [{"name", "looked_at", "proposed", "skipped", "seconds", "notes"}] * 5
    (found,) = report["proposed"]
    assert (found["kind"], found["reasons"], [item["number"] for item in found["items"]]) == ("merge", ["alike"], [2, 1])
    again = twice.json("nightly")
    assert again["steps"][0]["skipped"] == [{"reason": "waits", "count": 1}]


def test_another_day_is_rehearsed(twice: Line) -> None:
    """F7: --now; a day to come only with --dry-run."""
    twice.run("settings", "set", "nightly.enabled", "true")
    assert twice.refused("nightly", "--now", "2199-01-01") == "judged_ahead"
    said = twice.run("nightly", "--dry-run", "--now", "2199-01-01T00:00Z")
    assert "Age is judged by 2199-01-01T00:00:00Z." in said
    assert "suspects: 2 facts looked at, 0 proposed" in said
    assert "  2 skipped: left for a later run, as another question about the same facts waits" in said


def test_a_missing_store_and_owner_are_named(line: Line, twice: Line) -> None:
    """Reason codes, no traceback."""
    assert twice.refused("nightly", "--dry-run", "--owner", "bo") == "owner_not_found"
    line.db.unlink()
    assert line.refused("nightly") == "no_store"
