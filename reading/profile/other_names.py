"""What else a company is called by its own document: its ticker, and its names of before."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reading.model import ParsedDocument

BLANKS = r"\s+"
TICKER = re.compile(
    r"\(\s*(?:NASDAQ|NYSE|LSE|ASX|TSX|XETRA|Euronext)(?:\s+\w+)?\s*:\s*([A-Z][A-Z.]{0,5})\s*\)",
    re.IGNORECASE,
)
SYMBOL = re.compile(r"\b(?:ticker|(?:stock|trading|ticker)\s+symbol):?\s+[“\"]?(?P<symbol>[A-Z]{2,5})\b")
_LABELLED = re.compile(
    r"\b(?:(?i:ticker(?:\s+symbol)?|(?:stock|trading)\s+symbol(?:\(s\))?)|NYSE|N(?:asdaq|ASDAQ)|LSE|ASX|TSX)"
    r"\s*:\s*[“\"]?(?P<symbol>[A-Z]{2,5}(?:[.-][A-Z]{1,2})?)\b"
)
# On the cover of an annual report, below “Trading symbol(s)”: “Common Stock   BBY   New York Stock Exchange”.
_TRADED = re.compile(r"\btrading\s+symbol", re.IGNORECASE)
_TRADED_CHARACTERS, _ABOVE_CHARACTERS = 2500, 300
_LISTED = re.compile(
    r"(?<![\w$.])(?!(?:STOCK|VALUE|CLASS|SHARE|NOTES|UNITS|NONE|EACH|PAR|INC|CORP|THE|NYSE|DUE)\b)"
    r"(?P<symbol>[A-Z]{2,5}(?:[.-][A-Z]{1,2})?)\s+(?:The\s+|the\s+)?"
    r"(?:(?:New\s+York|Chicago|London)\s+Stock\s+Exchange|NYSE|N(?:asdaq|ASDAQ)|Cboe)"
)
_WHOLE_NAME = (
    r"[“\"‘']?(?P<name>[A-Z0-9][\w&.’'-]*(?:\s+(?:of\s+|and\s+|&\s+)?[A-Z&][\w&.’'-]*){0,5}"
    r"(?:,\s+(?:Inc|Corp|Ltd|LLC|L\.L\.C|plc|N\.V|S\.A)\b\.?)?)"
)
_FORMERLY = (
    r"(?:formerly(?:\s+(?:known\s+as|named|called|the))?|f/?k/?a|previously\s+(?:known\s+as|named|called))"
    r"\s*,?\s+"
)
_WERE = re.compile(
    r"\b(?:[Ww]e|[Tt]he\s+(?:Company|Registrant)|[Oo]ur\s+[Cc]ompany)\s+(?:was|were)\s+"
    rf"{_FORMERLY}{_WHOLE_NAME}"
)
_FORMER_NAME = re.compile(r"([^\n]{2,80})\n\s*\(\s*former name", re.IGNORECASE)
# On a line of its own, in brackets, below the name on the cover.
_FORMERLY_ALONE = re.compile(rf"^[^\S\n]*\(\s*(?i:{_FORMERLY}){_WHOLE_NAME}\s*\)", re.MULTILINE)
_NO_NAME = re.compile(r"\W*(?:n/?a|none|not applicable|no change|same)?\W*$", re.IGNORECASE)
_MAY_SAY = re.compile(r"formerly|previously|f/?k/?a\b|name from|former name", re.IGNORECASE)


def symbols(parsed: ParsedDocument) -> Iterator[str]:
    """The tickers of the subject's shares, as the cover lists them, or gives one alone behind its label."""
    first = parsed.pages[0].text if parsed.pages else ""
    labelled = {match["symbol"] for match in _LABELLED.finditer(first)}
    if len(labelled) == 1:  # several are other companies'
        yield from labelled
    cover = " ".join("\n".join(page.text for page in parsed.pages[:2]).split())
    said = _TRADED.search(cover)
    if said:
        before = max(said.start() - _ABOVE_CHARACTERS, 0)  # some covers head the table at its foot
        listed = f"{cover[before : said.start()]} {cover[said.end() : said.end() + _TRADED_CHARACTERS]}"
        yield from (match["symbol"] for match in _LISTED.finditer(listed))


def former_names(short: str, parsed: ParsedDocument, *, forms: str) -> Iterator[str]:
    """What the subject was called before: “(formerly known as …)”, “changed its name from … to …”."""
    short = rf"(?i:{BLANKS.join(map(re.escape, short.split()))})"
    form = rf"(?:,?\s+(?:{forms})\b\.?)*"
    patterns = (
        re.compile(rf"(?<!\w){short}{form}\W{{0,3}}\s*\(?\s*{_FORMERLY}{_WHOLE_NAME}"),
        _WERE,
        re.compile(
            rf"\b[Nn]ame\s+(?:was\s+changed\s+)?from\s+{_WHOLE_NAME}[”\"’']?\s+to\s+[“\"‘']?"
            rf"(?:[Tt]he\s+)?{short}"
        ),
    )
    for page in parsed.pages:
        if not _MAY_SAY.search(page.text):
            continue
        running = " ".join(page.text.split())
        for pattern in patterns:
            yield from (without_sentence_stop(match["name"]) for match in pattern.finditer(running))
        if page is parsed.pages[0]:
            yield from (without_sentence_stop(match["name"]) for match in _FORMERLY_ALONE.finditer(page.text))
            lines = (match[1].strip() for match in _FORMER_NAME.finditer(page.text))
            yield from (line for line in lines if not _NO_NAME.match(line) and line[0].isupper())


def without_sentence_stop(name: str) -> str:
    return (
        name
        if re.search(r"\b(?:Inc|Corp|Ltd|Co|INC|CORP|LTD|CO|[A-Z]\.[A-Z])\.$", name)
        else name.rstrip(".,")
    )
