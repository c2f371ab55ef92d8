"""D5: what was deleted does not come back by itself, by any way in; a new statement does."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from store import receipts
from store.clock import to_iso
from store.deletion import Scope
from store.errors import Refused
from store.ids import wording
from store.imports import FORMATS, run_import
from store.nightly import run_nightly
from store.values import Query, SourceInput
from tests.store.conftest import Keeper
from tests.verbs import commands

TEXT = "Lives in Porto"
Way = Callable[[Keeper], Any]


def texts(keeper: Keeper) -> list[str]:
    """What is known, in any state."""
    return [fact.text for fact in keeper.store.facts(Query(state="all")).facts]


def event_lines(keeper: Keeper) -> bytes:
    at = to_iso(keeper.day(0))
    lines = [
        {"op": "source", "recorded_at": at, "key": "m1", "kind": "owner_message", "author": "ana", "text": "I live in Porto"},
        {
            "op": "assert",
            "recorded_at": at,
            "key": "f1",
            "owner": "ana",
            "text": TEXT,
            "slot": "city",
            "evidence": [{"source": "m1"}],
        },
    ]
    return "\n".join(map(json.dumps, lines)).encode()


def locomo(keeper: Keeper) -> bytes:
    talk = [{"speaker": "ana", "dia_id": "D1:1", "text": "I live in Porto"}]
    return json.dumps(
        [
            {
                "sample_id": "c",
                "conversation": {
                    "speaker_a": "ana",
                    "speaker_b": "bo",
                    "session_1_date_time": "1:56 pm on 8 May, 2023",
                    "session_1": talk,
                },
                "observation": {"session_1_observation": {"ana": [[TEXT, "D1:1"]]}},
                "qa": [],
            }
        ]
    ).encode()


def bring(form: str, data: Callable[[Keeper], bytes]) -> Way:
    return lambda keeper: run_import(keeper.store, form, io.BytesIO(data(keeper)), owner="ana")


IMPORTERS: dict[str, Way] = {
    "events": bring("events", event_lines),
    "locomo": bring("locomo", locomo),
    "text": bring("text", lambda keeper: f"- {TEXT}\n".encode()),
}


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_an_import_brings_it_in_once_and_not_again(keeper: Keeper, form: str) -> None:
    """The same file again is unchanged; nothing is made, nothing is refused."""
    way = IMPORTERS[form]
    keeper.on(1)
    assert way(keeper).facts == 1
    (number,) = [fact.number for fact in keeper.store.facts(Query()).facts]
    keeper.on(2)
    keeper.store.deletions.delete(Scope("facts", (number,)))
    keeper.on(3)
    report = way(keeper)
    assert (report.facts, report.refused, texts(keeper)) == (0, (), [])
    assert any("had been deleted and stays out" in note for note in report.notes)
    if form != "locomo":  # its sources are the whole conversation, of which no fact rested on the others
        assert report.sources == 0


def test_every_importer_is_held_to_it() -> None:
    """A new format has to be thought of here."""
    assert set(FORMATS) == set(IMPORTERS)


def observed_before(keeper: Keeper, act: Callable[..., Any]) -> Any:
    """Let a writing verb tell the deleted words again, as observed before the deletion."""
    keeper.clock.at = keeper.day(3)
    said = keeper.store.add_source(SourceInput("From an old note: Porto", keeper.day(0), author="ana", ref="old note"))
    from store.values import EvidenceInput

    return act(evidence=[EvidenceInput(said.number)])


VERBS: dict[str, Callable[[Keeper, int], Any]] = {
    "add": lambda keeper, other: observed_before(
        keeper, lambda **more: keeper.store.assert_fact(TEXT, owner="ana", slot="home", **more)
    ),
    "supersede": lambda keeper, other: observed_before(keeper, lambda **more: keeper.store.supersede(other, TEXT, **more)),
    "correct": lambda keeper, other: observed_before(keeper, lambda **more: keeper.store.correct(other, TEXT, **more)),
}
MAKES_NO_FACT = {
    "init", "demo", "queue", "facts", "show", "context", "changes", "check", "audit", "settings", "proposals", "rules", "end", "retract",
    "pin", "unpin", "confirm", "reject", "nightly", "delete", "deletions",
}  # fmt: skip
BY_OTHER_TESTS = {"import", "approve", "undo", "redo", "restore"}


def test_every_command_is_held_to_it() -> None:
    """A new command has to be thought of here."""
    assert commands() <= set(VERBS) | MAKES_NO_FACT | BY_OTHER_TESTS


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_words_observed_before_the_deletion_are_not_taken_in_again(keeper: Keeper, verb: str) -> None:
    """Result `deleted_before`: nothing is made, nothing is changed."""
    store = keeper.on(0)
    store.assert_fact(TEXT, owner="ana", slot="home")
    other = store.assert_fact("Lives in Braga", owner="ana", slot="second home").facts[0].number
    store.deletions.delete(Scope("facts", (1,)))
    operations = store.last_operation()
    if verb == "add":
        outcome = VERBS[verb](keeper, other)
        assert (outcome.result, outcome.facts) == ("deleted_before", ())
        assert store.last_operation() == operations + 1  # the message that was kept
    else:
        VERBS[verb](keeper, other)  # what it would take the place of stays as it was
        assert texts(keeper) == ["Lives in Braga"]


def told_in_a_list(keeper: Keeper, words: str) -> list[str]:
    """What is known after a pasted list told the words."""
    run_import(keeper.store, "text", io.BytesIO(words.encode()), owner="Ana")
    return texts(keeper)


@pytest.mark.parametrize("scope", [Scope("facts", (1,)), Scope("slot", name="home.city")])
def test_words_deleted_from_a_slot_are_recognised_without_one(keeper: Keeper, scope: Scope) -> None:
    keeper.on(0).assert_fact(TEXT, owner="ana", slot="home.city")
    keeper.store.deletions.delete(scope)
    keeper.on(1)
    assert told_in_a_list(keeper, TEXT) == []
    assert keeper.store.assert_fact(TEXT, owner="ana").result == "done"  # by hand


@pytest.mark.parametrize("subject", ["ana", "Lena"])
def test_words_deleted_without_a_slot_are_recognised_in_one(keeper: Keeper, subject: str) -> None:
    """In any: an assistant does not name the same one each time."""
    keeper.on(0).assert_fact(TEXT, owner="ana")
    keeper.store.deletions.delete(Scope("facts", (1,)))
    state = partial(keeper.store.assert_fact, TEXT, owner="ana", subject=subject, slot="home")
    assert observed_before(keeper, state).result == "deleted_before"
    assert state().result == "done"  # by hand


@pytest.mark.parametrize(
    ("deleted", "told"),
    [
        ("Collects old timetables", "Collects old timetables."),
        ("Collects old timetables.", "collects  OLD timetables"),
        ("Collects old timetables", "Collects old timetables …"),
        ("Collects old timetables!", "Collects old timetables?!"),
        ("Живёт в Порту", "Живёт в Порту."),
        ("住在上海", "住在上海。"),
        ("住在上海？", "住在上海！"),
    ],
)
def test_what_closes_a_sentence_makes_no_other_words(keeper: Keeper, deleted: str, told: str) -> None:
    """Nor do upper and lower case, and spaces."""
    keeper.on(0).assert_fact(deleted, owner="ana")
    keeper.store.deletions.delete(Scope("facts", (1,)))
    keeper.on(1)
    assert told_in_a_list(keeper, told) == []


@pytest.mark.parametrize(("one", "other"), [("Writes C", "Writes C++"), ("Has 3.5 cats", "Has 35 cats"), ("?!", "...")])
def test_what_stands_within_a_sentence_or_is_all_of_it_makes_other_words(one: str, other: str) -> None:
    assert wording(one) != wording(other)


@pytest.mark.parametrize(("slot", "digested"), [("home.city", "1"), (None, "None")])
def test_receipts_of_an_older_form_go_on_working(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch, slot: str | None, digested: str
) -> None:
    """They covered the slot too, and whatever closed the sentence."""
    keeper.on(0).assert_fact(TEXT, owner="ana", slot=slot)
    with monkeypatch.context() as older:
        older.setattr(receipts, "SPELLING", "text")
        older.setattr(receipts, "spelling_digests", lambda change, *_: [change.digest("text", "ana", digested, "lives in porto")])
        keeper.store.deletions.delete(Scope("facts", (1,)))
    keeper.on(1)
    assert told_in_a_list(keeper, f"{TEXT}.") == []
    outcome = observed_before(keeper, lambda **told: keeper.store.assert_fact(TEXT, owner="ana", slot="home.city", **told))
    assert outcome.result == "deleted_before"
    keeper.store.deletions.lift(1)
    assert told_in_a_list(keeper, f"{TEXT}.") == [f"{TEXT}."]


def test_undo_restore_and_approval_do_not_bring_it_back(keeper: Keeper) -> None:
    from store.errors import StoreError
    from store.proposal import Suggestion

    store = keeper.on(0)
    store.assert_fact(TEXT, owner="ana")
    store.end(1)
    operation = store.changes()[0].number
    (proposal,) = store.proposals.propose([Suggestion("retract", (("target", 1, 2),))])
    assert proposal is not None
    store.deletions.delete(Scope("facts", (1,)))
    acts: list[Callable[[], Any]] = [
        lambda: store.undo(operation),
        lambda: store.restore(1),
        lambda: store.proposals.approve(proposal),
        lambda: store.undo(),
        lambda: store.redo(),
    ]
    for act in acts:
        with pytest.raises(StoreError):
            act()
    assert texts(keeper) == []


def test_a_run_that_was_paused_meanwhile_brings_nothing_back(keeper: Keeper) -> None:
    """It found a pair before one of the two was deleted, and proposes after."""
    store = keeper.on(0)
    for text in ("Likes coffee in the morning", "Likes coffee in the morning, black"):
        store.assert_fact(text, owner="ana")
    store.set_setting("nightly.enabled", "true")
    deleted: list[object] = []

    def pause(step: str, done: int, total: int) -> None:
        if not deleted:
            deleted.append(store.deletions.delete(Scope("facts", (1,))))

    report = run_nightly(store, progress=pause)
    assert deleted
    assert all(1 not in [number for _, number, _ in one.items] for one in report.proposed)
    assert texts(keeper) == ["Likes coffee in the morning, black"]


def test_a_new_statement_is_taken_in(keeper: Keeper) -> None:
    store = keeper.on(0)
    store.assert_fact(TEXT, owner="ana", slot="home", event_id="e1")
    store.deletions.delete(Scope("facts", (1,)))
    keeper.on(1)
    assert store.assert_fact(TEXT, owner="ana", slot="home", event_id="e1").result == "deleted_before"
    made = store.assert_fact(TEXT, owner="ana", slot="home", event_id="e2")
    assert (made.result, made.facts[0].state) == ("done", "active")


def test_late_news_for_a_deleted_slot_is_withdrawn(keeper: Keeper) -> None:
    """Other words for the same slot, observed before the deletion."""
    store = keeper.on(5)
    store.assert_fact(TEXT, owner="ana", slot="home")
    store.deletions.delete(Scope("facts", (1,)))
    with pytest.raises(Refused, match="withdrawn"):
        observed_before(keeper, lambda **more: store.assert_fact("Lives in Faro", owner="ana", slot="home", **more))


def test_a_deleted_message_does_not_come_back(keeper: Keeper) -> None:
    """Nor under another reference, as another program tells it; said at another time, it is another one."""
    store = keeper.on(0)
    said = SourceInput("I live in Porto", keeper.clock.at, author="ana", ref="m1", conversation="c")
    from store.values import EvidenceInput

    store.assert_fact(TEXT, owner="ana", evidence=[EvidenceInput(store.add_source(said).number)])
    store.deletions.delete(Scope("facts", (1,)))
    for again in (said, replace(said, ref="m2", conversation="export"), replace(said, ref="", key="k", author="Ana")):
        with pytest.raises(Refused, match="deleted_before"):
            store.add_source(again)
    line = {"op": "source", "key": "s", "author": "ana", "text": said.text, "recorded_at": to_iso(keeper.clock.at)}
    assert run_import(store, "events", io.BytesIO(json.dumps(line).encode())).sources == 0
    store.add_source(replace(said, ref="m2", author="bo"))
    store.add_source(replace(said, ref="m3", observed_at=said.observed_at + 1))


def test_lifting_is_an_act_of_its_own_and_lets_it_in_again(keeper: Keeper) -> None:
    way = IMPORTERS["events"]
    keeper.on(1)
    way(keeper)
    deletion = keeper.store.deletions.delete(Scope("facts", (1,)))
    keeper.on(2)
    assert way(keeper).facts == 0
    lifted = keeper.store.deletions.lift(deletion.number)
    assert lifted.lifted_at is not None
    assert keeper.store.changes()[0].verb == "lift"
    assert way(keeper).facts == 1
    assert texts(keeper) == [TEXT]
