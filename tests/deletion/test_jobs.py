"""D4: a deletion is a job with a state per place; a place that fails stays pending, and what it names is out of use at once."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from store.deletion import Scope
from store.errors import NotFound, Refused, Unavailable
from store.proposal import Suggestion
from store.store import Store, open_store
from store.values import EvidenceInput, Query, SourceInput
from tests.store.conftest import Keeper


class Unreliable:
    """A place of copies that fails on demand."""

    name = "far away"

    def what(self, store: Store) -> str:
        return "copies on a machine that is sometimes down"

    def __init__(self) -> None:
        self.down = True
        self.left: tuple[str, ...] = ()

    def reach(self, store: Store) -> bool:
        return True

    def purge(self, store: Store, texts: Sequence[str]) -> None:
        self.rebuild(store)

    def verify(self, store: Store, texts: Sequence[str]) -> tuple[str, ...]:
        return self.left

    def rebuild(self, store: Store) -> None:
        if self.down:
            raise Unavailable("store_busy")


@pytest.fixture
def ana(keeper: Keeper) -> Keeper:
    keeper.on(0)
    keeper.store.assert_fact("Lives in Porto", owner="ana", slot="city", evidence=keeper.heard("Porto it is, and a cat"))
    keeper.store.assert_fact("Has a cat", owner="ana", evidence=keeper.heard("Porto it is, and a cat", ref="m-2"))
    return keeper


def test_a_place_that_fails_leaves_the_job_pending_until_it_is_back(ana: Keeper) -> None:
    store, far = ana.store, Unreliable()
    store.deletions.mirrors.insert(0, far)
    deletion = store.deletions.delete(Scope("facts", (1,)))
    assert deletion.state == "pending"
    first = deletion.steps[0]
    assert (first.mirror, first.state, first.detail) == ("far away", "failed", "store_busy")
    assert {step.state for step in deletion.steps[1:]} == {"cleared"}
    assert store.facts(Query(search="porto", state="all")).facts == ()
    far.down, far.left = False, ("shelf 1", "shelf 2")
    (deletion,) = store.deletions.retry()
    step = deletion.steps[0]
    assert (deletion.state, step.detail, step.left, step.where) == ("pending", "text_left", 2, "shelf 1; shelf 2")
    far.left = ()
    (deletion,) = store.deletions.retry(deletion.number)
    assert (deletion.state, deletion.steps[0].tries, store.deletions.pending()) == ("done", 3, ())
    ana.on(1)
    assert store.deletions.retry(deletion.number) == (deletion,)


def test_the_preview_says_what_goes_what_stays_and_why(ana: Keeper) -> None:
    """D1: with counts, and with what is out of reach."""
    store = ana.store
    again = store.conversation(1).source
    store.add_evidence(2, ana.heard("Porto it is, and a cat", ref="m-3"))
    preview = store.deletions.preview(Scope("facts", (1,)))
    assert [fact.number for fact in preview.facts] == [1]
    assert dict(preview.counts) == {"facts": 1, "beliefs": 1, "quotes": 1, "messages": 1}
    assert preview.sources[0].text == again.text
    assert {copy.name for copy in preview.copies if copy.reachable} == {"search index", "store file"}
    assert any(not copy.reachable for copy in preview.copies)
    kept = store.deletions.preview(Scope("facts", (1,), with_messages=False))
    assert (kept.sources, kept.stays[0].why) == ((), "you chose to keep them")


def test_the_preview_counts_what_it_superseded_while_that_stands(keeper: Keeper) -> None:
    """What was taken back since is closed by nothing."""
    keeper.on(0)
    store = keeper.store
    store.assert_fact("Lives in Porto", owner="ana", slot="home.city", valid_from=keeper.day(-9))
    store.supersede(1, "Lives in Braga", at=keeper.day(-5))
    closed = "1 superseded by it stays closed, and says: by a deleted fact"
    assert closed in store.deletions.preview(Scope("facts", (2,))).made_from_it
    store.undo()
    assert closed not in store.deletions.preview(Scope("facts", (2,))).made_from_it


def test_a_message_two_facts_rest_on_stays_until_both_go(keeper: Keeper) -> None:
    keeper.on(0)
    heard = keeper.heard("I live in Porto with a cat")
    for text in ("Lives in Porto", "Has a cat"):
        keeper.store.assert_fact(text, owner="ana", evidence=heard)
    preview = keeper.store.deletions.preview(Scope("facts", (1,)))
    assert preview.sources == ()
    assert preview.stays[0].why == "something else rests on them"
    assert len(keeper.store.deletions.preview(Scope("facts", (1, 2))).sources) == 1
    source = keeper.store.deletions.preview(Scope("source", name=f"m-{'I live in Porto with a cat'[:20]}"))
    assert [fact.number for fact in source.facts] == [1, 2]


def test_with_a_message_goes_no_other_on_which_a_fact_rests_that_stays(keeper: Keeper) -> None:
    keeper.on(0)
    store = keeper.store
    first, second = keeper.heard("Porto it is"), keeper.heard("Porto, with my cat")
    store.assert_fact("Lives in Porto", owner="ana", evidence=[*first, *second])
    store.assert_fact("Has a cat", owner="ana", evidence=second)
    assert store.deletions.preview(Scope("source", name="m-Porto it is")).stays[0].why == "something else rests on them"
    store.deletions.delete(Scope("source", name="m-Porto it is"))
    assert [one.source_ref for one in store.card(2).evidence] == ["m-Porto, with my cat"]


def test_what_a_person_said_of_the_fact_itself_goes_with_it(keeper: Keeper) -> None:
    """D2: a confirmation repeats its words, also where the messages are to stay."""
    keeper.on(0)
    keeper.store.assert_fact("Lives in Porto", owner="ana", evidence=keeper.heard("To Braga, I did not move"))
    keeper.store.confirm(1)
    keeper.store.retract(1, reason="Never said so of Porto")
    keeper.store.deletions.delete(Scope("facts", (1,), with_messages=False))
    left = keeper.store.path.read_bytes()
    assert b"Porto" not in left
    assert b"Braga" in left


def test_a_scope_that_grew_meanwhile_is_refused(ana: Keeper) -> None:
    """A person agreed to a number of facts, not to whatever the scope holds by now."""
    shown = ana.store.deletions.preview(Scope("slot", name="City", owner="ana")).facts
    ana.store.supersede(1, "Lives in Braga")
    with pytest.raises(Refused, match="holds 2 facts, not 1"):
        ana.store.deletions.delete(Scope("slot", name="City", owner="ana"), shown=shown)
    assert ana.state(1) == "superseded"
    assert ana.store.deletions.list() == ()


@pytest.mark.parametrize(("members", "state"), [("keep", "superseded"), ("reopen", "active"), ("delete", None)])
def test_what_was_merged_into_it_stays_closed_reopens_or_goes_too(keeper: Keeper, members: str, state: str | None) -> None:
    """D3: the members of a deleted representative are listed, and a person chooses."""
    keeper.on(0)
    store = keeper.store
    for text in ("Likes tea", "Likes tea a lot"):
        store.assert_fact(text, owner="ana")
    store.merge([1], 2)
    assert [fact.number for fact in store.deletions.preview(Scope("facts", (2,))).members] == [1]
    store.deletions.delete(Scope("facts", (2,)), members=members)  # type: ignore[arg-type]
    if state is None:
        with pytest.raises(NotFound):
            store.fact(1)
    else:
        assert keeper.state(1) == state


def test_proposals_about_it_go_with_it(ana: Keeper) -> None:
    store = ana.store
    store.proposals.propose([Suggestion("retract", (("target", 1, 1),)), Suggestion("retract", (("target", 2, 1),))])
    store.deletions.delete(Scope("facts", (1,)))
    with pytest.raises(NotFound, match="proposal_not_found"):
        store.proposals.one(1)
    assert store.proposals.one(2).state == "pending"


def test_proposals_of_its_words_go_with_it(keeper: Keeper) -> None:
    """D3: the one that brought it, and one that would bring it again, though the messages they rest on stay."""
    keeper.on(0)
    store = keeper.store
    heard = keeper.heard("I live in Porto with a cat")
    store.assert_fact("Has a cat", owner="ana", evidence=heard)
    told = [Suggestion("add", text=text, owner="ana", evidence=tuple(heard)) for text in ("Lives in Porto", "LIVES in Porto.")]
    brought, _ = store.proposals.propose(told)
    assert brought is not None
    fact = store.proposals.approve(brought).facts[0]
    assert dict(store.deletions.preview(Scope("facts", (fact.number,))).counts)["proposals"] == 2
    store.deletions.delete(Scope("facts", (fact.number,)))
    assert b"ives in Porto" not in store.path.read_bytes().replace(b"LIVES", b"Lives")


@pytest.fixture
def suggested(keeper: Keeper) -> Keeper:
    """A fact, and messages on which proposals about it rest: one of its own, one that another fact or proposal shares."""
    keeper.on(0)
    store = keeper.store
    lone, shared, other = (keeper.heard(text) for text in ("Moving to Braga", "Cat and I move to Faro", "Also to Lagos"))
    store.assert_fact("Lives in Porto", owner="ana", slot="city")
    store.assert_fact("Has a cat", owner="ana", evidence=shared)
    store.proposals.propose(
        [
            Suggestion("supersede", (("target", 1, 1),), text="Lives in Braga", evidence=(*lone, *shared, *other)),
            Suggestion("add", owner="ana", text="Travels to Lagos", evidence=tuple(other)),
        ]
    )
    return keeper


def test_with_a_proposal_go_the_messages_on_which_nothing_else_rests(suggested: Keeper) -> None:
    """D3: they were read for what is deleted, and nothing would lead to them any more."""
    store = suggested.store
    preview = store.deletions.preview(Scope("facts", (1,)))
    assert [source.text for source in preview.sources] == ["Moving to Braga"]
    assert (dict(preview.counts)["messages"], preview.stays[0].what) == (1, "2 messages")
    store.deletions.delete(Scope("facts", (1,)))
    left = store.path.read_bytes()
    assert [text in left for text in (b"Braga", b"to Faro", b"to Lagos")] == [False, True, True]


def test_the_messages_of_a_proposal_stay_where_messages_are_to_stay(suggested: Keeper) -> None:
    preview = suggested.store.deletions.preview(Scope("facts", (1,), with_messages=False))
    assert (preview.sources, preview.stays[0].what, preview.stays[0].why) == ((), "3 messages", "you chose to keep them")


def test_with_an_owner_goes_what_others_said_for_their_proposals(suggested: Keeper) -> None:
    store = suggested.store
    heard = suggested.heard("Ana owes me 40 euro", author="bo", kind="group_message")
    store.proposals.propose([Suggestion("add", owner="ana", text="Owes Bo 40 euro", evidence=tuple(heard))])
    store.deletions.delete(Scope("owner", name="ana"))
    assert b"40 euro" not in store.path.read_bytes()


def test_the_log_proves_that_it_happened_and_holds_nothing_of_it(ana: Keeper) -> None:
    """D6: ids and counts."""
    store = ana.store
    deletion = store.deletions.delete(Scope("facts", (1,)))
    operation = store.changes()[0]
    assert (operation.verb, operation.number, [one.fact for one in operation.touched]) == ("delete", deletion.operation, [1])
    assert dict(deletion.counts)["facts"] == 1
    assert store.verify_audit() == ()


def test_unknown_scopes_are_refused(ana: Keeper) -> None:
    deletions = ana.store.deletions
    for scope, reason in (
        (Scope("facts", (77,)), "fact_not_found"),
        (Scope("slot", name="no such"), "nothing_in_scope"),
        (Scope("source", name="no such"), "nothing_in_scope"),
        (Scope("owner", name="nobody"), "owner_not_found"),
    ):
        with pytest.raises(NotFound) as refused:
            deletions.delete(scope)
        assert refused.value.reason == reason
    with pytest.raises(NotFound, match="deletion_not_found"):
        deletions.lift("9")


def test_the_index_outlives_thousands_of_deletions(keeper: Keeper) -> None:
    """Each deletion merges the index, and an index merged too often would be called malformed."""
    from store import sqlite

    def delete_often(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA synchronous=OFF")
        add = "INSERT INTO fact_search(rowid, stems, words) VALUES (?, 'x', 'x')"
        connection.executemany(add, [(number,) for number in range(10, 4000)])
        for number in range(4000, 6500):
            connection.execute(add, (number,))
            connection.execute(
                "INSERT INTO fact_search(fact_search, rowid, stems, words) VALUES ('delete', ?, 'x', 'x')", (number,)
            )
            sqlite.optimize_search(connection)
        connection.execute(sqlite.REBUILD)

    store = keeper.on(0)
    store.assert_fact("Has a cat", owner="ana")
    store.raw(delete_often)
    assert [fact.text for fact in store.facts(Query(search="cat")).facts] == ["Has a cat"]


def test_only_copies_that_the_store_made_are_removed_and_those_of_a_person_are_named(keeper: Keeper, tmp_path: Path) -> None:
    """D2: whatever the store is called; what else stands beside it is nobody's to touch."""
    whole = keeper.store.path.read_bytes()
    path = tmp_path / "mem[1]?.db"
    path.write_bytes(whole)
    theirs = ["notes.bak.txt", "before-move.bak", "bak", "0003.bak~", "old.0003.bak"]
    for end in ("0003.bak", "0003.bak.2", "damaged.bak", *theirs):
        path.with_name(f"{path.name}.{end}").write_bytes(whole)
    path.with_name(f"{path.name}.0002.bak").mkdir()
    path.with_name("of another.db").write_bytes(b"SQLite format 3")
    with open_store(path, clock=keeper.clock) as store:
        store.assert_fact("Has a cat", owner="ana")
        copies = {one.name: one for one in store.deletions.preview(Scope("facts", (1,))).copies}
        assert copies["migration backups"].what.startswith(
            f"{path.name}.0003.bak, {path.name}.0003.bak.2, {path.name}.damaged.bak;"
        )
        yours = copies["copies you made"]
        assert not yours.reachable
        assert all(f"{path.name}.{end}" in yours.what for end in theirs)
        assert keeper.store.path.name in yours.what
        assert "of another.db" not in yours.what
        assert store.deletions.delete(Scope("facts", (1,))).state == "done"
    left = sorted(one.name.removeprefix(f"{path.name}.") for one in tmp_path.glob("mem*.db.*"))
    assert left == sorted([*theirs, "0002.bak"])


def test_what_has_changed_since_it_was_shown_is_not_deleted(ana: Keeper) -> None:
    """D1: what a person agreed to is what they saw, not only how much of it."""
    store = ana.store
    shown = store.deletions.preview(Scope("facts", (2,))).facts
    store.supersede(2, "Has two cats")
    with pytest.raises(Refused, match="stale"):
        store.deletions.delete(Scope("facts", (2,)), shown=shown)
    assert store.fact(2).text == "Has a cat"
    again = store.deletions.preview(Scope("facts", (2,))).facts
    assert store.deletions.delete(Scope("facts", (2,)), shown=again).state == "done"


def test_every_one_of_many_texts_is_looked_for(keeper: Keeper) -> None:
    """D2, D4: a copy of any of them in a free page is found, and gone before success is said."""
    keeper.on(0)
    texts = [f"Keeps secret {chr(0x4E00 + number)}word{number}zyx" for number in range(40)]
    for text in texts:
        keeper.store.assert_fact(text, owner="ana")
    path = keeper.store.path
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE left_over (said TEXT)")
        connection.executemany("INSERT INTO left_over VALUES (?)", [(f"{texts[35]} {'x' * 3000}",)] * 40)
        connection.commit()
        connection.execute("DROP TABLE left_over")
        connection.commit()
    assert texts[35].encode() in path.read_bytes()
    done = keeper.store.deletions.delete(Scope("owner", name="ana"))
    assert done.state == "done"
    assert texts[35].encode() not in path.read_bytes()


def test_with_a_slot_goes_what_was_proposed_for_it(keeper: Keeper) -> None:
    """D2: whether the slot holds anything or not."""
    keeper.on(0)
    heard = tuple(keeper.heard("I live in Porto, by the river"))
    proposals = keeper.store.proposals
    (number,) = proposals.propose(
        [Suggestion("add", owner="ana", text="Lives in Porto", slot="Home.City", evidence=heard)], actor="nightly:1"
    )
    assert number is not None
    keeper.store.deletions.delete(Scope("slot", name="home.city", owner="ana"))
    assert b"Lives in Porto" not in keeper.store.path.read_bytes()
    with pytest.raises(NotFound):
        proposals.one(number)


def test_what_others_wrote_to_an_owner_who_goes_is_said_to_stay(keeper: Keeper) -> None:
    keeper.on(0)
    store = keeper.store
    said = store.add_source(SourceInput("I have a cat", keeper.day(0), author="ana", conversation="c", ref="1"))
    store.add_source(
        SourceInput("How nice, a cat!", keeper.day(0), kind="assistant_message", author="assistant", conversation="c", ref="2")
    )
    store.assert_fact("Has a cat", owner="ana", evidence=[EvidenceInput(said.number)])
    stays = store.deletions.preview(Scope("owner", name="ana")).stays
    assert ("1 message", "others wrote them in the same conversations") in [(one.what, one.why) for one in stays]
