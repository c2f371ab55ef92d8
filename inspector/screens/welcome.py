"""The first start: a sample to look around in, what people have already, or an empty store."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from inspector import door
from inspector.widgets.choices import Choice, Choices
from inspector.widgets.footer import InspectorFooter, KeyEntry
from inspector.widgets.header import Heading, InspectorHeader

if TYPE_CHECKING:
    from inspector.app import InspectorApp

ENTRIES = (
    KeyEntry("d", "Sample"),
    KeyEntry("p", "Paste"),
    KeyEntry("i", "Import"),
    KeyEntry("n", "New store"),
    KeyEntry("enter", "Choose"),
    KeyEntry("q", "Quit"),
)
CELLS = 52


class WelcomeScreen(Screen[None]):
    """Stands there as long as there is no store.

    Args:
        path: Where the store will be.
    """

    BINDINGS = [("q,й", "app.quit", "Quit"), ("escape", "stay", "Stay")]

    DEFAULT_CSS = """
    WelcomeScreen { align: center middle; }
    WelcomeScreen #welcome {
        width: 64; max-width: 100%; height: auto; max-height: 100%; border: round $border-blurred; padding: 1 3;
        border-title-color: $text-primary; border-title-style: bold;
    }
    WelcomeScreen Static { height: auto; }
    WelcomeScreen #wrong { color: $text-error; display: none; }
    """

    @dataclass
    class Chosen(Message):
        """A way to begin was chosen: `sample`, `paste`, `import` or `empty`."""

        way: str

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    @property
    def inspector(self) -> "InspectorApp":
        """The app, by its own type."""
        return cast("InspectorApp", self.app)

    def compose(self) -> ComposeResult:
        header = InspectorHeader()
        header.heading = Heading(note="no store yet")
        yield header
        with Vertical(id="welcome") as box:
            box.border_title = Content(" Welcome ")
            yield Static(Content.styled("Nothing is remembered here yet.", "bold $foreground"))
            yield Static(Content.styled("What does the assistant know, since when, and from whom?\n", "$muted"))
            yield Static(id="wrong")
            yield Choices(
                [
                    Choice(
                        "sample", "d", Content("Look around with sample memory"), ("An invented person, gone when you quit.",)
                    ),
                    Choice(
                        "paste", "p", Content("Paste memories, one a line"), ("From any assistant's list of what it remembers.",)
                    ),
                    Choice("import", "i", Content("Import a file"), ("Event files, LoCoMo, lists. Twice changes nothing.",)),
                    Choice(
                        "empty", "n", Content("Start an empty store"), (_home(self.path), "Nothing comes in until you say so.")
                    ),
                ]
            )
        footer = InspectorFooter()
        footer.entries = ENTRIES
        yield footer

    def on_mount(self) -> None:
        self.query_one(Choices).focus()

    def say_wrong(self, sentence: str) -> None:
        """Say why that did not work, above the ways to begin, where it can be seen whatever the height."""
        wrong = self.query_one("#wrong", Static)
        wrong.update(Content(f"{door.plain(sentence)}\n"))
        wrong.display = True
        self.query_one("#welcome").scroll_home(animate=False)

    def action_stay(self) -> None:
        """There is nothing to go back to; say which key leaves."""
        self.say_wrong("Nothing is behind this screen. q quits, and nothing has been made.")

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        if self.app.screen is self:
            self.inspector.begin(event.id)

    def on_inspector_footer_chosen(self, message: InspectorFooter.Chosen) -> None:
        message.stop()
        ways = {"d": "sample", "p": "paste", "i": "import", "n": "empty"}
        if message.action in ways:
            self.inspector.begin(ways[message.action])
        elif message.action == "enter":
            self.query_one(Choices).action_choose()
        else:
            self.app.call_later(self.app.run_action, "quit")


def _home(path: Path) -> str:
    shown = str(path)
    home = str(Path.home())
    return door.one_line("~" + shown[len(home) :] if shown.startswith(home + "/") else shown, CELLS)
