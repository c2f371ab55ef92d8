"""U4, N10: sessions that only read refuse every writing command, leave every byte, and say the store's hash."""

import hashlib
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest

from tests.cli.conftest import Line
from tests.store.test_read_only import trace
from tests.store.test_store_file import posix

READING = (["facts", "--evidence"], ["show", "1"], ["context"], ["changes"], ["check"], ["audit", "--verify"], ["proposals"],
           ["rules"], ["settings"])  # fmt: skip
WRITING = (["add", "x"], ["supersede", "1", "x"], ["correct", "1", "x"], ["end", "1"], ["retract", "1"], ["restore", "1"],
           ["pin", "1"], ["unpin", "1"], ["confirm", "1"], ["undo"], ["redo"], ["approve", "1"], ["reject", "1"], ["init"],
           ["rules", "add", "topic", "x"], ["context", "--record"], ["settings", "set", "context.limit", "3"],
           ["import", "text", "-"], ["nightly"])  # fmt: skip


def test_reading_works_and_leaves_no_trace(ana: Line) -> None:
    before = trace(ana.db.parent)
    digest = hashlib.sha256(ana.db.read_bytes()).hexdigest()
    for command in READING:
        ana.run(*command, "--read-only")
        assert ana.status == 0, (command, ana.err)
        assert digest in ana.err
        assert "byte for byte" in ana.err
    assert trace(ana.db.parent) == before


def test_no_file_is_tried_out_where_a_session_is_read_only(ana: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """U4: to find the folder of temporary files, Python makes a file in it; where there is none, in the folder one is in."""
    for place in (ana.db.parent, tmp_path):
        monkeypatch.setattr(tempfile, "tempdir", None)
        monkeypatch.setenv("TMPDIR", str(place))
        os.utime(place, (1, 1))
        for command in READING:
            ana.run(*command, "--read-only")
            assert ana.status == 0
        assert place.stat().st_mtime == 1


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_every_writing_command_is_refused(ana: Line, command: list[str]) -> None:
    before = trace(ana.db.parent)
    ana.run(*command, "--read-only", stdin="- Has a cat")
    assert ana.status == 1
    assert "(read_only)" in ana.err or "(store_exists)" in ana.err
    assert trace(ana.db.parent) == before


@posix
@pytest.mark.parametrize("options", [(), ("--read-only",), ("--read-only", "--copy")], ids=" ".join)
def test_what_never_ends_is_no_store_and_is_not_read(line: Line, tmp_path: Path, options: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        line.run("facts", "--db", str(path), *options)
        assert (line.status, line.out) == (1, "")
        assert line.err.startswith(f"{path} is not a memory-inspector store. (not_a_store)")


def test_what_another_program_changed_meanwhile_is_said(ana: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    from inspector.cli import looking

    digests = iter(("one", "two"))
    monkeypatch.setattr(looking, "digest", lambda path: next(digests))
    ana.run("facts", "--read-only")
    assert "changed by another program" in ana.err


def test_a_copy_is_mended_elsewhere(ana: Line) -> None:
    """An interrupted change is taken back in the copy, and stays as it is in the store's own folder."""
    writer = sqlite3.connect(ana.db, isolation_level=None)
    writer.execute("PRAGMA cache_size=1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE fact SET text = text || 'x'")
    writer.execute(
        "CREATE TABLE filler AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000) SELECT hex(randomblob(50)) FROM n"
    )
    crashed = ana.db.with_name("crashed.db")
    for suffix in ("", "-journal"):
        shutil.copy(f"{ana.db}{suffix}", f"{crashed}{suffix}")
    writer.execute("ROLLBACK")
    writer.close()
    ana.db = crashed
    before = trace(ana.db.parent)
    assert ana.refused("facts", "--read-only") == "interrupted"
    assert "Lives in Braga" in ana.run("facts", "--read-only", "--copy")
    assert trace(ana.db.parent) == before


def test_the_key_and_the_copy_go_with_read_only(ana: Line) -> None:
    assert ana.refused("facts", "--copy") == "usage"
    assert ana.refused("demo", "--read-only") == "usage"
    assert ana.refused("facts", "--read-only", "--audit-key", "no-such-file") == "bad_audit_key"
