"""A person decides each proposal with one act, sees what moved, and can take the decision back."""

from dataclasses import replace

import pytest

from store.errors import Refused
from store.proposal import Proposal, ProposalQuery, Role, Suggestion
from store.store import open_store
from store.values import EvidenceInput, Fact
from tests.store.conftest import Keeper

STRONG = "Likes strong black coffee in the morning"
SWEET = "Likes strong black coffee in the morning, without sugar"


def stated(keeper: Keeper, text: str, **more: object) -> Fact:
    """A fact by hand."""
    return keeper.store.assert_fact(text, owner="ana", **more).facts[0]  # type: ignore[arg-type]


def suggested(keeper: Keeper, kind: str, *items: tuple[Role, Fact], **more: object) -> Proposal:
    """A proposal about facts as they are now."""
    parts = tuple((role, fact.number, fact.version) for role, fact in items)
    suggestion = replace(Suggestion(kind, parts, owner="ana"), **more)  # type: ignore[arg-type]
    (number,) = keeper.store.proposals.propose([suggestion], actor="nightly:1")
    assert number is not None
    return keeper.store.proposals.one(number)


@pytest.fixture
def merge(keeper: Keeper) -> Proposal:
    keeper.on(0)
    short, full = stated(keeper, STRONG), stated(keeper, SWEET)
    return suggested(keeper, "merge", ("representative", full), ("member", short))


def test_the_same_suggestion_twice_in_one_call_is_made_once(keeper: Keeper) -> None:
    """F6: as when it is told twice in two calls; another one about the same fact is another one."""
    keeper.on(0)
    fact = stated(keeper, STRONG)
    about: tuple[tuple[Role, int, int], ...] = (("target", fact.number, fact.version),)
    told = [
        Suggestion("retract", about),
        Suggestion("retract", about, rationale="again"),
        Suggestion("confirm", about),
        *[Suggestion("add", text="Has a cat", owner="ana", evidence=tuple(keeper.heard("A cat!")))] * 2,
    ]
    assert keeper.store.proposals.propose(told) == (1, None, 2, 3, None)
    assert keeper.store.proposals.propose(told) == (None,) * 5


def test_a_merge_ends_the_member_in_favour_of_the_representative(keeper: Keeper, merge: Proposal) -> None:
    """F4, F6: nothing changes until a person approves; then one operation of theirs does it."""
    assert (merge.state, merge.verdict, merge.proposed_by) == ("pending", "admissible", "nightly:1")
    assert keeper.state(1) == "active"
    outcome = keeper.store.proposals.approve(merge.number)
    assert (keeper.state(1), keeper.state(2)) == ("superseded", "active")
    decided = keeper.store.proposals.one(merge.number)
    assert (decided.state, decided.decided_by, decided.operation) == ("approved", "person:ana", outcome.operation)


def test_words_a_merge_loses_are_shown_and_make_it_a_persons_matter(keeper: Keeper) -> None:
    """F4: the review shows what words each member has that the representative lacks."""
    kept, lost = stated(keeper, "Likes strong coffee with oat milk in the garden"), stated(keeper, "Likes strong coffee at noon")
    proposal = suggested(keeper, "merge", ("representative", kept), ("member", lost))
    assert proposal.lost == ("at", "noon")
    assert (proposal.verdict, proposal.reasons) == ("for_a_person", ("lost_words",))


def test_an_undone_decision_is_pending_again_and_redone_it_is_decided(keeper: Keeper, merge: Proposal) -> None:
    """U2, F6: each change can be undone."""
    proposals = keeper.store.proposals
    proposals.approve(merge.number)
    keeper.store.undo()
    assert (keeper.state(1), proposals.one(merge.number).state) == ("active", "pending")
    keeper.store.redo()
    assert (keeper.state(1), proposals.one(merge.number).state) == ("superseded", "approved")
    keeper.store.undo()
    proposals.approve(merge.number)
    assert keeper.state(1) == "superseded"


def test_a_rejection_changes_no_fact_and_can_be_undone(keeper: Keeper, merge: Proposal) -> None:
    proposals = keeper.store.proposals
    rejected = proposals.reject(merge.number)
    assert (proposals.one(merge.number).state, rejected.facts, keeper.state(1)) == ("rejected", (), "active")
    keeper.store.undo()
    assert proposals.one(merge.number).state == "pending"


def test_the_same_suggestion_is_made_once(keeper: Keeper, merge: Proposal) -> None:
    """A rejected one does not return while its facts stay as they are."""
    proposals = keeper.store.proposals
    again = Suggestion("merge", tuple((item.role, item.fact.number, item.fact.version) for item in merge.items))
    assert proposals.propose([again]) == (None,)
    proposals.reject(merge.number)
    assert proposals.propose([again]) == (None,)


def test_what_changed_since_is_stale_and_named(keeper: Keeper, merge: Proposal) -> None:
    """B12: decided on a version that is gone, nothing is done."""
    keeper.store.end(1, at=keeper.day(0) + 1)
    proposals = keeper.store.proposals
    assert (proposals.one(merge.number).state, proposals.one(merge.number).moved) == ("stale", (1,))
    assert [one.number for one in proposals.page(ProposalQuery(state="stale")).proposals] == [merge.number]
    assert proposals.page(ProposalQuery(state="pending")).proposals == ()
    with pytest.raises(Refused, match="#1 has changed") as refused:
        proposals.approve(merge.number)
    assert refused.value.reason == "stale"


def test_a_stale_one_goes_through_once_its_facts_were_looked_at_again(keeper: Keeper) -> None:
    """A person approves what they saw."""
    keeper.on(0)
    fact = stated(keeper, "Dentist at nine", kind="calendar")
    proposal = suggested(keeper, "end", ("target", fact), at=keeper.day(5))
    keeper.store.end(fact.number, at=keeper.day(9))
    keeper.on(6)
    seen = keeper.store.proposals.one(proposal.number).seen
    keeper.store.proposals.approve(proposal.number, seen=seen)
    assert keeper.store.fact(fact.number).valid_to == keeper.day(5)


@pytest.mark.parametrize("kind", ["end", "expire", "confirm"])
def test_what_no_longer_holds_is_not_approved_though_it_was_looked_at(keeper: Keeper, kind: str) -> None:
    """What the review calls refused is refused."""
    keeper.on(0)
    fact = stated(keeper, "Dentist at nine", kind="calendar")
    proposal = suggested(keeper, kind, ("target", fact), at=None if kind == "confirm" else keeper.day(2))
    keeper.on(6)
    keeper.store.end(fact.number, at=keeper.day(4))
    with pytest.raises(Refused, match="not_active"):
        keeper.store.proposals.approve(proposal.number, seen=keeper.store.proposals.one(proposal.number).seen)


def test_an_undone_rejection_hides_no_change_made_before_it(keeper: Keeper) -> None:
    """What was stale is stale again, and is looked at before it is approved."""
    keeper.on(0)
    fact = stated(keeper, "Dentist at nine", kind="calendar")
    proposal = suggested(keeper, "end", ("target", fact), at=keeper.day(5))
    keeper.store.end(fact.number, at=keeper.day(9))
    keeper.store.proposals.reject(proposal.number)
    keeper.store.undo()
    assert keeper.store.proposals.one(proposal.number).state == "stale"
    with pytest.raises(Refused, match="has changed since"):
        keeper.store.proposals.approve(proposal.number)


def test_what_was_done_and_undone_makes_no_other_proposal_stale(keeper: Keeper, merge: Proposal) -> None:
    """B12: what waits about the same facts can be approved as it was looked at, and what changed before stays changed."""
    proposals = keeper.store.proposals
    confirm = suggested(keeper, "confirm", ("target", keeper.store.fact(1)))
    proposals.approve(merge.number)
    assert proposals.one(confirm.number).state == "stale"
    keeper.store.undo()
    assert [proposals.one(one.number).state for one in (merge, confirm)] == ["pending", "pending"]
    keeper.store.redo()
    assert proposals.one(confirm.number).state == "stale"
    keeper.store.undo()
    proposals.approve(confirm.number)
    keeper.store.end(1, at=keeper.day(9))
    keeper.store.supersede(2, "Likes tea now", at=keeper.day(9))
    keeper.store.undo()
    assert proposals.one(merge.number).moved == (1,)


def test_a_slot_that_changed_and_was_changed_back_makes_no_proposal_stale(keeper: Keeper) -> None:
    keeper.on(0)
    home = stated(keeper, "Lives in Porto", slot="home.city")
    moved = suggested(keeper, "supersede", ("target", home), text="Lives in Braga", at=keeper.day(5))
    keeper.on(6)
    keeper.store.end(home.number, at=keeper.day(4))
    assert keeper.store.proposals.one(moved.number).state == "stale"
    keeper.store.undo()
    assert keeper.store.proposals.one(moved.number).state == "pending"
    keeper.store.assert_fact("Lives in Faro", owner="ana", slot="home.city", valid_from=keeper.day(-9), valid_to=keeper.day(-8))
    assert keeper.store.proposals.one(moved.number).state == "stale"
    keeper.store.confirm(home.number)
    keeper.store.undo()
    assert keeper.store.proposals.one(moved.number).state == "stale"


def test_a_proposal_made_again_about_changed_facts_stands_on_them(keeper: Keeper, merge: Proposal) -> None:
    """No second one waits beside the stale one."""
    keeper.store.end(1, at=keeper.day(9))
    proposals = keeper.store.proposals
    now = keeper.store.fact(1)
    fresh = Suggestion("merge", (("representative", 2, 1), ("member", 1, now.version)))
    assert proposals.propose([fresh]) == (None,)
    assert [(one.number, one.state) for one in proposals.page(ProposalQuery()).proposals] == [(merge.number, "pending")]


def test_of_two_who_decide_one_wins_and_the_other_is_told_who(keeper: Keeper, merge: Proposal) -> None:
    """B12: nothing is applied twice."""
    with open_store(keeper.store.path, clock=keeper.clock, actor="person:rui") as other:
        other.proposals.approve(merge.number)
    with pytest.raises(Refused, match="person:rui") as refused:
        keeper.store.proposals.approve(merge.number)
    assert refused.value.reason == "already_decided"


def test_an_approval_whose_fact_changed_is_not_undone(keeper: Keeper, merge: Proposal) -> None:
    keeper.store.proposals.approve(merge.number)
    operation = keeper.store.proposals.one(merge.number).operation
    keeper.store.restore(1, mode="keep_both")
    with pytest.raises(Refused, match="#1 has changed") as refused:
        keeper.store.undo(operation)
    assert refused.value.reason == "stale"
    assert keeper.store.proposals.one(merge.number).state == "approved"


def test_no_approval_takes_time_from_a_pinned_fact_beside_it(keeper: Keeper) -> None:
    """B7: neither what is in the way of a correction, nor what ended where it begins, nor what stands in a slot of one's own."""
    keeper.on(0)
    before = stated(keeper, "Lives in Faro", slot="home.city", valid_from=keeper.day(-30), valid_to=keeper.day(-20))
    beside = stated(keeper, "Has a dog", slot="pet", valid_from=keeper.day(-9))
    home = stated(keeper, "Lives in Porto", slot="home.city", valid_from=keeper.day(-10))
    keeper.store.pin(before.number)
    keeper.store.pin(beside.number)
    heard = tuple(keeper.heard("I moved long ago"))
    proposals = keeper.store.proposals
    earlier = suggested(keeper, "correct", ("target", home), text="Lives in Braga", valid_from=keeper.day(-25), evidence=heard)
    with pytest.raises(Refused, match="pinned_target"):
        proposals.approve(earlier.number)
    conflict = suggested(keeper, "conflict", ("first", home), text="Has a cat", fact_kind="other", subject="ana", evidence=heard)
    with pytest.raises(Refused, match="pinned_target"):
        proposals.approve(conflict.number, choice=3, slot="pet")
    assert [keeper.store.fact(one.number).version for one in (before, beside, home)] == [1, 1, 1]


def test_what_a_person_stated_and_could_not_be_taken_in_can_be(keeper: Keeper) -> None:
    """No message is asked for on their own word, and its start stays as exact as it was told."""
    keeper.on(0)
    stated(keeper, "Lives in Porto", slot="home.city", valid_from=keeper.day(-9), valid_from_exact=False)
    told = keeper.store.assert_fact("Lives in Braga", owner="ana", slot="home.city", valid_from=keeper.day(-9))
    assert told.result == "proposed"
    (waiting,) = keeper.store.proposals.page(ProposalQuery()).proposals
    done = keeper.store.proposals.approve(waiting.number, choice=3, slot="home.second")
    assert (done.facts[0].text, done.facts[0].origin, done.facts[0].valid_from_exact) == ("Lives in Braga", "manual", True)


def test_pinned_facts_are_out_of_reach(keeper: Keeper, merge: Proposal) -> None:
    """B7: seen by the policy, and refused again when it is applied."""
    keeper.store.pin(1)
    review = keeper.store.proposals.review(merge.number)
    assert (review.judgement.verdict, review.judgement.reasons) == ("refused", ("pinned_target",))
    with pytest.raises(Refused, match="pinned"):
        keeper.store.proposals.approve(merge.number)
    assert keeper.state(1) == "active"


def test_a_person_may_word_it_otherwise(keeper: Keeper, merge: Proposal) -> None:
    """U2: an edited text is a new fact by hand that supersedes all items."""
    outcome = keeper.store.proposals.approve(merge.number, text="Likes coffee black")
    made = outcome.facts[0]
    assert (made.text, made.origin, made.state) == ("Likes coffee black", "manual", "active")
    assert (keeper.state(1), keeper.state(2)) == ("superseded", "superseded")
    keeper.store.undo()
    assert (keeper.state(1), keeper.state(2), keeper.state(made.number)) == ("active", "active", "retracted")


@pytest.mark.parametrize("kind", ["add", "supersede"])
def test_words_that_were_deleted_are_not_approved(keeper: Keeper, kind: str) -> None:
    """D5: neither is anything else done; the proposal waits for another answer."""
    store = keeper.on(0)
    heard = keeper.heard("I live in Porto and work as a cook")
    gone, stays = (store.assert_fact(text, owner="ana", evidence=heard).facts[0] for text in ("Lives in Porto", "Is a cook"))
    about: tuple[tuple[Role, Fact], ...] = (("target", stays),) if kind == "supersede" else ()
    proposal = suggested(keeper, kind, *about, text="Lives in Braga", evidence=tuple(heard))
    store.delete(gone.number)
    with pytest.raises(Refused, match="deleted_before"):
        store.proposals.approve(proposal.number, text="Lives in Porto")
    assert store.proposals.one(proposal.number).state == "pending"
    assert keeper.state(stays.number) == "active"


def test_what_is_known_already_is_approved_and_changes_nothing(keeper: Keeper) -> None:
    store = keeper.on(0)
    known = stated(keeper, "Lives in Porto", slot="city")
    keeper.on(1)
    proposal = suggested(keeper, "add", text="Lives in Braga", slot="city")
    outcome = store.proposals.approve(proposal.number, text="Lives in Porto")
    assert (outcome.result, outcome.facts[0]) == ("unchanged", known)
    assert (store.proposals.one(proposal.number).state, store.changes()[0].number) == ("approved", outcome.operation)


def test_a_person_may_choose_who_stays(keeper: Keeper, merge: Proposal) -> None:
    keeper.store.proposals.approve(merge.number, representative=1)
    assert (keeper.state(1), keeper.state(2)) == ("active", "superseded")


def test_a_new_fact_needs_the_owners_own_message(keeper: Keeper) -> None:
    """P5: a refused candidate stays visible with its reason, is not counted, and can be accepted on the owner's word."""
    keeper.on(0)
    said = keeper.say("Ana owes me 40 euro", author="rui")
    proposal = suggested(keeper, "add", text="Owes Rui 40 euro", evidence=(EvidenceInput(said.number),))
    assert (proposal.verdict, proposal.reasons) == ("refused", ("missing_trusted_owner_evidence",))
    waiting = keeper.store.proposals.waiting("ana")
    assert (waiting.count.number, waiting.refused.number) == (0, 1)
    with pytest.raises(Refused, match="missing_trusted_owner_evidence"):
        keeper.store.proposals.approve(proposal.number)
    made = keeper.store.proposals.approve(proposal.number, text="Owes Rui 40 euro").facts[0]
    assert (made.origin, made.state) == ("manual", "active")


def test_an_admissible_new_fact_keeps_its_message(keeper: Keeper) -> None:
    """P1: what is approved rests on the quote it was proposed with."""
    keeper.on(0)
    said = keeper.say("I have started to learn the cello")
    proposal = suggested(keeper, "add", text="Learns the cello", evidence=(EvidenceInput(said.number, "learn the cello"),))
    assert proposal.verdict == "admissible"
    made = keeper.store.proposals.approve(proposal.number).facts[0]
    (evidence,) = keeper.store.card(made.number).evidence
    assert (evidence.quote, evidence.role, made.origin) == ("learn the cello", "carries", "nightly")


def test_every_plain_kind_does_what_its_word_says(keeper: Keeper) -> None:
    """F9: expiry, ending, retraction, confirmation and supersession are different words and do different things."""
    keeper.on(0)
    facts = [stated(keeper, f"Fact number {number} of the house") for number in range(5)]
    said = keeper.say("I moved")
    ways: list[tuple[str, dict[str, object]]] = [
        ("expire", {"at": keeper.day(3)}),
        ("end", {"at": keeper.day(3)}),
        ("retract", {}),
        ("confirm", {"reasons": ("suspect",)}),
        ("supersede", {"text": "Moved", "evidence": (EvidenceInput(said.number),)}),
    ]
    keeper.on(4)
    for (kind, more), fact in zip(ways, facts, strict=True):
        keeper.store.proposals.approve(suggested(keeper, kind, ("target", fact), **more).number)
    assert [keeper.state(fact.number) for fact in facts] == ["expired", "ended", "retracted", "active", "superseded"]
    assert keeper.store.fact(facts[3].number).confirmations == 1


@pytest.mark.parametrize(
    ("kind", "at", "line"),
    [
        ("add", None, "- Learns the cello (since 2026-01-06 or earlier; observed 3 days ago)"),
        ("supersede", 7, "- Learns the cello (since 2026-01-08; observed 3 days ago)"),
        ("correct", None, "- Learns the cello (since 2026-01-01 or earlier; observed 3 days ago)"),
    ],
)
def test_the_prompt_block_gains_the_very_line_that_was_shown_before(keeper: Keeper, kind: str, at: int | None, line: str) -> None:
    """U2: when it would begin and when it was observed come from the messages, as they will once it is approved."""
    keeper.on(0)
    old = stated(keeper, "Plays the viola")
    keeper.on(5)
    said = keeper.say("I learn the cello")
    keeper.on(8)
    more: dict[str, object] = {} if at is None else {"at": keeper.day(at)}
    targets: tuple[tuple[Role, Fact], ...] = () if kind == "add" else (("target", old),)
    proposal = suggested(keeper, kind, *targets, text="Learns the cello", evidence=(EvidenceInput(said.number),), **more)
    shown = keeper.store.proposals.review(proposal.number).effect.come
    keeper.store.proposals.approve(proposal.number)
    block = keeper.store.context("ana").lines
    assert [one.text for one in shown] == [one.text for one in block if "cello" in one.text] == [line]


@pytest.mark.parametrize(("kind", "begins"), [("add", None), ("add", 7), ("add", -5), ("correct", None), ("retract", None)])
def test_the_prompt_block_becomes_what_was_shown_whatever_else_is_in_the_slot(
    keeper: Keeper, kind: str, begins: int | None
) -> None:
    """U2: what gives way, what is cut short and what gets its time back are shown as well."""
    keeper.on(10)
    old = stated(keeper, "Lives in Porto", slot="city", valid_from=keeper.day(0))
    store = keeper.store
    new = store.supersede(old.number, "Lives in Braga", at=keeper.day(5)).facts[0]
    said = (EvidenceInput(keeper.say("It was Lisbon").number),)
    more: dict[str, object] = {} if kind == "retract" else {"text": "Lives in Lisbon", "slot": "city", "evidence": said}
    about = {"add": None, "correct": store.fact(old.number), "retract": new}[kind]
    parts: tuple[tuple[Role, Fact], ...] = () if about is None else (("target", about),)
    if begins is not None:
        more["valid_from"] = keeper.day(begins)
    proposal = suggested(keeper, kind, *parts, **more)
    shown = store.proposals.effect(proposal.number)
    before = {line.text for line in store.context("ana").lines}
    store.proposals.approve(proposal.number)
    after = {line.text for line in store.context("ana").lines}
    assert {line.text for line in shown.gone} == before - after
    assert {line.text for line in shown.come} == after - before


def test_of_two_that_say_the_same_the_block_shows_the_newer(keeper: Keeper) -> None:
    """U2, F8: also of one that is not there yet."""
    keeper.on(0)
    said = (EvidenceInput(keeper.say("Learns the cello").number),)
    keeper.store.assert_fact("Learns the cello", owner="ana", evidence=said, valid_from=keeper.day(-9))
    proposal = suggested(keeper, "add", text="Learns the cello", evidence=said)
    shown = keeper.store.proposals.effect(proposal.number)
    keeper.store.proposals.approve(proposal.number)
    assert [line.text for line in shown.come] == [line.text for line in keeper.store.context("ana").lines]


def test_a_merge_shows_what_the_fact_that_stays_gains_by_it(keeper: Keeper) -> None:
    """U2, P3: a confirmation of the member is read through the link, so the line is as fresh as that."""
    keeper.on(0)
    stays, goes = stated(keeper, "Drinks strong black coffee"), stated(keeper, "Drinks strong coffee")
    proposal = suggested(keeper, "merge", ("representative", stays), ("member", goes))
    keeper.on(40)
    keeper.store.confirm(goes.number)
    shown = keeper.store.proposals.review(proposal.number).effect
    before = {line.text for line in keeper.store.context("ana").lines}
    keeper.store.proposals.approve(proposal.number)
    after = {line.text for line in keeper.store.context("ana").lines}
    assert {line.text for line in shown.come} == after - before
    assert {line.text for line in shown.gone} == before - after
    assert any("black coffee (since 2026-01-01 or earlier; observed today)" in line for line in after)


def test_a_batch_of_a_run_that_ends_too_much_is_locked_until_acknowledged(keeper: Keeper, merge: Proposal) -> None:
    """One by one its proposals can still be decided."""
    from store.tables import GUARD

    fact = stated(keeper, "Dentist at nine", kind="calendar")
    parts: tuple[tuple[Role, int, int], ...] = (("target", fact.number, fact.version),)
    (number,) = keeper.store.proposals.propose([Suggestion("end", parts, at=keeper.day(1))], run=7)
    assert number is not None
    with keeper.store.change() as change:
        change.append(GUARD, run_id=7, owner_id=change.owner("ana"), ending=30, active=100, acknowledged_at=None)
    keeper.on(2)
    with pytest.raises(Refused, match="30 of 100"):
        keeper.store.proposals.approve(number, batch="b")
    keeper.store.proposals.acknowledge(7, "ana")
    known = keeper.store.last_operation()
    for run, owner in ((7, "ana"), (7, "nobody"), (8, "ana")):
        keeper.store.proposals.acknowledge(run, owner)
    assert (keeper.store.last_operation(), keeper.store.owner_names()) == (known, ("ana",))
    keeper.store.proposals.approve(number, batch="b")
    keeper.store.proposals.approve(merge.number, batch="b")
    keeper.store.undo()
    assert {one.state for one in keeper.store.proposals.page(ProposalQuery(state="all")).proposals} == {"pending"}


def test_a_sittings_decisions_are_undone_together_the_next_day(keeper: Keeper, merge: Proposal) -> None:
    """N7: the whole sitting, tomorrow too."""
    with open_store(keeper.store.path, clock=keeper.clock, actor="person:ana", sitting="evening") as evening:
        evening.proposals.approve(merge.number)
        evening.assert_fact("Has a cat", owner="ana")
    keeper.on(1).undo_sitting()
    assert (keeper.state(1), keeper.state(3)) == ("active", "retracted")
    assert keeper.store.proposals.one(merge.number).state == "pending"


def test_the_queue_has_plain_ones_first_and_conflicts_last(keeper: Keeper) -> None:
    """By topic within each, in pages by key that neither skip nor repeat."""
    keeper.on(0)
    numbers: list[int] = []
    for word in ("tea", "milk", "juice"):
        one, two = stated(keeper, f"Likes {word}", slot=f"drink.{word}"), stated(keeper, f"Hates {word}")
        numbers.append(suggested(keeper, "conflict", ("first", one), ("second", two)).number)
        numbers.append(suggested(keeper, "confirm", ("target", two)).number)
    proposals = keeper.store.proposals
    whole = proposals.page(ProposalQuery("ana")).proposals
    assert [one.kind for one in whole] == ["confirm"] * 3 + ["conflict"] * 3
    assert [one.topic for one in whole[3:]] == ["drink.juice", "drink.milk", "drink.tea"]
    first = proposals.page(ProposalQuery("ana"), limit=4)
    rest = proposals.page(ProposalQuery("ana"), after=first.next, limit=4)
    assert [*first.proposals, *rest.proposals] == list(whole)
    assert proposals.page(ProposalQuery("ana"), before=first.next, limit=3).proposals == whole[:3]
    last = proposals.page(ProposalQuery("ana"), before=(9, "", 0), limit=4)
    assert [*proposals.page(ProposalQuery("ana"), before=last.next, limit=4).proposals, *last.proposals] == list(whole)


def test_options_that_do_not_go_with_a_kind_are_refused(keeper: Keeper, merge: Proposal) -> None:
    """An answer belongs to a conflict, a representative to a merge; nothing is silently left aside."""
    fact = stated(keeper, "Reads on paper")
    expiry = suggested(keeper, "confirm", ("target", fact))
    for number, given in (
        (merge.number, {"choice": 1}),
        (merge.number, {"other": "ended"}),
        (expiry.number, {"representative": 1}),
    ):
        with pytest.raises(Refused, match="not_of_this_kind"):
            keeper.store.proposals.approve(number, **given)


def test_a_proposal_that_was_torn_behind_the_stores_back_is_named_and_refused(keeper: Keeper, merge: Proposal) -> None:
    """Nobody meets an error without a sentence."""
    from store.tables import PROPOSAL_ITEM

    items = PROPOSAL_ITEM.c.proposal_id == merge.number
    with keeper.store.noting() as connection:
        kept = connection.execute(PROPOSAL_ITEM.select().where(items)).mappings().all()
        connection.execute(PROPOSAL_ITEM.delete().where(items))
    with pytest.raises(Refused, match="not_readable"):
        keeper.store.proposals.approve(merge.number)
    assert [problem.reason for problem in keeper.store.check()] == ["proposal_torn"]
    with keeper.store.noting() as connection:
        connection.execute(PROPOSAL_ITEM.insert(), [dict(row) for row in kept])


@pytest.mark.parametrize("what", ["in place of one", "beside one by hand", "bounded at the same start", "over a pinned one"])
def test_what_the_policy_refuses_is_what_an_approval_is_refused(keeper: Keeper, what: str) -> None:
    """P5, F6: one rule of what holds in a slot, of pinned facts and of the budget, before a decision and in it."""
    keeper.on(0)
    store = keeper.store
    if "one" in what:
        store.set_setting("budget", "1")
    early, late = tuple(keeper.heard("I live in Porto")), tuple(keeper.heard("I moved to Faro"))
    automatic = what == "in place of one"
    home = stated(
        keeper,
        "Lives in Porto",
        slot="home",
        valid_from=keeper.day(-9),
        **({"origin": "online", "evidence": early} if automatic else {}),
    )
    if what == "over a pinned one":
        store.pin(home.number)
    if what == "beside one by hand":
        store.assert_fact("Likes tea", owner="ana", origin="online", evidence=early)
        proposal = suggested(keeper, "supersede", ("target", home), text="Lives in Faro", evidence=late)
    elif what == "bounded at the same start":
        times = {"valid_from": keeper.day(-9), "valid_to": keeper.day(-5)}
        proposal = suggested(keeper, "add", text="Was in Faro", slot="home", evidence=late, **times)
    else:
        proposal = suggested(keeper, "add", text="Lives in Faro", slot="home", evidence=late)
    if proposal.verdict == "refused":
        with pytest.raises(Refused, match="|".join(proposal.reasons)):
            store.proposals.approve(proposal.number)
    else:
        assert store.proposals.approve(proposal.number).result == "done"
    assert (proposal.verdict == "refused") == (what in ("beside one by hand", "over a pinned one"))


@pytest.mark.parametrize("kind", ["retract", "correct"])
def test_what_never_held_is_not_called_never_true_again(keeper: Keeper, kind: str) -> None:
    keeper.on(0)
    fact = stated(keeper, "Has a cat")
    heard = tuple(keeper.heard("I have a dog"))
    proposal = suggested(
        keeper, kind, ("target", fact), **({"text": "Has a dog", "evidence": heard} if kind == "correct" else {})
    )
    keeper.store.retract(fact.number)
    review = keeper.store.proposals.review(proposal.number)
    assert review.judgement.verdict == "refused"
    with pytest.raises(Refused, match="retracted_target"):
        keeper.store.proposals.approve(proposal.number, seen=review.proposal.seen)


def test_no_fact_is_proposed_twice_in_one(keeper: Keeper, merge: Proposal) -> None:
    twice = Suggestion("merge", (("representative", 1, 1), ("member", 1, 1)))
    with pytest.raises(Refused, match="bad_value"):
        keeper.store.proposals.propose([twice])
