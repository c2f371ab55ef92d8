"""What the program makes on the disk: for the user alone, under any umask; and what a killed process left of it goes."""

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.cli import temporary
from inspector.config import Config
from store import files, sqlite
from store.deletion import Scope
from store.errors import Unavailable
from store.store import create_store, open_store
from tests.store.conftest import Keeper
from tests.store.test_store_file import posix

pytestmark = posix


@pytest.fixture(params=[0o000, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """A umask that takes nothing away, and one that takes everything of others."""
    before = os.umask(request.param)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.usefixtures("umask")
def test_every_folder_is_0700_and_every_file_0600(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """N2: those that folders are made in, too."""
    top = tmp_path / "top"
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(top / "of" / "keys"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    path = top / "some" / "where" / "m.db"
    seen: dict[tuple[Path, bool], int] = {}
    with create_store(path) as store:
        store.assert_fact("Lives in Porto", owner="ana")
        store.set_setting("markdown.folder", str(top / "notes"))
        sqlite.back_up(path, path.with_name("m.db.0001.bak"))
        Config(path=top / "settings" / "of" / "config.json").visited(store, "ana", 5).save()
        look(seen, top)
    with temporary.folder(temporary.COPY) as made:
        look(seen, made)
    assert {made.name for made, _ in seen} >= {
        "some",
        "where",
        "of",
        "keys",
        "notes",
        "settings",
        "m.db",
        "ana.md",
        "config.json",
        "in-use",
    }
    assert {str(made): oct(mode) for (made, is_folder), mode in seen.items() if mode != (0o700 if is_folder else 0o600)} == {}


def look(seen: dict[tuple[Path, bool], int], folder: Path) -> None:
    """Note the mode of a folder and of all that is in it."""
    for made in (folder, *folder.rglob("*")):
        seen[made, made.is_dir()] = stat.S_IMODE(made.stat().st_mode)


@pytest.fixture
def dead() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_what_a_killed_process_left_half_made_goes_when_the_store_is_opened(keeper: Keeper, dead: int) -> None:
    """D2: of a repair, of a copy before a migration, of an anchor. What a running one is making stays, and so do files of a person."""
    store = keeper.on(0)
    store.assert_fact("Lives in Porto", owner="ana")
    path, keys = store.path, store.path.with_name("keys")
    whole = path.read_bytes()
    left = [
        f"{path.name}.{dead}.draft",
        f"{path.name}.{dead}.draft-journal",
        f"{path.name}.0003.bak.{dead}.draft",
        f"{path.name}.{os.getpid()}.draft",
    ]
    stay = [f"{path.name}.{os.getppid()}.draft", f"{path.name}.my.draft", f"{path.name}.draft", f"other.db.{dead}.draft"]
    for name in (*left, *stay):
        path.with_name(name).write_bytes(b"" if name.endswith("journal") else whole)
    os.utime(path.with_name(left[-1]), (1, 1))  # of an earlier process of the same number
    theirs = path.with_name(f"{path.name}.2024.draft")
    theirs.write_text("chapter one")
    anchor = keys / f"{store.id}.0123.{dead}-77.draft"
    anchor.write_text("{}")
    with open_store(path, read_only=True):
        assert anchor.exists()
    open_store(path).close()
    assert [name for name in left if path.with_name(name).exists()] == []
    assert [name for name in stay if not path.with_name(name).exists()] == []
    assert (theirs.read_text(), anchor.exists()) == ("chapter one", False)


def test_what_a_killed_init_left_goes_with_the_next(tmp_path: Path, dead: int) -> None:
    path = tmp_path / "new.db"
    left = path.with_name(f"{path.name}.{dead}.draft")
    left.write_bytes(b"")
    create_store(path).close()
    assert not left.exists()


def test_a_deletion_reaches_what_is_half_made_and_what_lies_beside_the_file_behind_a_link(keeper: Keeper, tmp_path: Path) -> None:
    """D2: also where the process that makes it still runs: what it copies is no more."""
    keeper.on(0).assert_fact("Lives in Porto", owner="ana")
    path = keeper.store.path
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(path)
    copies = [f"{path.name}.{os.getppid()}.draft", f"{path.name}.0003.bak", f"{path.name}.damaged.bak"]
    for name in copies:
        path.with_name(name).write_bytes(path.read_bytes())
    with open_store(link, clock=keeper.clock) as store:
        assert store.path == path
        assert store.deletions.delete(Scope("facts", (1,))).state == "done"
    assert [file.name for file in tmp_path.rglob("*") if file.is_file() and b"Porto" in file.read_bytes()] == []


@pytest.mark.parametrize(
    "name", ["x" * 4000, "/".join(["x" * 50] * 75), "/".join("x" * 2000)], ids=["one name", "many", "very many"]
)
def test_a_path_that_is_too_long_is_refused_before_anything_is_made(tmp_path: Path, name: str) -> None:
    for act in (create_store, open_store):
        with pytest.raises(Unavailable) as refused:
            act(tmp_path / name)
        assert refused.value.reason == "bad_path"
        assert str(refused.value.details["path"]) == str(tmp_path / name)
    assert [one.name for one in tmp_path.iterdir()] == ["home"]


@pytest.mark.parametrize("more", [0, 1])
def test_the_longest_path_is_one_that_a_store_can_be_made_at(tmp_path: Path, more: int) -> None:
    """What follows the name while it is made is counted too."""
    room = files.LONGEST_PATH - len(f"{tmp_path}/.{os.getpid()}.draft") + more
    path = tmp_path / "/".join(["x" * 99] * (room // 100)) / ("y" * (room % 100))
    if more:
        with pytest.raises(Unavailable, match="bad_path"):
            create_store(path)
    else:
        with create_store(path) as store:
            store.assert_fact("Lives in Porto", owner="ana")
    assert path.exists() is not bool(more)
