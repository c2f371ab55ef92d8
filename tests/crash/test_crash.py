"""B6, B12: a process killed inside a decision leaves all of it or nothing."""

import os
from pathlib import Path

import pytest

from tests.crash import killing, racing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are forked and killed")
KILLS = 20


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> killing.Template:
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    return killing.build(tmp_path)


def test_killed_inside_an_approval_the_store_is_as_before_or_as_after(template: killing.Template) -> None:
    """At points spread evenly over the whole of it; the last ones lie behind the commit."""
    deed = killing.DEEDS["approve a merge"]
    before = killing.meaning(template.copy("before"))
    path = template.copy("after")
    with killing.opened(path) as store:
        deed(store)
    after = killing.meaning(path)
    assert before != after
    last = killing.points(template, deed)
    found = []
    for kill in range(KILLS):
        point = 1 + round(kill * (last - 1) / (KILLS - 1))
        found.append(killing.meaning(killing.kill_at(template, deed, point, "killed")))
    assert set(found) <= {before, after}
    assert before in found


def test_of_many_who_decide_one_wins_each_time_and_the_others_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B12: nothing lost, nothing doubled."""
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    found = racing.race(tmp_path, proposals=25, processes=3)
    assert found.decided == dict.fromkeys(range(1, 26), 1)
    assert found.told == {"already_decided": 50}
    assert found.operations == 25
