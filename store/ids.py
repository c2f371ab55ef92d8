"""Identifiers: UUIDv7 outside, and the keyed digests by which the store remembers what it must not keep."""

import hashlib
import hmac
import json
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from store.clock import Instant

_canonical = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

CLOSING = " .,;:!?。、؟۔।"
"""What may close a sentence, as `fold` writes it; it makes … three dots, and ？ or ！ those of ASCII."""


def uuid7(at: Instant) -> UUID:
    """Return a new UUID of version 7 (RFC 9562) for an instant in microseconds UTC; instants before 1970 count as 1970."""
    value = (max(at, 0) // 1000 & (1 << 48) - 1) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    return UUID(int=value & ~(0x3 << 62) | 0x2 << 62)


def fold(name: str) -> str:
    """Return a name as it is compared: NFKC, casefolded, trimmed."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def wording(text: str) -> str:
    """Return a statement as it is recognised again: folded, its spaces single, and without what closes the sentence."""
    words = " ".join(fold(text).split())
    return words.rstrip(CLOSING) or words


def one_line(text: str) -> str:
    """Return a text without its line breaks, so that no part of it can pass for a line of its own."""
    return " ".join(part for line in text.splitlines() if (part := line.strip()))


def content_hash(text: str) -> str:
    """Return the SHA-256 of the text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def keyed_digest(key: bytes, *parts: str | None) -> str:
    """Return an HMAC-SHA256 over the parts; each is length-prefixed, so that no two lists of parts meet."""
    said = (None if part is None else part.encode("utf-8", "surrogatepass") for part in parts)
    data = b"".join(b"-1:" if part is None else b"%d:%b" % (len(part), part) for part in said)
    return hmac.digest(key, data, "sha256").hex()


def keyed_hash(key: bytes, said: Sequence[Any]) -> bytes:
    """Return the HMAC-SHA256 over the compact JSON of what is said, in UTF-8."""
    return hmac.digest(key, _canonical(said).encode("utf-8", "surrogatepass"), "sha256")
