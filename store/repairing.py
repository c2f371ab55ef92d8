"""Making anew what is derived from the tables: the words and the index of search, and what lists sort by. No fact changes."""

from sqlalchemy import LargeBinary, cast, select, update

from store import sqlite
from store.change import Change
from store.tables import FACT, FACT_WORDS
from store.words import index_words

PAGE = 500


def repair(change: Change) -> None:
    """Make the derived tables anew, under an operation of its own."""
    change.begin("repair", None)
    connection = change.connection
    numbers = list(connection.execute(select(FACT.c.id).order_by(FACT.c.id)).scalars())
    connection.execute(FACT_WORDS.delete().where(FACT_WORDS.c.fact_id.not_in(select(FACT.c.id))))
    for start in range(0, len(numbers), PAGE):
        part = numbers[start : start + PAGE]
        stored = {
            row.fact_id: (row.stems, row.words)
            for row in connection.execute(
                select(FACT_WORDS.c.fact_id, cast(FACT_WORDS.c.stems, LargeBinary), cast(FACT_WORDS.c.words, LargeBinary)).where(
                    FACT_WORDS.c.fact_id.in_(part)
                )
            )
        }
        for row in connection.execute(select(FACT.c.id, FACT.c.text).where(FACT.c.id.in_(part))).all():
            words = index_words(row.text)
            if row.id not in stored:
                connection.execute(FACT_WORDS.insert().values(fact_id=row.id, stems=words.stems, words=words.words))
            elif stored[row.id] != (words.stems.encode(), words.words.encode()):
                of_fact = update(FACT_WORDS).where(FACT_WORDS.c.fact_id == row.id)
                connection.execute(of_fact.values(stems=words.stems, words=words.words))
    sqlite.rebuild_index(connection)
    change.flush()
    change.restand_all()
