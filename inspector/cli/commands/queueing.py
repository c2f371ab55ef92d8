"""Commands for what waits for a decision, and for the rules of never: proposals, approve, reject, rules."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any
from uuid import uuid4

import typer

from inspector.cli import output, shapes
from inspector.cli.commands.changing import print_outcome
from inspector.cli.commands.reading import one_of
from inspector.cli.options import ONLY_READING, with_session
from inspector.cli.session import Session
from inspector.owners import is_meant
from store.clock import to_iso
from store.errors import NotFound, Refused, StoreError

if TYPE_CHECKING:
    from store.proposal import Proposal, ProposalKey, ProposalQuery, Rule
    from store.store import Store
    from store.values import Outcome

PAGE = 200
STATE_CHOICES = ("waiting", "pending", "stale", "refused", "approved", "rejected", "decided", "all")
OTHERS = ("ended", "never")
Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="The numbers (#12 or 12) or ids of proposals.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(with_session(proposals))
    for function in (approve, reject):
        app.command()(with_session(function, never=ONLY_READING))
    app.command()(with_session(rules))


def proposals(
    session: Session,
    *,
    state: Annotated[str, typer.Option(metavar="S", help=", ".join(STATE_CHOICES))] = "waiting",
    kind: Annotated[str | None, typer.Option(metavar="K", help="Only this kind, such as merge or conflict.")] = None,
    run: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only those of this nightly run.")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most N.")] = None,
) -> None:
    """List the changes that wait for a decision. Plain ones first, conflicts last."""
    from store.proposal import PROPOSAL_KINDS, ProposalQuery

    one_of("state", state, STATE_CHOICES)
    if kind is not None:
        one_of("kind", kind, PROPOSAL_KINDS)
    store = session.read()
    found = list(_proposals(store, ProposalQuery(session.owner, state, kind, run=run), limit))
    if session.json:
        output.print_json([shapes.proposal(one) for one in found])
        return
    for one in found:
        _print_proposal(one)
    if not found:
        output.say("Nothing waits for you." if state == "waiting" and kind is None and run is None else "No proposal matches.")


def approve(
    session: Session,
    ids: Ids,
    *,
    choice: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=4,
            help="A conflict of two: 1 the first holds, 2 the second, 3 both, 4 neither. "
            "Of more: 1 a series, 2 the newest is true, 3 all are, 4 the one of --fact.",
        ),
    ] = None,
    other: Annotated[
        str | None, typer.Option(metavar="O", help="With one that holds: the others `ended`, or were `never` true.")
    ] = None,
    fact: Annotated[
        str | None, typer.Option(metavar="ID", help="With --choice 4, of more than two: the fact that is true.")
    ] = None,
    slot: Annotated[str | None, typer.Option(metavar="S", help="With --choice 3: the slot of the second fact.")] = None,
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="In your own words instead; - reads them from stdin.")] = None,
    representative: Annotated[str | None, typer.Option(metavar="ID", help="A merge: the fact that stays.")] = None,
    as_now: Annotated[bool, typer.Option("--as-now", help="On the facts as they are now, if they changed since.")] = False,
    acknowledge: Annotated[
        bool, typer.Option("--acknowledge", help="Also in a batch of a run that would end much at once.")
    ] = False,
) -> None:
    """Do what proposals suggest. Each is one transaction; undo takes them back together."""
    if other is not None:
        one_of("other", other, OTHERS)
    if len(ids) > 1 and any(given is not None for given in (choice, other, fact, slot, text, representative)):
        raise Refused("usage", why="--choice, --other, --fact, --slot, --text and --representative go with one proposal.")
    words = None if text is None else session.text(text)
    store = session.write()

    def decide(proposal: "Proposal", batch: str | None) -> "Outcome":
        if acknowledge and proposal.run is not None:
            store.proposals.acknowledge(proposal.run, proposal.owner)
        try:
            return store.proposals.approve(
                proposal.number,
                seen=proposal.seen if as_now else None,
                choice=_choice(store, proposal, choice, fact),
                other="ended" if other == "ended" else "never" if other else None,
                slot=slot,
                text=words,
                representative=representative,
                batch=batch,
            )
        except Refused as refusal:
            if refusal.reason == "stale":
                refusal.next = "memory-inspector proposals shows it as it is now; approve --as-now decides on that."
            raise

    _decide(session, store, ids, decide, "Approved")


def reject(session: Session, ids: Ids) -> None:
    """Do not follow proposals. One returns only when a fact in it changes."""
    store = session.write()
    _decide(session, store, ids, lambda proposal, batch: store.proposals.reject(proposal.number, batch=batch), "Rejected")


def rules(
    session: Session,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[list | add BY VALUE | remove ID]", help="BY is topic, kind, source or author."),
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Also those that were lifted.")] = False,
) -> None:
    """List, make or lift rules of never. What they name is kept out from now on, at every door."""
    match what or ["list"]:
        case ["list"]:
            found = session.read().rules.list(lifted=every)
            _print_rules(session, tuple(rule for rule in found if _holds_for(rule, session.owner)))
        case ["add", by, *value] if value:
            _print_rules(session, (session.write(create=True).rules.add(by, " ".join(value), session.owner),))
        case ["remove", ref]:
            store = session.write()
            said = ref.strip().removeprefix("#")
            named = [rule for rule in store.rules.list() if said in (str(rule.number), rule.id)]
            if named and not _holds_for(named[0], session.owner):
                raise NotFound("rule_not_found", id=f"{ref} of {session.owner}")
            _print_rules(session, (store.rules.remove(ref),))
        case _:
            raise Refused("usage", why="rules takes: list, add BY VALUE, or remove ID.")


def _holds_for(rule: "Rule", owner: str | None) -> bool:
    """Whether a rule keeps anything out of the memory that is meant."""
    return rule.owner is None or is_meant(rule.owner, owner)


def _proposals(store: "Store", query: "ProposalQuery", limit: int | None) -> "Iterator[Proposal]":
    after: ProposalKey | None = None
    left = limit
    while left is None or left > 0:
        page = store.proposals.page(query, after=after, limit=PAGE if left is None else min(left, PAGE))
        yield from page.proposals
        after = page.next
        left = None if left is None else left - len(page.proposals)
        if after is None:
            return


def _choice(store: "Store", proposal: "Proposal", choice: int | None, fact: str | None) -> int | None:
    """Return the number of an answer, where one of more than two facts is named by its own number."""
    from store.answering import choice_of

    of_many = proposal.kind == "conflict" and len(proposal.items) > 2 and choice == 4
    if of_many != (fact is not None):
        raise Refused("usage", why="--choice 4 and --fact go together, in a conflict of more than two facts.")
    if fact is None:
        return choice
    number = store.fact(fact).number
    places = [place for place, item in enumerate(proposal.items) if item.fact.number == number]
    if not places:
        raise Refused("usage", why=f"#{number} has no part in the conflict.")
    return choice_of(len(proposal.items), places[0])


def _decide(
    session: Session, store: "Store", ids: list[str], decide: "Callable[[Proposal, str | None], Outcome]", done: str
) -> None:
    """Decide one proposal, or several in a batch: those that are refused are said, the others go through."""
    if len(ids) == 1:
        outcome = decide(_named(session, store, ids[0]), None)
        print_outcome(session, outcome, done)
        return
    batch = str(uuid4())
    answers: list[dict[str, Any]] = []
    refused = 0
    for ref in ids:
        try:
            outcome = decide(_named(session, store, ref), batch)
        except StoreError as error:
            refused += 1
            answers.append({"proposal": ref, "error": {"reason": error.reason, "message": error.message, "next": error.next}})
            if not session.json:
                output.say(f"{ref}: {error.message} ({error.reason}) {error.next}")
        else:
            answers.append({"proposal": ref, **shapes.outcome(outcome)})
    if session.json:
        output.print_json(answers)
    else:
        output.print_line(f"{done} {len(ids) - refused} of {len(ids)}.")
    if refused:
        raise typer.Exit(1)


def _named(session: Session, store: "Store", ref: str) -> "Proposal":
    proposal = store.proposals.one(ref)
    if not is_meant(proposal.owner, session.owner):
        raise NotFound("proposal_not_found", id=f"{ref} of {session.owner}")
    return proposal


def _print_proposal(one: "Proposal") -> None:
    state = "" if one.state == "pending" else f"  {one.state}"
    reasons = f"  {', '.join(one.reasons)}" if one.reasons else ""
    output.print_line(f"#{one.number}  {one.kind}  {one.verdict}{state}{reasons}  {to_iso(one.created_at)}")
    for item in one.items:
        lost = f"  would lose: {' '.join(item.lost)}" if item.lost else ""
        output.print_line(f"    {item.role}  #{item.fact.number}  {item.fact.text}{lost}")
    if one.new is not None:
        output.print_line(f"    new  {one.new.text}")


def _print_rules(session: Session, found: "tuple[Rule, ...]") -> None:
    if session.json:
        output.print_json([shapes.rule(one) for one in found])
        return
    output.print_table(
        [
            [f"{one.number}", one.by, one.value, one.owner or "everybody", "in force" if one.in_force else "lifted"]
            for one in found
        ],
        flexible=2,
    )
    if not found:
        output.say("No rule. X on a proposal, or rules add topic WORDS, makes one.")
