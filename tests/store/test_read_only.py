"""U4: a session that only reads leaves every byte, every time and the listing of the folder as they were."""

import hashlib
import os
import shutil
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from store import opening
from store.deletion import Scope
from store.errors import Refused, Unavailable
from store.proposal import ProposalQuery, Suggestion
from store.store import Store, open_store
from store.values import AsOf, Newer, Query, SourceInput
from tests.store.conftest import Keeper

Trace = list[tuple[str, int, str]]


def trace(folder: Path) -> Trace:
    """Every file of a folder with its time and the hash of its bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(str(path), path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files]


def look_at_everything(store: Store) -> None:
    """Every way to read, and every way to write, which is refused."""
    number = store.facts(Query(state="all")).facts[0].number
    for at in (AsOf(), AsOf(0, 0)):
        store.facts(Query(state="all", search="porto"), at)
        store.count(Query(), at)
        store.overview("ana", at)
        store.context("ana", at=at)
    store.card(number), store.history(number), store.changes(), store.owners(), store.settings()
    store.proposals.page(ProposalQuery()), store.proposals.waiting("ana"), store.proposals.about(number), store.rules.list()
    assert store.check() == ()
    assert store.verify_audit() == ()
    store.data_version(), store.newer()
    store.catch_up()
    writes = (
        lambda: store.assert_fact("Has a cat", owner="ana"),
        lambda: store.pin(number),
        lambda: store.undo(),
        lambda: store.set_setting("context.limit", "3"),
        lambda: store.set_setting("markdown.folder", str(store.path.parent / "notes")),
        lambda: store.add_source(SourceInput("hello", 0)),
        lambda: store.context("ana", record=True),
        lambda: store.rules.add("topic", "health"),
        lambda: store.proposals.propose([Suggestion("retract", (("target", number, 1),))]),
    )
    for write in writes:
        with pytest.raises(Refused, match="read_only"):
            write()


@pytest.fixture
def ana(keeper: Keeper) -> Keeper:
    keeper.on(0)
    keeper.store.assert_fact("Lives in Porto", owner="ana", slot="city", evidence=keeper.heard("Porto it is"))
    keeper.on(1)
    keeper.store.supersede(1, "Lives in Braga")
    return keeper


def test_reading_leaves_no_trace(ana: Keeper, tmp_path: Path) -> None:
    before = trace(tmp_path)
    with open_store(ana.store.path, read_only=True, clock=ana.clock) as store:
        look_at_everything(store)
        assert trace(tmp_path) == before
    assert trace(tmp_path) == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user who is held to modes")
def test_a_folder_that_may_only_be_read_can_be_looked_at(ana: Keeper, tmp_path: Path) -> None:
    path = tmp_path / "theirs" / "memory.db"
    path.parent.mkdir()
    shutil.copy(ana.store.path, path)
    path.chmod(stat.S_IRUSR)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(Unavailable, match="--read-only"):
        open_store(path)
    with open_store(path, read_only=True, clock=ana.clock) as store:
        look_at_everything(store)


def test_beside_an_open_write_it_reads_what_was_committed(ana: Keeper, tmp_path: Path) -> None:
    writer = sqlite3.connect(ana.store.path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE meta SET value = value")
    before = trace(tmp_path)
    with open_store(ana.store.path, read_only=True, clock=ana.clock) as store:
        look_at_everything(store)
    assert trace(tmp_path) == before
    writer.execute("ROLLBACK")
    writer.close()


def test_what_is_known_stands_still_until_it_catches_up(ana: Keeper) -> None:
    """What others change meanwhile is counted, and shown when asked for."""
    with open_store(ana.store.path, read_only=True, clock=ana.clock) as store:
        shown = store.facts(Query()).facts
        ana.on(2).end(2)
        ana.store.assert_fact("Has a cat", owner="ana")
        assert store.newer() == Newer(2)
        assert store.facts(Query()).facts == shown
        assert store.fact(2).state == "active"
        store.catch_up()
        assert [fact.text for fact in store.facts(Query()).facts] == ["Has a cat"]
        assert (store.newer(), store.fact(2).state) == (Newer(0), "ended")


def everything(store: Store) -> list[object]:
    """Everything a session can be asked for."""
    proposals = store.proposals
    return [
        store.facts(Query(state="all")),
        store.facts(Query(state="all"), AsOf(0, 0)),
        store.overview("ana", since=0),
        store.owners(),
        store.owner_names(),
        [(store.card(number), store.history(number), proposals.about(number)) for number in (1, 2)],
        store.conversation(1),
        store.edges(None),
        store.settings(),
        store.context("ana").text,
        proposals.page(ProposalQuery(state="all")),
        proposals.waiting("ana"),
        proposals.tally("ana"),
        proposals.count(ProposalQuery()),
        proposals.review(1),
        proposals.effect(1),
        store.rules.list(lifted=True),
        store.deletions.list(),
        store.changes(),
        store.count_changes(),
        store.verify_audit(),
        store.check(),
    ]


def test_nothing_that_is_read_moves_while_others_change_everything(ana: Keeper) -> None:
    """U4: the queue, its counts, reviews, rules, deletions, the audit and all else stay as they were when it was opened."""
    ana.store.proposals.propose([Suggestion("retract", (("target", 2, 1),)), Suggestion("confirm", (("target", 2, 1),))])
    rule = ana.store.rules.add("topic", "health")
    ana.store.assert_fact("Has a dog", owner="ana")
    with open_store(ana.store.path, read_only=True, clock=ana.clock) as store:
        known = everything(store)
        ana.store.proposals.approve(1)
        ana.store.proposals.propose([Suggestion("retract", (("target", 3, 1),))])
        ana.store.rules.remove(rule.number)
        ana.store.rules.add("topic", "money")
        ana.store.set_setting("context.limit", "3")
        ana.say("Something new", ref="m-2")
        ana.store.assert_fact("Lives in Rome", owner="bo")
        assert store.newer() == Newer(7)
        ana.store.deletions.delete(Scope("facts", (3,)))
        assert store.newer() == Newer(8, deletes=True)
        assert everything(store) == known
        store.catch_up()
        assert store.newer() == Newer(0)
        assert everything(store) == everything(ana.store)
        assert all(
            before != after for before, after in zip(known, everything(store), strict=True) if before not in ((), known[1])
        )


def test_a_page_and_the_next_one_are_of_one_instant(ana: Keeper) -> None:
    """U4: whatever is written between two pages of a list."""
    for number in range(6):
        ana.on(2 + number).assert_fact(f"Knows {number} songs", owner="ana")
    with open_store(ana.store.path, read_only=True, clock=ana.clock) as store:
        whole = store.facts(Query(), limit=100).facts
        first = store.facts(Query(), limit=3)
        ana.on(10).confirm(whole[5].number)
        ana.store.retract(whole[4].number)
        rest = store.facts(Query(), after=first.next, limit=100)
        assert (*first.facts, *rest.facts) == whole


def test_many_threads_read_while_it_catches_up(ana: Keeper) -> None:
    with open_store(ana.store.path, read_only=True, clock=ana.clock) as store, ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(store.facts, Query(state="all", search="lives")) for _ in range(60)]
        for _ in range(10):
            store.catch_up()
        assert {len(one.result().facts) for one in asked} == {2}


def test_after_a_crash_it_says_what_is_the_matter_and_how_to_look(ana: Keeper, tmp_path: Path) -> None:
    """A hot journal is left as it is; a copy of both can be looked at."""
    crashed = tmp_path / "crashed" / "memory.db"
    crashed.parent.mkdir()
    writer = sqlite3.connect(ana.store.path, isolation_level=None)
    writer.execute("PRAGMA cache_spill=1")
    writer.execute("PRAGMA cache_size=1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE fact SET text = text || 'x'")
    writer.execute(
        "CREATE TABLE filler AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000) SELECT hex(randomblob(50)) FROM n"
    )
    for suffix in ("", "-journal"):
        shutil.copy(f"{ana.store.path}{suffix}", f"{crashed}{suffix}")
    writer.execute("ROLLBACK")
    writer.close()
    before = trace(crashed.parent)
    with pytest.raises(Unavailable, match="--copy") as refused:
        open_store(crashed, read_only=True)
    assert refused.value.reason == "interrupted"
    assert trace(crashed.parent) == before
    with open_store(crashed) as store:
        assert store.fact(1).text == "Lives in Porto"


def test_an_older_schema_is_not_touched(ana: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """X4: a newer one can be looked at, an older one only as a copy."""
    monkeypatch.setattr(opening, "REVISIONS", (*opening.REVISIONS, "9000"))
    with pytest.raises(Unavailable, match="--copy"):
        open_store(ana.store.path, read_only=True)
    monkeypatch.setattr(opening, "REVISIONS", ("0000",))
    with pytest.raises(Unavailable, match="--read-only"):
        open_store(ana.store.path)
    with open_store(ana.store.path, read_only=True) as store:
        assert store.fact(1).text == "Lives in Porto"


def test_another_users_key_can_be_handed_over(ana: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain is verified with it; a file that is no key is refused."""
    (key,) = (tmp_path / "keys").glob("*.key")
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "nobody"))
    with open_store(ana.store.path, read_only=True) as store:
        assert not store.has_audit_key
    with open_store(ana.store.path, read_only=True, audit_key=key) as store:
        assert store.has_audit_key
        assert store.verify_audit() == ()
    with pytest.raises(Refused, match="bad_audit_key"):
        open_store(ana.store.path, read_only=True, audit_key=tmp_path)
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
