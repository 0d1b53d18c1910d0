"""What a document is called: by its biggest words, its first line, the file's own word, or its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from reading.kinds.recognise import SHEETS
from reading.layout.headings import Heading, TableSpan, size_of
from reading.layout.layout import is_page_number, running_heads
from reading.model import Line, ParsedDocument, ParsedPage
from reading.profile.running_text import Passages

MOST_TITLE_CHARACTERS = 300
MOST_TITLE_WORDS = 40
MOST_LINES = 4  # of a title
SAME_SIZE = 0.08  # by which lines of one title differ
BIGGER = 1.15  # than most of the page's text, from which on a line stands out
MUCH_BIGGER = 1.3  # from which on it goes before headings, and stands out on a scan, whose sizes vary
TOP = 0.62  # of a page's height, in which its title begins, unless it is a cover
HEAD_LINES = 16  # among which a line may call the document what it is
COVER_LINES = 12  # a page with no more lines is a cover
NEAR = 1.3  # heights of a line, by which the lines of one title stand apart at most
LEAST_LETTERS = 0.35  # of a title's characters
FIRST_LINES = 3  # of a text without sizes, among which its title stands

_FILE_NAME = re.compile(
    r"[\w.-]*\d{6,}[\w.-]*|.*\.(?:docx?|pdf|xlsx?|pptx?|html?|indd|qxd|rtf|odt)|untitled.*|about:\w+"
    r"|microsoft word.*|document\d*|\(?(?:anonymous|unspecified|untitled|none)\)?|activereports document"
    r"|(?:slide|スライド|folie|diapositive) ?\d+|powerpoint.*",
    re.I,
)
_CELLS = re.compile(r"\S\s{3,}\S")  # as columns are set apart
_NUMBERING = re.compile(
    r"^(?:[\d.]+\)?\s+|(?:item|part|note|exhibit|schedule|annex|appendix|article|section)\s+\w{1,4}\b(?!['’])[.:)]?\s*[-–—:]?\s*)",
    re.IGNORECASE,
)
NO_TITLE = re.compile(  # what sheets, slides, stamps and drafts are called whatever they hold
    r"cover(?: ?(?:page|sheet))?|title(?: ?page)?|(?:sheet|tabelle|feuil|hoja|slide|foglio|blad) ?\d+"
    r"|contents?|index|readme|drafts?|confidential|copy|final|supplement|notice|original|duplicate|void|sample"
    r"|(?:city|original|file|office|customer) (?:\w+ )?copy|specimen|for immediate release"
    r"|(?:press|news|media) release|pressemitteilung|persbericht"
    r"|communiqu[ée] de presse|comunicato stampa|(?:nota|comunicado) de prensa|page \d+.*"
    r"|(?:exhibit|annex|appendix|schedule|attachment)\s+[a-z\d]{1,3}|preliminary print|official reports?"
    r"|(?:skip|jump) to .*|main menu|table of contents|---+|===+|abstract|introduction|summary"
    r"|zusammenfassung|r[ée]sum[ée]|resumen|inhalt(?:sverzeichnis)?|(?:to|from|date):.*",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:for|of|and|the|to|in|on|by|with|a|an|und|der|die|des|von|et|de|du|des|la|y|e|di|en|van)$|[-–—,:&]$",
    re.I,
)
_MARKS = re.compile(r"^[•●▪◦‣*#>\s]+|[\u200b\ufeff]|(?<!\w)[*_`]{1,3}|[*_`]{1,3}(?!\w)")
_SITE = re.compile(r"\s+[|–—·»-]\s+[^|–—·»]{2,40}$")
CLAUSE = re.compile(r"[.;,]$|^[a-zß-ÿ]|[。，；]")
_GARBLED = re.compile(r"[a-zß-ÿ][A-ZÀ-Þ]\w*[a-zß-ÿ][A-ZÀ-Þ]|\w[|\[\]{}™§¬\\^~]|[|\[\]{}™§¬\\^~]\w")
_LABELLED = re.compile(
    r"(?:(?:full|official|study|protocol|trial|project|document|report|public|scientific)[ -])?"
    r"(?:title|titel|titre|t[íi]tulo|titolo)\s*:\s*(?P<title>(?:\S+\s+){2,39}\S+)",
    re.IGNORECASE,
)
_FURNITURE = re.compile(
    r"\d{1,4}\s+\D|(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b", re.IGNORECASE
)
_CLOCK = re.compile(
    r"\s*[-–—,|@]?\s*(?:at )?\b\d{1,2}(?::\d\d)(?:\s?[ap]\.?m\.?)?(?:\s?[A-Z]{2,4})?$", re.IGNORECASE
)
_HEREAFTER = re.compile(r"\s*\((?:the|hereinafter|hereafter)?\s?[“\"][^“”\"]{2,40}[”\"]\)$", re.IGNORECASE)
_LEADS_ON = re.compile(r"for(?: the)?|of(?: the)?|between|für(?: \w{3})?|pour|para|voor|per", re.IGNORECASE)
_GENERIC = re.compile(r"(?:standard )?terms(?: and conditions)?|agreement|contract", re.IGNORECASE)
_ITSELF = re.compile(r"\b[Tt]his ((?:[A-Z][\w-]+ ){1,6}(?:Agreement|Contract|Lease|Addendum))\b")


def find_title(
    parsed: ParsedDocument, passages: Passages, filename: str, tables: Sequence[TableSpan] = ()
) -> str:
    """The biggest words of the first page, else what the file says of itself, else its name."""
    path = PurePath(filename)
    if path.suffix.lower() in SHEETS:
        return _of_sheets(parsed, path.stem)
    if path.suffix.lower() in (".html", ".htm", ".xhtml") and (own := _of_site(parsed)):
        return own
    if path.suffix.lower() == ".epub" and parsed.title.strip():
        return parsed.title.strip()[:MOST_TITLE_CHARACTERS]  # its first heading is that of a chapter
    if told := labelled(parsed):
        return told
    title = cleaned(_found(parsed, passages, path.stem))
    if title == _named(path.stem) and (captioned := _captioned(parsed, tables)):
        return captioned
    return _itself(parsed, _completed(parsed, _without_clock(title)))


def labelled(parsed: ParsedDocument) -> str:
    """What stands behind “Title:” in the head of the first page."""
    lines = [cleaned(line.text) for line in parsed.pages[0].lines[:HEAD_LINES]] if parsed.pages else []
    matches = (_LABELLED.fullmatch(text) for text in lines)
    return next((match["title"] for match in matches if match), "")


def _without_clock(title: str) -> str:
    """The title without the hour at its end, as agendas and minutes give it: “Council Call – 7:00am PST”."""
    return _CLOCK.sub("", title) or title


def _completed(parsed: ParsedDocument, title: str) -> str:
    """The title with what it is for, where that stands in lines of its own: “Charter”, “for”, “a project”.

    Without the word that it is called by from there on: “(the “Charter”)”.
    """
    lines = [cleaned(line.text) for line in parsed.pages[0].lines[:HEAD_LINES]] if parsed.pages else []
    plain = _HEREAFTER.sub("", title)
    at = lines.index(title) if title in lines else len(lines)
    if at + 2 < len(lines) and _LEADS_ON.fullmatch(lines[at + 1]) and _may_head(lines[at + 2]):
        return f"{plain} {lines[at + 1]} {lines[at + 2]}"
    return plain or title


def _found(parsed: ParsedDocument, passages: Passages, stem: str) -> str:
    first = parsed.pages[0] if parsed.pages else None
    opening = opening_line(parsed)
    outermost = [each for each in passages.headings if first and each.page == first.number]
    outermost = [
        each for each in outermost if not NO_TITLE.fullmatch(cleaned(each.title)) or each.is_numbered
    ]
    named = parsed.title.strip()
    # Programs that scan or print name the file within it as they name it outside.
    says_itself = bool(named) and not _FILE_NAME.fullmatch(named) and named.casefold() != stem.casefold()
    clear = [each for each in outermost if not each.is_numbered]
    if first and _has_sizes(first) and (biggest := _biggest(parsed, first, among_headings=bool(clear))):
        return biggest
    if outermost:
        best = min(outermost, key=lambda heading: heading.level)
        is_clause = best.is_numbered or _NUMBERING.match(best.title) is not None
        if is_clause and says_itself and named != best.title:
            return named[:MOST_TITLE_CHARACTERS]
        if is_clause and opening:
            return opening  # a clause is no title
        if opening and first and not _has_sizes(first) and _stands_below(first, best) and _may_head(opening):
            return opening
        if best.level <= 2 or not says_itself:
            return _in_one_place(first, best) if first else best.title
    if says_itself:
        return named[:MOST_TITLE_CHARACTERS]
    return opening or _named(stem)


def _has_sizes(page: ParsedPage) -> bool:
    return any(line.font_size for line in page.lines)


def _biggest(parsed: ParsedDocument, page: ParsedPage, *, among_headings: bool) -> str:
    """The lines of the biggest type at the top of the page; "" where none stands out or it is numbered."""
    heads = running_heads(parsed)
    lines = [line for line in page.lines if _may_be_title(line, page) and line.text not in heads]
    if not lines:
        return ""
    size, body = max(map(size_of, lines)), common_size(page)
    is_cover = len(page.lines) <= COVER_LINES
    least = MUCH_BIGGER if among_headings or page.ocr_confidence is not None else BIGGER
    if size < least * body and not is_cover:
        return ""
    start = next(at for at, line in enumerate(lines) if size_of(line) >= (1 - SAME_SIZE) * size)
    gathered = [lines[start]]
    for line in lines[start + 1 :]:
        if len(gathered) == MOST_LINES or not _goes_on(gathered[-1], line):
            break
        gathered.append(line)
    title = " ".join(line.text for line in gathered)
    is_title = len(title.split()) <= MOST_TITLE_WORDS and len(title) <= MOST_TITLE_CHARACTERS
    return title if is_title and not _NUMBERING.match(title) and not CLAUSE.search(title) else ""


def _in_one_place(page: ParsedPage, heading: Heading) -> str:
    """The heading without lines that stand elsewhere on the page."""
    lines = [line for line in page.lines if heading.start <= line.char_start < heading.end]
    if len(lines) < 2 or not _has_sizes(page):
        return heading.title
    together = [lines[0]]
    for line in lines[1:]:
        if line.box.top - together[-1].box.bottom > 2 * NEAR * (line.box.bottom - line.box.top):
            break
        together.append(line)
    return heading.title if len(together) == len(lines) else " ".join(line.text for line in together)


def is_garbled(text: str) -> bool:
    """Whether its letters are not those that are seen: a font says wrongly which they are."""
    words = text.split()
    return 3 * sum(_GARBLED.search(word) is not None for word in words) >= max(len(words), 2)


def common_size(page: ParsedPage) -> float:
    """The size in which most of the page's letters are set."""
    letters: dict[float, int] = {}
    for line in page.lines:
        letters[size_of(line)] = letters.get(size_of(line), 0) + len(line.text)
    return max(letters, key=lambda size: letters[size], default=0.0)


def _may_be_title(line: Line, page: ParsedPage) -> bool:
    text = cleaned(line.text)
    letters = sum(map(str.isalpha, text))
    if letters < 3 or letters < LEAST_LETTERS * len(text.replace(" ", "")) or is_page_number(text):
        return False
    if NO_TITLE.fullmatch(text) or _FURNITURE.match(text) or is_garbled(text):
        return False
    if (
        line.words
        and (line.box.x1 - line.box.x0) < 1.2 * (line.box.bottom - line.box.top) * len(line.words) / 2
    ):
        return False  # turned letters, as of a watermark
    height = page.height or max(each.box.bottom for each in page.lines)
    return len(page.lines) <= COVER_LINES or line.box.top <= TOP * height


def _goes_on(before: Line, line: Line) -> bool:
    size, other = size_of(before), size_of(line)
    gap = line.box.top - before.box.bottom
    height = before.box.bottom - before.box.top
    return (
        abs(size - other) <= SAME_SIZE * size
        and -height < gap <= (NEAR - 0.3) * height
        and before.bold == line.bold
    )


def _stands_below(page: ParsedPage, heading: Heading) -> bool:
    """Whether a heading comes after the first lines of its page."""
    lines = [line for line in page.lines if line.text.strip()]
    return len(lines) > FIRST_LINES and heading.start >= lines[FIRST_LINES].char_start


def _may_head(text: str) -> bool:
    return 0 < len(text.split()) <= 14 and not CLAUSE.search(text) and not text.endswith(":")


def opening_line(parsed: ParsedDocument) -> str:
    """The document's first line, where it may be a title: no clause, no row of cells, no running head."""
    if not parsed.pages:
        return ""
    heads = running_heads(parsed)
    texts = (line.text for line in parsed.pages[0].lines if line.text not in heads)
    lines = (text for text in texts if len(text) > 3 and not NO_TITLE.fullmatch(cleaned(text)))
    line = next(lines, "")
    is_title = len(line) <= MOST_TITLE_CHARACTERS and not _NUMBERING.match(line) and not _CELLS.search(line)
    return line if is_title else ""


def _of_sheets(parsed: ParsedDocument, stem: str) -> str:
    """What the file says of itself; of one sheet the line over its table; else the file's name."""
    named = parsed.title.strip()
    if named and not _FILE_NAME.fullmatch(named) and not NO_TITLE.fullmatch(named):
        return named[:MOST_TITLE_CHARACTERS]
    if len(parsed.pages) == 1:
        called = {item.title for item in parsed.outline}
        lines = [line.text for line in parsed.pages[0].lines if line.text not in called]
        first = lines[0] if lines else ""
        if (
            len(first.split()) > 2
            and _may_head(first)
            and not _CELLS.search(first)
            and not NO_TITLE.fullmatch(first)
        ):
            return first
    return _named(stem)


def _of_site(parsed: ParsedDocument) -> str:
    """The page's own title without its site's name, as its first heading of the first rank has it."""
    own = cleaned(_SITE.sub("", parsed.title.strip()))
    tops = [cleaned(item.title) for item in parsed.outline if item.level == 0]
    alike = [each for each in tops if own and (each in parsed.title or own in each)]
    return next(iter(alike), own or next(iter(tops), ""))


def _captioned(parsed: ParsedDocument, tables: Sequence[TableSpan]) -> str:
    """The title of the first table, of a page that holds little else."""
    first = parsed.pages[0].number if parsed.pages else 0
    titles = (cleaned(table.title) for table in tables if table.page == first)
    return next((title for title in titles if len(title.split()) > 2), "")


def _itself(parsed: ParsedDocument, title: str) -> str:
    """For a title that any contract may have, what the contract calls itself."""
    if parsed.pages and _GENERIC.fullmatch(title) and (found := _ITSELF.search(parsed.pages[0].text)):
        return found[1]
    return title


def _named(stem: str) -> str:
    """The file's name as words."""
    return " ".join(re.sub(r"[_]|(?<=[^\W\d])-(?=\w)|(?<=\d)-(?=[^\W\d])", " ", stem).split())


def cleaned(text: str) -> str:
    """The words without marks of lists and of bold type."""
    return " ".join(_MARKS.sub("", text).split()).strip(" |")
