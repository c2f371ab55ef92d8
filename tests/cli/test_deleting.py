"""D1, D4, D5 by command: look, agree to a number, see each place cleared, and let it come back only by an act of its own."""

import pytest

from store import mirrors
from store.errors import Unavailable
from tests.cli.conftest import Line


@pytest.fixture
def two(ana: Line) -> Line:
    """A second owner beside ana."""
    ana.run("add", "Likes jazz", "--owner", "bo")
    return ana


def numbers(line: Line) -> list[int]:
    return [fact["number"] for fact in line.json("facts", "--state", "all")]


def test_a_dry_run_says_what_would_go_and_changes_nothing(ana: Line) -> None:
    before = ana.db.read_bytes()
    preview = ana.json("delete", "--slot", "home.city", "--dry-run")
    assert [fact["text"] for fact in preview["facts"]] == ["Lives in Porto", "Lives in Braga"]
    assert preview["counts"]["facts"] == 2
    assert any(not copy["reachable"] for copy in preview["copies"])
    assert "Out of reach" in ana.run("delete", "3", "--dry-run")
    assert ana.db.read_bytes() == before


def test_the_receipt_says_what_stays_and_what_is_out_of_reach(ana: Line) -> None:
    """D2: also where nobody looked at what would go before."""
    ana.db.with_name("mine.db").write_bytes(ana.db.read_bytes())
    said = ana.run("delete", "3", "--yes")
    assert "Stays: the log of changes" in said
    assert "Out of reach: copies you made: mine.db;" in said
    job = ana.json("delete", "2", "--yes")
    assert job["state"] == "done"
    assert job["stays"][0]["what"] == "the log of changes"
    assert "mine.db" in job["out_of_reach"][0]["what"]


def test_without_a_terminal_it_needs_to_be_told(ana: Line) -> None:
    assert ana.refused("delete", "3") == "confirmation_needed"
    assert 3 in numbers(ana)


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        (["2"], [4, 3, 1]),
        (["--slot", "home.city", "--owner", "ana"], [4, 3]),
        (["--match", "coffee", "--owner", "ana"], [4, 2, 1]),
        (["--all-of", "ana"], [4]),
    ],
)
def test_each_scope_takes_what_it_names(two: Line, scope: list[str], left: list[int]) -> None:
    job = two.json("delete", *scope, "--yes")
    assert job["state"] == "done"
    assert {mirror["state"] for mirror in job["mirrors"]} == {"cleared"}
    assert numbers(two) == left
    assert two.json("check") == {"ok": True, "problems": [], "end_known": True}


def test_members_that_go_too_are_counted_before(ana: Line) -> None:
    """D1: the scope is shown before, with all that goes."""
    from store.store import open_store

    with open_store(ana.db) as store:
        store.merge([3], 2)
    kept, whole = (ana.json("delete", "2", "--members", members, "--dry-run") for members in ("keep", "delete"))
    assert [[fact["number"] for fact in preview["facts"]] for preview in (kept, whole)] == [[2], [2, 3]]


def test_deletions_are_listed_and_lifted(ana: Line) -> None:
    ana.run("add", "Has a cat", "--event-id", "e1")
    ana.run("delete", "4", "--yes")
    assert ana.json("add", "Has a cat", "--event-id", "e1")["result"] == "deleted_before"
    assert ana.status == 0
    (job,) = ana.json("deletions")
    assert job["facts"] == [4]
    assert ana.json("deletions", str(job["number"]))["id"] == job["id"]
    assert ana.json("deletions", "retry") == []
    assert ana.json("deletions", "lift", job["id"])["lifted_at"] is not None
    assert ana.json("add", "Has a cat", "--event-id", "e1")["result"] == "done"


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_a_deletion_that_is_not_through_is_no_success(
    ana: Line, as_json: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit status says so, and words do; the job is printed all the same. Once it is through, that is a success."""

    def fails(*given: object) -> None:
        raise Unavailable("store_busy")

    with monkeypatch.context() as patch:
        for step in ("purge", "rebuild"):
            patch.setattr(mirrors.SearchIndex, step, fails)
        for command in (("delete", "1", "--yes"), ("deletions", "retry"), ("deletions", "retry", "1")):
            ana.run(*command, *as_json)
            assert ana.status == 1, command
            assert "pending" in ana.out
            assert "not deleted everywhere yet" in ana.err
        ana.run("deletions", *as_json)
        assert ana.status == 0
    ana.run("deletions", "retry", *as_json)
    assert ana.status == 0
    assert "not deleted" not in ana.err


def test_nonsense_is_refused(ana: Line) -> None:
    assert ana.refused("delete", "--yes") == "usage"
    assert ana.refused("delete", "1", "--slot", "x", "--yes") == "usage"
    for words in ("", "  "):
        assert ana.refused("delete", "--match", words, "--yes") in ("usage", "bad_value")
    assert ana.refused("delete", "77", "--yes") == "fact_not_found"
    assert ana.refused("delete", "--slot", "nothing", "--yes") == "nothing_in_scope"
    assert ana.refused("delete", "--match", "zebra", "--yes") == "nothing_in_scope"
    assert ana.refused("delete", "--all-of", "nobody", "--yes") == "owner_not_found"
    assert ana.refused("delete", "1", "--members", "eat", "--yes") == "bad_value"
    assert ana.refused("deletions", "9") == "deletion_not_found"
    assert ana.refused("deletions", "lift") == "usage"
    assert ana.refused("deletions", "a", "b", "c") == "usage"
