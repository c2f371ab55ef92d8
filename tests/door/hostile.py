"""Strings a fact may hold that would harm a terminal, a layout or a reader."""

HOSTILE = {
    "markup": "[bold red]not bold[/bold red] [/",
    "open markup": "[stage=value: x",
    "link action": "[@click=app.quit]click me[/]",
    "rich link": "[link=https://example.org]there[/link]",
    "ansi": "\x1b[31mred\x1b[0m \x1b[2J\x1b[H",
    "osc 52": "\x1b]52;c;aGFja2Vk\x07",
    "osc title": "\x1b]0;owned\x1b\\",
    "nul": "a\x00b",
    "c1": "\x9b31mred\x9c\x85\x90",
    "bidi": "user\u202e\u2066 // admin\u2069\u2066 \u202dabc\u200e\u200f\u061c",
    "zero width": "pass\u200bword\u2060\ufeff\u00ad\u200c",
    "emoji": "👩\u200d👩\u200d👧\u200d👦 👍🏽 🏳️\u200d🌈 🇵🇹",
    "wide": "对花生过敏，点餐前要提醒",
    "combining": "\u0301e\u0301\u0302\u0303 a\u20dd",
    "long": "x" * 600,
    "newlines": "one\r\ntwo\nthree\u2028four\tfive",
    "surrogates": "\ud83d alone \udc00",
    "tags and fillers": "\U000e0041\u3164\u115f\u034f\u2800",
    "noncharacters": "\ufffe\uffff\U0001ffff\ufdd0",
    "delete": "a\x7fb",
}
