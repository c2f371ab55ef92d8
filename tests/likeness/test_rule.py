"""Merge, conflict or nothing: every step of the pair rule, in three languages. None of the sentences is from a data set."""

import pytest

from store.likeness import compare, features

MERGE, CONFLICT, NOTHING = "merge", "conflict", "nothing"

CASES = [
    # step 0: too far apart
    ("Works as a baker", "Rides a tall horse", NOTHING, 0),
    ("Работает пекарем", "Ездит на высокой лошади", NOTHING, 0),
    ("他是面包师", "她骑马上山", NOTHING, 0),
    # step 1: the same text
    ("Drinks tea!", "drinks  tea", MERGE, 1),
    ("Ёлка стоит в углу", "елка стоит в углу.", MERGE, 1),
    ("我养了一只鹦鹉", "我养了一只鹦鹉。", MERGE, 1),
    # step 2: likes and dislikes
    ("Likes strong coffee", "Hates strong coffee", CONFLICT, 2),
    ("Likes strong coffee", "Does not like strong coffee", CONFLICT, 2),
    ("Люблю крепкий кофе", "Ненавижу крепкий кофе", CONFLICT, 2),
    ("Люблю крепкий кофе", "Не люблю крепкий кофе", CONFLICT, 2),
    ("我喜欢喝浓咖啡", "我讨厌喝浓咖啡", CONFLICT, 2),
    ("我喜欢喝浓咖啡", "我不喜欢喝浓咖啡", CONFLICT, 2),
    ("Hates strong black coffee", "Does not like strong black coffee", MERGE, 11),
    ("Loves strong black coffee", "Likes strong black coffee", MERGE, 11),
    # step 3: negation and past
    ("Eats peanuts at home", "Never eats peanuts at home", CONFLICT, 3),
    ("She can't swim in deep water", "She can swim in deep water", CONFLICT, 3),
    ("Ест орехи дома", "Не ест орехи дома", CONFLICT, 3),
    ("他在家吃花生", "他在家不吃花生", CONFLICT, 3),
    ("Rents a flat in town", "Used to rent a flat in town", CONFLICT, 3),
    ("Worked as a nurse", "Works as a nurse", CONFLICT, 3),
    ("Was a nurse", "Is a nurse", CONFLICT, 3),
    ("Раньше снимал квартиру в центре", "Снимал квартиру в центре", CONFLICT, 3),
    ("他以前住在广州", "他住在广州", CONFLICT, 3),
    ("No goat eats the green hay here", "The goat eats no green hay here", NOTHING, 3),
    # step 4: numbers, dates, names
    ("Has two goats on the farm", "Has three goats on the farm", CONFLICT, 4),
    ("Has 2 goats on the farm", "Has two goats on the farm", MERGE, 11),
    ("Держит двух коз на ферме", "Держит трех коз на ферме", CONFLICT, 4),
    ("他的农场养了两只山羊", "他的农场养了三只山羊", CONFLICT, 4),
    ("Visits the dentist on Monday", "Visits the dentist on Friday", CONFLICT, 4),
    ("Ходит к врачу в понедельник", "Ходит к врачу в пятницу", CONFLICT, 4),
    ("他周一去看牙医", "他周五去看牙医", CONFLICT, 4),
    ("The boat sails from Lisbon harbour at dawn", "The boat sails from Genoa harbour at dawn", CONFLICT, 4),
    ("Once visited the old harbour of Lisbon with friends", "Once visited the old harbour of Genoa with friends", NOTHING, 4),
    ("Bought bread for two guests in 2019", "Bought bread for two guests", MERGE, 11),
    # step 5: opposites
    ("The kitchen window is open", "The kitchen window is closed", CONFLICT, 5),
    ("Окно на кухне открыто, большой дом", "Окно на кухне открыто, маленький дом", CONFLICT, 5),
    ("厨房的窗户打开了", "厨房的窗户关闭了", CONFLICT, 5),
    # step 6: another value in a frame of one
    ("Works as a teacher", "Works as a nurse", CONFLICT, 6),
    ("Работаю учителем", "Работаю водителем", CONFLICT, 6),
    ("我住在北京", "我住在上海", CONFLICT, 6),
    ("Speaks Spanish", "Speaks Italian", NOTHING, 4),
    # step 7: exclusive kinds, a relative on one side
    ("The yard has a big red door with glass", "The yard has a big blue door with glass", NOTHING, 7),
    ("Во дворе стоит большой черный стол", "Во дворе стоит большой белый стол", NOTHING, 7),
    ("院子里停着红卡车和木箱", "院子里停着蓝卡车和木箱", NOTHING, 7),
    ("Goes fishing on the lake", "Goes fishing on the lake with brother", NOTHING, 7),
    # step 8: words of both left over
    ("Grows red tomatoes behind the shed", "Grows red onions behind the shed", NOTHING, 8),
    ("Выращивает помидоры за старым сараем", "Выращивает огурцы за старым сараем", NOTHING, 8),
    ("院里种着三棵高高的柳树和花", "院里种着三棵高高的桃树和花", NOTHING, 8),
    # step 9: too much more on one side, or too short to tell
    ("Repairs old clocks", "Repairs old clocks downtown indoors", NOTHING, 9),
    ("Чинит старые часы", "Чинит старые часы соседям бесплатно", NOTHING, 9),
    ("他修旧钟", "他修旧木钟", NOTHING, 9),
    # step 10: other roles
    ("Anna owes Boris money", "Boris owes Anna money", NOTHING, 10),
    ("Кошка боится собаку", "Собака боится кошку", NOTHING, 10),
    ("老师帮助学生", "学生帮助老师", NOTHING, 10),
    # step 11: all the rest
    ("Repairs old wooden clocks at home", "At home repairs old wooden clocks", MERGE, 11),
    ("Чинит дома старые деревянные часы", "Дома чинит старые деревянные часы", MERGE, 11),
    ("周末他在家修理旧木钟和收音机", "他周末在家修理旧木钟和收音机", MERGE, 11),
]


@pytest.mark.parametrize(("first", "second", "kind", "rule"), CASES)
def test_each_step_decides_what_it_is_for(first: str, second: str, kind: str, rule: int) -> None:
    """F4: merge, conflict or nothing, and which step said so; either way round."""
    a, b = features(first), features(second)
    for verdict in (compare(a, b), compare(b, a)):
        assert (verdict.kind, verdict.rule) == (kind, rule)


def test_coffee_liked_and_coffee_after_six_are_nothing_to_each_other() -> None:
    """F4: what is liked and what is not done after six share one word of five."""
    assert compare(features("likes strong coffee"), features("does not drink coffee after six")).kind == NOTHING


@pytest.mark.parametrize(
    "text",
    [
        "Works in New Haven",
        "Won a prize in Oslo",
        "Plays chess with Don on the beach",
        "Met Wont at the gym",
        "Wont is her neighbour",
        "Is wont to sing at breakfast",
        "Watched Dr. No at the cinema",
        "Is a fan of No Doubt",
        "Says that shoes indoors are a no-no",
        "Reads the poems of Henrietta Lacks",
        "Обедает в кафе Нет-Нет",
        "Нет-нет да и позвонит брату",
        "Пьёт кофе в баре «Не горюй»",
        "他喜欢不二家的糖",
        "他去过不丹和莫桑比克",
        "他喜欢看《不能说的秘密》",
    ],
)
def test_a_name_or_a_word_that_only_looks_negated_denies_nothing(text: str) -> None:
    """F4: New Haven is a city, "won" is the past of win, and what is called Нет-Нет is a café."""
    assert not features(text).negated


@pytest.mark.parametrize(
    "text",
    [
        "Won't eat fish",
        "Won\u2019t eat fish",
        "Wont eat fish",
        "I dont eat fish",
        "She hasn\u00b4t eaten fish",
        "Does NOT eat fish",
        "DOES NOT EAT FISH",
        "Does Not Eat Fish",
        "Alice Never Eats Raw Fish",
        "Rested. No fish was eaten",
        "In New Haven no-one eats fish",
        "Не ест рыбу",
        "В кафе Нет-Нет не ест рыбу",
        "他不去不丹",
    ],
)
def test_a_denial_is_read_however_it_is_spelled(text: str) -> None:
    """F4: with its apostrophe, any of them, or none; in capitals; beside a name that looks like one."""
    assert features(text).negated
