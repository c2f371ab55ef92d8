"""B6, B12: a process killed while it writes leaves each change whole or not at all.

What is one change is then as it was before or as it is after. What is several (a nightly run, a deletion, a migration, a repair, the
making of a store) leaves each of them whole: the store passes its check and its chain verifies, and when it is done again, or the next
start goes on with it, it ends as if nobody had been killed. `python -m tests.crash N` kills in all of the deeds.
"""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from store.imports import FORMATS
from tests.crash import killing, racing
from tests.crash.deeds import DEEDS
from tests.crash.killing import Whole
from tests.crash.template import Template
from tests.verbs import commands, writing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are forked and killed")
BY_COMMAND = {
    "import": "import events", "init": "make a store", "nightly": "nightly run", "check": "repair", "add": "state",
    "settings": "set a setting", "delete": "delete", "deletions": "try to delete again", "context": "log a block", "rules": "make a rule",
    "approve": "approve a merge", "undo": "undo a sitting",
}  # fmt: skip
"""The deed behind each command of another name."""
NO_DEED = {"demo", "queue", "facts", "show", "changes", "audit", "proposals"}
"""Commands that look, and those that open the inspector: its keys do what the store's verbs do."""


def test_every_way_to_write_is_among_the_deeds() -> None:
    """A new verb of the store, the queue, the rules or deletions, a new format and a new command have to be thought of here."""
    shown = {name for deed in DEEDS.values() for name in deed.stands_for}
    assert writing() <= shown
    assert {f"import {form}" for form in FORMATS} <= shown
    assert commands() - NO_DEED - set(BY_COMMAND) <= set(DEEDS)
    assert set(BY_COMMAND.values()) <= set(DEEDS)


@pytest.mark.parametrize(
    ("title", "kills"),
    [("approve a merge", 5), ("import events", 3), ("delete", 3), ("bring an older store up to date", 3), ("make a store", 3)],
)
def test_killed_while_it_writes_a_store_is_as_before_or_as_after(
    template: Template, whole_of: Callable[[Template, str], Whole], title: str, kills: int
) -> None:
    """Half at points spread evenly over the whole of it, the last one behind the commit; half at moments of chance."""
    deed = DEEDS[title]
    whole = whole_of(template, title)
    found = Counter(killing.found(kill(), deed, whole) for kill in killing.kills(template, deed, whole, kills))
    assert found["before"]
    assert found.total() == kills


@pytest.mark.parametrize("processes", [3])
def test_of_many_who_decide_one_wins_each_time_and_the_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    """B12: nothing lost, nothing doubled."""
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    found = racing.race(tmp_path, proposals=8, processes=processes)
    assert found.decided == dict.fromkeys(range(1, 9), 1)
    assert found.told == {"already_decided": 8 * (processes - 1)}
    assert found.operations == 8
