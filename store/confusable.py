"""Letters of one script that look like letters of another, and the words that mix them.

A word of one script is never taken for one of another: нос stays нос, and HOC stays HOC. A word that mixes scripts is read as a person
does who does not see that: in each script in which all of its letters can be written.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

from store.words import UNSPACED

ALIKE = """
    AΑАᎪ BΒВᏴꞴ CСᏟⲤ DᎠ EΕЕᎬ FϜꞘ GԌᏀᏳ HΗНᎻⲎ IlƖǀΙІӀⲒ JͿЈᎫꞲ KΚКᏦⲔ LᏞⳐ MΜϺМᎷⲘ NΝⲚ OΟОՕⲞ PΡРᏢⲢ RƦᎡᏒ SЅՏᏕᏚ
    TΤТᎢⲦ UՍ VѴᏙ WԜᎳᏔ XΧХⲬꞳ YΥУҮᎩᎽⲨ ZΖᏃ aɑαа bƄЬᏏ cсᴄⲥꮯ dԁᏧ eеҽꬲ fքẝꞙꬵ gƍɡցᶃ hһհᏂ iıɩɪιіӏᎥꙇꭵ jϳј nոռ
    oοσоօᴏᴑⲟꬽ pρрⲣ qԛգզ rгᴦⲅꭇꭈꮁ sƽѕꜱꮪ uʋυսᴜꞟꭎꭒ vνѵᴠꮩ wɯѡԝաᴡꮃ xх yɣʏγуүᶌỿꭚ zᴢꮓ ÆӔ ÞϷ ßβᏰꞵ æӕ þƿϸ ħћ
    ĸκкᴋⲕꮶ ƀѢѣҌҍ ƂƃБ ƅьꮟ ƆϽ ƏӘ ƐԐᏋ ƞη ƟΘθѲӨᎾᏫꝊ ƧϨꙄꝚ ƨϩᴤꙅ ƩΣ ƫᎿ ƷȜЗӠⳌꝪꞫ ǝəә ǶԊ ȝʒӡⳍꝫ ȷյ ɁʔᎮ ɂꭾ ɄᏌ ɅΛЛ ɍғ
    ɎҰ ɏұ ɔͻᴐↄ ɛεєԑⲉꞓꮛ ɜзᴈ ɢԍᏻꮐ ɦᏲꚕ ɰպ ɵѳөꝋꮎꮻ ɸφфⲫ ʀꭱꮢ ʌᴧ ʍмᴍꮇ ʘꙨ ʙвᏼ ʜнꮋ ʟⳑꮮ ͰᎨᎰⱵ ͶИ ͷиᴎ ͽꜿ ΓГᎱⲄ ΔⲆ ΠПⲠ
    ΦФՓⲪ ΨѰⲮ δծẟ λⲖ πпᴨ τтᴛꭲ χⲭꭓꭕ ψѱ ωⲱꙍꞷ ϗⳤ ϿꜾ ЄⲈꞒ ШⲼ бᏮⳒ шⲽ яᴙ љꭠ ѠᏇ ҚⱩ ҞꝀ ҢⱧ ᴀꭺ ᴅꭰ ᴇꭼ ᴊꭻ ᴘᴩꮲ ᵾꮜ ⱶꮀ ⳊꝮ
    ꙌꞶ ꚘꝎ ꚙꝏ
"""
"""Letters that look alike, of Latin, Cyrillic, Greek, Armenian, Cherokee and Coptic, as Unicode tells them (UTS 39, confusables.txt).

The table is here and not in a library, as digests of what was deleted rest on it: another table would let deleted text come back.
"""
_MARKS = "\u0300-\u036f"
_WORD = re.compile(f"(?:[^\\W\\d_{UNSPACED}][{_MARKS}]*)+")
_WORD_OR_NOT = re.compile(f"{_WORD.pattern}|.", re.DOTALL)
_MARK = re.compile(f"[{_MARKS}]")


def readings(text: str) -> Iterator[str]:
    """Yield a text as it is, or as it reads where words mix scripts: once for each script, which the words that allow it are written in."""
    mixed = {word: scripts for word in _WORD.findall(text) if len(scripts := _scripts(word)) > 1}
    targets = sorted({script for scripts in mixed.values() for script in scripts})
    written = [{word: _written(word, (target, *targets)) for word in mixed} for target in targets]
    read = [words for words in written if any(words[word] != word for word in words)]
    if not read:
        yield text
    for words in read:
        yield "".join(words.get(part, part) for part in _WORD_OR_NOT.findall(text))


def _written(word: str, scripts: tuple[str, ...]) -> str:
    """Return a word in the first of some scripts in which it can be written, else as it is."""
    for script in scripts:
        letters = [_alike(char, script) for char in word]
        if all(letters):
            return "".join(letters)
    return word


def _scripts(word: str) -> set[str]:
    return {_script(char) for char in word if not _MARK.match(char)}


@lru_cache(maxsize=4096)
def _script(char: str) -> str:
    """Return the script of a letter, with which its name begins."""
    return unicodedata.name(char, "").partition(" ")[0]


@lru_cache(maxsize=4096)
def _alike(char: str, script: str) -> str:
    """Return the plainest letter of a script that looks like a letter, in whatever case; empty where there is none."""
    if _MARK.match(char) or _script(char) == script:
        return char
    table = _table()
    alike = {one for given in (char, char.swapcase()) for one in table.get(given, "")}
    return min((one for one in alike if _script(one) == script), default="")


@cache
def _table() -> dict[str, str]:
    """Return by each letter all that look like it."""
    return {letter: letters for letters in ALIKE.split() for letter in letters}
