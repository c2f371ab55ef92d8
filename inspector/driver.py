"""What a terminal sends, whatever bytes it sends: those that are no UTF-8 become U+FFFD, and what fails on them ends the app.

Textual 8.2.8 decodes strictly, so that one such byte ends its input thread, and it leaves with exit status 0 when that thread fails.
"""

from codecs import IncrementalDecoder, getincrementaldecoder
from functools import partial

from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver


class LenientDriver(LinuxDriver):
    """The driver of Linux and macOS, for which no byte is wrong."""

    def run_input_thread(self) -> None:
        linux_driver.getincrementaldecoder = _lenient  # type: ignore[attr-defined, assignment]
        super().run_input_thread()

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:
            self._app.call_later(self._app._handle_exception, error)  # noqa: SLF001


def _lenient(encoding: str) -> partial[IncrementalDecoder]:
    return partial(getincrementaldecoder(encoding), errors="replace")
