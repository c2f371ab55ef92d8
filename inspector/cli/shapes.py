"""The JSON of what the store hands out: instants as ISO 8601 in UTC, open ends and unknowns as null."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from store.clock import Instant, to_iso

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.deletion import Deletion, Preview
    from store.proposal import NightlyReport, Proposal, Rule
    from store.values import Belief, Block, Card, Edge, Evidence, Fact, ImportReport, Operation, Outcome, Problem


def instant(at: Instant | None) -> str | None:
    """Return an instant as it is printed."""
    return None if at is None else to_iso(at)


def fact(value: "Fact") -> dict[str, Any]:
    """Return a fact; every field is always present."""
    return {
        "id": value.id,
        "number": value.number,
        "owner": value.owner,
        "subject": value.subject,
        "slot": value.slot,
        "kind": value.kind,
        "text": value.text,
        "state": value.state,
        "marks": [asdict(mark) for mark in value.marks],
        "origin": value.origin,
        "importance": value.importance,
        "valid_from": instant(value.valid_from),
        "valid_from_exact": value.valid_from_exact,
        "valid_to": instant(value.valid_to),
        "valid_to_exact": value.valid_to_exact,
        "recorded_at": instant(value.recorded_at),
        "version": value.version,
        "superseded_by": value.superseded_by,
        "pinned": value.pinned,
        "confirmations": value.confirmations,
    }


def evidence(value: "Evidence") -> dict[str, Any]:
    """Return a piece of evidence."""
    return {
        "id": value.id,
        "source_kind": value.source_kind,
        "source_ref": value.source_ref,
        "conversation": value.conversation,
        "author": value.author,
        "by_owner": value.by_owner,
        "quote": value.quote,
        "content_hash": value.content_hash,
        "observed_at": instant(value.observed_at),
        "source_state": value.source_state,
        "trusted": value.trusted,
        "role": value.role,
        "hash_matches": value.hash_matches,
    }


def belief(value: "Belief") -> dict[str, Any]:
    """Return one row of the history."""
    return {
        "version": value.version,
        "valid_from": instant(value.valid_from),
        "valid_from_exact": value.valid_from_exact,
        "valid_to": instant(value.valid_to),
        "valid_to_exact": value.valid_to_exact,
        "superseded_by": value.superseded_by,
        "ends_as": value.ends_as,
        "cause": value.cause,
        "system_from": instant(value.system_from),
        "system_to": instant(value.system_to),
        "actor": value.actor,
    }


def edge(value: "Edge") -> dict[str, Any]:
    """Return a relation and the numbers of the facts that hold it up."""
    return {
        "id": value.id,
        "from": value.subject,
        "relation": value.relation,
        "to": value.object,
        "facts": list(value.facts),
        "open": value.is_open,
    }


def card(value: "Card", proposals: "Sequence[Proposal]" = ()) -> dict[str, Any]:
    """Return a fact with everything known about it."""
    return {
        **fact(value.fact),
        "evidence": [evidence(piece) for piece in value.evidence],
        "beliefs": [belief(row) for row in value.beliefs],
        "edges": [edge(relation) for relation in value.edges],
        "proposals": [proposal(one) for one in proposals],
    }


def proposal(value: "Proposal") -> dict[str, Any]:
    """Return a suggested change with its facts as they are now."""
    new = value.new
    return {
        "id": value.id,
        "number": value.number,
        "owner": value.owner,
        "kind": value.kind,
        "state": value.state,
        "verdict": value.verdict,
        "reasons": list(value.reasons),
        "rationale": value.rationale,
        "proposed_by": value.proposed_by,
        "run": value.run,
        "created_at": instant(value.created_at),
        "at": instant(value.at),
        "items": [
            {
                "role": item.role,
                "fact_id": item.fact.id,
                "number": item.fact.number,
                "text": item.fact.text,
                "version": item.version,
                "moved": item.moved,
            }
            for item in value.items
        ],
        "new": None if new is None else {**asdict(new), "valid_from": instant(new.valid_from), "valid_to": instant(new.valid_to)},
        "lost_words": list(value.lost),
        "choice": value.choice,
        "decided_at": instant(value.decided_at),
        "decided_by": value.decided_by,
        "operation": value.operation,
    }


def nightly(value: "NightlyReport") -> dict[str, Any]:
    """Return what a nightly run did, or would do."""
    return {
        "run": value.run,
        "now": instant(value.now),
        "steps": [
            {
                **asdict(step),
                "skipped": [{"reason": reason, "count": number} for reason, number in step.skipped],
                "notes": list(step.notes),
            }
            for step in value.steps
        ],
        "proposed": [
            {
                "kind": one.kind,
                "reasons": list(one.reasons),
                "rationale": one.rationale,
                "at": instant(one.at),
                "items": [{"role": role, "number": number, "version": version} for role, number, version in one.items],
            }
            for one in value.proposed
        ],
        "guarded": list(value.guarded),
    }


def rule(value: "Rule") -> dict[str, Any]:
    """Return a rule of never."""
    return {**asdict(value), "since": instant(value.since)}


def preview(value: "Preview") -> dict[str, Any]:
    """Return what a deletion would do."""
    return {
        "facts": [fact(one) for one in value.facts],
        "counts": dict(value.counts),
        "messages": [one.ref for one in value.sources],
        "members": [fact(one) for one in value.members],
        "made_from_it": list(value.made_from_it),
        "stays": [asdict(one) for one in value.stays],
        "copies": [asdict(one) for one in value.copies],
    }


def left(value: "Preview") -> dict[str, Any]:
    """Return what a deletion leaves."""
    return {
        "stays": [asdict(one) for one in value.stays],
        "out_of_reach": [{"name": one.name, "what": one.what} for one in value.copies if not one.reachable],
    }


def deletion(value: "Deletion") -> dict[str, Any]:
    """Return a deletion and how each place of copies stands."""
    return {
        "id": value.id,
        "number": value.number,
        "state": value.state,
        "scope": value.scope,
        "facts": list(value.facts),
        "counts": dict(value.counts),
        "owner": value.owner,
        "actor": value.actor,
        "started_at": instant(value.started_at),
        "finished_at": instant(value.finished_at),
        "lifted_at": instant(value.lifted_at),
        "operation": value.operation,
        "mirrors": [
            {
                "name": step.mirror,
                "state": step.state,
                "detail": step.detail,
                "left": step.left,
                "where": step.where,
                "tries": step.tries,
                "tried_at": instant(step.tried_at),
            }
            for step in value.steps
        ],
    }


def outcome(value: "Outcome") -> dict[str, Any]:
    """Return what a change did; facts are named by number where they are not shown."""
    return {
        "operation": value.operation,
        "facts": [fact(changed) for changed in value.facts],
        "result": value.result,
        "until": instant(value.until),
        "reopened": list(value.reopened),
        "conflict": value.conflict,
    }


def operation(value: "Operation") -> dict[str, Any]:
    """Return one change of the log."""
    return {**asdict(value), "at": instant(value.at), "touched": [asdict(touched) for touched in value.touched]}


def problem(value: "Problem") -> dict[str, Any]:
    """Return an invariant that does not hold."""
    return {"reason": value.reason, "ids": list(value.ids), "detail": value.detail}


def block(value: "Block") -> dict[str, Any]:
    """Return the prompt block with its basis instants."""
    return {
        "text": value.text,
        "lines": [asdict(line) for line in value.lines],
        "valid_at": instant(value.valid_at),
        "known_at": instant(value.known_at),
        "owner": value.owner,
        "query": value.query,
        "limit": value.limit,
        "left_out": asdict(value.left_out),
        "digest": value.digest,
        "served": value.served,
    }


def import_report(value: "ImportReport") -> dict[str, Any]:
    """Return what an import brought in."""
    return {
        "sources": value.sources,
        "facts": value.facts,
        "evidence": value.evidence,
        "unchanged": value.unchanged,
        "refused": [asdict(line) for line in value.refused],
        "notes": list(value.notes),
    }
