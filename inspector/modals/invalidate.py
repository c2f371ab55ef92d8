"""Invalidating: it ended, it was never true, or something replaced it; three answers, three different histories."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from inspector import door, words
from inspector.cli.times import parse_time
from inspector.deeds import Deed
from inspector.modals.dialog import Dialog, labelled, said
from inspector.widgets.choices import Choice, Choices
from inspector.widgets.fields import FactText, Field
from store.clock import Instant
from store.errors import Refused
from store.values import Fact

ENDED = Choice("ended", "e", Content("It ended"), ("It was true, and is no longer. The past stays as it is.",))
NEVER = Choice("never", "n", Content("It was never true"), ("Wrong from the start. What it had replaced holds again.",))
REPLACED = Choice("replaced", "r", Content("Something replaced it"), ("It ended because something else holds since then.",))


class _Warned(Exception):
    """What the answer would come to; enter gives it all the same."""


class InvalidateModal(Dialog[Deed]):
    """Asks how some facts are no longer to hold.

    Args:
        facts: As they are painted.
        zone: Of times typed without an offset.
        now: The present.
        hidden: Texts are covered.
    """

    title_text = "Invalidate"
    keys_text = "enter goes on · esc cancels"

    DEFAULT_CSS = """
    InvalidateModal .form { height: auto; display: none; margin-top: 1; }
    InvalidateModal .form.open { display: block; }
    """

    def __init__(self, facts: Sequence[Fact], zone: tzinfo, now: Instant, *, hidden: bool = False) -> None:
        super().__init__()
        self.facts = facts
        self.zone = zone
        self.now = now
        self.hidden = hidden
        self._warned_of: Instant | None = None

    @property
    def about(self) -> frozenset[int]:
        return frozenset(fact.number for fact in self.facts)

    def body(self) -> Iterable[Widget]:
        yield said(_named(self.facts, self.hidden), "fact")
        if pinned := sum(fact.pinned for fact in self.facts):
            yield said(
                Content.styled("◆ It is pinned." if len(self.facts) == 1 else f"◆ {pinned} of them pinned.", "$text-warning")
            )
        yield said("", "gap")
        yield Choices([ENDED, NEVER, *([REPLACED] if len(self.facts) == 1 else [])])
        yield Vertical(
            *labelled("it ended", Field("now", placeholder="now, 2026-03-21, 3 weeks ago", id="at")),
            *labelled("until", Field(placeholder="for good", id="until")),
            id="form-ended",
            classes="form",
        )
        yield Vertical(
            *labelled("now holds", FactText(id="text")),
            *labelled("since", Field("now", placeholder="now, 2026-03-21, 3 weeks ago", id="since")),
            id="form-replaced",
            classes="form",
        )

    def on_mount(self) -> None:
        self.begin_at(self.query_one(Choices))

    @on(Choices.Moved)
    def _moved(self, event: Choices.Moved) -> None:
        event.stop()
        for form in self.query(".form"):
            form.set_class(form.id == f"form-{event.id}" and form.has_focus_within, "open")

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        if event.id == "never":
            self.answer(Deed("retract", lambda store, fact, batch: store.retract(_n(fact), version=_v(fact), batch=batch)))
            return
        self._open(event.id)

    def _open(self, how: str) -> None:
        for form in self.query(".form"):
            form.set_class(form.id == f"form-{how}", "open")
        self.call_after_refresh(self.begin_at, self.query_one("#at" if how == "ended" else "#text"))

    def on_show(self) -> None:
        """Open the form that was filled in before."""
        if self.resumed is not None:
            how = "replaced" if self.resumed[0].get("text") else "ended"
            choices = self.query_one(Choices)
            choices.set_reactive(Choices.cursor, 0 if how == "ended" else 2)
            choices.refresh()
            self._open(how)

    @on(Input.Submitted)
    def _field_done(self, event: Input.Submitted) -> None:
        event.stop()
        self._finish("replaced" if event.input.id == "since" else "ended")

    @on(FactText.Submitted)
    def _text_done(self, event: FactText.Submitted) -> None:
        event.stop()
        self._finish("replaced")

    def _finish(self, how: str) -> None:
        try:
            self.answer(self._replacing() if how == "replaced" else self._ending())
        except (Refused, _Warned) as error:
            self.say_wrong(error if isinstance(error, Refused) else str(error))

    def _ending(self) -> Deed:
        at = self._time("#at")
        until = self._time("#until")
        if until is not None and until <= (at if at is not None else self.now):
            raise Refused("empty_interval")
        ends = at if at is not None else self.now
        gone = [fact for fact in self.facts if until is None and ends <= fact.valid_from]
        if gone and ends != self._warned_of:
            self._warned_of = ends
            begun = words.when(max(fact.valid_from for fact in gone), self.zone)
            if len(self.facts) == 1:
                said = f"It begins {begun}, so nothing of it would be left: it would be retracted."
            else:
                said = (
                    f"{len(gone)} of them begin as late as {begun}, so nothing of those would be left: they would be retracted."
                )
            raise _Warned(f"{said} enter does that.")
        return Deed("end", lambda store, fact, batch: store.end(_n(fact), at=at, until=until, version=_v(fact), batch=batch))

    def _replacing(self) -> Deed:
        text = self.query_one("#text", FactText).text.strip()
        if not text:
            raise Refused("empty_text")
        at = self._time("#since")
        return Deed("supersede", lambda store, fact, batch: store.supersede(_n(fact), text, at=at, version=_v(fact), batch=batch))

    def _time(self, selector: str) -> Instant | None:
        typed = self.query_one(selector, Field).value.strip()
        return None if typed in ("", "now") else parse_time(typed, self.now, self.zone)


def _named(facts: Sequence[Fact], hidden: bool) -> Content:
    if len(facts) > 1:
        return Content(words.quantity(len(facts), "fact"))
    shown = door.plain(facts[0].text)
    return Content(words.masked(shown) if hidden else shown)


def _n(fact: Fact | None) -> int:
    assert fact is not None
    return fact.number


def _v(fact: Fact | None) -> int:
    assert fact is not None
    return fact.version
