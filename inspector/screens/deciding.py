"""Deciding proposals: each decision carries what was painted, and none is taken twice by a key that is held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from textual import events, on
from textual.message import Message
from textual.timer import Timer

from inspector import actions, deeds
from inspector.panes import proposal_words
from inspector.presses import REPEAT, Presses
from inspector.screens.queue import QueueScreen

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from inspector.decisions import Decided, Decision
    from inspector.panes.review import ReviewPane
    from store.errors import StoreError
    from store.proposal import Proposal, Review, Rule, Seen

HELD = ("approve", "reject")
"""Actions of the queue that a held key does once."""
DROPPED = 1.5
"""Seconds in which an undo may still be meant for a decision that did not count, as nobody has read so soon that it did not."""


class DecidingScreen(QueueScreen):
    """A board on which proposals are approved, rejected and answered."""

    @dataclass
    class DecisionsMade(Message):
        """A thread has carried decisions out, or was refused them."""

        decided: Decided

    @dataclass
    class SteppedBack(Message):
        """A decision was undone or made again; `numbers` are the proposals it was about."""

        result: deeds.Result
        numbers: tuple[int, ...]

    @dataclass
    class RuleMade(Message):
        """A proposal was rejected, and a rule of never made of it."""

        decided: Decided
        rule: Rule

    def __init__(self) -> None:
        super().__init__()
        self.when_pressed: Callable[[events.Key], float] = attrgetter("time")
        self._presses = Presses()
        self._doubtful: tuple[str, int | None, Timer] | None = None
        self._told_held = False
        self._busy = False
        self._dropped_at = -DROPPED
        self._early: tuple[str, int] | None = None
        """What was pressed before the review of a proposal was painted, and its number."""
        self._edited: tuple[Review, dict[str, str]] | None = None
        self._looked_again: tuple[int, Seen] | None = None
        self._said_here: tuple[str, int | None] | None = None
        """What was last said that names keys of a proposal, and its number."""

    # keys that are held

    def on_key(self, event: events.Key) -> None:
        gated = actions.mutating_keys().get(event.key)
        if gated is None or (self._early is not None and self._early[0] != gated.id):
            self._early = None
        if gated is None or self.mode != "now" or not self._counts_once(gated.id):
            self._settle_doubt()
            self._told_held = False
            self._presses.other()
            super().on_key(event)
            return
        press = self._presses.press(gated.id, self.when_pressed(event))
        if press == "now":
            self._settle_doubt()
            self._told_held = False
            return
        event.stop()
        proposal, doubtful = self.proposal, self._doubtful
        if press == "held":
            if doubtful is not None:
                doubtful[2].stop()
            self._doubtful = None
            if not self._told_held:
                self._told_held = True
                self.say_not_counted(f"{actions.key_name(gated.keys[0])} held down counts once.")
        elif proposal is not None or gated.id in deeds.STEPS:
            self._settle_doubt()
            meant = proposal.number if proposal is not None and gated.id in HELD else None
            self._doubtful = (gated.id, meant, self.set_timer(REPEAT, self._settle_doubt))

    def _counts_once(self, action: str) -> bool:
        """Whether a key that is held does it once: undo and redo wherever it is pressed."""
        return action in deeds.STEPS or (action in HELD and self.pane in actions.QUEUE_PANES)

    def _settle_doubt(self) -> None:
        """Do what a key asked for that might have been a repeat and was none; after what earlier keys do, which is for the app."""
        if (doubtful := self._doubtful) is None:
            return
        self._doubtful = None
        action, number, timer = doubtful
        timer.stop()
        self.app.call_later(self._do_after_all, action, number)

    def _do_after_all(self, action: str, number: int | None) -> None:
        """Do what waited, if the proposal it was meant for is still the current one."""
        meant = number is None or (self.proposal is not None and self.proposal.number == number)
        if meant and self.app.screen is self:
            self.perform(action)

    # what is said of a proposal

    def say_here(self, text: str, severity: SeverityLevel = "warning") -> None:
        """Say something that names keys of the current proposal; it goes when another one, a pane or a dialog takes its place."""
        self.say(text, severity)
        self._said_here = text, self._current_number

    @property
    def _current_number(self) -> int | None:
        return self.proposal.number if self.proposal is not None else None

    def _take_back(self) -> None:
        """Take away what was said of a proposal, where nothing was said since."""
        if self._said_here is not None and self._said is not None and self._said[0] == self._said_here[0]:
            self._said = None
            self.app.clear_notifications()
        self._said_here = None

    def watch_pane(self, pane: str) -> None:
        if pane not in actions.QUEUE_PANES:
            self._take_back()

    def on_screen_suspend(self) -> None:
        self._take_back()

    # one key each

    def look(self, action: str) -> Review | None:
        """Return the review of the current proposal, if it is painted; else the action waits for it, unless another key comes."""
        proposal, pane = self.proposal, self.review
        if proposal is None:
            self.say_here("There is nothing to decide here. f shows what was refused and decided.", "information")
            return None
        if self._busy:
            self._dropped_at = self.seconds()
            self.say_not_counted("The decision before was still being made; the key that came meanwhile did not count.")
            return None
        self._dropped_at = -DROPPED
        painted = pane.painted if pane is not None else None
        if painted is None or painted.proposal.number != proposal.number:
            self._early = (action, proposal.number)
            return None
        if painted.proposal.state in ("approved", "rejected"):
            said = proposal_words.decided(painted.proposal, self.inspector.clock.now()).capitalize()
            self.say(f"{said}. z takes that back." if self.takes_back(painted.proposal) else f"{said}.")
            return None
        return painted

    def action_approve(self) -> None:
        from inspector.decisions import Decision

        if marked := self._marked:
            self.decide_all(Decision("approve"), marked)
            return
        if (review := self.look("approve")) is None:
            return
        proposal = review.proposal
        refused = proposal_words.refusal(review)
        if proposal.state == "stale" and not refused and self._looked_again != (proposal.number, proposal.seen):
            self.read_review(changed=True)
        elif review.answers:
            self.go_to("review")
            if self.review is not None:
                self.review.ask()
            self._tell_footer()
        elif refused:
            self.say_here(f"Refused: {proposal_words.reason(refused)} ({refused}). {proposal_words.way_out(proposal)}")
        elif review.judgement.verdict == "unreadable":
            self.say_here("It could not be read. e takes it in your own words, x rejects it.")
        else:
            self.decide(Decision("approve"), [proposal])

    def action_reject(self) -> None:
        from inspector.decisions import Decision

        if marked := self._marked:
            self.decide_all(Decision("reject"), marked)
        elif (review := self.look("reject")) is not None:
            self.decide(Decision("reject"), [review.proposal])

    @property
    def _marked(self) -> list[Proposal]:
        if self.queue is None:
            return []
        listed = self.queue.listing
        return [] if not listed.marked and listed.chosen == [listed.current] else listed.chosen

    def decide_all(self, decision: Decision, proposals: Sequence[Proposal]) -> None:
        """Decide marked proposals together; above twenty, ask first."""
        if len(proposals) <= deeds.ASK_ABOVE:
            self.decide(decision, proposals)
            return
        from inspector.modals.ask import AskModal

        verb = "Approve" if decision.verb == "approve" else "Reject"
        doubtful = sum(one.verdict == "for_a_person" for one in proposals)
        what = f" {doubtful} of them are for a person to look at (!)." if doubtful and decision.verb == "approve" else ""
        self.open_modal(
            AskModal(f"{verb} {len(proposals)} proposals?{what}", f"{verb} {len(proposals)}"),
            lambda yes: self.decide(decision, proposals) if yes else None,
        )

    def decide(self, decision: Decision, proposals: Sequence[Proposal]) -> None:
        """Decide proposals as they are painted, in a thread."""
        if (store := self.inspector.store) is None or self._busy:
            return
        if self.queue is not None:
            self.queue.listing.end_range()
        self._busy = True

        def work() -> None:
            from inspector import decisions

            try:
                self.post_message(self.DecisionsMade(decisions.carry_out(store, decision, proposals)))
            finally:
                self._busy = False

        self.inspector.in_turn(work)

    @on(DecisionsMade)
    def _decisions_made(self, message: DecisionsMade) -> None:
        message.stop()
        from inspector import decisions

        decided = message.decided
        edited, self._edited = self._edited, None
        if edited is not None and decided.guarded is None and decided.refused and not decided.done:
            error = decided.refused[0][1]
            if error.reason != "stale" and self.app.screen is self:
                self._edit(edited[0], (edited[1], error))
                return
        if decided.guarded is not None:
            self._ask_to_lift(decided)
        else:
            toast = decisions.said(decided, hidden=self.inspector.texts_hidden)
            if not (len(decided.refused) == 1 and not decided.done and decided.refused[0][1].reason == "stale"):
                self.say(toast.text, toast.severity)
        self._show_decided(decided)

    def _show_decided(self, decided: Decided) -> None:
        """Show what became of proposals: what is settled leaves the list of what waits, and the next one is current."""
        if self.queue is None:
            return
        app, listed = self.inspector, self.queue.listing
        if decided.decision.verb == "approve":
            app.approved |= {outcome.operation for _, outcome in decided.done if outcome.operation is not None}
        app.decided += [proposal.number for proposal, _ in decided.done]
        settled = {proposal.number for proposal, _ in decided.done}
        settled |= {
            proposal.number for proposal, error in decided.refused if error.reason in ("already_decided", "proposal_not_found")
        }
        listed.unmark(settled)
        if any(error.reason == "stale" for proposal, error in decided.refused if proposal is self._painted_proposal):
            listed.update_rows(decided.now)
            self.read_review(changed=True)
            return
        stays = self.queue.state in ("decided", "all")
        listed.settle(decided.now, () if stays else settled)
        if settled:
            listed.go_to_waiting(listed.cursor)
            self.read_review()
        listed.compare()
        self.read_waiting()
        self.refresh_facts()

    @property
    def _painted_proposal(self) -> Proposal | None:
        painted = self.review.painted if self.review is not None else None
        return painted.proposal if painted is not None else None

    def refresh_facts(self, *, focus: int | None = None) -> None:
        """Read the list of facts again."""
        raise NotImplementedError

    def _ask_to_lift(self, decided: Decided) -> None:
        from inspector.modals.guard import GuardModal

        locked = [proposal for proposal, error in decided.refused if error.reason == "volume_guard"]
        error = decided.guarded
        assert error is not None
        self.open_modal(
            GuardModal(error, len(locked)),
            lambda yes: self._lift(decided.decision, locked) if yes else None,
        )

    def _lift(self, decision: Decision, proposals: Sequence[Proposal]) -> None:
        """Lift the lock on the runs of some proposals, and decide them."""
        if (store := self.inspector.store) is None:
            return

        def work() -> None:
            from inspector import decisions

            for run, owner in sorted({(one.run, one.owner) for one in proposals if one.run is not None}):
                store.proposals.acknowledge(run, owner)
            self.post_message(self.DecisionsMade(decisions.carry_out(store, decision, proposals)))

        self.inspector.in_turn(work)

    # what has changed meanwhile

    def show_review(self, review: Review | None, *, changed: bool) -> None:
        assert self.review is not None
        if not changed or review is None:
            self.review.show(review)
            if self._said_here is not None and self._said_here[1] != self._current_number:
                self._take_back()
            return
        proposal = review.proposal
        if proposal.state in ("approved", "rejected"):
            self.review.show(review)
            return
        found = tuple(proposal_words.moved(proposal, self.inspector.zone))
        self._looked_again = (proposal.number, proposal.seen)
        self.review.show(review, found)
        if code := proposal_words.refusal(review):
            said = f"It has changed since, and cannot be approved: {proposal_words.reason(code)}. "
            self.say_here(said + proposal_words.way_out(proposal))
            return
        self.say_here("It has changed since. This is how it stands now; a approves it.")

    # answers to a conflict

    def _tell_footer(self) -> None:
        from inspector.widgets.footer import InspectorFooter

        footer = self.query_one(InspectorFooter)
        footer.pane = self.footer
        asking = self.review.asking if self.review is not None else None
        footer.entries = None
        if asking is not None and self.review is not None and self.review.review is not None:
            many = actions.OF_MANY if len(self.review.review.proposal.items) > 2 else None
            footer.entries = many if asking.other is None else actions.OF_TWO

    def on_review_pane_asking_moved(self, message: ReviewPane.AskingMoved) -> None:
        message.stop()
        self._tell_footer()
        self.read_effect()

    def on_review_pane_painted(self, message: ReviewPane.Painted) -> None:
        """Do what was pressed while this was being read, if it is still what the person is at."""
        message.stop()
        early, painted, proposal = self._early, self._painted_proposal, self.proposal
        if early is None or painted is None:
            return
        at_it = self.app.screen is self and self.pane in actions.QUEUE_PANES
        if not at_it or proposal is None or proposal.number != early[1]:
            self._early = None
        elif painted.number == proposal.number:
            self._early = None
            self.perform(early[0])

    def on_review_pane_placed(self, message: ReviewPane.Placed) -> None:
        message.stop()
        self.place()

    def on_review_pane_message_wanted(self, message: ReviewPane.MessageWanted) -> None:
        message.stop()
        self.action_message()

    def on_review_pane_answered(self, message: ReviewPane.Answered) -> None:
        message.stop()
        from inspector.decisions import Decision

        review = message.review
        if review.answers[message.choice - 1].asks_slot:
            from inspector.modals.slot import SlotModal

            named = [item.fact for item in review.proposal.items if item.role == "second"]
            self.open_modal(
                SlotModal(named[0] if named else None, review.proposal.topic, hidden=self.inspector.texts_hidden),
                lambda slot: self.decide(Decision("approve", message.choice, slot=slot), [review.proposal]) if slot else None,
            )
            return
        self.decide(Decision("approve", message.choice, message.other), [review.proposal])

    # edit, and never again

    def action_edit(self) -> None:
        if self.pane not in actions.QUEUE_PANES:
            super().action_edit()
            return
        if (review := self._look_at_one("edit")) is None or self.is_covered():
            return
        self._edit(review)

    def _edit(self, review: Review, again: tuple[dict[str, str], StoreError] | None = None) -> None:
        """Ask for other words or members; `again` is what was typed before, and why it was refused."""
        from inspector.modals.edit_proposal import EditProposalModal

        modal = EditProposalModal(review, hidden=self.inspector.texts_hidden)
        if again is not None:
            modal.resume(*again)

        def then(decision: Decision | None) -> None:
            if decision is not None:
                self._edited = review, modal.typed
                self.decide(decision, [review.proposal])

        self.open_modal(modal, then)

    def action_reject_for_good(self) -> None:
        if (review := self._look_at_one("reject_for_good")) is None:
            return
        from inspector.modals.rule import RuleModal

        self.open_modal(
            RuleModal(review, hidden=self.inspector.texts_hidden),
            lambda answer: self._reject_for_good(review.proposal, answer) if answer is not None else None,
        )

    def _look_at_one(self, action: str) -> Review | None:
        if len(marked := self._marked) > 1:
            self.say(f"This takes one proposal, and {len(marked)} are marked. esc forgets the marks.")
            return None
        return self.look(action)

    def _reject_for_good(self, proposal: Proposal, rule: tuple[str, str]) -> None:
        from inspector.decisions import Decision

        by, value = rule
        if not by:
            self.decide(Decision("reject"), [proposal])
            return
        if (store := self.inspector.store) is None or self._busy:
            return

        def work() -> None:
            from inspector import decisions

            decided = decisions.carry_out(store, Decision("reject"), [proposal])
            if decided.refused:
                self.post_message(self.DecisionsMade(decided))
            else:
                self.post_message(self.RuleMade(decided, store.rules.add(by, value, proposal.owner)))

        self.inspector.in_turn(work)

    @on(RuleMade)
    def _rule_made(self, message: RuleMade) -> None:
        message.stop()
        from inspector import door, words

        rule = message.rule
        value = words.masked(door.one_line(rule.value, 24)) if self.inspector.texts_hidden else door.one_line(rule.value, 24)
        self.say(f"Rejected, and never again by {rule.by}: {value}. z undoes the rule, z again the rejection.")
        self._show_decided(message.decided)

    # undo

    def takes_back(self, proposal: Proposal) -> bool:
        """Whether `z` takes back the decision on a proposal: one of this sitting, or one that was listed as decided."""
        if proposal.state not in ("approved", "rejected") or self.mode != "now" or self.queue is None:
            return False
        return proposal.number in self.inspector.decided or self.queue.state in ("decided", "all")

    def _step(self, verb: str) -> None:
        store, proposal = self.inspector.store, self.proposal
        if store is None or self.pane not in actions.QUEUE_PANES:
            super()._step(verb)
            return
        if self.seconds() - self._dropped_at < DROPPED:
            self.say_not_counted(f"The key before did not count, nor did the {verb} that came right behind it.")
            return
        alone = proposal if verb == "undo" and proposal is not None and self.takes_back(proposal) else None
        known = tuple(dict.fromkeys(reversed(self.inspector.decided)))[:50]

        def work() -> None:
            before = {number: store.proposals.one(number).state for number in known}
            operation = alone.operation if alone is not None else None
            result = deeds.step_back(store, verb, operation)
            after = {number: store.proposals.one(number).state for number in known}
            numbers = [number for number in known if before[number] != after[number]]
            if alone is not None and not result.refused:
                numbers = [alone.number, *(number for number in numbers if number != alone.number)]
            self.post_message(self.SteppedBack(result, tuple(numbers)))

        self.inspector.in_turn(work)

    @on(SteppedBack)
    def _stepped_back(self, message: SteppedBack) -> None:
        message.stop()
        app = self.inspector
        said = deeds.said(message.result, app.zone, hidden=app.texts_hidden, owner=app.owner)
        self.say(said.text, said.severity)
        if message.numbers:
            self.read_queue(focus=message.numbers[0])
        else:
            self.read_queue()
        self.read_waiting()
        self.refresh_facts()
        self.call_later(self.read_review)
