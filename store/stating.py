"""A new statement: what it must be, and how it is written with its evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category

from store import budget, receipts, rules, settings
from store.actors import is_import
from store.change import Change, Deed, Event, Statement
from store.clock import Instant
from store.errors import NotFound, Refused
from store.ids import fold, uuid7
from store.importance import importance
from store.standing import standings
from store.tables import EVIDENCE, SOURCE
from store.values import AUTOMATIC_ORIGINS, ORIGINS, QUOTE_LIMIT, TEXT_LIMIT, EvidenceInput

INTENTION = "intention"
"""The kind of what may come to be one day: it stands in for nothing that is."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """Evidence to be: the number of a source, and the words in it (`None`: its beginning)."""

    source: int
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class New:
    """A fact to be stated.

    Args:
        recorded_at: The time claimed for it; `None` is the operation's own.
        slot: What it fills; an intention fills none, whatever is told.
        undated: Nobody knows when it was said, as in a list without dates.
    """

    text: str
    owner: int
    subject: str
    kind: str = "other"
    slot: str | None = None
    origin: str = "manual"
    importance: int | None = None
    evidence: tuple[Quoted, ...] = ()
    recorded_at: Instant | None = None
    key: str | None = None
    event: Event | None = None
    undated: bool = False

    def __post_init__(self) -> None:
        if self.is_intention:
            object.__setattr__(self, "slot", None)

    @property
    def automatic(self) -> bool:
        return self.origin in AUTOMATIC_ORIGINS

    @property
    def is_intention(self) -> bool:
        return self.kind == INTENTION


@dataclass(frozen=True, slots=True)
class Done:
    """What a change did, by numbers; `store.values.Outcome` is what callers get."""

    operation: int | None
    facts: tuple[int, ...] = ()
    result: str = "done"
    until: Instant | None = None
    next: int | None = None
    reopened: tuple[int, ...] = ()
    conflict: int | None = None
    undid: int = 0


_UNSEEN = ("Cf", "Zs", "Zl", "Zp")
_BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"
"""Characters of categories that are seen, and which are not."""


def check_text(text: str) -> None:
    """Refuse a text no fact can have.

    Raises:
        Refused: `empty_text`, `text_too_long` (over 600 characters) or `bad_text`.
    """
    if all(character.isspace() or category(character) in _UNSEEN or character in _BLANK for character in text):
        raise Refused("empty_text")
    if len(text) > TEXT_LIMIT:
        raise Refused("text_too_long", length=len(text), limit=TEXT_LIMIT)
    check_storable(text)


def check_storable(*texts: str | None) -> None:
    """Refuse what UTF-8 cannot hold.

    Raises:
        Refused: `bad_text`.
    """
    for text in texts:
        try:
            (text or "").encode()
        except UnicodeEncodeError:
            raise Refused("bad_text") from None


def check_new(change: Change, new: New, over: Statement | None = None) -> None:
    """Refuse a statement that could not be written.

    Args:
        over: The fact it takes the place of, if any.

    Raises:
        Refused: `empty_text`, `text_too_long`, `bad_text`, `bad_value`, `missing_evidence`, `missing_trusted_owner_evidence`,
            `never_rule`, `budget_exhausted`, `quote_too_long` or `quote_not_in_source`.
    """
    check_text(new.text)
    check_storable(new.subject, new.slot, new.kind, new.key)
    if new.origin not in ORIGINS:
        raise Refused("bad_value", given=new.origin, choices=", ".join(ORIGINS))
    if new.importance is not None and not 1 <= new.importance <= 10:
        raise Refused("bad_value", given=new.importance, choices="1 to 10")
    for quoted in new.evidence:
        check_quote(change, quoted)
    check_rules(change, new)
    if new.automatic:
        check_policy(change, new)
        check_budget(change, new, over)


def check_rules(change: Change, new: New) -> None:
    """Refuse a statement that a rule of never keeps out.

    Raises:
        Refused: `never_rule`.
    """
    standing = change.rules()
    if standing:
        sources = [change.source(quoted.source) for quoted in new.evidence]
        broken = rules.forbidding(standing, change.owner_key(new.owner), new.text, new.kind, sources)
        if broken:
            raise Refused("never_rule", rule=broken.number, by=broken.by, value=broken.value)


def check_quote(change: Change, quoted: Quoted) -> None:
    """Refuse a quote that does not stand in its source.

    Raises:
        Refused: `quote_too_long` or `quote_not_in_source`.
    """
    text = change.source(quoted.source).text
    if quoted.quote is None:
        return
    if len(quoted.quote) > QUOTE_LIMIT:
        raise Refused("quote_too_long", length=len(quoted.quote), limit=QUOTE_LIMIT)
    if not quoted.quote or quoted.quote not in text:
        raise Refused("quote_not_in_source")


def check_policy(change: Change, new: New) -> None:
    """Refuse an automatic fact that the owner did not say.

    Raises:
        Refused: `missing_evidence` or `missing_trusted_owner_evidence`.
    """
    if not new.evidence:
        raise Refused("missing_evidence")
    trusted = settings.trusted_kinds(change.settings())
    sources = [change.source(quoted.source) for quoted in new.evidence]
    if not any(source.kind in trusted and is_owner(change, source.author, new.owner) for source in sources):
        raise Refused("missing_trusted_owner_evidence")


def check_budget(change: Change, new: New, over: Statement | None) -> None:
    """Refuse one automatic fact too many; what takes the place of one, or comes with an import, is none too many.

    Raises:
        Refused: `budget_exhausted`.
    """
    if is_import(change.actor):
        return
    now, most = change.now(), int(change.settings()["budget"])
    held = budget.used(change.connection, new.owner, now)
    if held < most:
        return
    slot_id = change.slot_id(new.owner, new.subject, new.slot)
    in_place_of = ([over] if over else []) + (change.in_slot(slot_id) if slot_id is not None else [])
    if not any(budget.gives_way(fact, new.text, now) for fact in in_place_of):
        raise Refused("budget_exhausted", owner=change.owner_name(new.owner), held=held, budget=most)


def quoted_from(change: Change, evidence: Sequence[EvidenceInput]) -> tuple[Quoted, ...]:
    """Return evidence with its sources by number.

    Raises:
        NotFound: `source_not_found`.
    """
    return tuple(Quoted(_source_number(change, one.source), one.quote) for one in evidence)


def evidence_of(change: Change, fact: Statement) -> tuple[Quoted, ...]:
    """Return the evidence a fact has, for a fact that takes its place word for word."""
    standing = standings(change.connection, [fact.id], None, change.settings())
    return tuple(Quoted(one.source, one.quote) for one in standing[fact.id].evidence)


def _source_number(change: Change, source: int | str) -> int:
    if isinstance(source, int):
        return source
    known = change.by_key(SOURCE, source)
    if known is None:
        raise NotFound("source_not_found", id=source)
    return known


def is_owner(change: Change, author: str | None, owner: int) -> bool:
    """Whether a source's author is the owner."""
    return author is not None and fold(author) == change.owner_key(owner)


def check_event(change: Change, event: Event | None) -> Done | None:
    """Return the answer to an event that was taken in or deleted before, or `None` for a new one.

    Raises:
        Refused: `event_id_reused`.
    """
    if event is None:
        return None
    if receipts.blocked_at(change, event.digest) is not None:
        return Done(None, result="deleted_before")
    known = change.known_event(event.digest)
    if known is None:
        return None
    body, fact = known
    if body != event.body:
        raise Refused("event_id_reused")
    return Done(None, () if fact is None else (fact,), "unchanged")


def check_deleted(change: Change, new: New) -> Done | None:
    """Return the answer to words that were deleted and are only told again, in whatever slot or in none, or `None`.

    What is told again is what was observed up to the deletion, or at a time nobody knows; a new statement passes.
    """
    if not change.has_receipts():
        return None
    deleted = receipts.words_blocked_at(change, new.owner, new.text)
    if deleted is None:
        return None
    observed = observed_at(change, new.evidence, change.now() if new.recorded_at is None else new.recorded_at)
    if observed <= deleted or (new.undated and not new.evidence):
        return Done(None, result="deleted_before")
    return None


def observed_at(change: Change, evidence: Sequence[Quoted], recorded_at: Instant) -> Instant:
    """Return the earliest time at which the evidence was observed, else when the fact was recorded."""
    return min((change.source(quoted.source).observed_at for quoted in evidence), default=recorded_at)


def write(change: Change, new: New) -> Statement:
    """Write the statement and its evidence under the operation in the making; its beliefs follow."""
    assert change.deed
    columns: dict[str, Any] = {
        "key": new.key,
        "owner_id": new.owner,
        "subject": new.subject,
        "kind": new.kind,
        "slot": new.slot,
        "text": new.text,
        "origin": new.origin,
        "importance": new.importance or importance(new.text, new.kind),
        "recorded_at": change.deed.at if new.recorded_at is None else new.recorded_at,
    }
    fact = change.add_fact(**columns)
    attach(change, fact, new.evidence, version=1)
    if new.event:
        change.remember_event(new.event.digest, new.event.body, fact.id)
    return fact


def attach(change: Change, fact: Statement, evidence: Sequence[Quoted], version: int | None = None) -> None:
    """Tie evidence to a fact, or to the version of it that a change made."""
    deed: Deed | None = change.deed
    assert deed
    for quoted in evidence:
        source = change.source(quoted.source)
        quote = source.text[:QUOTE_LIMIT] if quoted.quote is None else quoted.quote
        change.add(
            EVIDENCE,
            uid=uuid7(deed.at),
            fact_id=fact.id,
            version=fact.version if version is None else version,
            source_id=source.id,
            quote=quote,
            start=source.text.find(quote),
            by_owner=is_owner(change, source.author, fact.owner),
            recorded_at=deed.at,
            operation_id=deed.id,
        )
    if evidence:
        change.touch(fact)
