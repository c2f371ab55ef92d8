"""Standard streams that are closed, full, or whose reader has gone: no traceback, and the truth about what was done.

A shell gives each kind of stream to a whole process; what else meets it runs in a fork.
"""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from store.imports import run_import
from store.store import open_store
from store.values import Query
from tests.conftest import ROOT
from tests.forked import Ended, forked

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="This system has no /dev/full.")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="There is no such shell here.")


def shell(db: Path, typed: str) -> Ended:
    """Run a command line in a shell, where `memory-inspector` is the program on that store."""
    command = f'memory-inspector() {{ {sys.executable} -m inspector --db "$STORE" "$@"; }}; {typed}'
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "STORE": str(db), "PYTHONPATH": str(ROOT)},
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def kept(db: Path) -> None:
    """Let the store hold a fact."""
    with open_store(db, create=True) as store:
        store.assert_fact("Lives in Porto", owner="ana")


def texts(db: Path) -> list[str]:
    with open_store(db) as store:
        return [fact.text for fact in store.facts(Query()).facts]


CLOSED = {"2>&-": (2,), "<&-": (0,), "<&- 2>&-": (0, 2)}


@pytest.mark.parametrize("closed", CLOSED)
def test_a_closed_stream_is_as_good_as_the_null_device(db: Path, closed: str) -> None:
    """Neither a reading nor a writing command minds, and nothing printed ends up in the store."""
    for done in (
        forked(["--db", str(db), "add", "Lives in Porto", "--owner", "ana"], closed=CLOSED[closed]),
        forked(["--db", str(db), "facts"], closed=CLOSED[closed]),
        shell(db, f"memory-inspector --help {closed}"),
        shell(db, f"memory-inspector --version {closed}"),
    ):
        assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert texts(db) == ["Lives in Porto"]


@pytest.mark.parametrize("typed", ["facts", "show 99 --json", "--help", "--version"])
def test_a_closed_stdout_is_one_that_cannot_be_printed_to(db: Path, typed: str) -> None:
    """Status 1, as for a full disk: whoever typed it learns nothing else."""
    kept(db)
    done = forked(["--db", str(db), *typed.split()], closed=(1,))
    assert done.returncode == 1
    assert "(not_printed)" in done.stderr
    assert "Traceback" not in done.stderr
    whole = shell(db, f"memory-inspector {typed} >&-") if typed == "--help" else done
    assert (whole.returncode, whole.stderr.count("not_printed")) == (1, 1)


def test_a_change_with_a_closed_stdout_is_said_to_be_done(db: Path) -> None:
    """Its result goes nowhere, least of all into the store."""
    done = forked(["--db", str(db), "add", "Lives in Porto", "--owner", "ana"], closed=(1,))
    assert (done.returncode, "(done_not_printed)" in done.stderr) == (0, True)
    assert texts(db) == ["Lives in Porto"]


def test_a_whole_process_without_any_stream_writes_to_the_store_alone(db: Path) -> None:
    """The store gets no number that something is printed to."""
    done = shell(db, "memory-inspector add 'Lives in Porto' --owner ana <&- >&- 2>&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert texts(db) == ["Lives in Porto"]


@pytest.mark.parametrize("typed", [("add", "-"), ("import", "text", "-")], ids=" ".join)
def test_a_closed_stdin_is_an_empty_one(db: Path, typed: tuple[str, ...]) -> None:
    """What is read from it is empty, and that is said."""
    done = forked(["--db", str(db), *typed, "--owner", "ana"], closed=(0,))
    assert "internal_error" not in done.stderr
    assert "empty_text" in done.stderr or "0 facts" in done.stdout


@needs_full
def test_a_change_whose_result_cannot_be_printed_is_said_to_be_done(db: Path) -> None:
    """So that nobody does it twice."""
    for json in ((), ("--json",)):
        done = forked(["--db", str(db), "add", "Lives in Porto", "--owner", "ana", *json], into=FULL)
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
    whole = typed == "--version"
    done = shell(db, f"memory-inspector {typed} >/dev/full") if whole else forked(["--db", str(db), *typed.split()], into=FULL)
    assert done.returncode == 1
    assert "The result could not be printed: no space left on device. (not_printed)" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("typed", ["show 1", "--help"])
def test_a_reader_that_has_gone_is_no_error(db: Path, typed: str) -> None:
    """Quietly, as programs in a pipe do."""
    kept(db)
    done = forked(["--db", str(db), *typed.split()], reads=0)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_whole_process_says_nothing_of_it_at_its_end_either(db: Path) -> None:
    """The interpreter would try to print again what it holds."""
    done = shell(db, "memory-inspector --help | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_has_seen_enough_is_no_error(db: Path) -> None:
    """`facts | head` ends quietly, however much is left to be printed."""
    lines = "\n".join(f"- Likes song {number} {'la' * 280}" for number in range(150))
    with open_store(db, create=True) as store:
        run_import(store, "text", io.BytesIO(lines.encode()), owner="ana")
    done = forked(["--db", str(db), "facts", "--json"], reads=1)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_stream_of_ascii_gets_marks_spelled_out(db: Path) -> None:
    """What is told since when stays readable; other letters are escaped."""
    with open_store(db, create=True) as store:
        store.assert_fact("Mora em São João", owner="ana")
    done = forked(["--db", str(db), "facts"], encoding="ascii")
    assert "  <=20" in done.stdout
    assert "Mora em S\\xe3o Jo\\xe3o" in done.stdout
    whole = shell(db.with_name("São.db"), "PYTHONIOENCODING=ascii memory-inspector facts --json")
    assert "S\\xe3o.db" in whole.stdout
