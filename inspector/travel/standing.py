"""One slot then and now: what was held, what became of it, and what is held instead."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo

from textual.content import Content

from inspector import door, words
from inspector.ledger.rows import Ledger
from inspector.travel.difference import Reader
from store.clock import Instant
from store.errors import NotFound
from store.values import AsOf, Fact, History

Find = Callable[[], History]

LABEL = 5
FOLLOWED = 10


@dataclass(frozen=True)
class Standing:
    """A slot, or a fact without one, at a pair of instants and now.

    Args:
        history: Everything believed of it.
        then: The fact held then, as it was seen then.
        became: The same fact as it is seen now.
        that_day: What is held now about the valid instant travelled to.
        today: What holds now.
    """

    history: History
    then: Fact | None = None
    became: Fact | None = None
    that_day: Fact | None = None
    today: Fact | None = None


def read(reader: Reader, history: History, at: AsOf) -> Standing:
    """Read both sides; called in a thread."""
    ledger = Ledger(history)
    valid_at = history.now if at.valid_at is None else at.valid_at
    index = ledger.in_force(history.now if at.known_at is None else at.known_at)
    held = ledger.row(index).at(valid_at) if index >= 0 else None
    then = _fact(reader, held, at)
    became = _fact(reader, held)
    if history.slot is None:
        today = _followed(reader, became if became is not None else _fact(reader, history.fact))
        return Standing(history, then, became, None, today)
    return Standing(
        history, then, became, _fact(reader, ledger.newest.at(valid_at)), _fact(reader, ledger.newest.at(history.now))
    )


def _fact(reader: Reader, number: int | None, at: AsOf | None = None) -> Fact | None:
    if number is None:
        return None
    try:
        return reader.fact(number) if at is None else reader.fact(number, at)
    except NotFound:
        return None


def _followed(reader: Reader, fact: Fact | None) -> Fact | None:
    """Return what holds in place of a fact: itself, or what superseded it, and so on."""
    for _ in range(FOLLOWED):
        if fact is None or fact.state == "active":
            return fact
        fact = _fact(reader, fact.superseded_by)
    return None


def lines(standing: Standing, width: int, zone: tzinfo, *, hidden: bool = False) -> list[Content]:
    """Return the comparison as lines of at most so many cells."""
    drawn = _part("then", standing.then, width, hidden, "Nothing was held then.")
    if standing.then is not None and standing.became is not None:
        drawn += _indented(_fate(standing, standing.became, zone), width)
    same = standing.today is not None and standing.then is not None and standing.today.number == standing.then.number
    known_better = standing.that_day
    numbers = {fact.number for fact in (standing.then, standing.today) if fact is not None}
    if known_better is not None and known_better.number not in numbers:
        drawn += [Content(""), *_part("", known_better, width, hidden, "")]
        drawn += _indented(Content.styled("is what held that day, as known now", "$muted"), width)
    if not same:
        drawn += [Content(""), *_part("now", standing.today, width, hidden, "Nothing holds in its place.")]
        if standing.today is not None:
            drawn += _indented(_state(standing.today, zone), width)
    return drawn


def _part(label: str, fact: Fact | None, width: int, hidden: bool, nothing: str) -> list[Content]:
    shown = door.plain(fact.text) if fact is not None else nothing
    if fact is not None and hidden:
        shown = words.masked(shown)
    wrapped = Content.styled(shown, "bold $foreground" if fact is not None else "$muted").wrap(max(1, width - LABEL))
    first, *rest = wrapped or [Content("")]
    return [Content.styled(label.ljust(LABEL), "$muted") + first, *(Content(" " * LABEL) + line for line in rest)]


def _indented(content: Content, width: int) -> list[Content]:
    return [Content(" " * LABEL) + line for line in content.wrap(max(1, width - LABEL))]


def _fate(standing: Standing, became: Fact, zone: tzinfo) -> Content:
    if became.state == "active":
        return Content.assemble(("● ", "$text-success"), ("still holds", "$text-success"))
    if became.state == "retracted":
        learned = _emptied(standing.history, became.number)
        when = f", {learned[0]} {words.day(learned[1], zone)}" if learned is not None else ""
        return Content.styled(f"× never true{when}", "$text-error")
    return _state(became, zone)


def _state(fact: Fact, zone: tzinfo) -> Content:
    word, rest = words.state_sentence(fact, zone)
    role = words.STATE_ROLES.get(fact.state, "$muted")
    return Content.assemble((f"{words.STATE_GLYPHS[fact.state]} {word}", role), (f" {rest}", "$foreground"))


def _emptied(history: History, fact: int) -> tuple[str, Instant] | None:
    """Return what found a fact never to have been true, and when."""
    for belief in history.beliefs:
        if belief.fact == fact and belief.system_to is None and belief.is_empty:
            return belief.cause, belief.system_from
    return None
