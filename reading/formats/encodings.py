"""From the bytes of a text to its characters, whatever wrote them."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

# UTF-32's mark begins with that of UTF-16, and so goes before it.
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WESTERN = "cp1252"  # holds Latin-1
# What text of other scripts was written in before UTF-8. Latin ones are no guess: they look too much alike.
_OF_OTHER_SCRIPTS = (
    *("cp932", "euc_jp", "gb18030", "big5", "cp949"),
    *("cp1251", "koi8_r", "cp1253", "cp1255", "cp1256", "cp874"),
)
_SAMPLED_BYTES = 32_768
# Other scripts' letters stand together; accents, quotation marks and currency signs stand alone.
_TOGETHER = re.compile(rb"[\x80-\xff]{3,}|(?:[\x81-\xfe][\x40-\xff]){2,}")
_ALONE = re.compile(rb"[\x80-\xff]")
_DECLARED = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_DECLARED_WITHIN = 4096  # bytes; browsers look in the first 1,024
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # NUL and halves of pairs: no character of a stored text
REPLACEMENT = "\ufffd"  # what Unicode has for characters that are none
_ALIASES = {"shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": WESTERN}


def decode(data: bytes, *, declared: str = "") -> str:
    """The text in `data`: UTF-8, UTF-16, UTF-32, as `declared`, as its script tells, else Windows-1252."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data.decode(encoding, "replace")
    if encoding := _bare_utf16(data):
        return data.decode(encoding, "replace")
    text = data.decode("utf-8", "replace")
    if _is_utf8(text):
        return text
    return data.decode(_known(declared) or _guessed(data[:_SAMPLED_BYTES]), "replace")


def decode_page(data: bytes) -> str:
    """The text of a web page, which may say itself how it is written."""
    match = _DECLARED.search(data[:_DECLARED_WITHIN])
    return decode(data, declared=match[1].decode("ascii", "replace") if match else "").replace("\0", "")


def _is_utf8(text: str) -> bool:
    """Whether the text was UTF-8, but for a few broken bytes, as at the end of a sample."""
    broken = text.count("\ufffd")
    return not broken or broken * 10 < len(text.encode("utf-8")) - len(text)


def _bare_utf16(data: bytes) -> str:
    """The encoding of UTF-16 text without a byte order mark, told by where its zero bytes stand."""
    sample = data[:4096]
    if len(sample) < 4 or not sample.count(0):
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) / 2
    if odd > 0.7 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and odd < 0.1 * half else ""


def _known(declared: str) -> str:
    """The name of the encoding, where there is such a one that could be no other's bytes by mistake."""
    try:
        name = codecs.lookup(declared).name
    except (LookupError, ValueError):
        return ""
    return "" if name.startswith(("utf", "ascii")) else _ALIASES.get(declared.lower(), name)


def _guessed(sample: bytes) -> str:
    together = sum(len(_ALONE.findall(run)) for run in _TOGETHER.findall(sample))
    if together * 2 < len(_ALONE.findall(sample)):
        return WESTERN
    guesses = from_bytes(sample, cp_isolation=[WESTERN, *_OF_OTHER_SCRIPTS], enable_fallback=False)
    best = guesses.best()
    return best.encoding if best is not None else WESTERN


def storable(text: str) -> str:
    """The text with a mark in place of each character that cannot be stored."""
    if text.isascii() and "\x00" not in text:  # soon seen, and true of most
        return text
    return UNSTORABLE.sub(REPLACEMENT, text)
