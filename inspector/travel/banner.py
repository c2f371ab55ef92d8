"""The banner of time travel: where one is, that nothing can be changed, and the way back."""

from datetime import UTC, tzinfo

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from inspector import words
from store.values import AsOf


class TravelBanner(Widget):
    """One reversed row under the header."""

    DEFAULT_CSS = """
    TravelBanner { height: 1; background: $text-warning; color: $background; padding: 0 2; }
    """

    at: reactive[AsOf] = reactive(AsOf())
    """The instants travelled to."""

    zone: tzinfo = UTC

    def render(self) -> Content:
        width = self.size.width
        known = self.at.known_at if self.at.known_at is not None else self.at.valid_at
        zone = f" {words.zone_name(self.zone, known)}" if known is not None else ""
        for gap, right in (
            ("    ", "nothing can be changed · esc returns to now"),
            ("  ", "read-only · esc: now"),
            ("  ", "esc: now"),
            (" ", ""),
        ):
            left = Content.assemble(
                ("TIME TRAVEL", "bold"),
                f"{gap}valid ",
                (self._instant(self.at.valid_at), "bold"),
                f"{gap}known ",
                (self._instant(self.at.known_at), "bold"),
                zone,
            )
            room = width - left.cell_length - len(right)
            if room >= (2 if right else 0):
                return left + Content(" " * room + right)
        return left.truncate(width, ellipsis=True)

    def _instant(self, instant: int | None) -> str:
        return "now" if instant is None else words.minute(instant, self.zone)
