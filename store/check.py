"""The checker: every invariant of the model, over a whole store, read in pages."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, Row, exists, func, select

from store import audit, seals, settings, sqlite, standing
from store.anchor import Anchor
from store.clock import FOREVER
from store.deciding import PARTS
from store.ids import content_hash
from store.tables import (
    BELIEF,
    EVIDENCE,
    FACT,
    FACT_WORDS,
    HEAD,
    METADATA,
    OPERATION,
    OPERATION_ITEM,
    PROPOSAL,
    PROPOSAL_ITEM,
    PROPOSAL_QUOTE,
    PROPOSAL_STATE,
    RULE_STATE,
    SLOT_VERSION,
    SOURCE,
)
from store.values import AUTOMATIC_ORIGINS, QUOTE_LIMIT, TEXT_LIMIT, Problem
from store.words import index_words

PAGE = 500
UNSEALED = [table for table in METADATA.sorted_tables if table not in seals.SEALED]
"""Tables of which not every row is looked at on its own."""
Progress = Callable[[int, int], None]
"""Called with how much is done of how much."""


def check(
    connection: Connection, audit_key: bytes | None, progress: Progress | None = None, anchor: Anchor | None = None
) -> list[Problem]:
    """Return every invariant that does not hold; an empty list is a sound store."""
    damaged = sqlite.damage(connection)
    if damaged:
        return [Problem("file_damaged", (), damaged)]
    problems: list[Problem] = []
    numbers = list(connection.execute(select(FACT.c.id).order_by(FACT.c.id)).scalars())
    for start in range(0, len(numbers), PAGE):
        part = numbers[start : start + PAGE]
        problems += _facts(connection, part)
        problems += _evidence(connection, part)
        problems += _derived(connection, part)
        if progress:
            progress(min(start + PAGE, len(numbers)), len(numbers))
    problems += _slots(connection)
    problems += _left_over(connection)
    problems += _queue(connection)
    problems += [
        Problem("setting_unreadable", (), f"the setting {name} cannot be read; settings set {name} puts it right")
        for name in settings.unreadable(connection)
    ]
    problems += [
        Problem("text_unreadable", (), f"of the table {name} a text cannot be read")
        for name in sqlite.unreadable(connection, UNSEALED)
    ]
    found = sqlite.check_search(connection)
    if found:
        problems.append(Problem("search_index_differs", (), found))
    return problems + audit.verify(connection, audit_key, anchor)


def _facts(connection: Connection, numbers: Sequence[int]) -> Iterator[Problem]:
    rows: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(
        select(BELIEF).where(BELIEF.c.fact_id.in_(numbers)).order_by(BELIEF.c.fact_id, BELIEF.c.version, BELIEF.c.valid_from)
    ):
        rows[row.fact_id].append(row)
    for fact in connection.execute(select(FACT).where(FACT.c.id.in_(numbers))):
        beliefs = rows[fact.id]
        if not any(row.system_to == FOREVER for row in beliefs):
            yield Problem("no_current_belief", (fact.id,), "a known fact is left without any belief")
            continue
        if len(fact.text) > TEXT_LIMIT or not fact.text.strip():
            yield Problem("bad_text_length", (fact.id,), f"{len(fact.text)} characters")
        yield from _versions(fact, beliefs)


def _versions(fact: Row[Any], beliefs: Sequence[Row[Any]]) -> Iterator[Problem]:
    versions: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in beliefs:
        versions[row.version].append(row)
    if sorted(versions) != list(range(1, len(versions) + 1)):
        yield Problem("version_missing", (fact.id,), f"versions {sorted(versions)}")
    for number, rows in sorted(versions.items()):
        if any(row.valid_from > row.valid_to for row in rows):
            yield Problem("inverted_interval", (fact.id,), f"version {number} ends before it begins")
        if len(rows) > 1 and any(row.valid_from == row.valid_to for row in rows):
            yield Problem("empty_beside_others", (fact.id,), f"version {number} has an empty row beside others")
        if any(one.valid_to > other.valid_from for one, other in pairwise(rows)):
            yield Problem("fact_overlaps_itself", (fact.id,), f"rows of version {number} overlap")
        if len({(row.system_from, row.system_to, row.operation_id) for row in rows}) > 1:
            yield Problem("version_torn", (fact.id,), f"rows of version {number} were not written together")
        until = versions[number + 1][0].system_from if number + 1 in versions else FOREVER
        if rows[0].system_to != until:
            yield Problem("system_time_gap", (fact.id,), f"version {number} does not last until the next begins")
    if versions.get(1) and versions[1][0].system_from != fact.known_from:
        yield Problem("known_from_differs", (fact.id,), "the fact is not known from its first belief on")


def _evidence(connection: Connection, numbers: Sequence[int]) -> Iterator[Problem]:
    supported: set[int] = set()
    rows = connection.execute(
        select(EVIDENCE, SOURCE.c.text, SOURCE.c.content_hash, FACT.c.owner_id)
        .join(SOURCE, SOURCE.c.id == EVIDENCE.c.source_id)
        .join(FACT, FACT.c.id == EVIDENCE.c.fact_id)
        .where(EVIDENCE.c.fact_id.in_(numbers))
    )
    for row in rows:
        supported.add(row.fact_id)
        if row.text[row.start : row.start + len(row.quote)] != row.quote or len(row.quote) > QUOTE_LIMIT:
            yield Problem("quote_not_in_source", (row.fact_id, row.id), "the quote does not stand where it should")
        if content_hash(row.text) != row.content_hash:
            yield Problem("source_hash_differs", (row.fact_id, row.source_id), "the source is not what was read")
    automatic = select(FACT.c.id).where(FACT.c.id.in_(numbers), FACT.c.origin.in_(AUTOMATIC_ORIGINS))
    for number in connection.execute(automatic).scalars():
        if number not in supported:
            yield Problem("missing_evidence", (number,), "an automatic fact has no evidence")


def _derived(connection: Connection, numbers: Sequence[int]) -> Iterator[Problem]:
    wanted = {head["fact_id"]: head for head in standing.heads(connection, numbers)}
    stored = {row["fact_id"]: dict(row) for row in connection.execute(select(HEAD).where(HEAD.c.fact_id.in_(numbers))).mappings()}
    for number in numbers:
        if wanted.get(number) != stored.get(number):
            yield Problem("head_differs", (number,), "what lists sort by is not what the tables say")
    words = {
        row.fact_id: (row.stems, row.words)
        for row in connection.execute(select(FACT_WORDS).where(FACT_WORDS.c.fact_id.in_(numbers)))
    }
    for row in connection.execute(select(FACT.c.id, FACT.c.text).where(FACT.c.id.in_(numbers))):
        if words.get(row.id) != tuple(index_words(row.text)):
            yield Problem("words_differ", (row.id,), "the words search looks at are not those of the text")


def _slots(connection: Connection) -> Iterator[Problem]:
    """No two facts of one slot hold at one valid and one system instant."""
    rows: Iterable[Row[Any]] = connection.execute(
        select(FACT.c.slot_id, BELIEF.c.fact_id, BELIEF.c.valid_from, BELIEF.c.valid_to, BELIEF.c.system_from, BELIEF.c.system_to)
        .join(FACT, FACT.c.id == BELIEF.c.fact_id)
        .where(FACT.c.slot_id.is_not(None), BELIEF.c.valid_from < BELIEF.c.valid_to, BELIEF.c.system_from < BELIEF.c.system_to)
        .order_by(FACT.c.slot_id, BELIEF.c.valid_from)
    )
    slot: int | None = None
    running: list[Row[Any]] = []
    for row in rows:
        if row.slot_id != slot:
            slot, running = row.slot_id, []
        running = [other for other in running if other.valid_to > row.valid_from]
        for other in running:
            if other.fact_id != row.fact_id and other.system_from < row.system_to and row.system_from < other.system_to:
                yield Problem("two_active_in_one_slot", (other.fact_id, row.fact_id), f"both held in slot {slot} at one time")
        running.append(row)
    known = select(SLOT_VERSION.c.id)
    for number in connection.execute(
        select(FACT.c.id).where(FACT.c.slot_id.is_not(None), FACT.c.slot_id.not_in(known))
    ).scalars():
        yield Problem("slot_missing", (number,), "its slot has no version")


def _queue(connection: Connection) -> Iterator[Problem]:
    """A proposal says what its newest state says, and has a part for every fact it is about."""
    newest = select(func.max(PROPOSAL_STATE.c.id)).group_by(PROPOSAL_STATE.c.proposal_id)
    agrees = exists().where(
        PROPOSAL_STATE.c.proposal_id == PROPOSAL.c.id, PROPOSAL_STATE.c.state == PROPOSAL.c.state, PROPOSAL_STATE.c.id.in_(newest)
    )
    for number in connection.execute(select(PROPOSAL.c.id).where(~agrees)).scalars():
        yield Problem("proposal_state_differs", (number,), "the queue does not say what became of it last")
    pending = select(PROPOSAL.c.id, PROPOSAL.c.kind).where(PROPOSAL.c.state == "pending")
    parts: dict[int, set[str]] = defaultdict(set)
    for item in connection.execute(select(PROPOSAL_ITEM.c.proposal_id, PROPOSAL_ITEM.c.role)):
        parts[item.proposal_id].add(item.role)
    for row in connection.execute(pending):
        if row.kind not in PARTS:
            yield Problem("proposal_unknown", (row.id,), "there is no such kind of proposal")
        elif not parts[row.id].issuperset(PARTS[row.kind]):
            yield Problem("proposal_torn", (row.id,), "a fact it is about is not named any more")
    for table in (PROPOSAL_ITEM, PROPOSAL_QUOTE, PROPOSAL_STATE):
        orphans = select(table.c.proposal_id).where(table.c.proposal_id.not_in(select(PROPOSAL.c.id))).distinct()
        for number in connection.execute(orphans.limit(PAGE)).scalars():
            yield Problem("proposal_missing", (number,), "rows name a proposal that is gone")


def _left_over(connection: Connection) -> Iterator[Problem]:
    facts = select(FACT.c.id)
    for table, reason in ((BELIEF, "belief_without_fact"), (EVIDENCE, "evidence_without_fact"), (HEAD, "head_without_fact")):
        for number in connection.execute(
            select(table.c.fact_id).where(table.c.fact_id.not_in(facts)).distinct().limit(PAGE)
        ).scalars():
            yield Problem(reason, (number,), "the fact it names is gone")
    operations = select(OPERATION.c.id)
    for table in (BELIEF, OPERATION_ITEM, PROPOSAL, PROPOSAL_STATE, RULE_STATE):
        missing = select(table.c.operation_id).where(table.c.operation_id.not_in(operations)).distinct().limit(PAGE)
        for number in connection.execute(missing).scalars():
            yield Problem("operation_missing", (number,), "rows name an operation that is gone")
    noted = exists().where(OPERATION_ITEM.c.operation_id == BELIEF.c.operation_id, OPERATION_ITEM.c.fact_id == BELIEF.c.fact_id)
    for number in connection.execute(select(BELIEF.c.fact_id).where(~noted).distinct().limit(PAGE)).scalars():
        yield Problem("belief_not_noted", (number,), "an operation changed it and does not name it, so that it cannot be undone")
