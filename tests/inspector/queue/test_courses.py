"""U2: what an answer to a conflict comes to, as a small ledger with both facts on one axis."""

import re

from inspector.review.courses import courses
from inspector.review.lines import lines
from inspector.review.parts import Setting
from store.clock import DAY
from store.proposal import Course, Judgement, Prospect, Review, Stretch
from tests.inspector.fake import PRESENT
from tests.inspector.fake_queue import proposal
from tests.inspector.queue.queues import COFFEE, CONFLICT

START, LATER = PRESENT - 400 * DAY, PRESENT - 320 * DAY
OPEN = (Stretch(START, True, None),)
FIRST, SECOND = (one.number for one in COFFEE)
ENDED = Prospect(
    1, "ended", (Course(FIRST, OPEN, OPEN), Course(SECOND, (Stretch(LATER, False, None),), (Stretch(LATER, False, PRESENT),)))
)
NEVER = Prospect(4, None, (Course(FIRST, OPEN, ()), Course(SECOND, (Stretch(LATER, True, None),), ())))


def drawn(prospect: Prospect, *, width: int = 80, chosen: bool = True, hidden: bool = False, of: object = CONFLICT) -> list[str]:
    from datetime import UTC

    given = Setting(width, UTC, PRESENT, hidden)
    return [line.content.plain for line in courses(prospect, of, given, chosen=chosen)]  # type: ignore[arg-type]


def test_what_changes_stands_over_what_was_and_what_stays_by_itself() -> None:
    """Bars begin in the same cell before and after, what goes is drawn as revised since, and every line has one width."""
    _, rule, stays, after, before = drawn(ENDED)
    assert [line.split()[:2] for line in (stays, after)] == [[f"#{FIRST}", "stays"], [f"#{SECOND}", "after"]]
    assert before.split()[0] == "before"
    assert "┣" in stays
    assert stays.endswith("►")
    assert after.index("◄") == before.index("◄")
    assert after.rstrip()[-1] == "┫"
    assert "┄" in before[rule.index("▼") :]
    assert after.index("┫") <= rule.index("▼")
    assert {len(line) for line in (rule, stays, after, before)} == {80}


def test_nothing_is_said_of_the_other_fact_until_it_is_chosen() -> None:
    assert "if it ended" in drawn(ENDED, chosen=False)[3]


def test_what_was_never_true_is_said_where_it_began() -> None:
    _, _, after, before, *_ = drawn(NEVER)
    assert after.index("× never true") == before.index("├")
    assert "━" not in before


def test_a_new_fact_has_no_before() -> None:
    new = proposal(9, "conflict", [("first", COFFEE[0])])
    prospect = Prospect(2, "never", (Course(FIRST, OPEN, ()), Course(None, (), OPEN)))
    named = [line.split()[0] for line in drawn(prospect, of=new)[2:]]
    assert named == [f"#{FIRST}", "before", "new"]


def test_hidden_texts_are_hidden_here_too() -> None:
    words = re.compile("coffee|morning|strong|run", re.IGNORECASE)
    assert words.search("\n".join(drawn(ENDED)))
    assert not words.search("\n".join(drawn(ENDED, hidden=True)))


def test_where_there_is_no_room_it_is_left_out() -> None:
    """U6: in 80x24, and where the axis would be too short to read."""
    from datetime import UTC

    from inspector.review.answers import Asking
    from store.proposal import Answer, Effect

    assert drawn(ENDED, width=36) == []
    answers = (Answer(1, "The first holds", (("ended", ("it ends",)),)),)
    review = Review(CONFLICT, Judgement("for_a_person", (), ()), (), answers, Effect(1, 1, 0, (), ()), (ENDED,))
    for roomy in (True, False):
        shown = lines(review, Setting(76, UTC, PRESENT, roomy=roomy), Asking(1))
        assert any("before" in line.content.plain for line in shown) == roomy
