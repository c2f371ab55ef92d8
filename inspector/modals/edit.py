"""Correcting a fact: its words or the time in which it holds; the wrong version stays in the history."""

from collections.abc import Iterable
from datetime import tzinfo
from typing import Any

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from inspector import words
from inspector.cli.times import parse_time
from inspector.deeds import Deed
from inspector.modals.dialog import Dialog, labelled, said
from inspector.widgets.fields import FactText, Field
from store.clock import Instant
from store.errors import Refused
from store.values import TEXT_LIMIT, Fact

OPEN = "open"


class EditModal(Dialog[Deed]):
    """Asks what is right.

    Args:
        fact: As it is painted.
        zone: Of times typed without an offset.
        now: The present.
    """

    title_text = "Correct"
    keys_text = "enter saves · tab goes on · esc cancels"

    def __init__(self, fact: Fact, zone: tzinfo, now: Instant) -> None:
        super().__init__()
        self.fact = fact
        self.zone = zone
        self.now = now
        self.start = words.when(fact.valid_from, zone) if fact.valid_from_exact else ""
        self.stop = words.when(fact.valid_to, zone) if fact.valid_to is not None else ""

    @property
    def about(self) -> frozenset[int]:
        return frozenset({self.fact.number})

    def body(self) -> Iterable[Widget]:
        yield said("What was wrong stays in the history as believed until now.")
        if self.fact.pinned:
            yield said(Content.styled("◆ It is pinned.", "$text-warning"))
        yield said("", "gap")
        yield from labelled("right is", FactText(self.fact.text, id="text"))
        known_by = f"unknown; it held by {words.day(self.fact.valid_from, self.zone)}"
        yield from labelled("holds from", Field(self.start, "" if self.start else known_by, id="from"), apart=True)
        yield from labelled("until", Field(self.stop, "open; such as 2026-03-21, yesterday, in 2 days", id="until"), apart=True)

    def on_mount(self) -> None:
        self.begin_at(self.query_one(FactText))

    @on(Input.Submitted)
    @on(FactText.Submitted)
    def _done(self, event: Input.Submitted | FactText.Submitted) -> None:
        event.stop()
        try:
            self.answer(self._correction())
        except Refused as error:
            self.say_wrong(error)

    def _correction(self) -> Deed | None:
        area = self.query_one(FactText)
        changes: dict[str, Any] = {}
        text = None
        if area.is_changed:
            text = area.text.strip()
            if not text:
                raise Refused("empty_text")
            if len(text) > TEXT_LIMIT:
                raise Refused("text_too_long", length=len(text), limit=TEXT_LIMIT)
        start, stop = (self.query_one(selector, Field).value.strip() for selector in ("#from", "#until"))
        if start and start != self.start:
            changes["valid_from"] = parse_time(start, self.now, self.zone)
        if stop != self.stop:
            changes["valid_to"] = parse_time(stop, self.now, self.zone) if stop else OPEN
        begins = changes.get("valid_from", self.fact.valid_from)
        ends = changes.get("valid_to", self.fact.valid_to)
        if ends is not None and ends != OPEN and ends <= begins:
            raise Refused("empty_interval")
        if text is None and not changes:
            return None
        number, version = self.fact.number, self.fact.version
        return Deed("correct", lambda store, fact, batch: store.correct(number, text, version=version, batch=batch, **changes))
