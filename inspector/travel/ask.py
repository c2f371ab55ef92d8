"""What did it know on ...? Asks for the two instants, in the words the command line knows."""

from collections.abc import Iterable
from datetime import tzinfo

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector import words
from inspector.cli.times import parse_time
from inspector.modals.dialog import Dialog, labelled, said
from inspector.widgets.fields import Field
from store.clock import Instant
from store.errors import Refused
from store.values import AsOf

EXAMPLES = "2026-04-05, 2026-04-05 09:00, yesterday, 3 weeks ago"


class AskInstants(Dialog[AsOf]):
    """Asks for the known instant, and for the valid one where that is another.

    Args:
        at: The instants to begin with; now stands for none.
        zone: Of times typed without an offset.
        now: The present.
    """

    title_text = "What did it know on …?"
    keys_text = "enter goes there · tab second clock · esc cancels"

    DEFAULT_CSS = "AskInstants #means { height: 1; margin-top: 1; color: $muted; }"

    def __init__(self, at: AsOf, zone: tzinfo, now: Instant) -> None:
        super().__init__()
        self.at = at
        self.zone = zone
        self.now = now

    def body(self) -> Iterable[Widget]:
        yield said(f"Nothing can be changed there. Write it like {EXAMPLES}.")
        yield from labelled("known on", Field(self._shown(self.at.known_at), "now", id="known"), apart=True)
        same = self.at.valid_at == self.at.known_at
        valid = "" if same else self._shown(self.at.valid_at) or "now"
        yield from labelled("true on", Field(valid, "the same day", id="valid"))
        yield Static(id="means")

    def on_mount(self) -> None:
        self.begin_at(self.query_one("#known", Field))
        self._say_meaning()

    @on(Input.Changed)
    def _say_meaning(self) -> None:
        self.query_one("#wrong").display = False
        try:
            chosen = self._instants()
        except Refused as error:
            self.query_one("#means", Static).update(Content(error.message))
            return
        valid, known = (
            words.minute(instant, self.zone) if instant is not None else "now" for instant in (chosen.valid_at, chosen.known_at)
        )
        zone = words.zone_name(self.zone, self.now)
        self.query_one("#means", Static).update(Content(f"valid {valid} · known {known} {zone}"))

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.answer(self._instants())
        except Refused as error:
            self.query_one("#means", Static).update(Content(""))
            self.say_wrong(error)

    def _instants(self) -> AsOf:
        known = self._read("#known")
        valid_typed = self.query_one("#valid", Field).value.strip()
        valid = self._read("#valid") if valid_typed else known
        return AsOf(valid, None if known is not None and known >= self.now else known)

    def _read(self, selector: str) -> Instant | None:
        typed = self.query_one(selector, Field).value.strip()
        return None if typed in ("", "now") else parse_time(typed, self.now, self.zone)

    def _shown(self, instant: Instant | None) -> str:
        return "" if instant is None else words.when(instant, self.zone)
