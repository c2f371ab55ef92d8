"""Removing facts and messages from every table that holds their words; what blocks their return is kept as digests."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table, func, select
from sqlalchemy import delete as delete_rows

from store import receipts, restoring, scoping, sqlite, standing
from store.change import Change, Statement
from store.clock import Instant
from store.deletion import Members, Scope
from store.errors import Refused
from store.ids import uuid7
from store.scoping import Named
from store.sqlite import in_parts
from store.state import known_at
from store.stating import Done
from store.tables import (
    BELIEF,
    DELETION,
    EDGE,
    EDGE_SUPPORT,
    EVENT,
    EVIDENCE,
    FACT,
    FACT_WORDS,
    HEAD,
    OWNER,
    PIN,
    PROPOSAL,
    PROPOSAL_ITEM,
    PROPOSAL_QUOTE,
    PROPOSAL_STATE,
    RECALL,
    RULE,
    RULE_STATE,
    SOURCE,
    SOURCE_STATE,
)
from store.values import Fact

OF_A_FACT = (FACT_WORDS, HEAD, EDGE_SUPPORT, EVIDENCE, PIN, RECALL, BELIEF)


@dataclass(frozen=True, slots=True)
class Removed:
    """A deletion that was written, and the texts that are to be found nowhere any more."""

    number: int
    operation: int
    facts: tuple[int, ...]
    texts: tuple[str, ...]


def delete(change: Change, fact: Statement) -> Done:
    """Remove one fact with the messages on which no other rests."""
    removed = remove(change, Scope("facts", (fact.id,)))
    return Done(removed.operation, (fact.id,))


def remove(change: Change, scope: Scope, *, members: Members = "keep", shown: Sequence[Fact] | None = None) -> Removed:
    """Remove what a scope names, and note it as a job whose copies are still to be cleared.

    Args:
        members: What becomes of facts that were merged into one that goes.
        shown: The facts a person agreed to, as they were shown.

    Raises:
        Refused: `scope_changed` when there is another number of them by now, `stale` when one has changed, `bad_value`.
        NotFound: as `store.scoping.resolve`.
    """
    change.flush()
    named = scoping.resolve(change.connection, scope, members)
    if shown is not None:
        _refuse_changed(change, named, shown)
    reopening = sorted(scoping.merged_into(change.connection, named.facts)) if members == "reopen" else []
    deed = change.begin("delete", named.owner)
    texts = tuple(dict.fromkeys(_texts(change, named)))
    number = change.add(
        DELETION,
        uid=uuid7(deed.at),
        state="pending",
        scope=scope.kind,
        facts=json.dumps(named.facts),
        counts=json.dumps({"facts": len(named.facts), "messages": len(named.sources), "proposals": len(named.proposals)}),
        owner_id=None if named.whole_owner else named.owner,
        started_at=deed.at,
        finished_at=None,
        lifted_at=None,
        operation_id=deed.id,
    )
    _touch(change, named.facts)
    resting = standing.resting_on(change.connection, named.facts) - set(named.facts)
    _block(change, named, number, deed.at)
    _remove_rows(change, named)
    change.derive_anew(resting)
    for fact in reopening:
        restoring.restore(change, change.fact(fact))
    return Removed(number, deed.id, named.facts, texts)


def _refuse_changed(change: Change, named: Named, shown: Sequence[Fact]) -> None:
    """Refuse to delete what is not as a person was shown it."""
    if len(shown) != len(named.facts):
        raise Refused("scope_changed", expected=len(shown), found=len(named.facts))
    versions: dict[int, int] = {}
    for part in in_parts([fact.number for fact in shown]):
        current = select(BELIEF.c.fact_id, BELIEF.c.version).where(BELIEF.c.fact_id.in_(part), known_at(BELIEF, None))
        versions.update((row.fact_id, row.version) for row in change.connection.execute(current))
    for fact in shown:
        if versions.get(fact.number) != fact.version:
            raise Refused("stale", fact=f"#{fact.number}")


def lift(change: Change, number: int) -> None:
    """Let what a deletion blocks come in again: an act of its own in the log."""
    row = change.connection.execute(select(DELETION).where(DELETION.c.id == number)).one()
    deed = change.begin("lift", row.owner_id)
    receipts.lift(change, number, deed.at)
    change.connection.execute(DELETION.update().where(DELETION.c.id == number).values(lifted_at=deed.at))


def _texts(change: Change, named: Named) -> Iterator[str]:
    """Yield every text that is to be gone."""
    for part in in_parts(named.facts):
        for row in change.connection.execute(select(FACT.c.text, FACT.c.slot).where(FACT.c.id.in_(part))):
            yield row.text
            yield row.slot or ""
        yield from change.connection.execute(select(EVIDENCE.c.quote).where(EVIDENCE.c.fact_id.in_(part))).scalars()
    for part in in_parts(named.sources):
        yield from change.connection.execute(select(SOURCE.c.text).where(SOURCE.c.id.in_(part))).scalars()
    for part in in_parts(named.proposals):
        yield from change.connection.execute(select(func.coalesce(PROPOSAL.c.text, "")).where(PROPOSAL.c.id.in_(part))).scalars()


def _touch(change: Change, facts: Sequence[int]) -> None:
    """Note in the operation which versions went."""
    assert change.deed
    for part in in_parts(facts):
        newest = select(BELIEF.c.fact_id, func.max(BELIEF.c.version).label("version")).where(BELIEF.c.fact_id.in_(part))
        for row in change.connection.execute(newest.group_by(BELIEF.c.fact_id)):
            change.deed.touched[row.fact_id] = [row.version, row.version]


def _block(change: Change, named: Named, deletion: int, at: Instant) -> None:
    """Keep the digests of what goes, and withdraw its slots."""
    digests: list[tuple[str, str]] = []
    slots: set[int] = set()
    for part in in_parts(named.facts):
        digests += _events(change, EVENT.c.fact_id.in_(part))
        stated = select(FACT.c.owner_id, FACT.c.slot_id, FACT.c.text).where(FACT.c.id.in_(part))
        for row in change.connection.execute(stated).all():
            digests += [(receipts.SPELLING, digest) for digest in receipts.spelling_digests(change, row.owner_id, row.text)]
            if row.slot_id is not None:
                slots.add(row.slot_id)
    for part in in_parts(named.sources):
        digests += _events(change, EVENT.c.source_id.in_(part))
        told = (SOURCE.c.conversation, SOURCE.c.ref, SOURCE.c.author, SOURCE.c.text, SOURCE.c.observed_at)
        for message in change.connection.execute(select(*told).where(SOURCE.c.id.in_(part))).mappings():
            digests += [(receipts.MESSAGE, digest) for digest in receipts.message_digests(change, **message)]
    for some in in_parts(digests):
        receipts.keep(change, deletion, at, some)
    for slot in sorted(slots):
        change.withdraw(slot, deletion)


def _events(change: Change, stood_for: ColumnElement[bool]) -> list[tuple[str, str]]:
    """Forget the events that stood for what goes; returns what is kept of them."""
    events = list(change.connection.execute(select(EVENT.c.digest).where(stood_for)).scalars())
    change.connection.execute(delete_rows(EVENT).where(stood_for))
    change.forget_events(events)
    return [(receipts.EVENT, digest) for digest in events]


def _remove_rows(change: Change, named: Named) -> None:
    connection = change.connection
    for part in in_parts(named.facts):
        for number in part:
            sqlite.unindex_words(connection, number)
        edges = list(connection.execute(select(EDGE_SUPPORT.c.edge_id).where(EDGE_SUPPORT.c.fact_id.in_(part))).scalars())
        _remove(change, [(table, "fact_id") for table in OF_A_FACT], part)
        unsupported = ~select(EDGE_SUPPORT.c.edge_id).where(EDGE_SUPPORT.c.edge_id == EDGE.c.id).exists()
        connection.execute(delete_rows(EDGE).where(EDGE.c.id.in_(edges), unsupported))
        _remove(change, ((FACT, "id"),), part)
    _remove(change, ((PROPOSAL_QUOTE, "proposal_id"), (PROPOSAL_ITEM, "proposal_id"), (PROPOSAL_STATE, "proposal_id"),
                     (PROPOSAL, "id")), named.proposals)  # fmt: skip
    _remove(change, ((SOURCE_STATE, "source_id"), (SOURCE, "id")), named.sources)
    if named.whole_owner:
        rules = list(connection.execute(select(RULE.c.id).where(RULE.c.owner_id == named.owner)).scalars())
        _remove(change, ((RULE_STATE, "rule_id"), (RULE, "id")), rules)
        connection.execute(delete_rows(OWNER).where(OWNER.c.id == named.owner))
    change.forget(named.facts, named.sources)


def _remove(change: Change, tables: Iterable[tuple[Table, str]], numbers: Sequence[int]) -> None:
    for table, column in tables:
        for part in in_parts(numbers):
            gone = change.connection.execute(delete_rows(table).where(table.c[column].in_(part)))
            change.removed(table, gone.rowcount)
