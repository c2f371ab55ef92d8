"""What a proposal would change: the facts before, the facts after, and the words that would be lost."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from textual.content import Content

from inspector import words
from inspector.panes import proposal_words
from inspector.review.parts import INDENT, Line, Setting, blank, bullet, head, wrapped

if TYPE_CHECKING:
    from store.proposal import NewFact, Proposal, ProposalItem
    from store.values import Fact

_WORD = re.compile(r"[\w'’ʼ‘´`]+")
NEGATIONS = frozenset(
    ["no", "not", "never", "nor", "without", "не", "ни", "нет", "без", "никогда", "不", "没", "没有", "別", "别"]
)
"""Lost words that turn a sentence round, and are said apart."""


def before(proposal: Proposal, given: Setting) -> list[Line]:
    """Return the facts as they are, with what would be lost reversed in place."""
    if not proposal.items:
        return []
    lines = [head("Before", given.width)]
    for item in proposal.items:
        fact = item.fact
        right = Content.styled(f"{'± ' if item.moved else ''}#{fact.number}  {words.since(fact, given.zone).rjust(11)}", "$muted")
        text = lost_in(fact.text, item, given)
        glyph, role = words.STATE_GLYPHS[fact.state], words.STATE_ROLES.get(fact.state, "$muted")
        lines += [Line(line) for line in bullet(glyph, role, text, right, given.width)]
        if fact.pinned:
            lines.append(Line(Content.styled("    ◆ pinned", "$text-primary")))
    return [*lines, blank()]


def after(proposal: Proposal, given: Setting) -> list[Line]:
    """Return what would hold, and what would become of the rest."""
    if proposal.kind == "conflict":
        return []
    lines = [head("After", given.width)]
    for glyph, role, text, right in _after(proposal, given):
        note = Content.styled(right, "$muted")
        lines += [Line(line) for line in bullet(glyph, role, text, note, given.width)]
    return [*lines, blank()]


def _after(proposal: Proposal, given: Setting) -> list[tuple[str, str, Content, str]]:
    facts = [item.fact for item in proposal.items]
    target = facts[0] if facts else None
    new = proposal.new
    at = words.when(proposal.at, given.zone) if proposal.at is not None else "now"
    match proposal.kind:
        case "merge":
            gone = [item.fact.number for item in proposal.items if item.role != "representative"]
            kept = next((item.fact for item in proposal.items if item.role == "representative"), None)
            back = "" if given.reading else "; z takes that back"
            told = Content.styled(f"{proposal_words.numbers(gone)} superseded by it from now on{back}", "$muted")
            return [*([_stays(kept, given)] if kept else []), ("»", "$muted", told, "")]
        case "supersede" if new is not None and target is not None:
            told = Content.styled(f"#{target.number} ends {at}, superseded by it", "$muted")
            return [_comes(new, given, at), ("»", "$muted", told, "")]
        case "correct" if new is not None and target is not None:
            told = Content.styled(f"#{target.number} was never true; the new words take its whole time", "$muted")
            return [_comes(new, given, ""), ("×", "$text-error", told, "")]
        case "add" if new is not None:
            return [_comes(new, given, at)]
        case "unreadable":
            told = Content.styled("nothing, as it stands", "$muted")
            return [
                ("?", "$text-warning", Content.styled(given.text(new.text if new else ""), "$muted"), ""),
                ("·", "$muted", told, ""),
            ]
        case "end" if target is not None:
            return [("■", "$muted", Content.styled(given.text(target.text), "$foreground"), f"ends {at}")]
        case "expire" if target is not None:
            return [("□", "$muted", Content.styled(given.text(target.text), "$foreground"), f"expires {at}")]
        case "retract" if target is not None:
            return [("×", "$text-error", Content.styled(given.text(target.text), "$foreground"), "was never true")]
        case "confirm" if target is not None:
            return [("●", "$text-success", Content.styled(given.text(target.text), "bold $foreground"), "confirmed by you")]
        case _:
            return [("·", "$muted", Content.styled("Nothing is left to change.", "$muted"), "")]


def lost(proposal: Proposal, given: Setting) -> list[Line]:
    """Return the words that a merge would lose, fact by fact."""
    members = [item for item in proposal.items if item.role == "member"]
    if proposal.kind != "merge" or not members:
        return []
    every = proposal.lost
    if not every:
        return [head("Words that would be lost", given.width, Content.styled("none", "$text-success")), blank()]
    negations = [word for word in every if word in NEGATIONS]
    sum_up = words.quantity(len(every), "word") + (f", {words.quantity(len(negations), 'negation')}" if negations else "")
    lines = [head("Words that would be lost", given.width, Content.styled(sum_up, "$text-error"))]
    for item in members:
        start = Content.styled(f"{' ' * INDENT}#{item.fact.number}".ljust(INDENT + 8), "$muted")
        if not item.lost:
            lines.append(Line(start + Content.styled("nothing", "$muted")))
            continue
        said = Content("  ").join([_lost_word(word, given) for word in item.lost])
        if any(word in NEGATIONS for word in item.lost):
            said += Content.styled("   ! a negation would be lost", "$text-warning")
        lines += [Line(line) for line in wrapped(start + said, given.width, INDENT + 8)]
    return [*lines, blank()]


def lost_in(text: str, item: ProposalItem, given: Setting) -> Content:
    """Return the text of a fact with the words it would lose reversed, a run of them as one."""
    shown = given.text(text)
    content = Content.styled(shown, "$foreground")
    if given.hidden or not item.lost:
        return content
    missing = {_folded(word) for word in item.lost}
    runs: list[list[int]] = []
    for word in _WORD.finditer(shown):
        if not _is_lost(_folded(word.group()), missing):
            runs.append([-1, -1])
        elif runs and runs[-1][0] >= 0:
            runs[-1][1] = word.end()
        else:
            runs.append([word.start(), word.end()])
    for start, end in runs:
        if start >= 0:
            content = content.stylize("bold $background on $text-error", start, end)
    return content


def _is_lost(word: str, missing: set[str]) -> bool:
    return word in missing or any(not part.isascii() and len(part) < len(word) and part in word for part in missing if _han(part))


def _han(word: str) -> bool:
    return all("\u3400" <= character <= "\u9fff" for character in word)


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold().replace("ё", "е").strip("'’ʼ‘´`")


def _lost_word(word: str, given: Setting) -> Content:
    shown = given.text(word)
    return Content.styled(shown, "bold $background on $text-error" if word in NEGATIONS else "bold $text-error")


def _stays(fact: Fact, given: Setting) -> tuple[str, str, Content, str]:
    return ("●", "$text-success", Content.styled(given.text(fact.text), "bold $foreground"), "stays as it is")


def _comes(new: NewFact, given: Setting, at: str) -> tuple[str, str, Content, str]:
    begins = at
    if new.valid_from is not None:
        begins = f"{'' if new.valid_from_exact else '≤'}{words.day(new.valid_from, given.zone)}"
    place = " · ".join(filter(None, [words.kind_word(new.kind) if new.kind != "other" else "", given.text(new.slot or "")]))
    until = f" → {words.when(new.valid_to, given.zone)}" if new.valid_to is not None else ""
    right = "  ".join(filter(None, [place, f"{begins}{until}"]))
    return ("+", "$text-success", Content.styled(given.text(new.text), "bold $foreground"), right)
