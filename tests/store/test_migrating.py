"""An older store is brought to the present schema, after a backup; a failed step leaves it as it was."""

import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from store import files, migrating, opening, sqlite
from store.errors import Unavailable
from store.store import open_store
from store.values import Query
from tests.store.conftest import Keeper

NEXT = """
from alembic import op
import sqlalchemy as sa

revision, down_revision, branch_labels, depends_on = "9000", {before!r}, None, None

def upgrade():
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
    {more}
"""


def schema(path: Path) -> dict[str, list[str]]:
    """Every table and index of a store, with its columns as SQLite sees them."""
    connection = sqlite3.connect(path)
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master ORDER BY name")]
    found = {name: [str(row[1:]) for row in connection.execute(f"PRAGMA table_xinfo('{name}')")] for name in names}
    for name in names:
        found[name] += [str(row) for row in connection.execute(f"PRAGMA index_xinfo('{name}')")]
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql LIKE '%WHERE%' OR sql LIKE '%VIRTUAL%'")
    found |= {f"{name} as written": [" ".join(sql.split())] for name, sql in rows}
    connection.close()
    return found


def next_step(folder: Path, monkeypatch: pytest.MonkeyPatch, more: str = "") -> None:
    """Let the program know one revision more than it does."""
    scripts = folder / "migrations"
    shutil.copytree(migrating.MIGRATIONS, scripts)
    (scripts / "versions" / "9000_later.py").write_text(NEXT.format(before=opening.REVISIONS[-1], more=more or "pass"))
    monkeypatch.setattr(migrating, "MIGRATIONS", scripts)
    monkeypatch.setattr(opening, "REVISIONS", (*opening.REVISIONS, "9000"))


def test_the_steps_lead_to_the_schema_that_new_stores_get(keeper: Keeper, tmp_path: Path) -> None:
    """X4: table for table, column for column, index for index."""
    stepped = tmp_path / "stepped.db"
    files.create_file(stepped)
    engine = sqlite.open_engine(stepped)
    with sqlite.writing(engine) as connection:
        migrating.upgrade(connection, "head")
    engine.dispose()
    assert schema(stepped) == schema(keeper.store.path)


def test_an_older_store_is_migrated_after_a_backup(keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """X4: nothing of it is lost, and the copy is the user's alone."""
    keeper.on(0)
    keeper.store.assert_fact("Lives in Porto", owner="ana")
    keeper.on(1)
    older = tmp_path / "older.db"
    shutil.copy(keeper.store.path, older)
    next_step(tmp_path, monkeypatch)
    with open_store(older, clock=keeper.clock) as store:
        assert [fact.text for fact in store.facts(Query()).facts] == ["Lives in Porto"]
        assert store.check() == ()
        store.pin(1)
    (backup,) = tmp_path.glob("older.db.*.bak")
    assert "later" in schema(older)
    assert "later" not in schema(backup)
    if os.name == "posix":
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_a_failed_step_leaves_the_store_as_it_was(keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """X4: all or nothing."""
    older = tmp_path / "older.db"
    shutil.copy(keeper.store.path, older)
    before = schema(older)
    next_step(tmp_path, monkeypatch, more="op.execute('DROP TABLE no_such_table')")
    with pytest.raises(Unavailable):
        open_store(older)
    assert schema(older) == before


def test_opening_a_present_store_loads_no_migrations() -> None:
    """Start-up loads only what it needs."""
    import subprocess
    import sys

    code = "import store.store, sys; sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
