"""Writing a new fact by hand."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from textual import on
from textual.widget import Widget
from textual.widgets import Input

from inspector import door
from inspector.cli.session import login
from inspector.cli.times import parse_time
from inspector.deeds import Deed
from inspector.modals.dialog import Dialog, labelled, said
from inspector.widgets.fields import FactText, Field
from store.clock import Instant
from store.errors import Refused
from store.values import TEXT_LIMIT
from store.vocabulary import KINDS


class WriteModal(Dialog[Deed]):
    """Asks for a text, and for what else is known of it.

    Args:
        owner: Whose memory is shown; `None` when it is everybody's, and the owner is asked for too.
        owners: Those there are; where there is none yet, it is whoever is logged in.
        zone: Of times typed without an offset.
        now: The present.
    """

    title_text = "Write a fact"
    keys_text = "enter saves · tab goes on · esc cancels"

    def __init__(self, owner: str | None, owners: Sequence[str], zone: tzinfo, now: Instant) -> None:
        super().__init__()
        self.owner = owner if owner is not None else owners[0] if len(owners) == 1 else None if owners else login()
        self.zone = zone
        self.now = now

    def body(self) -> Iterable[Widget]:
        if self.owner is not None:
            yield said(f"What should be remembered of {door.one_line(self.owner, 30)}?")
            yield said("", "gap")
        yield from labelled("text", FactText(id="text"))
        if self.owner is None:
            yield from labelled("of whom", Field(id="owner"), apart=True)
        yield from labelled("kind", Field(placeholder=f"{', '.join(KINDS[:4])}, …, other", id="kind"), apart=True)
        yield from labelled("slot", Field(placeholder="such as home.city; it holds one fact", id="slot"), apart=True)
        yield from labelled("holds from", Field(placeholder="unknown; 2026-03-21, 3 weeks ago", id="from"), apart=True)
        yield from labelled("until", Field(placeholder="open", id="until"), apart=True)

    def on_mount(self) -> None:
        self.begin_at(self.query_one(FactText))

    @on(Input.Submitted)
    @on(FactText.Submitted)
    def _done(self, event: Input.Submitted | FactText.Submitted) -> None:
        event.stop()
        if self.owner is None and not self._value("owner"):
            self.say_wrong("Say whose memory it goes into.")
            return
        try:
            self.answer(self._fact())
        except Refused as error:
            self.say_wrong(error)

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Field).value.strip()

    def _fact(self) -> Deed:
        text = self.query_one(FactText).text.strip()
        if not text:
            raise Refused("empty_text")
        if len(text) > TEXT_LIMIT:
            raise Refused("text_too_long", length=len(text), limit=TEXT_LIMIT)
        owner = self.owner if self.owner is not None else self._value("owner")
        kind = _kind(self._value("kind"))
        slot = self._value("slot") or None
        begins, ends = (self._time(name) for name in ("from", "until"))
        if ends is not None and begins is not None and ends <= begins:
            raise Refused("empty_interval")
        return Deed(
            "assert",
            lambda store, fact, batch: store.assert_fact(
                text, owner=owner, kind=kind, slot=slot, valid_from=begins, valid_to=ends
            ),
        )

    def _time(self, name: str) -> Instant | None:
        typed = self._value(name)
        return parse_time(typed, self.now, self.zone) if typed else None


def _kind(typed: str) -> str:
    """Return the kind meant by a word or its beginning."""
    if not typed:
        return "other"
    wanted = typed.casefold().replace("-", "_")
    found = [kind for kind in KINDS if kind.startswith(wanted)]
    if wanted in KINDS:
        return wanted
    if len(found) != 1:
        raise Refused("bad_value", given=typed, choices=", ".join(KINDS))
    return found[0]
