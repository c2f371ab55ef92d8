"""D8: what was deleted does not come back in another spelling that a person would read as the same; what says something else goes in."""

from collections.abc import Iterable, Iterator

import pytest

from store import receipts
from store.asserting import assert_fact
from store.deletion import Scope
from store.errors import Refused
from store.ids import wording
from store.proposal import ProposalQuery, Suggestion
from store.spelling import spelling
from store.stating import New
from store.values import SourceInput
from tests.store.conftest import Keeper

DELETED = ("Drinks café crème in Porto", "Живёт в старом городе у реки", "住在上海的老房子")
UNSEEN = "\u200b\u200c\u200d\u2060\u00ad\u200e\u200f\ufeff\u034f\ufe0f\u061c\u2063\u180e\U000e0101\u202e"
AROUND = ("“{}”", "«{}»", "„{}“", "'{}'", "「{}」", "**{}**", "__{}__", "*{}*", "`{}`", "~~{}~~", "({})", "| {} |", "# {}", "> {}", "- {}",
          "+ {}", "• {}", "1. {}", "12) {}", "- [x] {}", "{}.", "{}…", "{}！", "{}？", "{}。", "{};", "{} —", "{} 🙂", "🎉 {}", "{}👍🏽",
          "{} 👨‍👩‍👧", "{} :-)", "{} ☕️ ✨", "  {}\t")  # fmt: skip
BY_HAND = {
    DELETED[0]: (
        "DRINKS CAFÉ CRÈME IN PORTO", "Drinks cafe creme in Porto", "Drinks cafe\u0301 cre\u0300me in Porto", "Drinks café crème, in Porto",
        "Drinks «café» **crème** in Porto", "Drinks café-crème in Porto", "Drinks\u00a0café\u2003crème in Porto",
        "Ｄｒｉｎｋｓ café crème in Porto", "Drinks café crème in P\u043ert\u043e", "Drinks café crème in \u03a1\u03bfrto",
        "Drinks \u0441afé \u0441r\u00e8me in \u0420orto", "D\u0433inks café crème \u0456n Porto", "Drinks café/crème in _Porto_",
        "Drinks café crème in 𝐏𝐨𝐫𝐭𝐨", "Drinks café: crème in Porto", "Drinks café crème\nin Porto",
    ),
    DELETED[1]: (
        "Живет в старом городе у реки", "ЖИВЁТ В СТАРОМ ГОРОДЕ У РЕКИ", "Живёт в ста\u0301ром го\u0301роде у реки́", "Живёт, в старом городе, у реки",
        "Живёт в «старом городе» у реки", "Живёт в cтapoм гopoдe у pеки", "Живёт в стар\u03bfм городе у реки", "Живёт в старом — городе у реки",
        "Живёт  в старом городе у\u202fреки", "Живёт в __старом__ городе у `реки`",
    ),
    DELETED[2]: (
        "住在 上海 的 老房子", "住在「上海」的老房子", "住在上海，的老房子", "住在『上海』的 **老房子**", "住在上海・的老房子", "住在（上海）的老房子",
        "住在\u3000上海的老房子", "住\ufe00在上海的老房子",
    ),
}  # fmt: skip
APART = (
    ("Writes C", "Writes C++"), ("Codes in C++", "Codes in C#"), ("Has an A+", "Has an A-"), ("Blood group O-", "Blood group O"),
    ("It is -5 outside", "It is 5 outside"), ("It is −5 outside", "It is 5 outside"), ("Says >3 cups", "Says <3 cups"), ("Loves 🐱", "Loves 🐶"),
    ("Loves 🐱 most", "Loves 🐶 most"), ("🇵🇹 passport", "🇵🇱 passport"), ("Feels :)", "Feels :("), ("Feels 🙂", "Feels 🙁"),
    ("From 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "From 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"),
    ("Has 3.5 cats", "Has 35 cats"), ("Wakes at 12:30", "Wakes at 1230"), ("Owes 1,000", "Owes 1000"), ("Pays $5", "Pays €5"), ("Takes 5%", "Takes 5"),
    ("Is #1", "Is 1"), ("We're here", "Were here"), ("разбил нос", "разбил HOC"), ("сосо", "coco"), ("Likes tea", "❌ Likes tea"),
    ("Likes tea", "Likes no tea"), ("Has a cat", "Has 2 cats"), ("Cats", "3 cats"), ("Plays B♭", "Plays B"), ("мой край", "мои край"), ("住在上海", "住在上海人"),
    ("?!", "..."), ("Lives in Porto", "Lives in Porta"),
)  # fmt: skip


def spellings(text: str) -> Iterator[str]:
    """A text as it may be told again."""
    for sign in UNSEEN:
        yield f"{text[:3]}{sign}{text[3:]}"
        yield f"{sign}{text}{sign}"
    for around in AROUND:
        yield around.format(text)
    yield from BY_HAND[text]


def test_of_a_hundred_spellings_of_a_deleted_text_none_comes_back(keeper: Keeper) -> None:
    """In three scripts; and of thirty texts that differ by a word, a number or a sign, each goes in."""
    store = keeper.on(0)
    keeper.tell([*DELETED, *(one for one, _ in APART)])
    store.deletions.delete(Scope("owner", name="ana"))
    keeper.on(1)
    again = [one for text in DELETED for one in spellings(text)]
    assert len(again) > 200
    assert taken_in(keeper, again) == []
    others = [other for _, other in APART]
    assert taken_in(keeper, others) == others


def taken_in(keeper: Keeper, texts: Iterable[str]) -> list[str]:
    """Those of some texts that make a fact where they are told again, at a time nobody knows."""
    with keeper.store.change(dry_run=True) as change:
        owner = change.owner("ana")
        return [text for text in texts if assert_fact(change, New(text, owner, "ana", undated=True)).result == "done"]


def test_each_of_two_texts_that_differ_has_another_spelling() -> None:
    """Whichever was deleted."""
    assert len(APART) > 30
    assert [(one, other) for one, other in APART if spelling(one).same(spelling(other))] == []


def test_a_spelling_is_what_it_was() -> None:
    """Digests are made of it: where this fails, deleted text comes back, and a new kind of receipt is needed."""
    for text, whole in (
        ("- **Drinks** “Café-crème”, 3.5 cups / day…", {"drinks cafe creme 3.5 cups day"}),
        ("Нос ёлки\u0301 — В Москвa", {"нос елки в москва", "нос елки в mockba"}),
        ("НОC", {"hoc", "нос"}),
        ("在 iPhone 上。", {"在iphone上"}),
        ("العـربيّة", {"العربية"}),
        ("A- in C#, -5 % & we’re :-)", {"a- in c# -5% & we're :)"}),
    ):
        assert set(spelling(text).whole) == whole
    assert set(spelling("1. Tea 🙂🎉").bare) == {"1 tea 🙂", "1 tea", "tea 🙂🎉", "tea 🙂", "tea"}


def test_receipts_of_words_go_on_working(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were made letter by letter, but for case, spaces and what closes a sentence."""
    store = keeper.on(0)
    store.assert_fact("Writes C++ (well)", owner="ana")
    with monkeypatch.context() as older:
        older.setattr(receipts, "SPELLING", "words")
        older.setattr(receipts, "spelling_digests", lambda change, _, text: [change.digest("words", "ana", wording(text))])
        store.deletions.delete(Scope("facts", (1,)))
    keeper.on(1)
    assert taken_in(keeper, ["writes  C++ (WELL)!", "Writes C++"]) == ["Writes C++"]


def test_a_deleted_message_does_not_come_back_in_another_spelling(keeper: Keeper) -> None:
    """From the same author at the same instant, or under the same reference."""
    store = keeper.on(0)
    evidence = keeper.heard("I live in Porto, by the river", ref="m")
    store.assert_fact("Lives in Porto", owner="ana", evidence=evidence)
    said = store.conversation(1).source
    store.deletions.delete(Scope("facts", (1,)))
    for text in ("I live in P\u200borto, by the river", "**I live in P\u043erto** by the river"):
        with pytest.raises(Refused, match="deleted_before"):
            store.add_source(SourceInput(text, said.observed_at, author="ana", ref="other"))
    store.add_source(SourceInput("I live in Porto, by the sea", said.observed_at, author="ana", ref="other"))


def test_proposals_in_another_spelling_go_with_a_fact(keeper: Keeper) -> None:
    """D3: they would bring it back."""
    store = keeper.on(0)
    store.assert_fact("Lives in Porto", owner="ana")
    heard = tuple(keeper.heard("To be or not"))
    for text in ("“Lives in P\u043erto”", "Lives in Braga"):
        store.proposals.propose([Suggestion("add", text=text, owner="ana", evidence=heard)])
    store.deletions.delete(Scope("facts", (1,)))
    assert [one.number for one in store.proposals.page(ProposalQuery()).proposals] == [2]
