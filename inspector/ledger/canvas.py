"""A line of cells to draw on, and the styled segments it becomes."""

from typing import NamedTuple

from rich.cells import cell_len, split_graphemes


class Segment(NamedTuple):
    """Text and the role that decides its colour."""

    text: str
    role: str


Line = tuple[Segment, ...]


class Canvas:
    """One line, exactly so many cells wide; a wide character takes two cells or none.

    Args:
        width: How many cells.
    """

    def __init__(self, width: int) -> None:
        self.cells: list[Segment] = [Segment(" ", "")] * width

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, cell: int) -> str:
        return self.cells[cell].text

    def put(self, cell: int, glyph: str, role: str) -> None:
        """Draw a glyph one cell wide; outside the line nothing is drawn."""
        if 0 <= cell < len(self.cells):
            self._clear(cell)
            self.cells[cell] = Segment(glyph, role)

    def role(self, cell: int, role: str) -> None:
        """Change the role of what is drawn there."""
        self.cells[cell] = Segment(self.cells[cell].text, role)

    def point(self, cell: int) -> None:
        """Point at what is drawn there, the whole of a wide character; outside the line at nothing."""
        if not 0 <= cell < len(self.cells):
            return
        first = cell - 1 if self.cells[cell].text == "" else cell
        for pointed in {first, cell}:
            self.role(pointed, "pointed")

    def write(self, cell: int, text: str, role: str) -> int:
        """Write text from a cell on and return the cell after it; what does not fit is left out."""
        for start, end, width in split_graphemes(text)[0]:
            if cell + width > len(self.cells):
                break
            if width == 0:
                continue
            for taken in range(cell, cell + width):
                self._clear(taken)
            self.cells[cell] = Segment(text[start:end], role)
            if width == 2:
                self.cells[cell + 1] = Segment("", role)
            cell += width
        return cell

    def paste(self, cell: int, other: "Canvas") -> None:
        """Draw another line from a cell on."""
        for offset, segment in enumerate(other.cells):
            if cell + offset < len(self.cells):
                self.cells[cell + offset] = segment
        if self.cells and cell_len(self.cells[-1].text) > 1:
            self.cells[-1] = Segment(" ", self.cells[-1].role)

    def line(self) -> Line:
        """Return the line as segments, neighbours of one role joined."""
        joined: list[Segment] = []
        for text, role in self.cells:
            if joined and joined[-1].role == role:
                joined[-1] = Segment(joined[-1].text + text, role)
            else:
                joined.append(Segment(text, role))
        return tuple(joined)

    def _clear(self, cell: int) -> None:
        if self.cells[cell].text == "":
            self.cells[cell - 1] = Segment(" ", self.cells[cell - 1].role)
        elif cell + 1 < len(self.cells) and self.cells[cell + 1].text == "":
            self.cells[cell + 1] = Segment(" ", self.cells[cell + 1].role)


def text_of(line: Line) -> str:
    """Return a line without its roles."""
    return "".join(segment.text for segment in line)


def width_of(line: Line) -> int:
    """Return how many cells a line takes."""
    return sum(cell_len(segment.text) for segment in line)
