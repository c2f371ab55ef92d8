"""Histories as they are told, the cases of the design among them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from store.clock import Instant, from_datetime
from store.values import Belief, History, HistoryFact, State

OPEN = None
Spell = tuple[str, str | None]
FOREVER = 2**63 - 1


def at(text: str) -> Instant:
    """`2026-03-21` or `2026-03-21 18:30`, in UTC."""
    return from_datetime(datetime.fromisoformat(text).replace(tzinfo=UTC))


class Telling:
    """Builds a history change by change, closing and replacing all rows of a fact as the store does.

    Args:
        slot: The name of the slot.
        now: The instant at which the states are taken.
    """

    def __init__(self, slot: str | None = "home.city", now: str = "2026-11-27 12:00") -> None:
        self.slot = slot
        self.now = at(now)
        self.texts: dict[int, str] = {}
        self.refs: dict[int, str | None] = {}
        self.beliefs: list[Belief] = []

    def fact(self, text: str, ref: str | None = None) -> int:
        """Name a new fact and return its number."""
        number = len(self.texts) + 1
        self.texts[number], self.refs[number] = text, ref
        return number

    def told(
        self, known: str, fact: int, *spells: Spell, cause: str = "asserted", exact: bool = True, by: int | None = None
    ) -> None:
        """From that system time on, the fact holds over these spells; over none it was never true."""
        instant = at(known)
        mine = [belief for belief in self.beliefs if belief.fact == fact]
        version = max((belief.version for belief in mine), default=0) + 1
        start = min((belief.valid_from for belief in mine), default=0)
        self.beliefs = [
            replace(belief, system_to=instant) if belief.fact == fact and belief.system_to is None else belief
            for belief in self.beliefs
        ]
        for valid_from, valid_to in [(at(begin), at(end) if end else None) for begin, end in spells] or [(start, start)]:
            self.beliefs.append(
                Belief(
                    fact=fact,
                    version=version,
                    valid_from=valid_from,
                    valid_from_exact=exact or valid_from != min((at(begin) for begin, _ in spells), default=0),
                    valid_to=valid_to,
                    valid_to_exact=True,
                    start_told=True,
                    superseded_by=by,
                    ends_as=None,
                    cause=cause,
                    system_from=instant,
                    system_to=None,
                    operation=len(self.beliefs) + 1,
                    actor="import:run" if len(self.beliefs) == 0 else "person:ana",
                )
            )

    def history(self) -> History:
        """Return what was told."""
        facts = tuple(HistoryFact(number, text, self._state(number), self.refs[number]) for number, text in self.texts.items())
        return History(fact=1, slot=self.slot, facts=facts, beliefs=tuple(self.beliefs), now=self.now)

    def _state(self, fact: int) -> State:
        current = [belief for belief in self.beliefs if belief.fact == fact and belief.system_to is None]
        full = sorted((belief for belief in current if not belief.is_empty), key=lambda belief: belief.valid_from)
        if not full:
            return "retracted"
        if any(belief.valid_from <= self.now < (belief.valid_to or FOREVER) for belief in full):
            return "active"
        past = [belief for belief in full if (belief.valid_to or FOREVER) <= self.now]
        if not past:
            return "upcoming"
        return "superseded" if past[-1].superseded_by else "ended"


def home_city() -> History:
    """The worked example: told by then, told ahead, told late, corrected, told ahead again."""
    tale = Telling()
    porto, lisbon, braga = (
        tale.fact("Lives in Porto", "import"),
        tale.fact("Lives in Lisbon", "m-1120"),
        tale.fact("Lives in Braga", "m-2203"),
    )
    guimaraes, coimbra = tale.fact("Lives in Guimarães", "m-2291"), tale.fact("Lives in Coimbra", "m-2755")
    tale.told("2024-09-02", porto, ("2024-09-02", OPEN), exact=False)
    tale.told("2025-06-14", porto, ("2024-09-02", "2025-09-01"), ("2025-12-01", OPEN), cause="superseded", exact=False)
    tale.told("2025-06-14", lisbon, ("2025-09-01", "2025-12-01"))
    tale.told(
        "2026-04-02", porto, ("2024-09-02", "2025-09-01"), ("2025-12-01", "2026-03-21"), cause="superseded", exact=False, by=braga
    )
    tale.told("2026-04-02", braga, ("2026-03-21", OPEN))
    tale.told("2026-04-20", braga, cause="corrected", by=guimaraes)
    tale.told("2026-04-20", guimaraes, ("2026-03-21", OPEN))
    tale.told("2026-10-20", guimaraes, ("2026-03-21", "2027-01-10"), cause="superseded", by=coimbra)
    tale.told("2026-10-20", coimbra, ("2027-01-10", OPEN))
    return tale.history()


def came_back() -> History:
    """Case 1: an unknown start, an end, a gap, and another version after it."""
    tale = Telling("home.city", "2026-10-22")
    shanghai, again = tale.fact("平时住在上海"), tale.fact("Снова в Шанхае")
    tale.told("2025-03-01", shanghai, ("2025-03-01", OPEN), exact=False)
    tale.told("2026-05-10", shanghai, ("2025-03-01", "2026-01-31"), cause="ended", exact=False)
    tale.told("2026-09-03", again, ("2026-07-01", OPEN))
    return tale.history()


def very_short() -> History:
    """Case 2: versions of three and five days on an axis of four years, all learned at once."""
    tale = Telling("work.employer", "2026-11-20")
    nordlys, agency, trial, haifeng = (
        tale.fact(text) for text in ("Works at Nordlys", "Agency work", "Trial", "Works at 海风科技")
    )
    tale.told("2023-05-04", nordlys, ("2023-05-01", OPEN))
    tale.told("2026-06-20", nordlys, ("2023-05-01", "2026-06-01"), cause="superseded", by=agency)
    tale.told("2026-06-20", agency, ("2026-06-01", "2026-06-04"), by=trial)
    tale.told("2026-06-20", trial, ("2026-06-04", "2026-06-09"), by=haifeng)
    tale.told("2026-06-20", haifeng, ("2026-06-09", OPEN))
    return tale.history()


def one_day() -> History:
    """Case 3: several learned on one day, and a bounded future."""
    tale = Telling("course.day", "2026-11-20")
    mondays, tuesdays, thursdays = (tale.fact(text) for text in ("Mondays at 9", "Tuesdays at 9", "Thursdays at 8"))
    tale.told("2026-08-01 09:10", mondays, ("2026-08-03", OPEN))
    tale.told("2026-08-01 09:12", mondays, cause="corrected", by=tuesdays)
    tale.told("2026-08-01 09:12", tuesdays, ("2026-08-03", OPEN))
    tale.told("2026-08-01 18:40", tuesdays, ("2026-08-03", "2026-12-24"), cause="ended")
    tale.told("2026-11-02 07:55", thursdays, ("2027-01-07", "2027-04-01"))
    return tale.history()


def many(count: int = 35) -> History:
    """Case 4: a value that changes every month or so, each change told two days late."""
    tale = Telling("body.weight", "2026-11-20")
    begin = datetime(2024, 2, 1, tzinfo=UTC)
    previous: int | None = None
    started = begin
    for step in range(count):
        starts = begin + timedelta(days=27 * step)
        known = (starts + timedelta(days=2)).strftime("%Y-%m-%d")
        fact = tale.fact(f"{61 + step % 7} kg")
        if previous is not None:
            tale.told(known, previous, (started.strftime("%Y-%m-%d"), starts.strftime("%Y-%m-%d")), cause="superseded", by=fact)
        tale.told(known, fact, (starts.strftime("%Y-%m-%d"), OPEN))
        previous, started = fact, starts
    return tale.history()


def retracted() -> History:
    """Case 5: retracted outright, so that nothing is held."""
    tale = Telling(None, "2026-11-20")
    boat = tale.fact("Owns a boat")
    tale.told("2024-06-03", boat, ("2024-05-01", OPEN))
    tale.told("2026-02-02", boat, cause="retracted")
    return tale.history()


CASES: dict[str, History] = {
    "home.city": home_city(),
    "came back": came_back(),
    "very short": very_short(),
    "one day": one_day(),
    "many": many(),
    "retracted": retracted(),
}


def drawn(lines: Sequence[str]) -> str:
    """Join lines without the blanks at their ends."""
    return "\n".join(line.rstrip() for line in lines).rstrip()
