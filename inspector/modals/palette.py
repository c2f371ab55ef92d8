"""The palette: every action by its name, with its key."""

from collections.abc import Callable
from typing import Protocol, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from inspector.actions import ACTIONS, Action


class Performing(Protocol):
    """A screen that runs actions by name."""

    def offers(self, action: Action) -> bool: ...

    def perform(self, action_id: str) -> None: ...

    def call_later(self, callback: Callable[[str], None], action_id: str) -> bool: ...


ORDER = ("Change", "Look", "Time", "Anywhere", "Move")


class ActionProvider(Provider):
    """Offers what the registry holds and the screen can do or leads to, nothing else."""

    @property
    def offered(self) -> list[Action]:
        """What there is to choose from."""
        screen = cast("Performing", self.screen)
        return [action for action in ACTIONS if screen.offers(action)]

    async def discover(self) -> Hits:
        for action in sorted(self.offered, key=lambda action: ORDER.index(action.group)):
            name = _name(action)
            yield DiscoveryHit(Content(name), self._run(action), text=name, help=action.help)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for action in self.offered:
            name = _name(action)
            if (score := max(matcher.match(name), matcher.match(action.help) * 0.7)) > 0:
                yield Hit(score, matcher.highlight(name), self._run(action), text=name, help=action.help)

    def _run(self, action: Action) -> "_Run":
        return _Run(cast("Performing", self.screen), action.id)


class _Run:
    """Runs an action once the palette is gone."""

    def __init__(self, screen: Performing, action: str) -> None:
        self.screen = screen
        self.action = action

    def __call__(self) -> None:
        self.screen.call_later(self.screen.perform, self.action)


def _name(action: Action) -> str:
    return f"{action.label}  {action.shown_keys}"
