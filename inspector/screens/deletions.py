"""Deletions: what was deleted for good, which copies are still being cleared, and why."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from inspector import actions, door, words
from inspector.panes import job_words
from inspector.panes.jobs import JobList, JobView
from inspector.screens.aside import AsideScreen
from inspector.screens.reaching import SOON
from inspector.widgets.frame import Frame, Tab
from store.deletion import Deletion

NOTHING = "Nothing was deleted for good."
HOW = " D on a fact does it, after showing what would go."


class DeletionsScreen(AsideScreen):
    """The jobs left, the selected one right."""

    pane = "deletions"
    title_ = "Deletions"

    BINDINGS = actions.bindings("screen", actions.of("deletions"))

    DEFAULT_CSS = """
    DeletionsScreen #box-jobs { width: 38%; }
    DeletionsScreen #box-job { width: 62%; }
    DeletionsScreen JobList { height: 1fr; }
    DeletionsScreen #legend { height: auto; color: $muted; }
    DeletionsScreen #heading { height: 1; color: $muted; }
    DeletionsScreen.-narrow #aside { layout: vertical; }
    DeletionsScreen.-narrow #box-jobs { width: 100%; height: 6; }
    DeletionsScreen.-narrow #box-job { width: 100%; height: 1fr; }
    DeletionsScreen.-narrow #legend { display: none; }
    DeletionsScreen.-empty #box-jobs { width: 100%; height: 1fr; }
    DeletionsScreen.-empty #box-job, DeletionsScreen.-empty #heading, DeletionsScreen.-empty #legend { display: none; }
    DeletionsScreen.-empty JobList { height: 1; }
    DeletionsScreen.-empty .empty { display: block; }
    """

    legend: ClassVar[str] = "✓ done and checked\n… copies still being cleared\n! needs you: words were found"

    @dataclass
    class Clearing(Message):
        """A thread has come to a place of copies."""

        place: str
        done: int
        total: int

    @dataclass
    class Tried(Message):
        """What was pending was tried again."""

        jobs: tuple[Deletion, ...]

    @dataclass
    class Lifted(Message):
        """What a deletion keeps away may come in again."""

        job: Deletion

    def body(self) -> Widget:
        self.jobs = JobList(id="jobs")
        self.view = JobView(id="job")
        self.view.reading = self.inspector.read_only
        legend = Static(Content(self.legend), id="legend")
        names = Static(Content(f"      {'no.'.rjust(2)}  what"), id="heading")
        nothing = NOTHING if self.inspector.read_only else NOTHING + HOW
        left = Frame(Vertical(names, self.jobs, Static(Content(nothing), classes="empty"), legend), id="box-jobs")
        right = Frame(VerticalScroll(self.view, can_focus=False), id="box-job")
        left.tabs = (Tab(7, "Deletions", "show_deletions"),)
        right.tabs = (Tab(0, "Job", "detail"),)
        self.boxes = (left, right)
        return Horizontal(left, right)

    @property
    def list_(self) -> Widget:
        return self.jobs

    def load(self) -> None:
        store = self.inspector.store
        if store is None:
            return
        self.jobs.clock, self.jobs.zone, self.view.zone = self.inspector.clock, self.inspector.zone, self.inspector.zone
        self.view.places = tuple(mirror.name for mirror in store.deletions.present())
        self.jobs.reader = store.deletions.list
        current = self.jobs.current
        self.jobs.read_anew("jobs", focus=current.number if current is not None else self.stood.number)

    @on(JobList.Moved)
    @on(JobList.Counted)
    def _moved(self, message: Message) -> None:
        message.stop()
        job = self.jobs.current
        if self.view.job != job:
            self.view.job = job
        empty = self.jobs.stretch is not None and not self.jobs.rows
        self.set_class(empty, "-empty")
        pending = sum(one.state == "pending" for one in self.jobs.rows)
        self.boxes[0].place = (
            Content.styled(f"{pending} pending", "$text-warning")
            if pending
            else Content(f"{len(self.jobs.rows)}" if not empty else "")
        )
        if job is None:
            self.boxes[1].place = Content("")
        else:
            style = "$text-success" if job.state == "done" else "$text-warning"
            self.boxes[1].place = Content.assemble(f"{job.number} · ", (job.state, style))

    @on(JobList.Opened)
    def _opened(self, message: JobList.Opened) -> None:
        message.stop()
        self.action_detail()

    # keys

    def leave(self) -> bool:
        if self.view.has_focus:
            self.jobs.focus()
            return True
        return False

    def action_detail(self) -> None:
        if self.view.job is not None:
            self.view.focus()

    def action_copy(self) -> None:
        if self.view.job is not None:
            self.copy_out(job_words.receipt(self.view.job))

    def action_reload(self) -> None:
        """Try the selected deletion again if it is pending, else every one that is."""
        store, job = self.inspector.store, self.view.job
        if store is None:
            return
        pending = any(one.state == "pending" for one in self.jobs.rows)
        if self.inspector.read_only or not pending:
            super().action_reload()
            self.say("The list was read again." if pending else "Nothing is pending. The list was read again.")
            return
        one = job.number if job is not None and job.state == "pending" else None
        begun = time.monotonic()

        def progress(place: str, done: int, total: int) -> None:
            if time.monotonic() - begun > SOON:
                self.post_message(self.Clearing(place, done, total))

        def work() -> None:
            self.post_message(self.Tried(store.deletions.retry(one, progress=progress)))

        self.in_thread(work, "retry")

    @on(Clearing)
    def _clearing(self, message: Clearing) -> None:
        message.stop()
        self.say(f"Clearing the copies again, {message.done + 1} of {message.total}: {door.plain(message.place)}…")

    @on(Tried)
    def _tried(self, message: Tried) -> None:
        message.stop()
        self.load()
        left = [(job, step) for job in message.jobs for step in job.steps if step.state != "cleared"]
        if not left:
            self.say(f"{words.quantity(len(message.jobs), 'deletion')} done; every copy was cleared and checked.")
            return
        job, step = left[0]
        self.say(f"Deletion {job.number} stays pending: {door.plain(step.mirror)} ({door.plain(step.detail)}).", "warning")

    def action_lift(self) -> None:
        job = self.view.job
        if job is None:
            return
        if job.lifted_at is not None:
            self.say(f"Deletion {job.number} was lifted already.")
            return
        from inspector.modals.ask import AskModal

        question = f"Let what deletion {job.number} keeps away be told again?"
        note = "Nothing comes back by itself: it has to be told anew. The audit notes it."
        self.open_modal(AskModal(question, "Lift it", note), lambda yes: self._lift(job.number) if yes else None)

    def _lift(self, number: int) -> None:
        if (store := self.inspector.store) is None:
            return

        def work() -> None:
            self.post_message(self.Lifted(store.deletions.lift(number)))

        self.in_thread(work, "lift")

    @on(Lifted)
    def _lifted(self, message: Lifted) -> None:
        message.stop()
        self.load()
        self.say(f"Lifted: what deletion {message.job.number} kept away may be told again.")
