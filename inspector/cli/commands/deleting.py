"""Commands that delete for real, and what became of it: delete, deletions."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from inspector.cli import output, shapes
from inspector.cli.commands.reading import one_of
from inspector.cli.options import with_session
from inspector.cli.session import Session
from inspector.words import quantity
from store.clock import to_iso
from store.errors import Refused

if TYPE_CHECKING:
    from store.deletion import Deletion, Members, Preview, Scope
    from store.store import Store

SHOWN = 20
MEMBERS = ("keep", "reopen", "delete")


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(with_session(delete))
    app.command()(with_session(deletions, everybody=True))


def delete(
    session: Session,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="The number (#412 or 412) or the id of a fact.")] = None,
    *,
    slot: Annotated[str | None, typer.Option(metavar="S", help="Everything a slot ever held.")] = None,
    source: Annotated[str | None, typer.Option(metavar="REF", help="A message and all that was read from it.")] = None,
    match: Annotated[str | None, typer.Option(metavar="Q", help="Every fact in which all these words occur.")] = None,
    all_of: Annotated[str | None, typer.Option(metavar="OWNER", help="A person whole.")] = None,
    with_messages: Annotated[
        bool, typer.Option("--with-messages/--keep-messages", help="Also the messages on which nothing else rests.")
    ] = True,
    members: Annotated[
        str, typer.Option(metavar="M", help="Facts merged into it: `keep` them superseded, `reopen` or `delete` them.")
    ] = "keep",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete for real, out of every copy. It cannot be undone, and does not come back by itself."""
    one_of("members", members, MEMBERS)
    if match is not None and not match.strip():
        raise Refused("usage", why="--match needs at least one word.")
    if sum(given is not None for given in (id, slot, source, match, all_of)) != 1:
        raise Refused("usage", why="delete takes one of: ID, --slot, --source, --match, --all-of.")
    if session.owner is not None and (source, all_of) != (None, None):
        raise Refused("usage", why="--source and --all-of say whose memory goes; leave out --owner.")
    store = session.read() if dry_run else session.write()
    scope = _scope(session, store, id, slot, source, match, all_of, with_messages)
    chosen: Members = "reopen" if members == "reopen" else "delete" if members == "delete" else "keep"
    preview = store.deletions.preview(scope, chosen)
    number = len(preview.facts)
    if not (dry_run or yes) and not sys.stdin.isatty():
        raise Refused("confirmation_needed")
    if dry_run and session.json:
        output.print_json(shapes.preview(preview))
    elif not yes:
        _print_preview(preview)
    if dry_run:
        return
    if not yes:
        _ask(number)
    job = store.deletions.delete(scope, members=chosen, shown=preview.facts)
    if session.json:
        output.print_json(shapes.deletion(job) | shapes.left(preview))
    else:
        _print_job(job)
        if yes:
            _print_left(preview)
    _say_pending([job])


def deletions(
    session: Session,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID | retry [ID] | lift ID]", help="Try pending ones again, or let it come back."),
    ] = None,
) -> None:
    """List what was deleted, try again what is pending, or lift what keeps it from coming back."""
    match what or []:
        case []:
            _print_jobs(session, list(session.read().deletions.list()))
        case ["lift"]:
            raise Refused("usage", why="deletions lift takes the ID of a deletion.")
        case ["retry"]:
            _print_tried(session, list(session.write().deletions.retry()), nothing="Nothing is pending.")
        case ["retry", ref]:
            _print_tried(session, list(session.write().deletions.retry(ref)))
        case ["lift", ref]:
            _print_jobs(session, [session.write().deletions.lift(ref)], one=True)
        case [ref]:
            _print_jobs(session, [session.read().deletions.one(ref)], one=True)
        case _:
            raise Refused("usage", why="deletions takes: nothing, an ID, retry [ID], or lift ID.")


def _scope(
    session: Session,
    store: "Store",
    ref: str | None,
    slot: str | None,
    source: str | None,
    match: str | None,
    all_of: str | None,
    with_messages: bool,
) -> "Scope":
    from store.deletion import Scope
    from store.values import Query

    if ref is not None:
        return Scope("facts", (session.fact(store, ref).number,), with_messages=with_messages)
    if slot is not None:
        return Scope("slot", name=slot, owner=session.owner_of_new(store), with_messages=with_messages)
    if source is not None:
        return Scope("source", name=source, with_messages=with_messages)
    if all_of is not None:
        return Scope("owner", name=all_of)
    query = Query(owner=session.owner_of_new(store), state="all", search=match, sort="number")
    found: list[int] = []
    after = None
    while True:
        page = store.facts(query, after=after, limit=500)
        found += [fact.number for fact in page.facts]
        after = page.next
        if after is None:
            break
    if not found:
        raise Refused("nothing_in_scope")
    return Scope("facts", tuple(found), with_messages=with_messages)


def _ask(number: int) -> None:
    """Let a person type the number of facts.

    Raises:
        Refused: `cancelled`.
    """
    output.say(f"This cannot be undone. Type the number of facts ({number}) to go on:")
    if sys.stdin.readline().strip() != str(number):
        raise Refused("cancelled")


def _print_preview(preview: "Preview") -> None:
    for fact in preview.facts[:SHOWN]:
        output.print_line(f"#{fact.number}  {fact.text}  ({fact.state})")
    if len(preview.facts) > SHOWN:
        output.print_line(f"and {len(preview.facts) - SHOWN} more")
    output.print_line("Goes: " + ", ".join(quantity(count, what.removesuffix("s"), what) for what, count in preview.counts))
    for line in preview.made_from_it:
        output.print_line(f"Made from it: {line}")
    for copy in preview.copies:
        if copy.reachable:
            output.print_line(f"To be cleared: {copy.name}: {copy.what}")
    _print_left(preview)


def _print_left(preview: "Preview") -> None:
    for staying in preview.stays:
        output.print_line(f"Stays: {staying.what}: {staying.why}")
    for copy in preview.copies:
        if not copy.reachable:
            output.print_line(f"Out of reach: {copy.name}: {copy.what}")


def _print_jobs(
    session: Session, jobs: "list[Deletion]", *, one: bool = False, nothing: str = "Nothing was deleted here."
) -> None:
    if session.json:
        shown: list[dict[str, Any]] = [shapes.deletion(job) for job in jobs]
        output.print_json(shown[0] if one else shown)
        return
    for job in jobs:
        _print_job(job)
    if not jobs:
        output.say(nothing)


def _print_tried(session: Session, jobs: "list[Deletion]", **how: Any) -> None:
    _print_jobs(session, jobs, **how)
    _say_pending(jobs)


def _say_pending(jobs: "list[Deletion]") -> None:
    """Say, also by the exit status, that it is not done where a copy is left that could not be cleared."""
    if any(job.state == "pending" for job in jobs):
        output.say("It is not deleted everywhere yet: its words are out of use, and deletions retry goes on with the copies.")
        raise typer.Exit(1)


def _print_job(job: "Deletion") -> None:
    state = "done" if job.state == "done" else "pending: no longer used, copies are still being cleared"
    lifted = f", lifted {to_iso(job.lifted_at)}" if job.lifted_at is not None else ""
    output.print_line(
        f"#{job.number}  {quantity(len(job.facts), 'fact')}  {state}  {to_iso(job.started_at)}  {job.actor}{lifted}"
    )
    for step in job.steps:
        left = f", deleted words still found in {step.where}" if step.left else ""
        why = f" ({step.detail})" if step.detail else ""
        output.print_line(f"    {step.mirror}: {step.state}{why}{left}")
    if job.state == "pending":
        output.print_line("    memory-inspector deletions retry tries again")
