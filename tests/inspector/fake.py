"""A store in memory with the methods the inspector calls, for tests of the screen alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from store.clock import DAY, FixedClock, Instant
from store.errors import NotFound, Refused
from store.proposal import Proposal
from store.values import (
    NOW,
    AsOf,
    Belief,
    Card,
    Conversation,
    Count,
    Edge,
    Evidence,
    Fact,
    History,
    HistoryFact,
    Key,
    Mark,
    Operation,
    Outcome,
    Overview,
    OwnerCount,
    Page,
    Problem,
    Query,
    Source,
    Touched,
)
from tests.inspector import fake_queue
from tests.inspector.fake_deletions import FakeDeletions
from tests.inspector.fake_queue import FakeProposals, FakeRules

PRESENT = 1_796_000_000_000_000  # 2026-11-29T23:33:20Z


def fact(number: int, text: str, **values: Any) -> Fact:
    """Return a fact with ordinary values for everything not given."""
    given: dict[str, Any] = {
        "id": f"019ac000-0000-7000-8000-{number:012}",
        "number": number,
        "owner": "ana",
        "subject": "ana",
        "slot": None,
        "kind": "preference",
        "text": text,
        "state": "active",
        "marks": (),
        "origin": "online",
        "importance": 5,
        "valid_from": PRESENT - 200 * DAY,
        "valid_from_exact": True,
        "valid_to": None,
        "valid_to_exact": True,
        "recorded_at": PRESENT - number * DAY,
        "version": 1,
        "superseded_by": None,
        "ends_as": None,
        "pinned": False,
        "confirmations": 1,
        "seen_at": PRESENT - number * DAY,
    }
    return Fact(**(given | values))


FACTS = (
    fact(1, "Never coffee after six in the evening", pinned=True, marks=(Mark("pinned", ""),)),
    fact(2, "Lives in Guimarães with Rui", kind="profile", slot="home.city", confirmations=2, importance=7),
    fact(3, "对花生过敏，点餐前要提醒", kind="profile", pinned=True, valid_from_exact=False),
    fact(4, "Работает дизайнером в студии «Нордлис»", kind="profile"),
    fact(
        5,
        "Moves to Coimbra in January",
        kind="profile",
        state="upcoming",
        valid_from=PRESENT + 40 * DAY,
        seen_at=PRESENT - 5 * DAY,
    ),
    fact(6, "Reads on paper, not on screens", marks=(Mark("suspect", "old"),)),
    fact(7, "Rui was born on 9 March", kind="person", marks=(Mark("doubtful", "source_changed"),)),
    fact(8, "Plays the cello", marks=(Mark("unverified", "no_evidence"),), origin="import", confirmations=0),
    fact(9, "Lives in Braga", kind="profile", slot="home.city", state="retracted", superseded_by=2),
    fact(10, "Likes [bold]markup[/] and \x1b[31mred\x1b[0m [@click=app.quit]links[/]"),
    fact(11, "Learns Danish on Mondays", state="ended", valid_to=PRESENT - 9 * DAY),
)


class FakeStore:
    """Facts in a list; changes are real enough for the screen to show them."""

    def __init__(
        self, facts: Sequence[Fact] = FACTS, clock: FixedClock | None = None, proposals: Sequence[Proposal] = ()
    ) -> None:
        self.clock = clock or FixedClock(PRESENT)
        self.actor = "person:test"
        self.held = {item.number: item for item in facts}
        self.operations: list[Operation] = []
        self.before: list[dict[int, Fact]] = []
        self.sitting = ""
        self.read_only = False
        self.foreign = 0
        self.calls: list[tuple[Any, ...]] = []
        self.refuse: Refused | None = None
        self.fail: Exception | None = None
        self.proposals = FakeProposals(self, proposals)
        self.rules = FakeRules(self)
        self.deletions = FakeDeletions(self)
        self.has_audit_key = True
        self.has_anchor = True
        self.problems: tuple[Problem, ...] = ()
        self.related: tuple[Edge, ...] = ()
        self.queue_before: dict[int, dict[int, Proposal]] = {}

    # reads

    def alias(self, owner: str | None) -> str:
        return f"{owner}".rjust(40)

    def catch_up(self) -> None:
        pass

    def _matching(self, query: Query) -> list[Fact]:
        if self.fail is not None:
            raise self.fail
        states = {
            "open": ("active", "upcoming"),
            "invalidated": ("superseded", "expired", "ended", "retracted"),
            "all": ("active", "upcoming", "superseded", "expired", "ended", "retracted"),
        }.get(query.state, (query.state,))
        words = (query.search or "").casefold().split()
        found = [
            item
            for item in self.held.values()
            if item.state in states and query.owner in (None, item.owner) and all(word in item.text.casefold() for word in words)
        ]
        return sorted(found, key=lambda item: _key(item, query.sort), reverse=query.descending)

    def facts(self, query: Query, at: AsOf = NOW, *, after: Key | None = None, limit: int = 100) -> Page:
        found = self._matching(query)
        if after is not None:
            found = [
                item for item in found if (_key(item, query.sort) < after) == query.descending and _key(item, query.sort) != after
            ]
        page = found[:limit]
        return Page(tuple(page), _key(page[-1], query.sort) if len(found) > limit else None)

    def place(self, numbers: Sequence[int], query: Query, at: AsOf = NOW) -> Key | None:
        return next((_key(self.held[number], query.sort) for number in numbers if number in self.held), None)

    def count(self, query: Query, at: AsOf = NOW, cap: int = 1000) -> Count:
        found = len(self._matching(query))
        return Count(min(found, cap), found > cap)

    def fact(self, ref: int | str, at: AsOf = NOW) -> Fact:
        if int(ref) not in self.held:
            raise NotFound("fact_not_found", id=f"#{ref}")
        return self.held[int(ref)]

    def card(self, ref: int, at: AsOf = NOW) -> Card:
        item = self.fact(ref)
        return Card(item, (), _evidence(item), (), PRESENT - DAY)

    def history(self, ref: int, at: AsOf = NOW) -> History:
        item = self.fact(ref)
        belief = Belief(
            item.number, 1, item.valid_from, True, item.valid_to, True, True, None, None, "assert", item.recorded_at, None, 1, "x"
        )
        return History(item.number, item.slot, (HistoryFact(item.number, item.text, item.state, "m-1"),), (belief,), PRESENT)

    def conversation(self, source: int, around: int = 3, at: AsOf = NOW) -> Conversation:
        made = [_source(number) for number in range(source - around, source + around + 1)]
        return Conversation(tuple(made[:around]), made[around], tuple(made[around + 1 :]), (self.held[2],))

    def owners(self) -> tuple[OwnerCount, ...]:
        return tuple(
            OwnerCount(name, sum(item.owner == name and item.state == "active" for item in self.held.values()))
            for name in self.owner_names()
        )

    def owner_names(self) -> tuple[str, ...]:
        return tuple(sorted({item.owner for item in self.held.values()}))

    def overview(self, owner: str | None, at: AsOf = NOW, since: Instant | None = None) -> Overview:
        mine = [item for item in self.held.values() if owner in (None, item.owner)]
        marked = {
            name: sum(any(mark.mark == name for mark in item.marks) for item in mine) for name in ("unverified", "doubtful")
        }
        return Overview(
            Count(sum(item.state == "active" for item in mine)),
            Count(sum(item.state == "upcoming" for item in mine)),
            Count(marked["unverified"]),
            Count(marked["doubtful"]),
            Count(0 if since is None else sum(item.recorded_at > since for item in mine)),
        )

    def changes(
        self,
        *,
        after: int | None = None,
        before: int | None = None,
        sitting: str | None = None,
        limit: int = 100,
        oldest_first: bool = False,
        **which: Any,
    ) -> tuple[Operation, ...]:
        found = [
            item
            for item in self._which(**which)
            if (after or 0) < item.number < (before or 1 << 60) and sitting in (None, item.sitting)
        ]
        return tuple(found if oldest_first else reversed(found))[:limit]

    def count_changes(self, cap: int = 1000, **which: Any) -> Count:
        found = len(self._which(**which))
        return Count(min(found, cap), found > cap)

    def _which(
        self,
        words: Sequence[str] = (),
        since: Instant | None = None,
        until: Instant | None = None,
        fact: int | None = None,
    ) -> list[Operation]:
        return [
            item
            for item in self.operations
            if all(word in item.actor or word in item.verb for word in words)
            and (since is None or item.at >= since)
            and (until is None or item.at <= until)
            and (fact is None or fact in {touched.fact for touched in item.touched})
        ]

    def operations_of(self, entries: Sequence[int]) -> dict[int, int]:
        return {entry: entry for entry in entries if entry <= len(self.operations)}

    def edges(self, owner: str | None, at: AsOf = NOW) -> tuple[Edge, ...]:
        return self.related

    def verify_audit(self) -> tuple[Problem, ...]:
        return self.problems

    def damage(self) -> None:
        """Nothing is damaged."""

    def data_version(self) -> int:
        return self.foreign

    def last_operation(self) -> int:
        return len(self.operations)

    def publish(self) -> None:
        """There is no Markdown folder."""

    def close(self) -> None:
        self.calls.append(("close",))

    # writes

    def _write(self, verb: str, ref: int | None, version: int | None = None, undoes: int | None = None, **values: Any) -> Outcome:
        self.calls.append((verb, ref, version))
        if self.refuse is not None:
            raise self.refuse
        if ref is not None and version is not None and self.held[ref].version != version:
            raise Refused("stale", fact=f"#{ref}")
        self.before.append(dict(self.held))
        number = len(self.operations) + 1
        touched: tuple[Touched, ...] = ()
        facts: tuple[Fact, ...] = ()
        if ref is not None:
            old = self.held[ref]
            self.held[ref] = replace(old, version=old.version + 1, **values)
            facts, touched = (self.held[ref],), (Touched(ref, old.version, old.version + 1),)
        self.operations.append(
            Operation(str(number), number, PRESENT, self.actor, verb, "ana", touched, None, self.sitting, undoes, None)
        )
        return Outcome(number, facts)

    def assert_fact(self, text: str, *, owner: str, **values: Any) -> Outcome:
        number = max(self.held, default=0) + 1
        outcome = self._write("assert", None)
        self.held[number] = fact(
            number, text, owner=owner, kind=values.get("kind", "other"), slot=values.get("slot"), seen_at=PRESENT
        )
        return replace(outcome, facts=(self.held[number],))

    def supersede(self, ref: int, text: str, *, version: int | None = None, **values: Any) -> Outcome:
        outcome = self._write("supersede", ref, version, state="superseded")
        number = max(self.held) + 1
        self.held[number] = fact(number, text, seen_at=PRESENT)
        return replace(outcome, facts=(self.held[number], *outcome.facts))

    def correct(self, ref: int, text: str | None = None, *, version: int | None = None, **values: Any) -> Outcome:
        return self._write("correct", ref, version, text=text or self.held[ref].text)

    def end(self, ref: int, *, at: Instant | None = None, version: int | None = None, **values: Any) -> Outcome:
        return self._write("end", ref, version, state="ended", valid_to=at or PRESENT)

    def retract(self, ref: int, *, version: int | None = None, **values: Any) -> Outcome:
        return self._write("retract", ref, version, state="retracted")

    def restore(self, ref: int, *, mode: str | None = None, version: int | None = None, **values: Any) -> Outcome:
        if mode is None and self.held[ref].slot:
            raise Refused("slot_busy", others="#2", facts=[2], fact=f"#{ref}")
        return self._write("restore", ref, version, state="active", valid_to=None)

    def pin(self, ref: int, version: int | None = None, batch: str | None = None) -> Outcome:
        return self._write("pin", ref, version, pinned=True)

    def unpin(self, ref: int, version: int | None = None, batch: str | None = None) -> Outcome:
        return self._write("unpin", ref, version, pinned=False)

    def confirm(self, ref: int, version: int | None = None, batch: str | None = None) -> Outcome:
        return self._write("confirm", ref, version, marks=())

    def undo(self, operation: int | None = None) -> Outcome:
        if not self.before:
            raise Refused("nothing_to_undo")
        undone = self.operations[(operation or len(self.before)) - 1]
        held = self.before.pop()
        outcome = self._write("undo", None, undoes=undone.number)
        self.before.pop()
        self.held = held
        self.operations[undone.number - 1] = replace(undone, undone_by=outcome.operation)
        fake_queue.undone(self, undone)
        return replace(outcome, facts=tuple(self.held[touch.fact] for touch in undone.touched))

    def redo(self) -> Outcome:
        raise Refused("nothing_to_redo")


def _key(item: Fact, sort: str) -> Key:
    if sort == "number":
        return (item.number, item.number)
    if sort == "since":
        return (item.valid_from, item.number)
    return (item.seen_at, item.number)


def _source(number: int) -> Source:
    return Source(
        f"s{number}",
        number,
        "owner_message",
        "c",
        f"m-{number}",
        "Ana",
        f"Message {number} [/bold",
        "0" * 64,
        PRESENT - DAY,
        PRESENT,
    )


def _evidence(item: Fact) -> tuple[Evidence, ...]:
    if item.confirmations == 0:
        return ()
    quotes = (
        ("We moved to Guimarães on the 21st. Not Braga, I was too quick!", "owner_message", "m-2291", "Ana", "carries"),
        ("Мы с Руй уже месяц в Гимарайнше", "owner_message", "m-2317", "Ana", "confirms"),
        ("…4800-012 Guimarães, 2.º Esq.…", "screen_text", "s-77", None, "relevance"),
    )
    return tuple(
        Evidence(
            f"e{index}", index, 100 + index, kind, ref, "c", author, author == "Ana", quote, "0" * 64, True, PRESENT - 220 * DAY, PRESENT - 220 * DAY,
            "present", True, role,  # type: ignore[arg-type]
        )
        for index, (quote, kind, ref, author, role) in enumerate(quotes, 1)
    )  # fmt: skip
