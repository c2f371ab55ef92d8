"""An error as a screen: what happened, its reason code, the next step."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from inspector import door
from inspector.actions import FooterEntry
from inspector.widgets.footer import InspectorFooter
from inspector.widgets.header import Heading, InspectorHeader
from store.errors import StoreError

ENTRIES = (FooterEntry(("reload",), "Try again"), FooterEntry(("quit",), "Quit"))


class TroubleScreen(Screen[None]):
    """Stands in place of the panes until the store can be read.

    Args:
        error: What happened.
    """

    BINDINGS = [("R,К", "again", "Try again"), ("escape", "app.quit", "Quit")]

    DEFAULT_CSS = """
    TroubleScreen { align: center middle; }
    TroubleScreen #trouble { width: 68; max-width: 100%; height: auto; border-left: outer $error; padding: 0 2; }
    TroubleScreen Static { height: auto; }
    """

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def compose(self) -> ComposeResult:
        header = InspectorHeader()
        header.heading = Heading(note="no store open")
        yield header
        with Vertical(id="trouble"):
            yield Static(id="what")
            yield Static(id="next")
        footer = InspectorFooter()
        footer.entries = ENTRIES
        yield footer

    def on_mount(self) -> None:
        self.show(self.error)

    def show(self, error: BaseException) -> None:
        """Say what happened; nothing stored is ever among the words."""
        self.error = error
        if isinstance(error, StoreError):
            what, reason, step = door.plain(error.message), error.reason, door.plain(error.next)
        else:
            what, reason, step = (
                "The inspector met an error of its own.",
                type(error).__name__,
                "Nothing was changed by it. Please report it.",
            )
        self.query_one("#what", Static).update(Content.assemble((what, "bold $text-error"), (f" ({reason})", "$muted")))
        self.query_one("#next", Static).update(Content.assemble((step, "$foreground"), ("\nR tries again, q quits.", "$muted")))

    def on_inspector_footer_chosen(self, message: InspectorFooter.Chosen) -> None:
        message.stop()
        self.action_again() if message.action == "reload" else self.app.call_later(self.app.run_action, "quit")

    def action_again(self) -> None:
        from inspector.app import InspectorApp

        assert isinstance(self.app, InspectorApp)
        self.app.try_again()
