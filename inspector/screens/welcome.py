"""The first start: a sample to look around in, what people have already, or an empty store."""

import getpass
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from inspector import bring, door
from inspector.widgets.choices import Choice, Choices
from inspector.widgets.footer import InspectorFooter, KeyEntry
from inspector.widgets.header import Heading, InspectorHeader
from store.errors import StoreError

if TYPE_CHECKING:
    from inspector.app import InspectorApp
    from store.store import Store
    from store.values import ImportReport

ENTRIES = (
    KeyEntry("d", "Sample"),
    KeyEntry("p", "Paste"),
    KeyEntry("i", "Import"),
    KeyEntry("n", "New store"),
    KeyEntry("enter", "Choose"),
    KeyEntry("q", "Quit"),
)
CELLS = 52
IN_THE_INSPECTOR = {
    "unknown_format": "It holds no event lines, no LoCoMo chat and no list; p takes a list as you paste it.",
    "bad_file": "i takes another file, p a list as you paste it.",
    "file_not_found": "i asks for the file again.",
}
"""What helps where there is no command line, by reason code."""


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
    class NotBrought(Message):
        """What was to be brought in was refused, and there is no store."""

        error: StoreError

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
            self._begin(event.id)

    def on_inspector_footer_chosen(self, message: InspectorFooter.Chosen) -> None:
        message.stop()
        ways = {"d": "sample", "p": "paste", "i": "import", "n": "empty"}
        if message.action in ways:
            self._begin(ways[message.action])
        elif message.action == "enter":
            self.query_one(Choices).action_choose()
        else:
            self.app.call_later(self.app.run_action, "quit")

    # the ways to begin

    def _begin(self, way: str) -> None:
        """Begin with a sample, a paste, an import or an empty store."""
        if way == "sample":
            self.inspector.open_sample()
        elif way == "paste":
            from inspector.modals.bring import PasteModal

            self.app.push_screen(PasteModal(self.inspector.owner or getpass.getuser()), self._bring_paste)
        elif way == "import":
            from inspector.modals.bring import ImportModal

            self.app.push_screen(ImportModal(), self._bring_file)
        else:
            self._bring(None)

    def _bring_paste(self, answer: tuple[str, str] | None) -> None:
        if answer is not None:
            text, owner = answer
            self._bring(partial(bring.paste, text=text, owner=owner))

    def _bring_file(self, path: Path | None) -> None:
        if path is not None:
            self._bring(partial(bring.file, path=path, owner=self.inspector.owner))

    def _bring(self, load: Callable[["Store", bring.Progress], "ImportReport"] | None) -> None:
        """Make the store in a thread, with what there is to load; where that is refused, there is none."""
        from inspector.modals.progress import ProgressModal

        app, path = self.inspector, self.path
        shown = ProgressModal("Bringing memories in")
        if load is not None:
            app.push_screen(shown)

        def work() -> None:
            from inspector.cli.paths import is_there
            from store.store import open_store

            store = None
            try:
                was_there = is_there(path)
                store = open_store(path, create=True, clock=app.clock, sitting=app.sitting)
                report = load(store, shown.report) if load is not None else None
            except StoreError as error:
                if store is not None:
                    store.close()
                    if not was_there:
                        path.unlink(missing_ok=True)
                self.post_message(self.NotBrought(error))
                return
            app.post_message(app.StoreOpened(path, store))
            if report is not None:
                app.post_message(app.Brought(report))

        app.background(work, "bring")

    @on(NotBrought)
    def _not_brought(self, message: NotBrought) -> None:
        message.stop()
        while self.app.screen is not self:
            self.app.pop_screen()
        error = message.error
        self.say_wrong(f"{error.message} {IN_THE_INSPECTOR.get(error.reason, error.next)}")


def _home(path: Path) -> str:
    shown = str(path)
    home = str(Path.home())
    return door.one_line("~" + shown[len(home) :] if shown.startswith(home + "/") else shown, CELLS)
