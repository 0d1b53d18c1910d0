"""Whether a passage is of what a question is about: its names, years, days and places stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from reading.text.languages import FUNCTION_WORDS, language_of
from reading.text.letters import folded
from reading.values.dates import find_dates
from retrieval.annotations.lands import land_of, lands_in, lands_of_money, may_be_of
from retrieval.passages.values import WORDS, no_names, places_known
from retrieval.question.naming.honorifics import HONORIFICS

QUOTED = re.compile(r"[“„\"«]\s?(?P<words>[^”“\"»]{2,80}?)\s?[”“\"»]")
# With a digit, and letters or marks inside: “FA-2017-0010”, “0.27.0”, “PAT-3847”, “GPIO23”
MARKED = re.compile(
    r"(?<![A-Za-z0-9.-])(?=[A-Za-z./-]*\d)(?=[\d./-]*[A-Za-z.-])[A-Za-z0-9][A-Za-z0-9./-]*[A-Za-z0-9]"
)
# Of a command: “flag -4”, “--keep”
OPTION = re.compile(
    r"(?:(?<=\bflag\s)|(?<=\boption\s)|(?<=\bswitch\s))-{1,2}\w[\w-]*|(?<!\S)--[A-Za-z][\w-]*", re.IGNORECASE
)
# Times and forms of reports, which documents call otherwise; capitals alone may be spelled out there.
CALLED_OTHERWISE = re.compile(r"^(?:(?:FY|Q|H|CY)\W?\d.*|\d{1,2}-?[KQF]/?A?)$", re.IGNORECASE)
SPELLED_OUT = re.compile(r"^[A-Z&]{2,5}$")
RANGE = re.compile(r"^\d{4}\W\d{2,4}$")  # years
LONG_NUMBER = re.compile(r"(?<![\w.,/-])\d{5,}(?![\w/-]|[.,]\d)")
YEAR = re.compile(r"(?<![\w.,/-])(?:1[89]|20)\d\d(?![\d%]|[.,]\d)")
FISCAL_YEAR = re.compile(r"(?<![\w.,/-])[FC]Y\W?(?:(?:19|20)\d\d|\d\d)(?![\w%]|[.,]\d)", re.IGNORECASE)
CAPITAL = re.compile(r"(?<![\w’'.-])[A-ZÀ-ÖØ-Þ][\wÀ-ÿ&’'-]*(?<![’'-])")
NUMBER_BEHIND = re.compile(r" (?:No\.? )?\d[\d.]*(?![\w,/-])(?<!\.)")  # “Windows 1.0”, “Station 39”
LETTER_BEHIND = re.compile(r" [A-Z](?![\w’'.&-])")  # “Vitamin C”, “Otter M”, no initial
NUMBERING = "(?:version|release|edition|v|no|number|nr)"
ELIDED = re.compile(r"^(?:[A-Za-z]*qu|[A-Za-z])[’'](?=[^\W\d_])")  # “Jusqu’à”, “L’Aquila”
SMALL = re.compile(r"(?<![\w-])[a-zà-öø-ÿ]{5,}(?![\w-])")
OWNER = re.compile(r"[’']s?$")
CAPITALS_ALL_OVER = ("de",)  # languages that write nouns with a capital
SIDE_BY_SIDE = re.compile(rf"(?:{CAPITAL.pattern})(?:\s(?:{CAPITAL.pattern}))+")
WITHIN = r"\b(?:in|of|for|on|at|to|by|with|do|does|did|can|may|must|my|our|an?) (?:the |an? |my |our )?"
OPENING = frozenset(word for words in WORDS["opening"].values() for word in words.split())
BEGINS = re.compile(r"[.?!:]\s+$")
ABBREVIATED = re.compile(r"(?<![\w.,-])(?:\d{2,4} )?[A-Z]{3,6}(?: \d{2,4})?(?![\w.,-]\w)")
OF_A_LAND = re.compile(r"[A-Z][a-z]+(?:ish|[ei]an|man|ese|ch|ss|eek)")  # and no name of the land itself
STEM = 5  # letters by which “Canadian” is of “Canada” and “Virginia’s” of “Virginia”
SHORTEST = 3
NEAR = 12  # words, of which the parts of one name stand no further apart
JOINED = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Subject:
    """What must stand in a passage or in what its document is called. `names`: as the question writes them.

    `exact`: numbers and marks; `days`: full dates; `years`: those in no full date, fiscal ones too;
    `quoted`: those of the names that the question puts in quotes; `lands`: words for what is a
    country's own in languages that write them small, “österreichische”.
    """

    names: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    days: tuple[date, ...] = ()
    years: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    lands: tuple[str, ...] = ()

    def missing_in(self, text: str, *called: str) -> list[str]:
        """The parts that stand neither in the text nor in what its document is `called`."""
        whole = " ".join((text, *called))
        plain, words, own = joined(whole), joined(text).split(), _words(" ".join(called))
        missing = [name for name in self.names if not _stands(name, plain, words, own)]
        others = len(self.names) > len(missing)
        missing += self.lands
        missing = [name for name in missing if not _is_land_of(name, whole)]
        missing = [name for name in missing if not (others and _may_be_of_land(name, whole))]
        missing += [mark for mark in self.exact if not has_mark(mark, whole)]
        missing += [year for year in self.years if not has_year(year, whole)]
        if self.days:
            said = {day for day, _, _ in find_dates(whole)}
            missing += [day.isoformat() for day in self.days if day not in said and not _near(day, whole)]
        return missing


def subject_of(question: str, *, known: Sequence[str] = ()) -> Subject:
    """What the question is about. `known`: words that name whom documents are about, checked elsewhere."""
    quoted = [match["words"] for match in QUOTED.finditer(question)]
    days = [(day, start, end) for day, start, end in find_dates(question)]
    rest = _without(question, [(start, end) for _, start, end in days])
    named = _names(QUOTED.sub(" ", rest))
    marks = [match[0] for match in (*MARKED.finditer(rest), *LONG_NUMBER.finditer(rest))]
    exact = [mark for mark in marks if not RANGE.match(mark) and not CALLED_OTHERWISE.match(mark)]
    exact += [match[0] for match in OPTION.finditer(rest)]
    names = [*quoted, *named]
    exact = [mark for mark in exact if not any(mark in name for name in names)]
    covered = {joined(word) for word in known}
    return Subject(
        names=tuple(dict.fromkeys(n for n in names if joined(n) not in covered and n not in exact)),
        exact=tuple(dict.fromkeys(exact)),
        days=tuple(day for day, _, _ in days),
        years=tuple(dict.fromkeys(match[0] for kind in (YEAR, FISCAL_YEAR) for match in kind.finditer(rest))),
        quoted=tuple(quoted),
        lands=() if language_of(question) == "en" else tuple(filter(land_of, SMALL.findall(rest))),
    )


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def names_in(question: str) -> list[str]:
    """Whom and what the question names; where all nouns have a capital, those of two that stand together."""
    bare = QUOTED.sub(" ", question)
    if language_of(question) in CAPITALS_ALL_OVER:
        return [*_names(bare), *SIDE_BY_SIDE.findall(bare.partition(" ")[2])]
    return _names(bare)


def _names(question: str) -> list[str]:
    """Words with a capital that begin no sentence; in German only places, since all nouns have one."""
    language = language_of(question)
    if language in CAPITALS_ALL_OVER:
        return [match[0] for match in places_known().finditer(question)]
    found: list[str] = []
    last = -1
    for match in CAPITAL.finditer(question):
        word, before = OWNER.sub("", ELIDED.sub("", match[0])), question[: match.start()]
        opens = not before.strip(" ¿¡“\"'(") or BEGINS.search(before)
        if not word[:1].isupper() or (
            opens and word.lower() in OPENING | FUNCTION_WORDS.get(language, frozenset())
        ):
            continue
        if (
            SPELLED_OUT.match(word)
            or len(word) < SHORTEST
            or f" {word.lower()} " in f" {HONORIFICS.lower()} "
            or {word.lower(), word.lower().removesuffix("s")} & no_names()
            or YEAR.fullmatch(word)
            or CALLED_OTHERWISE.match(word)
        ):
            continue
        number = NUMBER_BEHIND.match(question, match.end()) or LETTER_BEHIND.match(question, match.end())
        words = word + (number[0] if number else "")
        if found and last >= 0 and question[last : match.start()] == " ":
            found[-1] = f"{found[-1]} {words}"
        else:
            found.append(words)
        last = number.end() if number else match.end()
    return found


def abbreviated_in(question: str) -> list[str]:
    """Names in capitals alone, with a number beside them: “FAA”, “737 MAX”. Documents may spell them out."""
    found = (
        [] if language_of(question) in CAPITALS_ALL_OVER else ABBREVIATED.findall(QUOTED.sub(" ", question))
    )
    return [name for name in found if not CALLED_OTHERWISE.match(name)]


def named_kinds(question: str) -> list[str]:
    """What the names of a question are said to be: “flat” of “in the Harbour Row flat”.

    Behind “what is the” it would be what is asked for.
    """
    found: list[str] = []
    for name in names_in(question) if language_of(question) == "en" else ():
        behind = rf"{WITHIN}{re.escape(name)}(?:[’']s?)? (?P<kind>[a-z]{{3,}})s?\b"
        for match in re.finditer(rf"{behind}|\bthe (?P<of>[a-z]{{4,}}) {re.escape(name)}", question):
            word = match["kind"] or match["of"]
            found += [word] if word not in FUNCTION_WORDS["en"] else []
    return found


def joined(text: str) -> str:
    """Small letters and digits alone, blanks between words: marks between them tell nothing apart."""
    return " ".join(JOINED.sub(" ", folded(text)).split())


def _words(text: str) -> set[str]:
    return {word[:STEM] for word in joined(text).split()}


def _stands(name: str, plain: str, words: Sequence[str], called: set[str]) -> bool:
    """As it is written; without a number in it, also where its words stand near each other in any form.

    `words`: of the text, in order. `called`: those that its document is called by, wherever they stand.
    """
    parts = joined(name).split()
    if len(parts) > 1 and len(parts[-1]) == 1 and parts[-1].isalpha():
        return f" {' '.join(parts)} " in f" {plain} "  # a letter alone stands anywhere
    if joined(name) in plain or not parts:
        return True
    if any(part.isdigit() for part in parts):
        return _is_numbered(parts, plain)
    wanted = {part[:STEM] for part in parts} - called
    at = [(place, word[:STEM]) for place, word in enumerate(words) if word[:STEM] in wanted]
    last: dict[str, int] = {}
    for place, stem in at:
        last[stem] = place
        if len(last) == len(wanted) and place - min(last.values()) < NEAR:
            return True
    return not wanted


def _is_land_of(name: str, text: str) -> bool:
    """Whether a country that is named by one word, “Britain”, stands there in another form, “British”."""
    land = "" if " " in name else land_of(name)
    return land in lands_in(text) | lands_of_money(text)


def _may_be_of_land(name: str, text: str) -> bool:
    """Whether “Irish” only says where something is from, of which its own document need not speak."""
    land = land_of(name) if OF_A_LAND.fullmatch(name) else ""
    return bool(land) and may_be_of(land, text, language_of(text))


def _is_numbered(parts: Sequence[str], plain: str) -> bool:
    """Whether a name stands there with its number behind what says that it is one: “Charter, Version 2.1”."""
    first = next(at for at, part in enumerate(parts) if part.isdigit())
    name, number = " ".join(parts[:first]), " ".join(parts[first:])
    return bool(name) and re.search(rf"\b{name} {NUMBERING} {number}\b", plain) is not None


def has_mark(mark: str, text: str) -> bool:
    """Whether a number or mark stands there as a whole: “2.0” is no part of “0.22.0”."""
    if mark.startswith("-"):
        return re.search(rf"(?<![\w-]){re.escape(mark)}(?![\w-])", text) is not None
    if "." in mark:
        return re.search(rf"(?<![\d.]){re.escape(folded(mark))}(?!\d|\.\d)", folded(text)) is not None
    return re.search(rf"(?<!\d){re.escape(joined(mark))}(?!\d)", joined(text)) is not None


def has_year(year: str, text: str) -> bool:
    """The year itself, or as the end of a span: “2008-09”, “FY12”; so of “FY2012” too. A day has no span."""
    digits = re.sub(r"\D", "", year)
    year = digits if len(digits) > 2 else f"20{digits}"
    if re.search(rf"(?<!\d){year}(?!\d)", text):
        return True
    short = year[2:]
    span = rf"(?<!\d)\d{{4}}\s?[–/-]\s?{short}(?!\d|[–/.-]\d)"
    return re.search(rf"{span}|\bFY\W?{short}\b|[’']{short}\b", text) is not None


def _near(day: date, text: str) -> bool:
    """Whether day and month stand there without a year, or digits of all three in another order."""
    d, m, y = day.day, day.month, day.year
    written = [f"{d:02}{mark}{m:02}{mark}{y}" for mark in "./-"] + [f"{d}{mark}{m}{mark}{y}" for mark in "./"]
    if any(each in text for each in (*written, f"{m}/{d}/{y}", f"{day:%y%m%d}", f"{day:%Y%m%d}")):
        return True
    month = f"(?:{day:%B}|{day:%b})"
    no_year = r"(?!,?\s(?:of\s)?(?:1[89]|20)\d\d)"  # of another
    spoken = rf"\b{d}(?:st|nd|rd|th)?\s(?:of\s)?{month}\b{no_year}|\b{month}\.?\s{d}\b{no_year}"
    return re.search(spoken, text, re.IGNORECASE) is not None
