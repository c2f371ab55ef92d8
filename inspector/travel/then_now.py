"""Then and now: what was held beside what is held instead, and the words it was read from."""

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive

from inspector.panes.card import Line, evidence_lines
from inspector.panes.provenance import ProvenancePane
from inspector.travel import standing as standings
from inspector.travel.standing import Standing


class ThenAndNow(ProvenancePane):
    """The comparison, then the evidence known then."""

    standing: reactive[Standing | None] = reactive(None)
    """One slot then and now."""

    def watch_standing(self) -> None:
        self.redraw()

    @property
    def is_blank(self) -> bool:
        return self.standing is None

    def redraw(self) -> None:
        width = self.size.width
        self._lines = []
        if self.standing is not None and width:
            self._lines = [Line(line) for line in standings.lines(self.standing, width, self.zone, hidden=self.texts_hidden)]
            if self.card is not None and self.card.evidence:
                self._lines += [Line(Content("")), *evidence_lines(self.card, width, self.zone, hidden=self.texts_hidden)]
        self.virtual_size = Size(width, len(self._lines))
        self._say_place()
        self.refresh()
