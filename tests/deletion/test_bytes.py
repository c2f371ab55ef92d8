"""D1, D2, D3: what was deleted is in no byte of any file, no index and no copy."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from store.deletion import Scope
from store.proposal import Suggestion
from store.store import Store, open_store
from store.values import EvidenceInput, SourceInput
from tests.store.conftest import Keeper

ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "山水火木金土日月人口手足目耳心言食车马鸟鱼虫草花")
FACTS = int(os.environ.get("MEMORY_INSPECTOR_DELETED", "45"))
"""So many facts are deleted one after the other, of which a third have each kind of past with and without a slot; 200 take long."""


@dataclass
class Marked:
    """A fact whose text, slot, quote and message each hold a word that stands nowhere else."""

    number: int
    words: list[str]


class Author:
    """Makes words that stand nowhere else."""

    def __init__(self) -> None:
        self.chance = random.Random(7)
        self.count = 0

    def word(self) -> str:
        """Return 24 letters in the next alphabet."""
        self.count += 1
        return "".join(self.chance.choices(ALPHABETS[self.count % len(ALPHABETS)], k=24))


def traces(folder: Path, words: list[str]) -> list[tuple[str, str]]:
    """Every place in which a word, or no more than its last eight letters, stands in any writing a file could hold it in."""
    found = []
    files = [(path, path.read_bytes()) for path in folder.rglob("*") if path.is_file()]
    for word in words:
        end = word[-8:]
        escaped = end.encode("ascii", "backslashreplace")
        for form in {end.encode(), end.encode("utf-16-le"), end.encode("utf-16-be"), escaped}:
            found += [(path.name, end) for path, data in files if form in data]
    return found


def vocabulary(store: Store, words: list[str]) -> list[str]:
    """The words, or ends of them, that the vocabulary of the search index still knows."""
    terms = store.raw(
        lambda connection: [
            connection.execute("CREATE VIRTUAL TABLE temp.seen USING fts5vocab('main', 'fact_search', 'row')"),
            [row[0] for row in connection.execute("SELECT term FROM temp.seen")],
        ][1]
    )
    return [term for word in words for term in terms if len(term) > 1 and term in word]


def remember(keeper: Keeper, author: Author, place: int) -> Marked:
    """State a fact with a message; every third one has a slot of its own."""
    text, slot, quote, message = (author.word() for _ in range(4))
    store = keeper.store
    source = store.add_source(
        SourceInput(f"{message} {quote} end", keeper.clock.at, author="ana", ref=f"m{place}", key=f"k{place}")
    )
    outcome = store.assert_fact(
        f"About {text} now", owner="ana", slot=slot if place % 3 == 0 else None, evidence=[EvidenceInput(source.number, quote)]
    )
    return Marked(outcome.facts[0].number, [text, quote, message, *([slot] if place % 3 == 0 else [])])


@pytest.fixture
def marked(keeper: Keeper) -> list[Marked]:
    """Facts of which a third were superseded, merged, proposed, corrected or undone, kept as Markdown too, and with a backup."""
    author = Author()
    keeper.on(0)
    facts = [remember(keeper, author, place) for place in range(FACTS)]
    keeper.on(1)
    store = keeper.store
    keeper.store.set_setting("markdown.folder", str(keeper.store.path.with_name("notes")))
    keeper.store.path.with_name(f"{keeper.store.path.name}.0001.bak").write_bytes(keeper.store.path.read_bytes())
    for place, fact in enumerate(facts[: FACTS // 3]):
        more = author.word()
        match place % 5:
            case 0:
                store.supersede(fact.number, f"Later {more}")
                fact.words.append(more)
            case 1:
                store.merge([fact.number], facts[place + FACTS // 3].number)
            case 2:
                store.proposals.propose(
                    [Suggestion("retract", (("target", fact.number, 1),), rationale=more), _rewording(fact, more, place)]
                )
                fact.words.append(more)
            case 3:
                store.correct(fact.number, f"Rather {more}")
                fact.words.append(more)
            case _:
                store.retract(fact.number, reason=more)
                store.undo()
                fact.words.append(more)
    return facts


def _rewording(fact: Marked, more: str, place: int) -> Suggestion:
    evidence = (EvidenceInput(f"k{place}", None),)
    return Suggestion("supersede", (("target", fact.number, 1),), text=f"New {more}", evidence=evidence)


def scopes(marked: list[Marked], store: Store) -> Iterator[tuple[Scope, list[str]]]:
    """One fact after the other; where another fact shares its slot or came of it, the slot or both."""
    for fact in marked:
        now = store.fact(fact.number)
        followers = [one.number for one in store.history(fact.number).facts] if now.slot else [fact.number]
        belief = store.card(fact.number).beliefs
        followers += [one.superseded_by for one in belief if one.superseded_by and one.ends_as != "merged"]
        scope = Scope("slot", name=now.slot, owner="ana") if now.slot else Scope("facts", tuple(dict.fromkeys(followers)))
        yield scope, fact.words


def test_deleted_words_are_in_no_byte_of_any_file(keeper: Keeper, marked: list[Marked], tmp_path: Path) -> None:
    """With the store still open, and after it was closed."""
    store = keeper.store
    store.publish()
    assert len({path for path, _ in traces(tmp_path, marked[1].words)}) == 3  # the store, its backup, the Markdown
    gone: list[str] = []
    for place, (scope, words) in enumerate(scopes(marked, store)):
        deletion = store.deletions.delete(scope)
        assert (deletion.state, [step.left for step in deletion.steps]) == ("done", [0] * (4 if place == 0 else 3))
        gone += words
        if place % 20 == 0:
            assert traces(tmp_path, words) == []
    assert traces(tmp_path, gone) == []
    assert vocabulary(store, gone) == []
    store.close()
    assert traces(tmp_path, gone) == []


def test_an_owner_goes_whole(keeper: Keeper, tmp_path: Path) -> None:
    """With every message of theirs; what another owner rests on stays, and so does the other owner."""
    keeper.on(0)
    author = Author()
    store = keeper.store
    facts = [remember(keeper, author, place) for place in range(9)]
    shared = store.add_source(SourceInput("We both like jazz", keeper.clock.at, author="ana", ref="both"))
    for owner in ("ana", "bo"):
        store.assert_fact("Likes jazz", owner=owner, evidence=[EvidenceInput(shared.number)])
    store.rules.add("topic", "xylophonistenverband", owner="ana")
    deletion = store.deletions.delete(Scope("owner", name="Ana"))
    assert deletion.state == "done"
    assert traces(tmp_path, [word for fact in facts for word in fact.words] + ["xylophonistenverband"]) == []
    assert [owner.name for owner in store.owners()] == ["bo"]
    assert store.conversation(shared.number).source.text == "We both like jazz"


def test_a_new_column_of_text_belongs_to_a_place() -> None:
    """Every column that can hold words is one that a deletion looks after; a new one has to be thought of."""
    from sqlmodel import AutoString

    from store.tables import METADATA

    looked_after = {
        "fact": {"key", "subject", "subject_key", "kind", "slot", "slot_key", "text", "origin"},
        "belief": {"ends_as", "cause"},
        "source": {"key", "kind", "conversation", "ref", "author", "text", "content_hash"},
        "evidence": {"quote"},
        "fact_words": {"stems", "words"},
        "proposal": {"digest", "kind", "verdict", "reasons", "rationale", "proposed_by", "text", "fact_kind", "subject", "slot",
                     "state", "topic"},
        "proposal_item": {"role"},
        "proposal_quote": {"quote"},
        "proposal_state": {"state"},
        "source_state": {"state"},
        "owner": {"name", "key"},
        "rule": {"by", "value"},
        "edge": {"subject", "relation", "object"},
    }  # fmt: skip
    without_words = {
        "meta": {"name", "value"},
        "counter": {"name"},
        "operation": {"actor", "verb", "batch", "sitting"},
        "audit": {"hash", "counts"},
        "setting": {"name", "value"},
        "served": {"digest"},
        "slot_version": {"digest"},
        "event": {"digest", "body"},
        "receipt": {"digest", "kind"},
        "run": {"kind", "counts"},
        "lease": {"name", "holder"},
        "deletion": {"state", "scope", "facts", "counts"},
        "deletion_step": {"mirror", "state", "detail"},
    }
    known = looked_after | without_words
    for table in METADATA.sorted_tables:
        columns = {column.name for column in table.columns if isinstance(column.type, AutoString)}
        assert columns == known.get(table.name, set()), table.name


def test_the_next_start_finishes_what_was_interrupted(keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D4: the rows are gone, the copies were not cleared yet; nobody knows the words any more."""
    keeper.on(0)
    author = Author()
    facts = [remember(keeper, author, place) for place in range(3)]
    store = keeper.store
    monkeypatch.setattr(type(store.deletions), "_clear", lambda *_: None)
    assert store.deletions.delete(Scope("facts", (facts[0].number,))).state == "pending"
    monkeypatch.undo()
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    with open_store(store.path, clock=keeper.clock) as again:
        (deletion,) = again.deletions.list()
        assert deletion.state == "done"
    assert traces(tmp_path, facts[0].words) == []
