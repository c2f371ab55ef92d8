"""What is shown or handed out beside the panes: the message of a quote, and copies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message

from inspector import door
from inspector.panes.history import HistoryPane
from inspector.panes.provenance import ProvenancePane
from inspector.screens.changing import ChangingScreen

if TYPE_CHECKING:
    from store.values import Conversation

COPY_CELLS = 100


class ShowingScreen(ChangingScreen):
    """A board with a Provenance and a History pane, whose messages can be opened and whose facts can be copied."""

    provenance: ProvenancePane
    history: HistoryPane

    @dataclass
    class ConversationRead(Message):
        """A message and those around it are there."""

        conversation: Conversation
        quote: str

    def go_to_fact(self, number: int | None) -> None:
        """Show a fact that was chosen beside a message; `None` when none was."""
        raise NotImplementedError

    # messages

    @on(ProvenancePane.MessageWanted)
    def _message_wanted(self, message: ProvenancePane.MessageWanted) -> None:
        message.stop()
        self.action_message()

    def action_message(self) -> None:
        evidence = self.provenance.evidence
        if evidence is None:
            self.say("No message is known for this fact.")
            return
        self._read_conversation(evidence.source, evidence.quote)

    @on(HistoryPane.SourceRequested)
    def _source_requested(self, message: HistoryPane.SourceRequested) -> None:
        message.stop()
        self._read_conversation(message.source, "")

    def _read_conversation(self, number: int, quote: str) -> None:
        if (store := self.inspector.store) is None:
            return
        at = self.at

        def work() -> None:
            self.post_message(self.ConversationRead(store.conversation(number, at=at), quote))

        self.inspector.background(work, "message")

    @on(ConversationRead)
    def _conversation_read(self, message: ConversationRead) -> None:
        message.stop()
        from inspector.modals.message import MessageModal

        app = self.inspector
        self.open_modal(MessageModal(message.conversation, message.quote, app.zone, hidden=app.texts_hidden), self.go_to_fact)

    # copies

    def action_copy(self) -> None:
        self.copy_out("\n".join(door.plain(fact.text) for fact in self.targets))

    def action_copy_provenance(self) -> None:
        card = self.provenance.card
        if card is None:
            return
        from inspector.panes.card import lines

        drawn = lines(card, COPY_CELLS, self.inspector.zone, self.inspector.clock.now())
        self.copy_out("\n".join(line.content.plain.rstrip() for line in drawn))

    # help

    @property
    def topic(self) -> tuple[str, str]:
        return self.footer, self.names[self.pane]
