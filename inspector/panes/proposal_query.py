"""Which proposals are listed: what is typed into the filter, and reading them by pages.

Beside words of the facts a filter takes the name of a kind (`merge`), of a verdict (`person`), `run:3` and `older:7` (days).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.panes import proposal_words
from store.clock import DAY, Instant

if TYPE_CHECKING:
    from inspector.panes.window import Side
    from store.proposal import Proposal, ProposalQuery
    from store.proposals import Proposals
    from store.values import Count

STATES = ("waiting", "refused", "decided", "all")
KINDS = ("merge", "supersede", "correct", "add", "end", "retract", "expire", "confirm", "conflict", "unreadable")
VERDICTS = {
    "admissible": "admissible",
    "allowed": "admissible",
    "plain": "admissible",
    "person": "for_a_person",
    "for_a_person": "for_a_person",
    "unreconciled": "unreconciled",
    "refused": "refused",
}
LAST = (1 << 60, "", 0)
"""A key behind every proposal."""
SCAN = 200
SCAN_LIMIT = 5000
"""So many proposals are looked through at most for words, as no index holds them."""


@dataclass(frozen=True)
class Wanted:
    """What is listed.

    Args:
        owner: Whose; `None` is everybody's.
        state: One of `STATES`.
        kind, verdict, run: Only these.
        older: Only what was proposed so many days ago or earlier.
        words: Words that its texts must hold.
    """

    owner: str | None = None
    state: str = "waiting"
    kind: str | None = None
    verdict: str | None = None
    run: int | None = None
    older: int | None = None
    words: tuple[str, ...] = ()

    @property
    def narrowed(self) -> bool:
        """Whether a filter leaves anything out."""
        return bool(self.words) or any(part is not None for part in (self.kind, self.verdict, self.run, self.older))


def wanted(owner: str | None, state: str, typed: str) -> Wanted:
    """Return what a filter means."""
    kind = verdict = run = older = None
    words: list[str] = []
    for word in typed.casefold().split():
        name, _, value = word.partition(":")
        if name == "run" and value.isdecimal():
            run = int(value[:15])
        elif name == "older" and value.rstrip("d").isdecimal():
            older = int(value.rstrip("d")[:6])
        elif word in KINDS:
            kind = word
        elif word in VERDICTS:
            verdict = VERDICTS[word]
        else:
            words.append(word)
    return Wanted(owner, state, kind, verdict, run, older, tuple(words))


def query(asked: Wanted, now: Instant) -> ProposalQuery:
    """Return what the store is asked for; words are not part of it."""
    from store.proposal import ProposalQuery

    before = None if asked.older is None else now - asked.older * DAY + 1
    return ProposalQuery(asked.owner, asked.state, asked.kind, asked.verdict, asked.run, before)


def read(proposals: Proposals, asked: Wanted, now: Instant, side: Side, key: Any, limit: int) -> tuple[tuple[Proposal, ...], Any]:
    """Read proposals below or above a key, in the order of the queue; called in threads."""
    put = query(asked, now)
    found: tuple[Proposal, ...] = ()
    looked_at = 0
    while True:
        size = SCAN if asked.words else limit
        page = (
            proposals.page(put, after=key, limit=size) if side == "below" else proposals.page(put, before=key or LAST, limit=size)
        )
        kept = tuple(one for one in page.proposals if _holds(one, asked.words))
        found = found + kept if side == "below" else kept + found
        key = page.next
        looked_at += size
        if key is None or len(found) >= limit or looked_at >= SCAN_LIMIT:
            return found, key


def count(proposals: Proposals, asked: Wanted, now: Instant) -> Count:
    """Count them, honestly up to a cap; called in threads."""
    if not asked.words:
        return proposals.count(query(asked, now))
    from store.values import Count

    found, more = read(proposals, asked, now, "below", None, 1000)
    return Count(len(found), more is not None)


def _holds(proposal: Proposal, words: tuple[str, ...]) -> bool:
    if not words:
        return True
    said = proposal_words.what(proposal)
    texts = [said.first, said.second, proposal.rationale, proposal.topic, *(item.fact.text for item in proposal.items)]
    held = " ".join(texts).casefold()
    return all(word in held for word in words)
