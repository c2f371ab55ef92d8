"""Deleting for good: what is meant, what goes, what stays; then the number of facts is typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import NamedTuple, cast

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Input, Static

from inspector import door, words
from inspector.modals import delete_words
from inspector.modals.dialog import Dialog
from inspector.widgets.fields import Field
from inspector.widgets.picks import Pick, Picks
from store.deletion import Members, Preview, Scope
from store.errors import StoreError
from store.values import Evidence, Fact

CHROME = 9
"""Lines of the dialog beside what scrolls: border, padding, question and answers."""
STAY = "stay"
GO = "go"
MEMBERS = (
    Pick("keep", "stay superseded", "and say: by a deleted fact"),
    Pick("reopen", "hold again", "as before they were merged"),
    Pick("delete", "go too"),
)
MESSAGES = (Pick(GO, "go too", "those on which nothing else rests"), Pick(STAY, "stay"))


class Wanted(NamedTuple):
    """What a person typed the number for.

    Args:
        scope: What is to go.
        members: What becomes of facts that were merged into one that goes.
        facts: What was shown.
    """

    scope: Scope
    members: Members
    facts: tuple[Fact, ...]


class DeleteModal(Dialog[Wanted]):
    """Shows what a hard delete would do, and lets it be done only once the number of facts was typed.

    Args:
        facts: What it is asked for, as it is painted.
        preview: Reads what a scope would do; called in threads.
        evidence: Reads what a fact rests on; called in threads.
        zone: The zone of times.
        hidden: Texts are covered.
    """

    BINDINGS = [
        ("j,down,о", "scroll(1)", "Down"),
        ("k,up,л", "scroll(-1)", "Up"),
        ("pagedown", "scroll(8)", "Page down"),
        ("pageup", "scroll(-8)", "Page up"),
    ]

    DEFAULT_CSS = """
    DeleteModal #box { width: 84; border: round $error; border-title-color: $background; border-title-background: $error; }
    DeleteModal #what { height: auto; scrollbar-size-vertical: 1; }
    DeleteModal #what > * { height: auto; }
    DeleteModal #preview, DeleteModal #members, DeleteModal #messages, DeleteModal #ask { margin-top: 1; }
    DeleteModal .away { display: none; }
    DeleteModal #ask { height: auto; }
    DeleteModal #answers { height: 1; margin-top: 1; }
    DeleteModal #number { width: 20; margin-right: 3; }
    DeleteModal Button, DeleteModal Button.-textual-compact {
        min-width: 12; width: 12; height: 1; margin-right: 3; border: none; text-style: none;
        background: $surface-lighten-1; color: $foreground;
    }
    DeleteModal Button:focus, DeleteModal Button.-textual-compact:focus {
        background: $text-primary; color: $background; text-style: bold; background-tint: transparent;
    }
    DeleteModal #go:focus { background: $text-error; color: $background; }
    DeleteModal Button:disabled { color: $faint; opacity: 1; text-opacity: 1; }
    DeleteModal #wrong { margin-top: 0; }
    """

    title_text = "Delete for good"
    keys_text = "j k scroll · tab next · enter presses · esc cancels"

    @dataclass
    class Read(Message):
        """What a scope would do was read, or could not be."""

        generation: int
        preview: Preview | None = None
        error: StoreError | None = None
        evidence: Evidence | None = None

    def __init__(
        self,
        facts: Sequence[Fact],
        preview: Callable[[Scope, Members], Preview],
        evidence: Callable[[int], Sequence[Evidence]],
        zone: tzinfo,
        *,
        hidden: bool = False,
    ) -> None:
        super().__init__()
        self.facts = tuple(facts)
        self.read_preview = preview
        self.read_evidence = evidence
        self.zone = zone
        self.hidden = hidden
        self.preview: Preview | None = None
        self._evidence: Evidence | None = None
        self._generation = 0
        self._merged = False

    @property
    def about(self) -> frozenset[int]:
        return frozenset(fact.number for fact in self.facts)

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = Content(f" {self.title_text} ")
            box.border_subtitle = Content(f" {self.keys_text} ")
            with VerticalScroll(id="what", can_focus=False):
                yield Picks("Scope", self._scopes(), id="scope")
                yield Static(id="preview")
                yield Picks(
                    "Merged",
                    MEMBERS,
                    id="members",
                ).add_class("away")
                yield Picks("Messages", MESSAGES, id="messages")
            yield Static(id="wrong")
            yield Static(id="ask")
            with Horizontal(id="answers"):
                field = Field(placeholder="number of facts", id="number")
                field.select_on_focus = False
                yield field
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Delete", id="go", compact=True, disabled=True)

    def on_mount(self) -> None:
        self._fit()
        self.begin_at(self.query_one("#cancel"))
        self._load()

    def on_resize(self, event: events.Resize) -> None:
        self._fit()
        self._draw()

    def _fit(self) -> None:
        self.query_one("#what").styles.max_height = max(3, self.app.size.height - CHROME)

    # what is meant

    def _scopes(self) -> list[Pick]:
        if len(self.facts) != 1:
            return [Pick("facts", f"the {len(self.facts)} marked facts")]
        fact = self.facts[0]
        name = f"#{fact.number}" if self.hidden else door.one_line(fact.text, 60)
        picks = [Pick("facts", "this fact", name)]
        if fact.slot is not None:
            picks.append(Pick("slot", "its slot", f"all that {door.one_line(fact.slot, 30)} ever held"))
        if (found := self._evidence) is not None:
            parts = [found.source_ref, found.author or "", words.SOURCE_WORDS.get(found.source_kind, found.source_kind)]
            told = " · ".join(door.one_line(part, 24) for part in parts if part)
            picks.append(Pick("source", "its message and all that was read from it", told))
        return picks

    @property
    def scope(self) -> Scope:
        """What is meant, as the choices stand."""
        with_messages = self.query_one("#messages", Picks).chosen == GO
        first = self.facts[0]
        kind = self.query_one("#scope", Picks).chosen
        if kind == "slot":
            return Scope("slot", name=first.slot or "", owner=first.owner, with_messages=with_messages)
        if kind == "source" and self._evidence is not None:
            return Scope("source", name=self._evidence.source_ref, with_messages=with_messages)
        return Scope("facts", tuple(fact.number for fact in self.facts), with_messages=with_messages)

    @property
    def members(self) -> Members:
        """What becomes of merged facts."""
        return cast("Members", self.query_one("#members", Picks).chosen) if self._merged else "keep"

    @on(Picks.Changed)
    def _chose(self, message: Picks.Changed) -> None:
        message.stop()
        if message.choice.id == "scope":
            self._merged = False
            self.query_one("#members", Picks).chosen = "keep"
        self._load()

    # what it would do

    def _load(self) -> None:
        """Read what it would do, in a thread; until then nothing can be deleted."""
        self._generation += 1
        generation, scope, members = self._generation, self.scope, self.members
        alone = self.facts[0].number if len(self.facts) == 1 and self._evidence is None else None
        self.preview = None
        self._ask()

        def work() -> None:
            found = None
            try:
                if alone is not None:
                    found = next((one for one in self.read_evidence(alone) if one.source_ref), None)
                self.post_message(self.Read(generation, self.read_preview(scope, members), evidence=found))
            except StoreError as error:
                self.post_message(self.Read(generation, error=error))

        self.app.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group="deletion-preview")

    @on(Read)
    def _was_read(self, message: Read) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        if message.evidence is not None:
            self._evidence = message.evidence
            self.query_one("#scope", Picks).picks = tuple(self._scopes())
        self.preview = message.preview
        if message.error is not None:
            self.say_wrong(message.error)
        else:
            self.query_one("#wrong").display = False
        self._merged = self._merged or bool(message.preview and message.preview.members)
        self.query_one("#members").set_class(not self._merged, "away")
        self._draw()
        self._ask()

    def _draw(self) -> None:
        if self.preview is not None:
            width = min(84, self.app.size.width) - 8
            self.query_one("#preview", Static).update(delete_words.said(self.preview, width, hidden=self.hidden))
            kept = self.query_one("#messages", Picks)
            kept.set_class(self.preview.scope.kind == "source" or not (self.preview.sources or kept.chosen == STAY), "away")

    # the number

    @property
    def number(self) -> int | None:
        """The number to type, once it is known."""
        return len(self.preview.facts) if self.preview is not None else None

    def _ask(self) -> None:
        asked = Content.styled("This cannot be undone.", "bold $text-error")
        if self.number is None:
            asked += Content.styled("  Counting…", "$muted")
        else:
            asked += Content.assemble(
                ("  Type the number of facts: ", "$foreground"), (f" {self.number} ", "bold $background on $foreground")
            )
        self.query_one("#ask", Static).update(asked)
        typed = self.query_one("#number", Field).value.strip()
        self.query_one("#go", Button).disabled = self.number is None or typed != str(self.number)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self.preview is not None:
            self.query_one("#wrong").display = False
        self._ask()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        button = self.query_one("#go", Button)
        if not button.disabled:
            button.focus()
            self.say_wrong("Delete is chosen: enter deletes for good, esc leaves everything as it is.")
        elif self.number is not None:
            self.say_wrong(f"That is not the number of facts that would go, which is {self.number}.")

    def on_key(self, event: events.Key) -> None:
        super().on_key(event)
        field = self.query_one("#number", Field)
        if event.character is not None and event.character.isdecimal() and not field.has_focus:
            event.stop()
            field.focus()
            field.insert_text_at_cursor(event.character)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id != "go":
            self.answer(None)
        elif self.preview is not None:
            self.answer(Wanted(self.preview.scope, self.members, self.preview.facts))

    def action_scroll(self, by: int) -> None:
        self.query_one("#what").scroll_relative(y=by, animate=False)
