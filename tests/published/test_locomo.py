"""LoCoMo's conversations, brought in whole."""

from pathlib import Path

import pytest

from tests.published.commands import Commands


def test_ten_long_conversations_come_in_whole(shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """X3, P4: the published figures; what rests on the other speaker alone is unverified; a second import changes nothing."""
    path = str(shared / "data" / "locomo" / "locomo10.json")
    run = Commands(tmp_path / "locomo.db", capsys)
    report = run("import", "locomo", path)
    assert (report["sources"], report["facts"], report["evidence"]) == (5882, 2541, 2561)
    assert report["refused"] == []
    unverified = run("facts", "--mark", "unverified", "--limit", "1000")
    assert len(unverified) == 63
    marks = [mark for fact in unverified for mark in fact["marks"]]
    assert {mark["reason"] for mark in marks if mark["mark"] == "unverified"} == {"other_speaker"}
    owners = [f"conv-26/{name}" for name in ("Caroline", "Melanie")]
    for day, expected in (("2023-05-09", 7), ("2023-05-26", 14), ("2023-06-10", 28)):
        known = [run("facts", "--owner", owner, "--as-of", f"{day}T00:00:00Z", "--limit", "100") for owner in owners]
        assert sum(map(len, known)) == expected
    assert run("check") == {"ok": True, "problems": [], "end_known": True}
    before = run("facts", "--state", "all", "--limit", "10000")
    again = run("import", "locomo", path)
    assert (again["sources"], again["facts"], again["evidence"]) == (0, 0, 0)
    assert again["unchanged"] == 5882 + 2541
    assert run("facts", "--state", "all", "--limit", "10000") == before
