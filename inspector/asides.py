"""The screens beside the main one, each loaded when it is first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from inspector.app import InspectorApp
    from inspector.screens.aside import AsideScreen


class Stood(NamedTuple):
    """Where one stood in a screen that was left.

    Args:
        number: Of the row under the cursor.
        search: What the filter said.
    """

    number: int | None = None
    search: str = ""


def open_aside(app: InspectorApp, name: str, stood: Stood | None = None) -> None:
    """Show a screen beside the main one, in the place of another such screen if one is shown."""
    from inspector.screens.aside import AsideScreen

    screen = _made(name, stood or Stood())
    if isinstance(app.screen, AsideScreen):
        app.switch_screen(screen)
    else:
        app.push_screen(screen)


def _made(name: str, stood: Stood) -> AsideScreen:
    if name == "deletions":
        from inspector.screens.deletions import DeletionsScreen

        return DeletionsScreen(stood)
    if name == "relations":
        from inspector.screens.relations import RelationsScreen

        return RelationsScreen(stood)
    from inspector.screens.audit import AuditScreen

    return AuditScreen(stood)
