"""Standard streams that are closed, full, or whose reader has gone: no traceback, and the truth about what was done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from store.store import open_store
from store.values import Query
from tests.conftest import ROOT

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="This system has no /dev/full.")


def shell(db: Path, typed: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in a shell, where `memory-inspector` is the program on that store."""
    command = f'memory-inspector() {{ {sys.executable} -m inspector --db "$STORE" "$@"; }}; {typed}'
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "STORE": str(db), "PYTHONPATH": str(ROOT)},
    )


def kept(db: Path) -> None:
    """Let the store hold a fact."""
    with open_store(db, create=True) as store:
        store.assert_fact("Lives in Porto", owner="ana")


def texts(db: Path) -> list[str]:
    with open_store(db) as store:
        return [fact.text for fact in store.facts(Query()).facts]


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_as_good_as_the_null_device(db: Path, closed: str) -> None:
    """Neither a reading nor a writing command minds, and nothing printed ends up in the store."""
    for typed in ("add 'Lives in Porto' --owner ana", "facts", "--version"):
        done = shell(db, f"memory-inspector {typed} {closed}")
        assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert texts(db) == ["Lives in Porto"]


@pytest.mark.parametrize("typed", ["add - --owner ana", "import text - --owner ana"])
def test_a_closed_stdin_is_an_empty_one(db: Path, typed: str) -> None:
    """What is read from it is empty, and that is said."""
    done = shell(db, f"memory-inspector {typed} <&-")
    assert "internal_error" not in done.stderr
    assert "empty_text" in done.stderr or "0 facts" in done.stdout


@needs_full
def test_a_change_whose_result_cannot_be_printed_is_said_to_be_done(db: Path) -> None:
    """So that nobody does it twice."""
    for json in ("", " --json"):
        done = shell(db, f"memory-inspector add 'Lives in Porto' --owner ana{json} >/dev/full")
        assert done.returncode == 0
        assert done.stderr.splitlines()[-2:] == [
            "It is done, but the result could not be printed: no space left on device. (done_not_printed)",
            "There is no need to do it again; memory-inspector changes lists it.",
        ]
    assert texts(db) == ["Lives in Porto"] * 2


@needs_full
@pytest.mark.parametrize("typed", ["facts", "show 99 --json", "--version"])
def test_what_was_only_to_be_read_is_refused_when_it_cannot_be_printed(db: Path, typed: str) -> None:
    """One sentence, status 1."""
    kept(db)
    done = shell(db, f"memory-inspector {typed} >/dev/full")
    assert done.returncode == 1
    assert "The result could not be printed: no space left on device. (not_printed)" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("typed", ["show 1", "--help"])
def test_a_reader_that_has_gone_is_no_error(db: Path, typed: str) -> None:
    """Quietly, as programs in a pipe do."""
    kept(db)
    done = shell(db, f"memory-inspector {typed} | true; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_stream_of_ascii_gets_marks_spelled_out(db: Path) -> None:
    """What is told since when stays readable; other letters are escaped."""
    shell(db, "memory-inspector add 'Mora em São João' --owner ana")
    done = shell(db, "PYTHONIOENCODING=ascii memory-inspector facts")
    assert "  <=20" in done.stdout
    assert "Mora em S\\xe3o Jo\\xe3o" in done.stdout
