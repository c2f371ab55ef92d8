"""What waits for a decision in the sample memory: what nightly runs found in it, and what the assistant suggested by itself."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from inspector.sample.script import OWNER, Entry, Learned, Said
from store.clock import DAY, HOUR, FixedClock, Instant

if TYPE_CHECKING:
    from store.proposal import Role
    from store.store import Store

L = Learned
AGENT = "agent:assistant"
NIGHT = 3


@dataclass(frozen=True)
class Suggested:
    """A change the assistant suggests, so many days ago; facts are named by their texts.

    Args:
        said: (key of a message, the words quoted from it) on which the new text rests.
        since, at: Days back from today from which the new fact would hold, or at which the old one would end.
    """

    day: int
    kind: str
    facts: tuple[tuple["Role", str], ...] = ()
    text: str | None = None
    said: tuple[tuple[str, str], ...] = ()
    rationale: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    since: int | None = None
    at: int | None = None


NIGHTS = (9, 1)
"""The days back from today on which the nightly run was at work."""

SAID_SINCE: list[Entry] = [
    Said(
        190,
        "Trains, always trains, anything under ten hours, and I do not mind changing.",
        (L("Prefers trains to planes under ten hours, changes are fine"),),
        hour=14,
    ),
    Said(
        151,
        "Slept seven hours, what a luxury. It is seven now, usually.",
        (L("Sleeps seven hours a night", "observation"),),
        hour=14,
    ),
    Said(84, "No sugar in tea any more, doctor's orders.", (L("Takes no sugar in tea"),), hour=14),
    Said(
        47,
        "Пью только зелёный чай без сахара, и побольше.",
        (L("Пьёт только зелёный чай без сахара"),),
        talk="по-русски",
        hour=14,
    ),
    Said(40, "跟店里说，我不吃香菜的。", (L("我不吃香菜的"),), talk="中文", hour=14),
    Said(63, "Rita's tripod has to go back to her.", (L("Has to give the tripod back to Rita", "one_off"),), hour=14),
    Said(6, "I have started to learn the cello, on Lena's old one.", key="cello", hour=18),
    Said(5, "Ana Prado joined Cais as head of sound, I am back at the desk.", key="desk", hour=19),
    Said(
        5,
        "Vera owes me 40 euro for the concert.",
        author="Tomás",
        kind="group_message",
        talk="studio group",
        key="forty",
        hour=14,
    ),
    Said(4, "The microphones: I meant 3,200 euro, not escudos.", key="euro", hour=9),
    Said(3, "The 8:10 is cancelled for good, I take the 8:25 now.", key="ferry-825", hour=7),
    Said(2, "Wine: I can drink red again, it was the cheap one.", key="wine", hour=22),
]

SUGGESTED: list[Suggested] = [
    Suggested(6, "add", text="Learns the cello", said=(("cello", "I have started to learn the cello"),), rationale="a new hobby"),
    Suggested(
        6,
        "merge",
        (("representative", "Drinks strong black coffee"), ("member", "No coffee after six")),
        rationale="both are about coffee",
    ),
    Suggested(
        5,
        "add",
        text="Owes Tomás 40 euro",
        said=(("forty", "Vera owes me 40 euro"),),
        rationale="a debt somebody mentioned",
        fields={"fact_kind": "other"},
    ),
    Suggested(
        3,
        "supersede",
        (("target", "Takes the 8:10 ferry to work"),),
        "Takes the 8:25 ferry to work",
        (("ferry-825", "I take the 8:25 now"),),
        "the same commute, another time",
        at=3,
    ),
    Suggested(
        3,
        "supersede",
        (("target", "Боится высоты"),),
        "Больше не боится высоты",
        (("cello", "started to learn"),),
        "a guess of the assistant's",
    ),
    Suggested(
        2, "retract", (("target", "Red wine gives her a headache"),), rationale="she says it was the cheap wine, not wine as such"
    ),
    Suggested(
        2,
        "end",
        (("target", "Is mixing all week"),),
        rationale="the week is over",
        at=1,
    ),
    Suggested(
        2,
        "correct",
        (("target", "Owns two Schoeps microphones, insured for 3,200"),),
        "Owns two Schoeps microphones, insured for 3,200 euro",
        (("euro", "I meant 3,200 euro"),),
        "the currency was missing",
    ),
    Suggested(
        2, "unreadable", text="Vera (?) seven … desk", said=(("desk", "back at the desk"),), fields={"reading": "unreadable"}
    ),
    Suggested(
        1,
        "add",
        text="Ana Prado is head of sound at Cais Studio",
        said=(("desk", "Ana Prado joined Cais as head of sound"),),
        rationale="no model was there to compare it with what is known",
        fields={"reading": "unreconciled", "subject": "Ana Prado", "fact_kind": "person"},
    ),
]

DECIDED_BETWEEN = 4
"""So many days back from today one of the proposals was approved and one rejected, and a fact of another one was changed."""


def moments(now: Instant) -> list[Instant]:
    """Return the instants, in order, at which something was put into the queue or decided; microseconds UTC."""
    midnight = now - now % DAY
    nights = [midnight - night * DAY + NIGHT * HOUR for night in NIGHTS]
    days = {midnight - one.day * DAY + 20 * HOUR for one in SUGGESTED} | {midnight - DECIDED_BETWEEN * DAY + 21 * HOUR}
    return sorted({*nights, *days})


def happen(store: "Store", clock: FixedClock, at: Instant, now: Instant) -> None:
    """Let what belongs to one of the moments happen in the store."""
    from store.nightly import run_nightly

    clock.at = at
    days_ago = (now - now % DAY - (at - at % DAY)) // DAY
    hour = at % DAY // HOUR
    if hour == NIGHT:
        run_nightly(store)
    elif hour == 21:
        _decide(store)
    else:
        _suggest(store, [one for one in SUGGESTED if one.day == days_ago], now)


def _suggest(store: "Store", suggested: list[Suggested], now: Instant) -> None:
    from store.proposal import Suggestion
    from store.values import EvidenceInput, Query

    facts = {fact.text: fact for fact in store.facts(Query(state="open"), limit=1000).facts}
    midnight = now - now % DAY
    store.proposals.propose(
        [
            Suggestion(
                one.kind,
                tuple((role, facts[text].number, facts[text].version) for role, text in one.facts),
                one.rationale,
                owner=OWNER,
                text=one.text,
                at=None if one.at is None else midnight - one.at * DAY,
                valid_from=None if one.since is None else midnight - one.since * DAY,
                evidence=tuple(EvidenceInput(f"said/{key}", quote) for key, quote in one.said),
                **one.fields,
            )
            for one in suggested
        ],
        actor=AGENT,
    )


def _decide(store: "Store") -> None:
    """Approve one, reject one, and change a fact of a third, which is stale from then on."""
    from store.proposal import ProposalQuery

    waiting = store.proposals.page(ProposalQuery(OWNER)).proposals
    expiry = next(one for one in waiting if one.kind == "expire")
    store.proposals.approve(expiry.number)
    suspect = next(one for one in waiting if one.kind == "confirm")
    store.proposals.reject(suspect.number)
    moved = next(one for one in waiting if one.kind == "confirm" and one is not suspect)
    store.end(moved.items[0].fact.number, at=store.clock.now() + 400 * DAY)
