"""Every way to write to a store, as a deed that can be done to a copy of the template."""

from functools import partial
from pathlib import Path

from store.clock import DAY, FixedClock
from store.proposal import Suggestion
from store.store import Store, create_store
from store.values import SourceInput
from tests.crash.acts import (
    FEW,
    FILES,
    Deed,
    accept,
    accept_again,
    begun_deletion,
    bring,
    delete_again,
    delete_one_again,
    heard,
    keep_notes,
    make_again,
    night,
    night_again,
    no_notes,
    notes_again,
    old_notes,
    older,
    on,
    one,
    put_back,
    repair_again,
    spoiled,
    unresumed,
    whole_backups,
)
from tests.crash.template import NOON, opened

MERGE = Suggestion("merge", (("representative", 10, 2), ("member", 9, 1)))
TWICE = ("operation", "audit", "counter")
"""A cut that was accepted before its end was forgotten outside the store is accepted twice, and the log says so."""
DEEDS: dict[str, Deed] = {
    # facts
    "state": one(lambda store: store.assert_fact("Has a dog", owner="bo"), "Store.assert_fact"),
    "state with evidence": one(
        lambda store: store.assert_fact("Has a cat", owner="ana", origin="online", evidence=[heard(1, "cat")]),
        "Store.assert_fact",
    ),
    "state in a slot": one(lambda store: store.assert_fact("Lives in Braga", owner="ana", slot="city"), "Store.assert_fact"),
    "add a message": one(
        lambda store: store.add_source(SourceInput("I have a dog", NOON, author="ana", ref="m3")), "Store.add_source"
    ),
    "add evidence": one(lambda store: store.add_evidence(3, [heard(1, "have")]), "Store.add_evidence"),
    "mark a message": one(lambda store: store.mark_source(2, "gone"), "Store.mark_source"),
    "supersede": one(lambda store: store.supersede(4, "Lives in Braga", at=NOON), "Store.supersede"),
    "correct": one(lambda store: store.correct(4, "Lives in Faro"), "Store.correct"),
    "end": one(lambda store: store.end(4), "Store.end"),
    "retract": one(lambda store: store.retract(6, reason="a joke"), "Store.retract"),
    "restore": one(lambda store: store.restore(10), "Store.restore"),
    "restore by swap": one(lambda store: store.restore(5, mode="swap"), "Store.restore"),
    "restore from now": one(
        lambda store: store.restore(5, mode="from_now"),
        "Store.restore",
        after=[lambda store: store.retract(6), lambda store: store.end(5, at=NOON - DAY)],
    ),
    "restore beside": one(
        lambda store: store.restore(3, mode="keep_both"),
        "Store.restore",
        after=[lambda store: store.supersede(3, "Bears coffee")],
    ),
    "pin": one(lambda store: store.pin(4), "Store.pin"),
    "unpin": one(lambda store: store.unpin(9), "Store.unpin"),
    "confirm": one(lambda store: store.confirm(4), "Store.confirm"),
    "merge": one(lambda store: store.merge([1], 2), "Store.merge"),
    "expire": one(lambda store: store.expire(4, NOON - DAY), "Store.expire"),
    "undo": one(lambda store: store.undo(), "Store.undo", after=[lambda store: store.correct(4, "Lives in Faro")]),
    "undo an approval": one(lambda store: store.undo(), "Store.undo", after=[lambda store: store.proposals.approve(1)]),
    "redo": one(
        lambda store: store.redo(),
        "Store.redo",
        after=[lambda store: store.correct(4, "Lives in Faro"), lambda store: store.undo()],
    ),
    "undo a sitting": one(
        lambda store: store.undo_sitting("now"),
        "Store.undo_sitting",
        after=[lambda store: store.correct(4, "Lives in Faro"), lambda store: store.pin(3), lambda store: store.retract(2)],
    ),
    "set a setting": one(lambda store: store.set_setting("budget", "7"), "Store.set_setting"),
    "set a trust": one(lambda store: store.set_setting("trust.owner_message", "false"), "Store.set_setting"),
    "log a block": one(lambda store: store.context("ana", record=True), "Store.context"),
    # the queue
    "propose": one(lambda store: store.proposals.propose([MERGE], actor="nightly:2"), "Proposals.propose"),
    "approve a merge": one(lambda store: store.proposals.approve(1), "Proposals.approve"),
    "approve a conflict": one(lambda store: store.proposals.approve(2, choice=4), "Proposals.approve"),
    "approve in own words": one(lambda store: store.proposals.approve(1, text="Takes coffee black"), "Proposals.approve"),
    "reject": one(lambda store: store.proposals.reject(1), "Proposals.reject"),
    "let a run be approved": one(lambda store: store.proposals.acknowledge(1, "ana"), "Proposals.acknowledge"),
    "make a rule": one(lambda store: store.rules.add("topic", "weather"), "Rules.add"),
    "lift a rule": one(lambda store: store.rules.remove(1), "Rules.remove"),
    # files
    **{f"import {form}": one(partial(bring, form), f"import {form}") for form in FILES},
    # what is several changes
    "nightly run": Deed(on(night), ("nightly",), several=True, again=night_again, beside=("run", "counter", "lease")),
    "delete": Deed(
        on(lambda store: store.deletions.delete(FEW)),
        ("Deletions.delete",),
        several=True,
        again=delete_again,
        beside=("deletion_step",),
    ),
    "delete one": Deed(on(lambda store: store.delete(9)), ("Store.delete",), several=True, again=delete_one_again),
    "go on deleting": Deed(
        unresumed(lambda store: store.deletions.resume()),
        ("Deletions.resume",),
        begun_deletion,
        several=True,
        again=delete_again,
        beside=("deletion_step",),
    ),
    "try to delete again": Deed(
        unresumed(lambda store: store.deletions.retry(2)),
        ("Deletions.retry",),
        begun_deletion,
        several=True,
        again=delete_again,
        beside=("deletion_step",),
    ),
    "let it come in again": one(lambda store: store.deletions.lift(1), "Deletions.lift"),
    "keep as Markdown": Deed(on(keep_notes), ("Store.set_setting",), no_notes, several=True, again=notes_again, unsound=True),
    "publish": Deed(
        on(lambda store: store.publish(anew=True)), ("Store.publish",), old_notes, several=True, again=notes_again, unsound=True
    ),
    # the file itself
    "make a store": Deed(
        lambda path: lambda: create_store(path, clock=FixedClock(NOON)), ("init",), Path.unlink, several=True, again=make_again
    ),
    "bring an older store up to date": Deed(
        lambda path: partial(opened, path), ("migration",), older, several=True, check=whole_backups
    ),
    "accept a cut log": Deed(
        on(accept), ("Store.accept_cut",), put_back, several=True, again=accept_again, unsound=True, beside=TWICE
    ),
    "repair": Deed(on(Store.repair), ("Store.repair",), spoiled, several=True, again=repair_again, unsound=True),
}
