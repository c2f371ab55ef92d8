"""U3: from change to change, on either clock."""

from datetime import UTC

from inspector.ledger.rows import Ledger
from inspector.ledger.steps import next_change, other_learning
from inspector.words import day
from tests.inspector.ledger.tellings import at, home_city


def walked(valid: str, known: str, forward: bool, steps: int) -> list[tuple[str, str]]:

    ledger, here, seen = Ledger(home_city()), (at(valid), at(known)), []
    for _ in range(steps):
        there = next_change(ledger, here, forward)
        if there is None:
            break
        here = there
        seen.append((day(here[0], UTC), day(here[1], UTC)))
    return seen


def test_forward_the_history_is_told_again_in_the_order_of_the_calendar() -> None:
    assert walked("2024-09-02", "2024-09-02", True, 20) == [
        ("2024-09-02", "2025-06-14"),
        ("2025-09-01", "2025-06-14"),
        ("2025-12-01", "2025-06-14"),
        ("2025-12-01", "2026-04-02"),
        ("2026-03-21", "2026-04-02"),
        ("2026-03-21", "2026-04-20"),
        ("2026-03-21", "2026-10-20"),
        ("2027-01-10", "2026-10-20"),
    ]


def test_backward_it_is_undone_from_the_end() -> None:
    assert walked("2026-11-27", "2026-11-27", False, 3) == [
        ("2026-11-27", "2026-10-20"),
        ("2026-11-27", "2026-04-20"),
        ("2026-11-27", "2026-04-02"),
    ]


def test_rows_are_the_known_clock() -> None:
    ledger = Ledger(home_city())
    assert other_learning(ledger, at("2026-04-05"), forward=True) == at("2026-04-20")
    assert other_learning(ledger, at("2026-04-05"), forward=False) == at("2025-06-14")
    assert other_learning(ledger, at("2024-01-01"), forward=True) == at("2024-09-02")
    assert other_learning(ledger, at("2024-01-01"), forward=False) is None
