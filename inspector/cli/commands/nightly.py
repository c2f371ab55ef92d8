"""The nightly run from the command line, as a scheduler calls it."""

from typing import TYPE_CHECKING, Annotated

import typer

from inspector.cli import output, shapes
from inspector.cli.options import with_session
from inspector.cli.session import Session
from inspector.words import quantity
from store.clock import to_iso

if TYPE_CHECKING:
    from store.proposal import NightlyReport, Waiting


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(with_session(nightly))


def nightly(
    session: Session,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would propose, and write nothing.")] = False,
    now: Annotated[str | None, typer.Option(metavar="T", help="Judge age by T instead of now.")] = None,
) -> None:
    """Look for duplicates, conflicts and what has aged. It proposes and changes no fact; off until nightly.enabled is set."""
    at = session.time(now, "now")
    store = session.read() if dry_run else session.write()
    from store.nightly import run_nightly

    with output.progress() as say:
        report = run_nightly(store, session.owner, at, dry_run, lambda step, done, total: say(f"{step}: {done:,} of {total:,}"))
    waiting = store.proposals.waiting(session.owner)
    if session.json:
        output.print_json({**shapes.nightly(report), "waiting": waiting.count.number})
    else:
        _print(report, waiting, judged_by_now=at is None)


def _print(report: "NightlyReport", waiting: "Waiting", *, judged_by_now: bool) -> None:
    from store.nightly import SKIPPED

    if not judged_by_now:
        output.print_line(f"Age is judged by {to_iso(report.now)}.")
    for step in report.steps:
        what = quantity(step.looked_at, "owner" if step.name == "budget" else "fact")
        output.print_line(f"{step.name}: {what} looked at, {step.proposed:,} proposed, {step.seconds:.1f} s")
        for reason, number in step.skipped:
            output.print_line(f"  {number:,} skipped: {SKIPPED[reason]}")
        for note in step.notes:
            output.print_line(f"  {note}")
    for owner in report.guarded:
        output.print_line(
            f"{owner}: much would end at once, so these proposals are approved one by one, or after approve --acknowledge."
        )
    found = len(report.proposed)
    if report.run is None:
        switch = "" if waiting.nightly else " once settings set nightly.enabled true has switched it on"
        output.print_line(f"Nothing was written: memory-inspector nightly would propose {found:,}{switch}.")
    elif waiting.count.number:
        more = "more than " if waiting.count.more else ""
        wait = "waits" if waiting.count.number == 1 and not more else "wait"
        output.print_line(f"{found:,} new; {more}{waiting.count.number:,} {wait}: memory-inspector queue")
    else:
        output.print_line(f"{found:,} new; nothing waits for you.")
