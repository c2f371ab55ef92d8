"""The box all dialogs stand in: a title, what is asked, a line for what is wrong, keys at the bottom."""

from collections.abc import Iterable
from typing import TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from inspector.deeds import why
from inspector.widgets.choices import Choices
from store.errors import StoreError

Answer = TypeVar("Answer")


HELD = 0.3
"""Seconds after which keys are let through again when an answer leads nowhere."""


class Dialog(ModalScreen[Answer | None]):
    """A dialog; esc leaves it without an answer, and it answers once.

    Keys that are typed while it opens wait until what they are meant for has the focus.
    """

    BINDINGS = [("escape", "cancel", "Cancel")]

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 70%; }
    Dialog #box {
        width: 68; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; background: $background; padding: 1 2;
        border-title-color: $text-primary; border-title-style: bold; border-subtitle-color: $muted;
        scrollbar-size-vertical: 1;
    }
    Dialog .said { height: auto; color: $muted; }
    Dialog .fact { height: auto; color: $foreground; text-style: bold; }
    Dialog .gap { height: 1; }
    Dialog .row { height: auto; }
    Dialog .row.apart { margin-top: 1; }
    Dialog .label { width: 13; height: 1; color: $muted; }
    Dialog #wrong { height: auto; color: $text-error; margin-top: 1; display: none; }
    """

    title_text = ""
    """What the border says."""

    keys_text = "esc cancels"
    """The keys, in the bottom border."""

    def __init__(self) -> None:
        super().__init__()
        self._answered = False
        self._opening = True
        self._early: list[events.Key] | None = []
        self._seen: list[events.Key] = []
        self.typed: dict[str, str] = {}
        """What stood in the fields when it was answered, by their ids."""
        self.resumed: tuple[dict[str, str], StoreError | None] | None = None
        """What was typed before, and why it was refused, until it is filled in."""
        self.by_letter = False
        """It was answered by the letter of a choice."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="box", can_focus=False) as box:
            box.border_title = Content(f" {self.title_text} ")
            box.border_subtitle = Content(f" {self.keys_text} ")
            yield from self.body()
            yield Static(id="wrong")

    def body(self) -> Iterable[Widget]:
        """Yield what stands in the box."""
        raise NotImplementedError

    @property
    def about(self) -> frozenset[int]:
        """The facts it shows or changes; when one of them is deleted for good meanwhile, it is closed."""
        return frozenset()

    def answer(self, answer: Answer | None) -> None:
        """Close with an answer; a second key changes nothing."""
        if not self._answered and self.is_current:
            self._answered = True
            chosen = next(iter(self.query(Choices)), None)
            self.by_letter = chosen is not None and chosen.by_letter
            self.typed = {field.id: field.value for field in self.query(Input) if field.id}
            self.typed |= {area.id: area.text for area in self.query(TextArea) if area.id}
            self.dismiss(answer)

    # keys that come while it opens, or while an answer leads on to a field

    def on_mount(self) -> None:
        self.call_after_refresh(lambda: self._let_through() if self._opening else None)

    def begin_at(self, widget: Widget) -> None:
        """Give the focus to a widget, and the keys that were typed before it had it."""
        self.set_focus(widget)
        self._let_through()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if self.is_holding and not (isinstance(event.widget, Choices) and event.widget.done):
            self._let_through()

    @property
    def is_holding(self) -> bool:
        """Whether keys wait."""
        return self._early is not None

    def hold_keys(self) -> None:
        """Keep keys until the answer that was just given has led on; when it leads nowhere, for a moment."""
        self._early = self._early if self._early is not None else []
        self.set_timer(HELD, lambda: self._let_through() if self.is_holding else None)

    def _let_through(self) -> None:
        """Let keys through to what has the focus, those first that waited."""
        self._opening = False
        for choices in self.query(Choices):
            choices.done = False
        early, self._early = self._early or [], None
        for key in early:
            (self.focused or self)._forward_event(key)  # noqa: SLF001  as the app forwards keys

    # what was refused is asked again, and what was begun is gone on with

    def resume(self, typed: dict[str, str], error: StoreError | None = None) -> None:
        """Open with what was typed before, and with why it was refused, if it was."""
        self.resumed = typed, error

    def on_show(self) -> None:
        """Fill in what was typed before."""
        if self.resumed is None:
            return
        typed, error = self.resumed
        self.resumed = None
        for field in self.query(Input):
            field.value = typed.get(field.id or "", field.value)
        for area in self.query(TextArea):
            area.text = typed.get(area.id or "", area.text)
            area.move_cursor(area.document.end)
        if error is not None:
            self.say_wrong(error)

    # which keys are its own

    def _forward_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and self._early is not None:
            self._early.append(event)
        else:
            super()._forward_event(event)

    def on_key(self, event: events.Key) -> None:
        self._seen.append(event)

    def knows(self, event: events.Key) -> bool:
        """Whether a key has come by way of this dialog, and not from the screen that had the focus when it was pressed."""
        known = any(event is seen for seen in self._seen)
        self._seen = [seen for seen in self._seen if seen is not event]
        return known

    def take(self, event: events.Key) -> None:
        """Take a key that was pressed for this dialog before it stood there."""
        key = events.Key(event.key, event.character)
        if self._early is not None:
            self._early.append(key)
        else:
            (self.focused or self)._forward_event(key)  # noqa: SLF001  as the app forwards keys

    def say_wrong(self, error: StoreError | str) -> None:
        """Say what is wrong with what was typed."""
        wrong = self.query_one("#wrong", Static)
        wrong.update(Content(error if isinstance(error, str) else why(error)))
        wrong.display = True

    def action_cancel(self) -> None:
        self.answer(None)


def labelled(label: str, field: Widget, *, apart: bool = False) -> Iterable[Widget]:
    """Return a field with its label at its left; `apart` leaves a line free above it."""
    yield Horizontal(said(label, "label"), field, classes="row apart" if apart else "row")


def said(text: str | Content, classes: str = "said") -> Static:
    """Return words of a dialog; a `str` is shown as it stands."""
    return Static(Content(text) if isinstance(text, str) else text, classes=classes)
