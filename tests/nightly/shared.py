"""Nights over the shared data: each a list of figures beside what they must reach."""

import resource
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from time import process_time

from store import asserting
from store.imports import opened, run_import
from store.likeness import Kind, compare, features, find
from store.likeness.rule import clash
from store.nightly import run_nightly
from store.proposal import NightlyReport, ProposalQuery, Suggestion
from store.stating import New
from store.store import Store, create_store
from store.values import Query
from tests.pairs import data as pairs
from tests.pairs import scale
from tests.pairs.measures import Line, items

CHUNK = 20_000


def filled(path: Path, owners: Iterable[tuple[str, Sequence[str]]]) -> Store:
    """Make a store of (owner, texts of their facts), the nightly run switched on; facts are numbered from 1 in this order."""
    store = create_store(path)
    with store.change(actor="import:1") as change:
        done = 0
        for owner, texts in owners:
            for text in texts:
                asserting.assert_fact(change, New(text=text, owner=change.owner(owner), subject=owner, origin="import"))
                done += 1
                if done % CHUNK == 0:
                    change.clear()
    store.set_setting("nightly.enabled", "true")
    store.set_setting("nightly.queue", "100000")
    return store


def texts_of(store: Store, one: Suggestion) -> list[str]:
    """The texts of a suggestion's facts."""
    return [store.fact(number).text for _, number, _ in one.items]


def counted(report: NightlyReport, *steps: str) -> int:
    """How many proposals some steps of a run made."""
    return sum(step.proposed for step in report.steps if step.name in steps)


def approve_same_text(store: Store) -> int:
    """Approve every merge of equal text and reject what else is asked, night after night; return how many facts are left."""
    while run_nightly(store).proposed:
        while page := store.proposals.page(ProposalQuery(), limit=200).proposals:
            for one in page:
                same = one.kind == "merge" and len({item.fact.text.strip().lower() for item in one.items}) == 1
                (store.proposals.approve if same else store.proposals.reject)(one.number)
    return store.count(Query(), cap=10**9).number


def equal_text_lines(folder: Path, profiles: Sequence[Sequence[str]]) -> list[Line]:
    """Every profile as one owner's, when only merges of equal text are approved."""
    said = [text for profile in profiles for text in profile]
    distinct = len({text.strip().lower() for text in said})
    with filled(folder / "equal.db", [("ana", said)]) as store:
        left = approve_same_text(store)
    return [
        Line("profiles: facts of one owner", len(said), digits=0),
        Line("profiles: left after merges of equal text", left, least=distinct, most=distinct, digits=0),
    ]


def one_owner_lines(folder: Path, profiles: Sequence[Sequence[str]]) -> list[Line]:
    """Every profile as one owner's: what is found, found again, rejected, corrected."""
    said = [text for profile in profiles for text in profile]
    times = Counter(text.strip().lower() for text in said)
    with filled(folder / "one.db", [("ana", said)]) as store:
        first = run_nightly(store)
        torn = sum(
            any(clash(a, b) for a, b in combinations([features(text) for text in texts_of(store, one)], 2))
            for one in first.proposed
            if one.kind == "merge"
        )
        second = run_nightly(store)
        merges = store.proposals.page(ProposalQuery(kind="merge"), limit=2000).proposals
        alone = [
            one for one in merges if len(one.items) == 2 and all(times[item.fact.text.strip().lower()] == 1 for item in one.items)
        ]
        for one in alone[:5]:
            store.proposals.reject(one.number)
        third = run_nightly(store)
        gone = alone[0].items[1].fact
        new = store.correct(gone.number, f"{gone.text}!").facts[0].number
        fourth = run_nightly(store)
        back = [one for one in fourth.proposed if one.kind == "merge"]
        returned = [one for one in back if {new, alone[0].items[0].fact.number} == {number for _, number, _ in one.items}]
    return [
        Line("profiles: merges proposed", counted(first, "duplicates"), digits=0),
        Line("profiles: conflicts proposed", counted(first, "conflicts"), digits=0),
        Line("profiles: groups that differ in negation, value, name", torn, most=0, digits=0),
        Line("profiles: new in a second run", len(second.proposed), most=0, digits=0),
        Line("profiles: new after rejecting five", len(third.proposed), most=0, digits=0),
        Line("profiles: back after correcting a fact of one", len(returned), least=1, most=1, digits=0),
        Line("profiles: merges besides that one", len(back) - len(returned), most=0, digits=0),
    ]


def many_owners_lines(folder: Path, profiles: Sequence[Sequence[str]]) -> list[Line]:
    """Every profile as an owner of its own."""
    owners = [(f"owner {number}", profile) for number, profile in enumerate(profiles)]
    whose = [owner for owner, profile in owners for _ in profile]
    with filled(folder / "owners.db", owners) as store:
        start = process_time()
        report = run_nightly(store)
        spent = process_time() - start
    crossing = sum(len({whose[number - 1] for _, number, _ in one.items}) > 1 for one in report.proposed)
    return [
        Line(f"{len(owners):,} owners: merges", counted(report, "duplicates"), most=0, digits=0),
        Line(f"{len(owners):,} owners: conflicts", counted(report, "conflicts"), digits=0),
        Line(f"{len(owners):,} owners: proposals across owners", crossing, most=0, digits=0),
        Line(f"{len(owners):,} owners: CPU s", spent, digits=1),
    ]


def chats(folder: Path, data: Path) -> Store:
    """The LoCoMo chats, imported as they are."""
    store = create_store(folder / "locomo.db")
    with opened(str(data / "locomo/locomo10.json")) as file:
        run_import(store, "locomo", file)
    return store


def locomo_lines(store: Store) -> tuple[list[Line], list[str]]:
    """The merges and conflicts of all speakers of the LoCoMo chats, each said."""
    report = run_nightly(store, dry_run=True)
    found = [one for one in report.proposed if one.kind in ("merge", "conflict")]
    said = [f"{one.kind} ({one.rationale}): {' / '.join(texts_of(store, one))}" for one in found]
    counts = Counter(one.kind for one in report.proposed)
    return [
        Line("LoCoMo merges and conflicts", len(found), most=10, digits=0),
        Line("LoCoMo suspects", counts["confirm"], digits=0),
    ], said


def scale_lines(folder: Path, data: Path, count: int) -> list[Line]:
    """A hundred thousand facts of one owner, from reading them to the last row written; and a sample beside brute force."""
    made = scale.texts(data, count)
    with filled(folder / "scale.db", [("ana", made)]) as store:
        start = process_time()
        report = run_nightly(store)
        spent = process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
        start = process_time()
        again = run_nightly(store)
        spent_again = process_time() - start
    sample = items(made[:2000])
    brute = {
        (a.number, b.number, kind)
        for a, b in combinations(sample, 2)
        if (kind := compare(a.features, b.features).kind) is not Kind.NOTHING
    }
    found = {(one.first.number, one.second.number, one.verdict.kind) for one in find(sample)}
    return [
        Line(f"{count:,} facts, a night, CPU s", spent, most=60, digits=1),
        Line(f"{count:,} facts, a second night, CPU s", spent_again, most=60, digits=1),
        Line(f"{count:,} facts, peak MB", peak, most=1000, digits=0),
        Line("  merges proposed", counted(report, "duplicates"), digits=0),
        Line("  conflicts proposed", counted(report, "conflicts"), digits=0),
        Line("  new in a second night", len(again.proposed), most=0, digits=0),
        Line("  pairs missed or invented, of 2,000 facts", len(brute ^ found), most=0, digits=0),
    ]


def profiles(data: Path) -> list[list[str]]:
    """The Russian profiles, five facts each."""
    return pairs.profiles(data)
