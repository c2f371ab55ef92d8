"""Undoing and redoing operations: each appends the reverse, and nothing that was believed in between is lost."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Row, Select, false, select

from store import deciding, proposing, rules
from store.actors import IMPORT, is_import
from store.asserting import holding
from store.change import Change, Statement, Version
from store.errors import NotFound, Refused
from store.ids import uuid7
from store.refs import Ref, is_named
from store.spans import Span, empty
from store.standing import undone
from store.stating import Done
from store.tables import OPERATION, OPERATION_ITEM, PIN

IRREVERSIBLE = (
    *("import", "delete", "lift", "setting", "repair", "accept"),
    *("serve", "source", "edge", "propose", "acknowledge"),
    *("undo", "redo"),
)


def can_be_undone(verb: str, actor: str) -> bool:
    """Whether a change of that kind can be undone: all but imports, settings, deletions and what only adds to the log."""
    return verb not in IRREVERSIBLE and not is_import(actor)


def undo(change: Change, operation: Ref | None = None) -> Done:
    """Undo an operation, with the batch it belongs to as far as no fact in it was deleted.

    Untold, it is this actor's newest reversible one, of the present sitting if there is any, whatever others did meanwhile.

    Raises:
        Refused: `nothing_to_undo`, `not_undoable`, `already_undone`, `stale`, `slot_busy`.
        NotFound: `operation_not_found`.
    """
    found = _newest(change) if operation is None else _named(change, operation)
    return _reverse(change, _batch(change, found), "undo")


def undo_sitting(change: Change, sitting: str | None = None) -> Done:
    """Undo all that was changed in a sitting and can be, newest first; untold, in this actor's newest one with such changes.

    Raises:
        Refused: `nothing_to_undo`, `stale`, `slot_busy`.
    """
    chosen = _newest(change, within_a_sitting=True).sitting if sitting is None else sitting
    rows = [row for row in change.connection.execute(_reversible().where(OPERATION.c.sitting == chosen)) if _is_open(change, row)]
    if not rows:
        raise Refused("nothing_to_undo")
    return _reverse(change, rows, "undo")


def redo(change: Change) -> Done:
    """Take back the latest undo of this actor, while nothing else was changed by them since; in the present sitting if there was any.

    Raises:
        Refused: `nothing_to_redo`, `stale`, `slot_busy`.
    """
    made = select(OPERATION).where(OPERATION.c.actor == change.actor).order_by(OPERATION.c.id.desc())
    in_this = change.connection.execute(made.where(_of(change))).all()
    for row in in_this or change.connection.execute(made):
        if row.verb == "redo" or (row.verb == "undo" and undone(change.connection, [row.id], None)):
            continue
        if row.verb == "undo":
            return _reverse(change, _batch(change, row), "redo")
        break
    raise Refused("nothing_to_redo")


def _newest(change: Change, *, within_a_sitting: bool = False) -> Row[tuple[object, ...]]:
    every = _reversible().where(OPERATION.c.actor == change.actor)
    if within_a_sitting:
        every = every.where(OPERATION.c.sitting.is_not(None))
    for query in (every.where(_of(change)), every):
        for row in change.connection.execute(query):
            if _is_open(change, row):
                return row
    raise Refused("nothing_to_undo")


def _of(change: Change) -> ColumnElement[bool]:
    """Return the condition for operations of the present sitting; outside of one there are none."""
    return false() if change.sitting is None else OPERATION.c.sitting == change.sitting


def _reversible() -> Select[tuple[object, ...]]:
    """Return the query for operations of a kind that can be undone, newest first."""
    by_hand = OPERATION.c.verb.not_in(IRREVERSIBLE) & ~OPERATION.c.actor.startswith(IMPORT)
    return select(OPERATION).where(by_hand).order_by(OPERATION.c.id.desc())


def _is_open(change: Change, row: Row[tuple[object, ...]]) -> bool:
    """Whether an operation is not undone yet and all its facts are still there."""
    return not undone(change.connection, [row.id], None) and all(change.exists(item.fact_id) for item in _items(change, row.id))


def _named(change: Change, operation: Ref) -> Row[tuple[object, ...]]:
    row = change.connection.execute(select(OPERATION).where(is_named(OPERATION, operation))).first()
    if row is None:
        raise NotFound("operation_not_found", id=operation)
    if not can_be_undone(row.verb, row.actor):
        raise Refused("not_undoable", verb="An import" if is_import(row.actor) else f"A change of the kind {row.verb}")
    if undone(change.connection, [row.id], None):
        raise Refused("already_undone")
    return row


def _batch(change: Change, row: Row[tuple[object, ...]]) -> list[Row[tuple[object, ...]]]:
    if row.batch is None:
        return [row]
    alike = OPERATION.c.verb == row.verb if row.verb in ("undo", "redo") else OPERATION.c.verb.not_in(IRREVERSIBLE)
    query = select(OPERATION).where(OPERATION.c.batch == row.batch, alike)
    rows = change.connection.execute(query.order_by(OPERATION.c.id.desc())).all()
    return [one for one in rows if one.id == row.id or _is_open(change, one)]


def _items(change: Change, operation: int) -> Sequence[Row[tuple[object, ...]]]:
    return change.connection.execute(select(OPERATION_ITEM).where(OPERATION_ITEM.c.operation_id == operation)).all()


def _reverse(change: Change, rows: Sequence[Row[tuple[object, ...]]], verb: str) -> Done:
    """Append the reverse of operations, newest first, each with an operation of its own."""
    touched: dict[int, None] = {}
    waiting: list[int] = []
    deed = None
    if len(rows) > 1:
        change.batch = str(uuid7(change.now()))
    for row in rows:
        items = _items(change, row.id)
        versions = {item.fact_id: _version_before(change, item) for item in items}
        before = {number: version.spans if version else [] for number, version in versions.items()}
        _refuse_busy(change, before)
        root = _root(change, row)
        deed = change.begin(verb, row.owner_id, undoes=row.id)
        for item in items:
            fact = change.fact(item.fact_id)
            if root.verb in ("pin", "unpin"):
                _refuse_repinned(change, fact, root.id)
                change.set_pinned(fact, not fact.pinned)
            spans = before[fact.id] or [empty(min(span.start for span in fact.spans))]
            version = versions[fact.id]
            change.put(fact, spans, version.cause if version and verb == "redo" else "undone")
            if fact.id not in deed.touched:
                change.touch(fact)
        waiting += deciding.reverse(change, row.id)
        rules.reverse(change, row.id)
        touched.update(dict.fromkeys(before))
        change.flush()
        proposing.stand_again(change, before)
    assert deed
    for proposal in waiting:
        proposing.stand_anew(change, proposal, touched)
    return Done(deed.id, tuple(touched), undid=len(rows))


def _root(change: Change, row: Row[tuple[object, ...]]) -> Row[tuple[object, ...]]:
    """Return the operation that is undone, redone and so on."""
    while row.undoes is not None:
        row = change.connection.execute(select(OPERATION).where(OPERATION.c.id == row.undoes)).one()
    return row


def _refuse_repinned(change: Change, fact: Statement, operation: int) -> None:
    """Refuse to take back a pin, or its end, when the fact was pinned or unpinned since and that stands."""
    since = (
        select(PIN.c.operation_id)
        .join(OPERATION, OPERATION.c.id == PIN.c.operation_id)
        .where(PIN.c.fact_id == fact.id, PIN.c.operation_id > operation, OPERATION.c.undoes.is_(None))
    )
    later = set(change.connection.execute(since).scalars())
    if later - undone(change.connection, later, None):
        raise Refused("stale", fact=f"#{fact.id}")


def _version_before(change: Change, item: Row[tuple[object, ...]]) -> Version | None:
    """Return what the fact held before the operation; refused when it was changed since by anything but what is undone."""
    fact = change.fact(item.fact_id)
    if change.origin(fact, fact.version) != change.origin(fact, item.version_after):
        raise Refused("stale", fact=f"#{fact.id}")
    return next((version for version in fact.versions if version.number == item.version_before), None)


def _refuse_busy(change: Change, before: dict[int, list[Span]]) -> None:
    for number, spans in before.items():
        for other, held in holding(change, change.fact(number).slot_id):
            if other.id not in before and any(span.overlaps(held.start, held.end) for span in spans if not span.is_empty):
                raise Refused("slot_busy", others=f"#{other.id}", facts=[other.id])
