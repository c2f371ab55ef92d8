"""A disk that is full, fails or takes no writing: one sentence with its reason, the store as it was, and nothing to be cleared by hand."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.crash import damaging, disk, killing
from tests.crash.acts import older
from tests.crash.deeds import DEEDS
from tests.crash.template import Template, meaning, opened
from tests.crash.test_crash import NO_DEED
from tests.verbs import commands

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are forked and limited")
Find = Callable[[Template, str], killing.Whole]
REFUSED = {"disk_full", "disk_failed", "keys_not_kept", "folder_unreachable"}
FEW = ("state in a slot", "import events", "delete", "make a store", "bring an older store up to date")
"""Deeds of every kind; `python -m tests.crash disk` takes all of them."""


@pytest.fixture
def small(template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Template]:
    """The template, with its keys, on a small file system."""
    folder = tmp_path / "small"
    folder.mkdir()
    if not disk.mounted(folder):
        pytest.skip("No file system may be mounted here; the limit to what a process writes is tried everywhere.")
    try:
        shutil.copytree(tmp_path / "keys", folder / "keys")
        monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        yield Template(Path(shutil.copy(template.path, folder / template.path.name)))
    finally:
        disk.unmount(folder)


@pytest.mark.parametrize("title", FEW)
def test_where_no_file_may_grow_a_change_is_refused_whole(template: Template, whole_of: Find, title: str) -> None:
    """A journal that cannot be written, and a store that cannot become longer."""
    deed = DEEDS[title]
    whole = whole_of(template, title)
    for limit in (1024, template.path.stat().st_size):
        path = killing.ready(template, deed, "killed")
        reason = disk.attempt(deed, path, limit, template.path.with_name("told"))
        assert reason in REFUSED | {"done"}, reason
        assert reason != "done" or limit > 1024 or title in ("delete", "nightly run")
        assert killing.found(path, deed, whole)


@pytest.mark.parametrize("title", ["state in a slot", "import events"])
def test_when_there_is_room_again_the_open_store_goes_on(template: Template, whole_of: Find, title: str) -> None:
    """Nothing has to be opened anew."""
    deed = DEEDS[title]
    whole = whole_of(template, title)
    path = killing.ready(template, deed, "killed")
    assert disk.attempt(deed, path, 1024, template.path.with_name("told"), again=True) in REFUSED
    assert killing.found(path, deed, whole) == "after"


@pytest.mark.parametrize("room", [0, 8192])
def test_on_a_full_disk_a_change_is_refused_whole(small: Template, whole_of: Find, room: int) -> None:
    """Keys and store are both on it."""
    for title in ("state in a slot", "delete", "make a store"):
        deed = DEEDS[title]
        whole = whole_of(small, title)
        path = killing.ready(small, deed, "killed")
        told = small.path.parent.with_name("told")
        with disk.full(small.path.parent, room):
            reason = disk.attempt(deed, path, disk.UNLIMITED, told)
        assert reason in REFUSED | {"done"}, (title, reason)
        assert room or reason == "disk_full" or reason == "keys_not_kept", (title, reason)
        assert killing.found(path, deed, whole)


COMMANDS: dict[str, tuple[str, ...]] = {
    "add": ("Has a dog", "--owner", "ana"), "supersede": ("4", "Lives in Braga"), "correct": ("4", "Lives in Faro"), "end": ("4",),
    "retract": ("4",), "restore": ("10",), "pin": ("4",), "unpin": ("9",), "confirm": ("4",), "undo": (), "approve": ("1",),
    "reject": ("1",), "rules": ("add", "topic", "weather"), "settings": ("set", "budget", "7"), "context": ("--record",), "nightly": (),
    "delete": ("1", "--yes"), "check": ("--repair",), "import": ("text", "list.md"),
}  # fmt: skip


def test_every_command_that_writes_is_among_them() -> None:
    """A new command has to be thought of here; one is shown as a deed above, and two need something to be done before."""
    assert commands() - NO_DEED - set(COMMANDS) == {"init", "redo", "deletions"}


def test_every_command_that_writes_says_so_in_one_sentence(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit status 1, the reason, and a store that is as it was."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGNAME", "ana")
    (tmp_path / "list.md").write_text("- Likes tea\n- Likes soup\n")
    path = template.copy("limited")
    before = meaning(path)

    def work() -> list[Any]:
        with disk.limited(1024):
            return [(name, *vars(damaging.command(path, (name, *given))).values()) for name, given in COMMANDS.items()]

    for name, _, status, printed, said in disk.in_a_process(work, tmp_path / "told"):
        assert (name, status, printed) == (name, 1, ""), said
        assert "(disk_f" in said, said
        assert len(said.strip().splitlines()) == 2, said
    assert meaning(path) == before


def test_a_migration_that_finds_no_room_leaves_the_older_store_and_no_half_a_copy(template: Template, tmp_path: Path) -> None:
    """And the copy it had begun is gone."""
    path = template.copy("older")
    older(path)
    was = path.read_bytes()

    def work() -> list[Any]:
        with disk.limited(len(was) // 2):
            return list(vars(damaging.command(path, ("facts",))).values())

    _, status, printed, said = disk.in_a_process(work, tmp_path / "told")
    assert (status, printed) == (1, "")
    assert "(disk_f" in said
    assert path.read_bytes() == was
    assert [file.name for file in tmp_path.glob("older.db*")] == ["older.db"]


def test_the_inspector_says_it_in_a_toast_and_goes_on_when_there_is_room(template: Template, tmp_path: Path) -> None:
    path = template.copy("inspected")
    refused, made = disk.confirmed_in_the_inspector(path, 1024, tmp_path / "told")
    assert "disk" in " ".join(refused)
    assert made[-1].startswith("Confirmed")
    with opened(path) as store:
        assert [operation.verb for operation in store.changes(limit=2)] == ["confirm", "delete"]


def test_on_a_read_only_file_system_it_is_said_how_to_look_at_it(small: Template, whole_of: Find, tmp_path: Path) -> None:
    """Whoever reads is told to say so, and a store whose last change was interrupted is looked at in a copy."""
    title = "import events"
    path = killing.kill_at(small, DEEDS[title], whole_of(small, title).points * 3 // 4)
    assert path.with_name(f"{path.name}-journal").exists()
    asked = [
        ("facts",),
        ("add", "Has a dog"),
        ("check", "--repair"),
        ("facts", "--read-only"),
        ("facts", "--read-only", "--copy"),
    ]

    def work() -> list[Any]:
        return [list(vars(damaging.command(small.path, one)).values())[1:] for one in asked[:-1]] + [
            list(vars(damaging.command(path, one)).values())[1:] for one in asked[-2:]
        ]

    with disk.read_only(small.path.parent):
        answers = disk.in_a_process(work, tmp_path / "told")
    reasons = [damaging.Met((), *answer).told for answer in answers]
    assert reasons == ["not_writable", "not_writable", "not_writable", "done", "interrupted", "done"]
    assert "--read-only" in answers[0][2]
    assert "--copy" in answers[4][2]


def test_where_the_end_of_the_chain_cannot_be_kept_a_change_is_made_all_the_same(
    small: Template, template: Template, tmp_path: Path
) -> None:
    """The keys lie on a file system that takes no writing; the next change that can keeps it."""
    path = template.copy("elsewhere")
    with disk.read_only(small.path.parent), opened(path) as store:
        assert store.pin(4).facts[0].pinned
    with opened(path) as store:
        store.unpin(4)
        assert store.check() == ()
