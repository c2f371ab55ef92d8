"""The rules of never: what a person does not want remembered, held against every new fact at every door.

A rule goes by one of four things: `topic` (every word of it, in any form, stands in the fact), `kind`, `source` (a kind of source, a
conversation, or one message) or `author` (of any message the fact rests on). It looks at what comes in from now on, and changes
nothing that is there.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, select

from store.errors import NotFound, Refused
from store.ids import fold, uuid7
from store.proposal import RULE_FIELDS, Rule
from store.tables import OPERATION, OWNER, RULE, RULE_STATE
from store.words import index_words

if TYPE_CHECKING:
    from store.change import Change, Message

VALUE_LIMIT = 200


def every(connection: Connection, *, lifted: bool = False) -> tuple[Rule, ...]:
    """Return the rules in force, oldest first; with `lifted`, those no longer in force too."""
    latest = select(func.max(RULE_STATE.c.id)).group_by(RULE_STATE.c.rule_id)
    query = (
        select(RULE, OWNER.c.name.label("owner"), RULE_STATE.c.in_force, OPERATION.c.at)
        .join(RULE_STATE, RULE_STATE.c.rule_id == RULE.c.id)
        .join(OPERATION, OPERATION.c.id == RULE.c.operation_id)
        .outerjoin(OWNER, OWNER.c.id == RULE.c.owner_id)
        .where(RULE_STATE.c.id.in_(latest))
        .order_by(RULE.c.id)
    )
    if not lifted:
        query = query.where(RULE_STATE.c.in_force)
    return tuple(_rule(row) for row in connection.execute(query))


def forbidding(rules: Iterable[Rule], owner: str, text: str, kind: str, sources: Sequence["Message"]) -> Rule | None:
    """Return the first rule that a new fact breaks; `owner` is whose it is."""
    return next((rule for rule in rules if _concerns(rule, owner) and _breaks(rule, text, kind, sources)), None)


def add(change: "Change", by: str, value: str, owner: int | None) -> int:
    """Make a rule and return its number; the same rule again is the one there is.

    Raises:
        Refused: `bad_value`, `bad_rule`.
    """
    if by not in RULE_FIELDS:
        raise Refused("bad_value", given=by, choices=", ".join(RULE_FIELDS))
    value = value.strip()
    if not value or len(value) > VALUE_LIMIT or (by == "topic" and not index_words(value).stems):
        raise Refused("bad_rule", limit=VALUE_LIMIT)
    name = change.owner_key(owner) if owner is not None else None
    for rule in every(change.connection):
        same_owner = (rule.owner is None) == (name is None) and fold(rule.owner or "") == (name or "")
        if same_owner and rule.by == by and fold(rule.value) == fold(value):
            return rule.number
    deed = change.begin("rule", owner)
    number = change.add(RULE, uid=uuid7(deed.at), owner_id=owner, by=by, value=value, operation_id=deed.id)
    change.add(RULE_STATE, rule_id=number, in_force=True, at=deed.at, operation_id=deed.id)
    return number


def remove(change: "Change", ref: int | str) -> int:
    """Lift a rule and return its number; what it kept out does not come in by itself.

    Raises:
        NotFound: `rule_not_found`.
    """
    said = str(ref).strip().removeprefix("#")
    for rule in every(change.connection):
        if said in (str(rule.number), rule.id):
            owner = None if rule.owner is None else change.owner(rule.owner)
            deed = change.begin("unrule", owner)
            change.add(RULE_STATE, rule_id=rule.number, in_force=False, at=deed.at, operation_id=deed.id)
            return rule.number
    raise NotFound("rule_not_found", id=ref)


def reverse(change: "Change", operation: int) -> None:
    """Put back what an operation did to rules, under the operation in the making."""
    assert change.deed
    for row in change.connection.execute(select(RULE_STATE).where(RULE_STATE.c.operation_id == operation)).all():
        change.add(RULE_STATE, rule_id=row.rule_id, in_force=not row.in_force, at=change.deed.at, operation_id=change.deed.id)


def _concerns(rule: Rule, owner: str) -> bool:
    return rule.owner is None or fold(rule.owner) == fold(owner)


def _breaks(rule: Rule, text: str, kind: str, sources: Sequence["Message"]) -> bool:
    wanted = fold(rule.value)
    match rule.by:
        case "topic":
            return set(index_words(rule.value).stems.split()) <= set(index_words(text).stems.split())
        case "kind":
            return fold(kind) == wanted
        case "source":
            return any(wanted in (source.kind, fold(source.conversation or ""), fold(source.ref)) for source in sources)
        case _:
            return any(source.author is not None and fold(source.author) == wanted for source in sources)


def _rule(row: Row[Any]) -> Rule:
    return Rule(
        id=str(row.uid),
        number=row.id,
        owner=row.owner,
        by=row.by,
        value=row.value,
        since=row.at,
        in_force=row.in_force,
    )
