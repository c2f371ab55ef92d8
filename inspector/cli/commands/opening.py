"""Commands that open the inspector."""

from pathlib import Path
from typing import Annotated

import typer

from inspector.cli import launch
from inspector.cli.options import ONLY_READING, with_session
from inspector.cli.session import Session


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(with_session(demo, elsewhen=True, never=("db", "json", *ONLY_READING)))
    app.command()(with_session(queue, never=("json",)))


def demo(
    session: Session,
    *,
    keep: Annotated[Path | None, typer.Option(metavar="PATH", help="Keep the sample memory as a store at PATH.")] = None,
) -> None:
    """Open the inspector on an invented memory. Nothing of it stays unless it is kept."""
    raise typer.Exit(launch.open_demo(session, keep))


def queue(session: Session) -> None:
    """Open the inspector on the proposals that wait for you: a approves, x rejects, z undoes."""
    raise typer.Exit(launch.open_queue(session))
