"""A message with the three before and the three after it, and every fact that was read from it."""

from collections.abc import Iterable
from datetime import tzinfo

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from inspector import door, words
from inspector.modals.dialog import Dialog, said
from inspector.widgets.choices import Choice, Choices
from store.values import Conversation, Source


class MessageModal(Dialog[int]):
    """Shows a message whole; the answer is the number of a fact to go to.

    Args:
        conversation: The message and those around it.
        quote: The words that carry the fact, shown in bold.
        zone: In which times are shown.
        hidden: Texts are covered.
    """

    BINDINGS = [
        ("pagedown", "scroll(8)", "Page down"),
        ("pageup", "scroll(-8)", "Page up"),
        ("o,q,щ,й", "cancel", "Close"),
    ]

    DEFAULT_CSS = """
    MessageModal #box { width: 92; }
    MessageModal .message { height: auto; margin-bottom: 1; border-left: outer $border-blurred; padding-left: 1; color: $muted; }
    MessageModal .message.this { border-left: outer $primary; color: $foreground; }
    MessageModal Choices { max-height: 8; }
    """

    title_text = "Message"
    keys_text = "enter goes to the fact · pgup pgdn scroll · esc closes"

    def __init__(self, conversation: Conversation, quote: str, zone: tzinfo, *, hidden: bool = False) -> None:
        super().__init__()
        self.conversation = conversation
        self.quote = quote
        self.zone = zone
        self.hidden = hidden

    def body(self) -> Iterable[Widget]:
        for source in self.conversation.before:
            yield self._message(source)
        yield self._message(self.conversation.source, this=True)
        for source in self.conversation.after:
            yield self._message(source)
        facts = self.conversation.facts
        yield said(f"{words.quantity(len(facts), 'fact')} read from it" if facts else "No fact was read from it.")
        yield Choices(
            [Choice(str(fact.number), "", self._text(fact.text), note=f"#{fact.number}") for fact in facts], spaced=False
        )

    def on_mount(self) -> None:
        self.begin_at(self.query_one(Choices))
        self.call_after_refresh(self._show_this)

    def _show_this(self) -> None:
        self.query_one("#box").scroll_to_widget(self.query_one(".this"), animate=False, center=True)

    def _message(self, source: Source, *, this: bool = False) -> Static:
        author = door.plain(source.author) if source.author else "author unknown"
        kind = words.SOURCE_WORDS.get(source.kind, door.plain(source.kind))
        state = "" if source.state == "present" else f" · {door.plain(source.state)}"
        head = f"{author} · {kind} {door.plain(source.ref)} · {words.minute(source.observed_at, self.zone)}{state}"
        shown = Content("\n").join([self._text(line) for line in source.text.splitlines()] or [Content("")])
        if this and not self.hidden and (start := shown.plain.find(door.plain(self.quote))) >= 0:
            shown = shown.stylize("bold $text-primary", start, start + len(door.plain(self.quote)))
        return Static(Content.styled(head, "$muted") + Content("\n") + shown, classes="message this" if this else "message")

    def _text(self, text: str) -> Content:
        shown = door.plain(text)
        return Content(words.masked(shown) if self.hidden else shown)

    def action_scroll(self, by: int) -> None:
        self.query_one("#box").scroll_relative(y=by, animate=False)

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        self.answer(int(event.id))
