"""The checker and the audit chain find what is wrong, whoever did it."""

import sqlite3

import pytest

from store.store import create_store
from tests.store.conftest import Keeper

MENDED = ("PRAGMA foreign_keys=OFF",)


def tamper(keeper: Keeper, *statements: str) -> list[str]:
    """Change a copy of the store behind its back and return the reasons the checker gives."""
    import shutil

    from store.store import open_store

    copy = keeper.store.path.with_name("copy.db")
    shutil.copy(keeper.store.path, copy)
    with sqlite3.connect(copy) as connection:
        for statement in (*MENDED, *statements):
            connection.execute(statement)
    connection.close()
    with open_store(copy, clock=keeper.clock) as store:
        return [problem.reason for problem in store.check()]


@pytest.fixture
def kept(keeper: Keeper) -> Keeper:
    """Two facts in one slot and one beside them."""
    keeper.on(0)
    keeper.store.assert_fact(
        "Lives in Porto", owner="ana", slot="home.city", origin="online", evidence=keeper.heard("I live in Porto")
    )
    keeper.on(1)
    keeper.store.assert_fact("Lives in Braga", owner="ana", slot="home.city")
    keeper.store.assert_fact("Likes tea", owner="ana")
    return keeper


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE belief SET valid_to = 9223372036854775807 WHERE fact_id = 1 AND version = 2", "two_active_in_one_slot"),
        ("UPDATE belief SET valid_from = valid_to + 1 WHERE fact_id = 1 AND version = 2", "inverted_interval"),
        ("DELETE FROM belief WHERE fact_id = 3", "no_current_belief"),
        ("DELETE FROM belief WHERE fact_id = 1 AND version = 1", "version_missing"),
        ("UPDATE belief SET system_to = system_to + 5 WHERE fact_id = 1 AND version = 1", "system_time_gap"),
        ("UPDATE source SET text = 'I live in Lisbon'", "source_hash_differs"),
        ("UPDATE evidence SET quote = 'I never said that'", "quote_not_in_source"),
        ("DELETE FROM evidence", "missing_evidence"),
        ("UPDATE head SET pinned = 1 WHERE fact_id = 3", "head_differs"),
        ("UPDATE fact_words SET stems = 'x' WHERE fact_id = 3", "words_differ"),
        ("UPDATE fact_words SET stems = 'x' WHERE fact_id = 3", "search_index_differs"),
        ("DELETE FROM fact WHERE id = 3", "belief_without_fact"),
        ("UPDATE operation SET actor = 'person:eve' WHERE id = 2", "audit_changed"),
        ("UPDATE operation SET at = at - 1 WHERE id = 2", "audit_changed"),
        ("UPDATE operation_item SET version_after = 7 WHERE fact_id = 3", "audit_changed"),
        ("DELETE FROM operation WHERE id = 3", "audit_operation_missing"),
        ("DELETE FROM audit WHERE id = 2", "audit_gap"),
        ("DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)", "audit_missing"),
    ],
)
def test_every_broken_invariant_is_found(kept: Keeper, statement: str, reason: str) -> None:
    """D6, B3: by its name."""
    assert reason in tamper(kept, statement)


def test_a_sound_store_raises_no_alarm(kept: Keeper) -> None:
    """D6: nothing changed, nothing found."""
    assert tamper(kept) == []


def test_a_chain_made_without_the_key_does_not_verify(kept: Keeper) -> None:
    """D6: the key is not in the store."""
    from store.store import open_store

    stranger = kept.store.path.with_name("stranger.db")
    create_store(stranger, clock=kept.clock).close()
    with sqlite3.connect(stranger) as connection:
        connection.execute("ATTACH ? AS ours", (str(kept.store.path),))
        connection.execute(
            "UPDATE meta SET value = (SELECT value FROM ours.meta WHERE name = 'store_id') WHERE name = 'store_id'"
        )
    connection.close()
    with sqlite3.connect(stranger) as connection:
        connection.execute("INSERT INTO operation SELECT 1, hex(randomblob(16)), 1, 'person:eve', 'pin', NULL, NULL, NULL, NULL")
        connection.execute(f"INSERT INTO audit VALUES (1, 1, '{'ab' * 32}', NULL)")
    connection.close()
    with open_store(stranger, clock=kept.clock) as store:
        assert [problem.reason for problem in store.verify_audit()] == ["audit_changed"]


def test_whoever_writes_waits_for_no_check_and_raises_no_alarm(kept: Keeper) -> None:
    """U8, B12: what is checked is the store as it was when the check began."""
    from store.store import open_store

    with open_store(kept.store.path, clock=kept.clock) as other:

        def meanwhile(done: int, total: int) -> None:
            other.pin(1)

        assert kept.store.check(progress=meanwhile) == ()
    assert kept.store.fact(1).pinned
