"""Removing a fact from every table that holds its words; what blocks its return is kept as digests."""

from sqlalchemy import delete as delete_rows
from sqlalchemy import insert, select

from store import sqlite
from store.change import Change, Statement
from store.stating import Done
from store.tables import BELIEF, EDGE, EDGE_SUPPORT, EVENT, EVIDENCE, FACT, FACT_WORDS, HEAD, PIN, RECALL, RECEIPT


def delete(change: Change, fact: Statement) -> Done:
    """Remove a fact, its beliefs, quotes, pins and recalls; the events that stated it are blocked, its slot is withdrawn."""
    deed = change.begin("delete", fact.owner)
    change.touch(fact)
    if fact.slot_id is not None:
        change.withdraw(fact.slot_id)
    change.flush()
    connection = change.connection
    events = list(connection.execute(select(EVENT.c.digest).where(EVENT.c.fact_id == fact.id)).scalars())
    if events:
        connection.execute(insert(RECEIPT), [{"digest": digest, "at": deed.at} for digest in events])
        connection.execute(delete_rows(EVENT).where(EVENT.c.fact_id == fact.id))
        change.forget_events(events)
    sqlite.unindex_words(connection, fact.id)
    edges = list(connection.execute(select(EDGE_SUPPORT.c.edge_id).where(EDGE_SUPPORT.c.fact_id == fact.id)).scalars())
    for table in (FACT_WORDS, HEAD, EDGE_SUPPORT, EVIDENCE, PIN, RECALL, BELIEF):
        connection.execute(delete_rows(table).where(table.c.fact_id == fact.id))
    unsupported = ~select(EDGE_SUPPORT.c.edge_id).where(EDGE_SUPPORT.c.edge_id == EDGE.c.id).exists()
    connection.execute(delete_rows(EDGE).where(EDGE.c.id.in_(edges), unsupported))
    connection.execute(delete_rows(FACT).where(FACT.c.id == fact.id))
    change.forget(fact)
    return Done(deed.id, (fact.id,))
