"""A demo, and a copy to look at, leave nothing behind, however they end; what an earlier one left is swept."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.cli import launch
from inspector.cli import temporary as folders
from inspector.cli.session import Common, Session
from store.errors import Refused, Unavailable
from store.store import create_store
from tests.conftest import ROOT

HOLDER = "import time; from inspector.cli.launch import temporary_folder\nwith temporary_folder() as folder:\n print(folder, flush=True); time.sleep(60)"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def holder() -> Iterator[subprocess.Popen[str]]:
    """A process that holds a folder until it is told to end."""
    with subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        yield process
        process.kill()


def folder_of(process: subprocess.Popen[str]) -> Path:
    assert process.stdout is not None
    return Path(process.stdout.readline().strip())


def test_the_folder_and_its_keys_are_gone_afterwards() -> None:
    keys = os.environ["MEMORY_INSPECTOR_KEYS"]
    with launch.temporary_folder() as folder:
        create_store(folder / "memory.db").close()
        assert os.environ["MEMORY_INSPECTOR_KEYS"] == str(folder / "keys")
        assert list((folder / "keys").iterdir())
    assert not folder.exists()
    assert os.environ["MEMORY_INSPECTOR_KEYS"] == keys
    assert not Path(keys).exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals.")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_a_process_told_to_end_takes_its_folder_along(holder: subprocess.Popen[str], ending: signal.Signals) -> None:
    folder = folder_of(holder)
    assert folder.is_dir()
    holder.send_signal(ending)
    assert holder.wait(10) == 128 + ending
    assert not folder.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such locks.")
def test_what_a_killed_process_left_is_swept_and_what_a_living_one_holds_is_not(
    holder: subprocess.Popen[str], temporary: Path
) -> None:
    held = folder_of(holder)
    other = temporary / "memory-inspector-notes"
    other.mkdir()
    folders.sweep()
    assert held.is_dir()
    holder.kill()
    holder.wait(10)
    assert held.is_dir()
    folders.sweep()
    assert not held.exists()
    assert other.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals.")
def test_a_copy_to_look_at_is_gone_once_it_was_read(temporary: Path, db: Path) -> None:
    """So that no way of ending the process leaves a copy; one killed on the way there is swept at the next run."""
    create_store(db).close()
    with Session(Common(db=str(db), read_only=True, copy=True)) as session:
        assert session.read().check() == ()
        assert list(temporary.iterdir()) == []
    dead = temporary / f"{folders.COPY}dead"
    dead.mkdir()
    (dead / "in-use").touch()
    (dead / "memory.db").touch()
    with Session(Common(db=str(db))) as session:
        session.read()
    assert not dead.exists()


def test_a_copy_that_cannot_be_opened_is_gone_as_well(temporary: Path, db: Path) -> None:
    create_store(db).close()
    db.write_bytes(db.read_bytes()[:6000])
    with Session(Common(db=str(db), read_only=True, copy=True)) as session, pytest.raises(Unavailable):
        session.read()
    assert list(temporary.iterdir()) == []
    db.unlink()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such locks.")
def test_a_folder_about_to_be_locked_is_left_alone(temporary: Path) -> None:
    young = temporary / f"{folders.DEMO}young"
    young.mkdir()
    folders.sweep()
    assert young.is_dir()
    past = time.time() - 3600
    os.utime(young, (past, past))
    folders.sweep()
    assert not young.exists()


def test_a_store_is_not_overwritten_by_the_sample(tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    kept.write_text("mine")
    with Session(Common()) as session, pytest.raises(Refused, match="store_exists"):
        launch.open_demo(session, kept)
    assert kept.read_text() == "mine"


def test_the_inspector_needs_a_terminal() -> None:
    with Session(Common()) as session, pytest.raises(Refused, match="terminal"):
        launch.open_inspector(session)
