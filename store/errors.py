"""Every error a user can meet: one reason code, one sentence, the next step."""

from typing import Any, NamedTuple


class Reason(NamedTuple):
    """What is said for one reason code; both templates are filled with the error's details."""

    message: str
    next: str


REASONS: dict[str, Reason] = {
    # what was given
    "bad_time": Reason(
        "{given!r} is not a date or time.", "Write it like 2026-03-21, 2026-03-21T18:30Z, yesterday or '3 weeks ago'."
    ),
    "naive_time": Reason("The time {moment} has no offset from UTC.", "Give it an offset, such as Z or +03:00."),
    "empty_text": Reason("A fact needs words.", "Write what should be remembered."),
    "text_too_long": Reason(
        "The text has {length} characters; a fact holds at most {limit}.", "Shorten it, or split it into several facts."
    ),
    "bad_text": Reason(
        "The text holds half a character, or bytes that are no UTF-8, and cannot be stored.", "Copy it again from where it came."
    ),
    "quote_too_long": Reason(
        "The quote has {length} characters; evidence holds at most {limit}.", "Quote the sentence that carries the fact."
    ),
    "quote_not_in_source": Reason("The quote does not stand in the message it names.", "Quote the message letter by letter."),
    "bad_value": Reason("{given!r} is not one of: {choices}.", "Choose one of them."),
    "bad_setting": Reason(
        "{name} cannot be set to {given!r}: {why}.", "memory-inspector settings list shows every setting and its values."
    ),
    "setting_not_found": Reason("There is no setting {name}.", "memory-inspector settings list shows them all."),
    "owner_needed": Reason("The store holds several owners: {owners}.", "Say whose memory is meant with --owner NAME."),
    # what was not found
    "no_store": Reason(
        "There is no store at {path}.", "memory-inspector init creates one; memory-inspector demo shows a sample."
    ),
    "fact_not_found": Reason("There is no fact {id}.", "memory-inspector facts --state all lists them."),
    "source_not_found": Reason("There is no source {id}.", "memory-inspector show ID names the sources of a fact."),
    "operation_not_found": Reason("There is no operation {id}.", "memory-inspector changes lists them."),
    "owner_not_found": Reason("Nothing is stored of {owner}.", "Check the name; the store knows: {owners}."),
    # what cannot be done to a fact
    "empty_interval": Reason("The time given is empty: it does not end after it begins.", "Give an end later than the start."),
    "same_instant_conflict": Reason(
        "{other} already holds from that very instant with another text.", "Correct it, or give the new fact another start."
    ),
    "before_start": Reason(
        "The fact did not hold yet at that time; it begins {start}.", "Choose a later time, or correct the fact."
    ),
    "already_ended": Reason("The fact had already ended by that time.", "Restore it first, or choose an earlier time."),
    "not_valid_at": Reason("The fact did not hold at that time.", "Choose a time at which it held; show lists its times."),
    "retracted_target": Reason("The fact was retracted; it never held.", "Restore it first."),
    "nothing_to_end": Reason(
        "The fact does not hold in that time, so nothing would end.", "show lists the times at which it holds."
    ),
    "not_invalidated": Reason("The fact holds; there is nothing to restore.", "Nothing needs to be done."),
    "nothing_to_restore": Reason("The fact would not hold after now anyway.", "Restore it without --from-now."),
    "slot_busy": Reason("{others} holds in the same slot.", "Swap takes the time back; from now leaves the past as it is."),
    "successor_active": Reason("{others} replaced it and still holds.", "Swap, from now on, or keep both."),
    "slot_holds_one": Reason("A slot holds one fact at a time, so both cannot be kept.", "Swap, or from now on."),
    "nothing_to_correct": Reason(
        "{fact} says that already.", "Give other words, dates, a kind or a slot; memory-inspector confirm says that it is right."
    ),
    "nothing_to_confirm": Reason("{fact} does not hold any more, so there is nothing to confirm.", "Restore it first."),
    "not_active": Reason(
        "What is suggested needs facts that hold now.", "Restore it first, reject it, or leave it out of a merge."
    ),
    "pinned_target": Reason("{fact} is pinned, and nothing automatic may change it.", "Unpin it, or change it by hand."),
    "withdrawn": Reason(
        "What that slot held was deleted, and this was observed before the deletion.", "State it again if it is true today."
    ),
    "other_owner": Reason("The two facts belong to different owners.", "Name two facts of one owner."),
    "out_of_order": Reason(
        "This happened before what the slot already holds, and late events are refused here.",
        "settings set late_events accept takes them.",
    ),
    "missing_trusted_owner_evidence": Reason(
        "Only the owner's own message can carry a fact about the owner, and none is given.",
        "Give the owner's message, or add the fact by hand.",
    ),
    "missing_evidence": Reason(
        "A fact found automatically needs a message it came from.", "Give at least one piece of evidence."
    ),
    "never_rule": Reason(
        "Rule {rule} of never ({by}: {value}) keeps this out.",
        "memory-inspector rules remove {rule} lifts it; then state it again.",
    ),
    "bad_rule": Reason("A rule needs words, at most {limit} characters of them.", "Name the topic, kind, source or author."),
    "rule_not_found": Reason("There is no rule {id}.", "memory-inspector rules lists them."),
    # decisions
    "proposal_not_found": Reason("There is no proposal {id}.", "memory-inspector proposals --state all lists them."),
    "already_decided": Reason("Proposal {proposal} was {state} by {by} at {at}.", "Undo that decision to decide it anew."),
    "choice_needed": Reason(
        "Proposal {proposal} is a conflict: 1 the first holds, 2 the second holds, 3 both hold, 4 neither.",
        "Pick one: memory-inspector approve {proposal} --choice N.",
    ),
    "other_needed": Reason(
        "When one of the two holds, it must be said what became of the other.",
        "Add --other ended if it held until now, --other never if it was never true.",
    ),
    "slot_needed": Reason("A slot holds one fact, so both need a slot of their own.", "Name the second one's with --slot."),
    "not_readable": Reason(
        "Proposal {proposal} could not be read, so there is nothing to approve.", "Reject it, or write the fact by hand."
    ),
    "not_of_this_kind": Reason("That is no part of a proposal of kind {kind}.", "memory-inspector approve --help names what is."),
    "volume_guard": Reason(
        "Run {run} would end {ending} of {active} active facts, so its proposals are not approved in a batch.",
        "Approve them one by one, or lift the lock with memory-inspector approve --acknowledge.",
    ),
    "budget_exhausted": Reason(
        "{owner} holds {held} facts found automatically, and the budget is {budget}; nothing more is taken in automatically.",
        "End or pin what is there, settings set budget N, or add the fact by hand.",
    ),
    # the nightly run
    "nightly_off": Reason(
        "The nightly run is off.",
        "memory-inspector settings set nightly.enabled true switches it on; nightly --dry-run shows what it would propose.",
    ),
    "run_busy": Reason(
        "Another nightly run has been at it since {since}.",
        "Wait until it is done; one that was killed is let go of after 2 minutes.",
    ),
    "judged_ahead": Reason(
        "A run cannot judge by {moment}, which has not come yet.", "Add --dry-run to see what would be proposed by then."
    ),
    # writers that meet
    "stale": Reason("{fact} has changed since.", "Look at it again and decide anew."),
    "nothing_to_undo": Reason("There is nothing to undo.", "memory-inspector changes lists what happened."),
    "nothing_to_redo": Reason("There is nothing to redo.", "Redo takes back the latest undo, while nothing else was changed."),
    "not_undoable": Reason("{verb} cannot be undone.", "memory-inspector changes says of each change whether it can."),
    "sitting_not_found": Reason("There is no sitting {id}.", "memory-inspector changes names the sitting of every change."),
    "already_undone": Reason("That change has been undone already.", "memory-inspector redo brings it back."),
    # deleting
    "nothing_in_scope": Reason("There is nothing there to delete.", "memory-inspector facts --state all lists what there is."),
    "scope_changed": Reason(
        "The scope now holds {found} facts, not {expected}; nothing was deleted.",
        "Look at it again and type the number it shows.",
    ),
    "confirmation_needed": Reason(
        "A deletion cannot be undone, and there is no terminal to ask at.", "Look with --dry-run, then give --yes."
    ),
    "deletion_not_found": Reason("There is no deletion {id}.", "memory-inspector deletions lists them."),
    "text_left": Reason("Deleted words are still found in {where}.", "memory-inspector deletions retry tries again."),
    # what an import brings
    "bad_json": Reason("The line is not JSON: {why}.", "Mend the line and import the file again."),
    "bad_line": Reason("The line cannot be used: {why}.", "Mend the line and import the file again."),
    "bad_file": Reason("{path} cannot be read as {format}: {why}.", "memory-inspector import --list names the formats."),
    "file_not_found": Reason("There is no file {path}.", "Check the path."),
    "unknown_format": Reason(
        "It cannot be told which format {path} has.", "Name it: memory-inspector import FORMAT PATH; import --list names them."
    ),
    "unknown_key": Reason("The line names {key!r}, which no earlier line made.", "Mend the line and import the file again."),
    "key_reused": Reason("The key {key!r} stands for something else already.", "Give the line a key of its own."),
    "event_id_reused": Reason("The event id given belongs to another fact already.", "Give the event an id of its own."),
    "deleted_before": Reason(
        "This was deleted by hand and stays deleted.", "State it anew, under a new event id, if it is true again."
    ),
    "observed_in_future": Reason(
        "{moment} has not come yet, so nothing was observed then.", "Give the time at which it was learned."
    ),
    "recorded_in_future": Reason("recorded_at lies in the future.", "Mend the line; only the past can be imported."),
    "recorded_backwards": Reason("recorded_at lies before that of an earlier line.", "Sort the file by recorded_at."),
    "cancelled": Reason("Stopped; nothing was changed.", "Start it again when you like."),
    # the store as a file
    "store_gone": Reason(
        "The store that was open is gone from {path}, or another stands in its place.", "R opens what is there now."
    ),
    "rolled_back": Reason(
        "An older copy was put in the place of the store at {path} while it was open: its log had {count} entries and has {found}.",
        "R, or opening it anew, shows what is there now and goes on with it; audit --verify names the cut.",
    ),
    "store_busy": Reason("The store is locked by another program.", "Try again in a moment."),
    "not_a_store": Reason(
        "{path} is not a memory-inspector store.",
        "Check the path, or name another with --db; if it was one, put a copy of it in its place.",
    ),
    "store_corrupt": Reason(
        "The store at {path} is damaged: {why}.", "memory-inspector check --repair mends what it can; otherwise {back}."
    ),
    "beyond_repair": Reason(
        "The store at {path} is damaged and cannot be mended: {why}. Nothing was changed.", "Keep the file, and {back}."
    ),
    "newer_schema": Reason(
        "The store at {path} was written by a newer version of memory-inspector.",
        "Update memory-inspector and open it again, or look at it with --read-only.",
    ),
    "older_schema": Reason(
        "The store at {path} was written by an older version of memory-inspector and would have to be changed to be read.",
        "Look at a copy of it with --copy, or open it once without --read-only.",
    ),
    "interrupted": Reason(
        "A change to the store at {path} was interrupted, and what it had begun has not been taken back yet.",
        "Open it once with write access, or look at a copy with --copy.",
    ),
    "not_writable": Reason("{path} may not be written by you.", "Look at it with --read-only, or change its mode or owner."),
    "bad_audit_key": Reason("{path} holds no audit key.", "Name the file of 32 bytes that was made with the store."),
    "no_such_cut": Reason(
        "The log is not known to have been cut at {count} entries.", "audit --verify says what is known of it."
    ),
    "not_only_cut": Reason(
        "More is wrong with the log than that it was cut: {reasons}.", "audit --verify names it; a sound copy is the way back."
    ),
    "folder_unreachable": Reason(
        "The Markdown folder {path} cannot be kept: {why}.",
        "Bring it back, or begin it anew: settings set markdown.folder PATH. With gone for PATH its files are forgotten.",
    ),
    "no_permission": Reason("{path} may not be {act} by you.", "Change its mode or owner, or name another with --db."),
    "disk_full": Reason("The disk is full; the change was not made.", "Free some space and try again."),
    "disk_failed": Reason(
        "The disk could not be read or written at {path} ({why}); the change was not made.", "Check the disk, and try again."
    ),
    "keys_not_kept": Reason(
        "The key of the audit log cannot be kept in {path}: {why}.",
        "Check that folder, or name another in MEMORY_INSPECTOR_KEYS.",
    ),
    "is_a_folder": Reason("{path} is a folder; a store is a file.", "Name a file in it, such as memory.db."),
    "store_exists": Reason("There is a store at {path} already.", "memory-inspector facts shows what it holds."),
    "url_not_supported": Reason("A store is a file; database URLs cannot be opened.", "Give --db a path."),
    "now_only": Reason(
        "{what} is about now, and cannot be asked of another instant.",
        "Leave out --as-of, --valid-at and --known-at; facts, show and context take them.",
    ),
    "every_owner": Reason("{what} is about every owner alike, and cannot be asked of one.", "Leave out --owner."),
    "usage": Reason("{why}", "memory-inspector --help lists the commands, and every command takes --help."),
    "not_printed": Reason("The result could not be printed: {why}.", "Send it somewhere that takes it."),
    "done_not_printed": Reason(
        "It is done, but the result could not be printed: {why}.",
        "There is no need to do it again; memory-inspector changes lists it.",
    ),
    "bad_path": Reason("{path} cannot be used: {why}.", "Check the path, or name another."),
    "internal_error": Reason(
        "Something went wrong inside memory-inspector ({kind}); nothing half-done was kept.",
        "Try it again; if it comes back, report it with what you typed.",
    ),
    "no_audit_key": Reason(
        "The key of this store's audit log is not on this machine, so nothing can be changed here.",
        "Copy it from where the store was made to {path}.",
    ),
    "read_only": Reason("The store is open for reading only.", "Open it without --read-only to change it."),
}


class _Blank(str):
    """A detail that cannot be seen; in a sentence it stands between quotes, or the sentence would have a hole."""

    def __format__(self, spec: str) -> str:
        return repr(str(self))


class StoreError(Exception):
    """An error with a reason code of `REASONS`.

    Args:
        reason: The code, stable for programs.
        details: What fills the sentence; stored text among them is made harmless by whoever shows it.
    """

    def __init__(self, reason: str, **details: Any) -> None:
        template = REASONS[reason]
        self.reason = reason
        self.details = details
        shown = {
            name: _Blank(value) if isinstance(value, str) and not value.strip() else value for name, value in details.items()
        }
        self.message = template.message.format_map(shown)
        self.next = template.next.format_map(shown)
        super().__init__(f"{self.message} ({reason}) {self.next}")


class Refused(StoreError):
    """The state does not allow what was asked; nothing was changed."""


class NotFound(StoreError):
    """What was named is not there."""


class Unavailable(StoreError):
    """The store cannot be opened, read or written."""
