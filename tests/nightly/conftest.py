"""A store on which the nightly run is switched on, checked after every test."""

from collections.abc import Callable

import pytest

from store.nightly import run_nightly
from store.proposal import NightlyReport, Step, Suggestion
from tests.store.conftest import Keeper as Keeper
from tests.store.conftest import blank as blank
from tests.store.conftest import keeper as keeper

COFFEE = "Likes strong black coffee in the morning"
MILK = f"{COFFEE}, with milk"
NO_COFFEE = "Does not like strong black coffee in the morning"

Group = tuple[str, tuple[int, ...]]


class Night:
    """Ana's store by night, in short words."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.store = keeper.store
        self.report: NightlyReport | None = None

    def state(self, text: str, owner: str = "ana", **more: object) -> int:
        """State a fact by hand and return its number."""
        return self.store.assert_fact(text, owner=owner, **more).facts[0].number  # type: ignore[arg-type]

    def run(self, **how: object) -> list[Group]:
        """Run, and return what is new: the kind and the numbers of its facts, in their parts' order."""
        self.report = run_nightly(self.store, **how)  # type: ignore[arg-type]
        return [found(one) for one in self.report.proposed]

    def step(self, name: str) -> Step:
        """One step of the latest run."""
        assert self.report
        return next(step for step in self.report.steps if step.name == name)

    def skipped(self, name: str) -> dict[str, int]:
        """What a step of the latest run passed over, by reason."""
        return dict(self.step(name).skipped)


def found(one: Suggestion) -> Group:
    """The kind of a suggestion and the numbers of its facts."""
    return one.kind, tuple(number for _, number, _ in one.items)


@pytest.fixture
def night(keeper: Keeper) -> Night:
    keeper.on(0).set_setting("nightly.enabled", "true")
    return Night(keeper)


@pytest.fixture
def stopping() -> Callable[[str], Callable[[str, int, int], None]]:
    """A progress that stops the run at a step."""
    from store.errors import Refused

    def at(wanted: str) -> Callable[[str, int, int], None]:
        def progress(step: str, done: int, total: int) -> None:
            if step == wanted:
                raise Refused("cancelled")

        return progress

    return at
