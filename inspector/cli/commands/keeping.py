"""Commands that keep the store itself: init, import, settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from inspector.cli import output, shapes
from inspector.cli.launch import temporary_folder
from inspector.cli.options import ONLY_READING, with_session
from inspector.cli.paths import is_there
from inspector.cli.session import Session
from inspector.words import quantity
from store.errors import Refused

if TYPE_CHECKING:
    from store.store import Store
    from store.values import ImportReport

REFUSED_SHOWN = 20
"""Lines of a file that were refused are named up to so many."""


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(with_session(init, everybody=True, never=ONLY_READING))
    app.command("import")(with_session(import_, never=ONLY_READING))
    app.command(context_settings={"ignore_unknown_options": True})(with_session(settings, everybody=True))  # a value may be -1


def init(session: Session) -> None:
    """Create an empty store."""
    path = session.path
    if is_there(path):
        from store.sqlite import check_file

        check_file(path)
        raise Refused("store_exists", path=path)
    session.write(create=True)
    if session.json:
        output.print_json({"path": str(path)})


def import_(
    session: Session,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FORMAT] PATH|-", help="A file or - for stdin; the format is found out unless named."),
    ] = None,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would come in, and change nothing.")] = False,
    list_formats: Annotated[bool, typer.Option("--list", help="List the formats.")] = False,
) -> None:
    """Bring in what you have already. Importing the same file again changes nothing."""
    from store import imports

    if list_formats:
        if session.json:
            output.print_json([{"name": name, "what": form.what} for name, form in imports.FORMATS.items()])
        else:
            output.print_table([[name, form.what] for name, form in imports.FORMATS.items()], flexible=1)
        return
    if not what or len(what) > 2:
        raise Refused("usage", why="import takes a path, or a format and a path.")
    named, path = (what[0], what[1]) if len(what) == 2 else (None, what[0])
    if named is not None and named not in imports.FORMATS:
        raise Refused("bad_value", given=named, choices=", ".join(imports.FORMATS))
    with imports.opened(path) as file:
        name = named or imports.detect(file, path)
        with _rehearsed(session, dry_run) as store:
            owner = session.owner_of_new(store) if imports.FORMATS[name].needs_owner else session.owner
            with output.progress() as say:
                report = imports.run_import(
                    store,
                    name,
                    file,
                    owner=owner,
                    dry_run=dry_run,
                    progress=lambda done, total: say(f"{done:,}{f' of {total:,}' if total else ''} records"),
                )
    _print_report(session, report, dry_run=dry_run)
    if report.refused:
        raise typer.Exit(1)


@contextmanager
def _rehearsed(session: Session, dry_run: bool) -> "Iterator[Store]":
    """Give the store; where there is none yet, a dry run gets one that is gone afterwards."""
    if not dry_run or is_there(session.path):
        yield session.write(create=True)
        return
    with temporary_folder() as folder:
        elsewhere = replace(session.common, db=str(folder / "memory.db"))
        with Session(elsewhere, session.clock) as rehearsal:
            yield rehearsal.write(create=True, quietly=True)


def settings(
    session: Session,
    action: Annotated[str, typer.Argument(metavar="[list|get|set]", help="What to do.")] = "list",
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which setting.")] = None,
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help="What to set it to.")] = None,
) -> None:
    """List, read and change what the store is set to."""
    given = {"list": 0, "get": 1, "set": 2}
    if action not in given:
        raise Refused("bad_value", given=action, choices=", ".join(given))
    if given[action] != (name is not None) + (value is not None):
        raise Refused("usage", why="settings list, settings get NAME, or settings set NAME VALUE.")
    if action == "set" and name is not None and value is not None:
        store = session.write(create=True)
        store.set_setting(name, value)
    else:
        store = session.read()
    known: dict[str, Any] = store.settings()
    if name is not None and name not in known:
        raise Refused("setting_not_found", name=name)
    shown = known if name is None else {name: known[name]}
    if session.json:
        output.print_json(shown)
    else:
        output.print_table([[key, _setting(held)] for key, held in shown.items()], flexible=1)


def _setting(value: Any) -> str:
    return {True: "true", False: "false", None: "-"}.get(value, str(value)) if isinstance(value, bool | None) else str(value)


def _print_report(session: Session, report: "ImportReport", *, dry_run: bool) -> None:
    for note in report.notes:
        output.say(note)
    if session.json:
        output.print_json(shapes.import_report(report))
        return
    verb = "Would bring in" if dry_run else "Brought in"
    output.print_line(
        f"{verb} {quantity(report.sources, 'source')}, {quantity(report.facts, 'fact')} and {quantity(report.evidence, 'quote')}; "
        f"{report.unchanged:,} {'was' if report.unchanged == 1 else 'were'} known."
    )
    for line in report.refused[:REFUSED_SHOWN]:
        output.print_line(f"{line.place}: {line.detail} ({line.reason})")
    if (more := len(report.refused) - REFUSED_SHOWN) > 0:
        output.print_line(f"... and {more:,} more, which --json lists too.")
    if report.refused:
        output.print_line(f"{len(report.refused):,} refused; mend them and import the file again.")
