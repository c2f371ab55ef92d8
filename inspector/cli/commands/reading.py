"""Commands that only look: facts, show, changes, context, check, audit."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from inspector.cli import output, shapes
from inspector.cli.options import with_session
from inspector.cli.paths import is_there
from inspector.cli.session import Session
from inspector.words import MACHINE_ZONE, SITTING, left_out
from inspector.words import since as since_in
from store.clock import Instant, to_iso
from store.errors import Refused
from store.vocabulary import KINDS, MARKS, STATES

if TYPE_CHECKING:
    from store.store import Store
    from store.values import AsOf, Card, Evidence, Fact, Key, Operation, Problem, Query

PAGE = 500
HASH = 12
"""So much of a hash is printed; --json prints it whole."""
MENDABLE = ("file_damaged", "search_index_differs", "words_differ", "head_differs", "head_without_fact")
"""Problems of which a repair leaves none, or says that it cannot."""
NEVER = ", never held"
"""What is said of a retracted fact in place of its time, as nothing is left of that."""
UNVERIFIED = (
    "The key of its log is not here, so what was forged is not told from the rest; --read-only --audit-key FILE names it."
)
COVERED = (
    "That covers changes, facts, beliefs, quotes and messages; names of owners, pins, rules, settings and proposals have no seal."
)
STATE_CHOICES = (*STATES, "invalidated", "all")


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for function in (facts, show, context):
        app.command()(with_session(function, elsewhen=True))
    app.command()(with_session(changes))
    app.command()(with_session(check, everybody=True))
    app.command()(with_session(audit))


def facts(
    session: Session,
    *,
    state: Annotated[str, typer.Option(metavar="S", help=", ".join(STATE_CHOICES))] = "active",
    kind: Annotated[str | None, typer.Option(metavar="K", help="Only this kind.")] = None,
    slot: Annotated[str | None, typer.Option(metavar="S", help="Only this slot.")] = None,
    subject: Annotated[str | None, typer.Option(metavar="X", help="Only what is said of X.")] = None,
    mark: Annotated[str | None, typer.Option(metavar="M", help=", ".join(MARKS))] = None,
    search: Annotated[str | None, typer.Option(metavar="Q", help="Every word must match, in any form.")] = None,
    evidence: Annotated[bool, typer.Option("--evidence", help="With the quotes each rests on.")] = False,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most N, newest first.")] = None,
    after: Annotated[str | None, typer.Option(metavar="ID", help="Go on after this fact.")] = None,
) -> None:
    """List facts, newest first. What holds now, or as of any pair of instants."""
    one_of("state", state, STATE_CHOICES)
    if mark is not None:
        one_of("mark", mark, MARKS)
    at = session.as_of()
    store = session.read()
    from store.values import Query

    query = Query(
        owner=session.owner, state=state, kind=kind, slot=slot, subject=subject, mark=mark, search=search, sort="learned"
    )
    found = list(_facts(store, query, at, limit, _key(session, store, after) if after else None))
    if session.json:
        cards = (store.card(fact.number, at) for fact in found) if evidence else None
        output.print_json([_with_evidence(card) for card in cards] if cards else [shapes.fact(fact) for fact in found])
        return
    output.print_table([fact_row(fact, owner=session.owner is None) for fact in found], flexible=4)
    for fact in found if evidence else ():
        for piece in store.card(fact.number, at).evidence:
            output.print_line(f'#{fact.number}  "{piece.quote}"  {piece.author or piece.source_kind}, {piece.source_ref}')
    if not found:
        output.say("No fact matches.")
        _say_unknown(session, store, kind=kind, slot=slot, subject=subject)


def _say_unknown(session: Session, store: "Store", **given: Any) -> None:
    """Say of a kind, slot or subject that no fact ever had it; a kind others told is kept, so none is refused."""
    from store.values import Query

    for name, value in given.items():
        if value is not None and not store.count(Query(owner=session.owner, state="all", **{name: value}), cap=1).number:
            output.say(f"No fact has the {name} {value}{'; kinds are: ' + ', '.join(KINDS) if name == 'kind' else ''}.")


def show(session: Session, id: Annotated[str, typer.Argument(metavar="ID", help="Its number or id.")]) -> None:
    """Show one fact. Its state, every belief about it, the quotes it rests on, and its relations."""
    at = session.as_of()
    store = session.read()
    session.fact(store, id, at)
    card = store.card(id, at)
    if session.json:
        output.print_json(shapes.card(card, store.proposals.about(id)))
    else:
        _print_card(card)


def context(
    session: Session,
    *,
    query: Annotated[str | None, typer.Option(metavar="Q", help="Only facts that hold every one of these words.")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most N facts.")] = None,
    record: Annotated[bool, typer.Option("--record", help="Log the block as handed out.")] = False,
) -> None:
    """Print the block the assistant would get. The exact prompt block, with the age of every line."""
    at = session.as_of()
    if record and not at.is_now:
        raise Refused("usage", why="--record logs what is handed out now; leave out the instants.")
    store = session.read()
    block = store.context(session.owner, query=query, limit=limit, at=at, record=record)
    if session.json:
        output.print_json(shapes.block(block))
        return
    output.say(f"valid {to_iso(block.valid_at)}, known {to_iso(block.known_at)}")
    for line in block.lines:
        output.print_line(line.text)
    if query and not block.lines:
        output.say(f"No active fact holds every word of '{query}'.")
    if block.left_out.number:
        output.say(f"{left_out(block)}.")


def changes(
    session: Session,
    *,
    since: Annotated[str | None, typer.Option(metavar="T", help="Only what was changed from T on.")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most N.")] = None,
) -> None:
    """List what was changed, by whom and when, newest first."""
    store = session.read()
    _print_operations(session, list(operations(store, session.time(since, "since"), session.owner, None, limit)))


def check(
    session: Session,
    *,
    repair: Annotated[bool, typer.Option("--repair", help="Make anew what is derived: search, and what lists sort by.")] = False,
) -> None:
    """Verify every invariant of the store, or make anew what can be. What is left afterwards is said."""
    from store.mending import last_resort

    with last_resort(session.path) if repair else nullcontext():
        if repair:
            _repair(session)
        store = session.read()
        problems = store.check()
    if not store.has_audit_key:
        output.say(UNVERIFIED)
    if any(problem.reason in MENDABLE for problem in problems) and not repair:
        output.say("memory-inspector check --repair makes anew what can be, and changes no fact.")
    _print_problems(session, store, problems, "Everything that must hold holds.")


def _repair(session: Session) -> None:
    """Mend the file where it is damaged, then make anew what is derived."""
    from store.mending import mend

    if session.common.read_only:
        raise Refused("read_only")
    kept = mend(session.path) if is_there(session.path) else None
    if kept is not None:
        output.say(f"The file was damaged and is mended; as it was, it is kept at {kept}.")
    session.write().repair()


def audit(
    session: Session,
    *,
    verify: Annotated[bool, typer.Option("--verify", help="Look for changed and missing entries.")] = False,
    actor: Annotated[str | None, typer.Option(metavar="A", help="Only what A did.")] = None,
    since: Annotated[str | None, typer.Option(metavar="T", help="Only from T on.")] = None,
    accept: Annotated[
        int | None, typer.Option(metavar="N", help="Go on with a log that was cut at N entries: an older copy was put back.")
    ] = None,
) -> None:
    """Show the log of changes, or verify its chain. It holds no text of any fact."""
    verify = verify or accept is not None
    if verify and session.owner is not None:
        raise Refused("every_owner", what="audit --verify")
    if verify and (actor, since) != (None, None):
        raise Refused("usage", why="--verify follows the whole chain; leave out --actor and --since.")
    if accept is not None:
        session.write().accept_cut(accept)
    store = session.read()
    if verify:
        problems = store.verify_audit()
        if not store.has_audit_key:
            from store.values import Problem

            problems = (*problems, Problem("no_audit_key", (), UNVERIFIED))
        for cut in (problem for problem in problems if problem.reason == "audit_cut"):
            output.say(f"Where an older copy was put back on purpose, audit --accept {cut.ids[0]} goes on with it.")
        if not problems:
            output.say(COVERED)
        whole = "The chain is whole." if _knows_end(store) else "The chain is whole as far as it goes."
        _print_problems(session, store, problems, whole)
        return
    found = list(operations(store, session.time(since, "since"), session.owner, actor, None))
    _print_operations(session, found, chained=True)


def one_of(name: str, given: str, choices: tuple[str, ...]) -> None:
    """Refuse a word that is none of the choices.

    Raises:
        Refused: `bad_value`.
    """
    if given not in choices:
        raise Refused("bad_value", given=given, choices=", ".join(choices))


def fact_row(fact: "Fact", *, owner: bool) -> list[str]:
    """Return a fact as cells of a table: number, state and marks, since, slot, text, owner."""
    words: list[str] = [fact.state] if fact.state != "active" else []
    words += [mark.mark for mark in fact.marks]
    return [f"#{fact.number}", " ".join(words), since(fact), fact.slot or "", fact.text, fact.owner if owner else ""]


def since(fact: "Fact") -> str:
    """Return the day on which a fact began, as a day is typed: in the machine's zone."""
    return since_in(fact, MACHINE_ZONE)


def _facts(store: "Store", query: "Query", at: "AsOf", limit: int | None, key: "Key | None") -> "Iterator[Fact]":
    left = limit
    while left is None or left > 0:
        page = store.facts(query, at, after=key, limit=PAGE if left is None else min(PAGE, left))
        yield from page.facts
        if page.next is None:
            return
        key = page.next
        left = left - len(page.facts) if left is not None else None


def _key(session: Session, store: "Store", ref: str) -> "Key":
    """Return where a fact stands in the order of learning."""
    fact = session.fact(store, ref)
    return min(belief.system_from for belief in store.card(fact.number).beliefs), fact.number


def operations(
    store: "Store",
    since: Instant | None = None,
    owner: str | None = None,
    actor: str | None = None,
    limit: int | None = None,
) -> "Iterator[Operation]":
    """Yield changes, newest first."""
    before: int | None = None
    left = limit
    while left is None or left > 0:
        page = store.changes(
            since=since, owner=owner, actor=actor, before=before, limit=PAGE if left is None else min(PAGE, left)
        )
        yield from page
        if not page:
            return
        before = page[-1].number
        left = left - len(page) if left is not None else None


def _with_evidence(card: "Card") -> dict[str, object]:
    return {**shapes.fact(card.fact), "evidence": [shapes.evidence(piece) for piece in card.evidence]}


def _print_card(card: "Card") -> None:
    fact = card.fact
    end = f" until {to_iso(fact.valid_to)}" if fact.valid_to is not None else ""
    output.print_line(f"#{fact.number}  {fact.text}")
    held = f" since {'' if fact.valid_from_exact else '≤'}{to_iso(fact.valid_from)}{end}" if fact.state != "retracted" else NEVER
    output.print_line(f"{fact.state}{held}")
    about = fact.owner if fact.subject == fact.owner else f"{fact.owner}, about {fact.subject}"
    slot = f", slot {fact.slot}" if fact.slot else ""
    output.print_line(f"{fact.kind}{slot} of {about}; importance {fact.importance}, confirmations {fact.confirmations}")
    for mark in fact.marks:
        output.print_line(f"{mark.mark}: {mark.reason}" if mark.reason else mark.mark)
    for piece in card.evidence:
        output.print_line()
        output.print_line(f'"{piece.quote}"')
        said = f"{piece.author or 'unknown'}, {piece.source_kind}, {piece.source_ref}, {to_iso(piece.observed_at)}"
        output.print_line(f"  {said} ({_worth(piece)})")
    output.print_line()
    rows = [
        [
            f"v{row.version}",
            f"{'' if row.valid_from_exact else '≤'}{to_iso(row.valid_from)}",
            f"-> {to_iso(row.valid_to) if row.valid_to is not None else 'open'}" if not row.is_empty else "-> (empty)",
            row.cause,
            f"known {to_iso(row.system_from)}",
            f"-> {to_iso(row.system_to)}" if row.system_to is not None else "-> now",
            row.actor,
        ]
        for row in card.beliefs
    ]
    output.print_table(rows, flexible=6)
    for relation in card.edges:
        output.print_line(f"{relation.subject} {relation.relation} {relation.object}{'' if relation.is_open else ' (closed)'}")


def _worth(piece: "Evidence") -> str:
    """Return what a quote counts for: its part, its hash, and what became of its message."""
    parts = [piece.role, f"hash {piece.content_hash[:HASH]} {'matches' if piece.hash_matches else 'differs'}"]
    parts.append("" if piece.trusted else "not trusted")
    parts.append("" if piece.source_state == "present" else f"message {piece.source_state}")
    return "; ".join(filter(None, parts))


def _print_operations(session: Session, found: "list[Operation]", *, chained: bool = False) -> None:
    """Print changes; `chained` with the beginning of the hash of each entry and of the one before."""
    if session.json:
        output.print_json([shapes.operation(operation) for operation in found])
        return
    rows = []
    for operation in found:
        touched = " ".join(f"#{touched.fact}" for touched in operation.touched[:5])
        more = f" and {len(operation.touched) - 5} more" if len(operation.touched) > 5 else ""
        sitting = f"sitting {operation.sitting[:SITTING]}" if operation.sitting else ""
        cells = [
            str(operation.number),
            to_iso(operation.at),
            operation.actor,
            operation.verb,
            " ".join(filter(None, [operation.about, touched + more])),
        ]
        chain = [(operation.hash or "missing")[:HASH], f"after {(operation.follows or 'missing')[:HASH]}"] if chained else []
        rows.append([*cells, _undoing(operation), sitting, *chain])
    output.print_table(rows, flexible=4)
    if not found:
        output.say("Nothing was changed.")


def _undoing(operation: "Operation") -> str:
    """Return whether a change can be undone, or was, or undoes one."""
    from store.undoing import can_be_undone

    if operation.undoes:
        return f"undoes {operation.undoes}"
    if operation.undone_by:
        return f"undone by {operation.undone_by}"
    return "" if can_be_undone(operation.verb, operation.actor) else "cannot be undone"


def _knows_end(store: "Store") -> bool:
    """Whether a log that was cut would be found out."""
    return store.has_anchor or store.last_operation() == 0


def _print_problems(session: Session, store: "Store", problems: "Sequence[Problem]", fine: str) -> None:
    known = _knows_end(store)
    if not known:
        output.say(
            "Where the log ends is kept for this path from the next change on; whether it was cut before is not known here."
        )
    if session.json:
        output.print_json({"ok": not problems, "problems": [shapes.problem(one) for one in problems], "end_known": known})
    elif problems:
        for problem in problems:
            output.print_line(f"{problem.reason}: {problem.detail}")
    else:
        output.print_line(fine)
    if problems:
        raise typer.Exit(1)
