"""What is said after a decision names what a person has read, never a bare number of the queue."""

from datetime import UTC

import pytest

from inspector.decisions import Decided, Decision, said
from inspector.deeds import Result
from inspector.deeds import said as said_of_deed
from inspector.words import shortened
from store.errors import NotFound, Refused, StoreError
from store.values import Operation, Outcome
from tests.inspector.fake import FACTS, PRESENT
from tests.inspector.fake_queue import proposal
from tests.inspector.queue.queues import CONFLICT

NAME = shortened(FACTS[0].text)
HOSTILE = proposal(77, "add", text="[b]Owes\x1b[31m 40 euro")
REFUSALS = (
    Refused("already_decided", proposal=77, state="approved", by="person:ben", at="2026-11-29T23:00:00Z"),
    Refused("choice_needed", proposal=77),
    Refused("not_readable", proposal=77),
    NotFound("proposal_not_found", id=77),
)


@pytest.mark.parametrize("error", REFUSALS, ids=lambda error: error.reason)
def test_a_refusal_names_the_kind_and_the_words(error: StoreError) -> None:
    """Stored words come through the door, and stay out where texts are hidden."""
    refused = Decided(Decision("approve"), refused=((HOSTILE, error),))
    shown = said(refused)
    assert shown.text.startswith('The add "[b]Owes␛[31m 40 euro" ')
    assert shown.severity == "warning"
    hidden = said(refused, hidden=True).text
    assert hidden.startswith("The add ")
    for text in (shown.text, hidden):
        assert "77" not in text
        assert "memory-inspector" not in text
    assert "euro" not in hidden


def test_a_conflict_is_named_by_its_first_fact() -> None:
    shown = said(Decided(Decision("approve"), refused=((CONFLICT, Refused("choice_needed", proposal=41)),)))
    about = shortened("Likes strong black coffee in the morning")
    assert shown.text == f'The conflict "{about}" needs an answer. a goes to the answers.'


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(9, FACTS[:1], undid=1), f"Undone, pinned: {NAME} Z does it again."),
        (Outcome(9, FACTS[:3], undid=3), f"Undone, 3 pinned: {NAME} and 2 more. Z does it again."),
        (Outcome(9, FACTS[:4], undid=3), f"Undone, 3 changes: {NAME} and 3 more. Z does it again."),
        (Outcome(9, (), undid=3), "Undone, 3 pinned. Z does it again."),
    ],
)
def test_what_was_undone_together_is_counted(outcome: Outcome, text: str) -> None:
    """U2: a batch is more than the first fact of it."""
    meant = Operation("o", 8, PRESENT, "person:ana", "pin", "ana", (), "b", "s", None, 9)
    assert said_of_deed(Result("undo", ((None, outcome),), undone=(meant,), sitting="s"), UTC).text == text
