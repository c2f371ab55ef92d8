"""What bars are called: the words in which the versions of a slot differ."""

import pytest

from inspector.ledger.labels import Label, fitted, labels


@pytest.mark.parametrize(
    ("texts", "called"),
    [
        (["Lives in Porto", "Lives in Lisbon", "Lives in Guimarães with Rui"], ["Porto", "Lisbon", "Guimarães with Rui"]),
        (["我住在上海", "我住在北京市区"], ["上海", "北京市区"]),
        (["现在我和家人一起住在上海", "现在我和家人一起住在北京"], ["上海", "北京"]),
        (["Живёт в городе Твери", "Живёт в городе Пскове"], ["Твери", "Пскове"]),
        (["Tuesdays at 9", "Mondays at 9", "Thursdays at 8"], ["Tuesdays at 9", "Mondays at 9", "Thursdays at 8"]),
        (["61 kg", "62 kg"], ["61 kg", "62 kg"]),
        (["Weighs about 61 kg in the morning", "Weighs about 62 kg in the morning"], ["61", "62"]),
        (["Works at Nordlys", "Trial"], ["Works at Nordlys", "Trial"]),
        (["Plays the cello"], ["Plays the cello"]),
        (["Likes coffee", "Likes coffee"], ["Likes coffee", "Likes coffee"]),
        (["a\nb", "c"], ["a␊b", "c"]),
    ],
)
def test_names_are_what_tells_versions_apart(texts: list[str], called: list[str]) -> None:
    assert [label.text for label in labels(texts)] == called


@pytest.mark.parametrize(
    ("cells", "written"),
    [
        (9, ("Lisbon", 1)),
        (8, ("Lisbon", 1)),
        (7, ("Lisbon", 0)),
        (6, ("Lisbon", 0)),
        (5, ("Lisb…", 0)),
        (3, ("Li…", 0)),
        (2, ("L", 0)),
        (1, ("L", 0)),
        (0, ("", 0)),
        (-3, ("", 0)),
    ],
)
def test_a_label_takes_the_room_there_is(cells: int, written: tuple[str, int]) -> None:
    assert fitted(Label("Lisbon", "Lisbon"), cells) == written


def test_half_a_wide_letter_is_dropped_whole() -> None:
    assert fitted(Label("北京", "北京"), 1) == ("", 0)
    assert fitted(Label("北京", "北京"), 3) == ("北…", 0)


def test_without_room_for_the_text_the_words_that_differ_are_cut() -> None:
    assert fitted(Label("Works at Nordlys", "Nordlys"), 5) == ("Nord…", 0)
