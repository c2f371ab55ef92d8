"""What the tests of the screen share: the app on a store in memory, at a frozen instant."""

import pytest


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No animation, whatever the machine is set to."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.delenv("NO_COLOR", raising=False)
