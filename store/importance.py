"""How much a fact matters, 1 to 10, written once when it is made.

The rule: start from the kind, add what the words tell, take away for small talk, and stay within 1 to 10.

| part | points |
|---|---|
| kind | profile 6, person 5, project 5, preference 4, calendar 4, intention 3, one_off 2, observation 3, any other 3 |
| length | +1 from 8 words on, -1 below 3; a Chinese character counts as half a word |
| telling words | +2 for health, safety and law; +1 for family, home, work, money, beliefs, loss; the stronger counts, once |
| always or never | +1 for a word that says it holds without exception |
| small talk | -2 for greetings, thanks, weather, passing mood |
| pinned | never below 8 |
"""

import re
from functools import cache

from store.words import fold, stem

_BY_KIND = {
    "profile": 6,
    "person": 5,
    "project": 5,
    "preference": 4,
    "calendar": 4,
    "intention": 3,
    "one_off": 2,
    "observation": 3,
}
_OTHER = 3
PINNED_AT_LEAST = 8
LONG_FROM, SHORT_BELOW = 8, 3
WORDS_PER_CHARACTER = 0.5

_WORD = re.compile(r"[^\W_]+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")

_GRAVE_WORDS = """
allergic allergy intolerant asthma diabetes diabetic epilepsy cancer disease diagnosed surgery hospital pregnant pregnancy medication
insulin pacemaker depression suicide emergency injury visa lawsuit court custody died death funeral
аллергия аллергик аллергический астма диабет диабетик эпилепсия рак болезнь диагноз операция больница беременна беременность
лекарство инсулин депрессия травма виза суд опека умер умерла смерть похороны
"""
_TELLING_WORDS = """
wife husband spouse partner son daughter child children mother father sister brother parents married divorced engaged engagement born birthday
lives moved address home works job employer career company salary debt mortgage loan savings vegetarian vegan religion faith
believes native speaks language graduated degree goal dream fear
жена муж сын дочь ребенок дети мать мама отец папа сестра брат родители замужем женат разведен разведена родился родилась рождение
живет живу переехал переехала адрес дом работает работаю работа работодатель карьера компания зарплата долг ипотека кредит
вегетарианец веган религия вера верит язык диплом цель мечта боится
"""
_ALWAYS_WORDS = "always never every must cannot всегда никогда каждый нельзя обязан"
_SMALL_TALK_WORDS = """
hi hello hey thanks thank bye goodbye congratulations weather sunny rainy lol haha nice tired bored
привет здравствуйте спасибо пока поздравляю погода солнечно дождливо ага хаха устал устала скучно
"""
_GRAVE_HAN = (
    "过敏",
    "哮喘",
    "糖尿病",
    "癫痫",
    "癌",
    "疾病",
    "诊断",
    "手术",
    "医院",
    "怀孕",
    "药",
    "胰岛素",
    "抑郁",
    "受伤",
    "签证",
    "法院",
    "去世",
    "葬礼",
)
_TELLING_HAN = (
    *(
        "妻子",
        "丈夫",
        "老婆",
        "老公",
        "儿子",
        "女儿",
        "孩子",
        "母亲",
        "妈妈",
        "父亲",
        "爸爸",
        "姐姐",
        "妹妹",
        "哥哥",
        "弟弟",
        "父母",
    ),
    *(
        "结婚",
        "离婚",
        "出生",
        "生日",
        "住在",
        "搬到",
        "地址",
        "家在",
        "工作",
        "上班",
        "公司",
        "工资",
        "债",
        "房贷",
        "贷款",
        "素食",
        "吃素",
    ),
    *("信仰", "宗教", "母语", "会说", "毕业", "学位", "目标", "梦想", "害怕"),
)
_ALWAYS_HAN = ("总是", "从不", "从来", "每天", "必须", "不能", "永远")
_SMALL_TALK_HAN = ("你好", "谢谢", "再见", "恭喜", "天气", "哈哈", "好累", "无聊")


@cache
def _stems_of(words: str) -> frozenset[str]:
    return frozenset(stem(fold(word)) for word in words.split())


def importance(text: str, kind: str, *, pinned: bool = False) -> int:
    """Weigh a fact by the rule above.

    Args:
        text: The fact, in English, Russian or Chinese; other languages are weighed by kind and length alone.
        kind: Its kind; unknown kinds count as other.
        pinned: Whether a person pinned it when it was made.
    """
    points = sum(points for _, points in reasons(text, kind))
    return max(PINNED_AT_LEAST if pinned else 1, min(points, 10))


def reasons(text: str, kind: str) -> tuple[tuple[str, int], ...]:
    """Return what the rule counts, as (words for it, points): the kind first, then what the text adds and takes away."""
    folded = fold(text)
    words = _WORD.findall(_HAN.sub(" ", folded))
    stems = {stem(word) for word in words}
    length = len(words) + len(_HAN.findall(folded)) * WORDS_PER_CHARACTER

    def tells(words: str, phrases: tuple[str, ...]) -> bool:
        return not stems.isdisjoint(_stems_of(words)) or any(phrase in folded for phrase in phrases)

    grave = tells(_GRAVE_WORDS, _GRAVE_HAN)
    counted = (
        (f"kind {kind}" if kind in _BY_KIND else "kind other", _BY_KIND.get(kind, _OTHER), True),
        ("long", 1, length >= LONG_FROM),
        ("short", -1, length < SHORT_BELOW),
        ("health, safety or law", 2, grave),
        ("telling words", 1, not grave and tells(_TELLING_WORDS, _TELLING_HAN)),
        ("always or never", 1, tells(_ALWAYS_WORDS, _ALWAYS_HAN)),
        ("small talk", -2, tells(_SMALL_TALK_WORDS, _SMALL_TALK_HAN)),
    )
    return tuple((name, points) for name, points, counts in counted if counts)
