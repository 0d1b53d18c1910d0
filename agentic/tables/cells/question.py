"""What a question wants made of cells: an operation, the words of each operand, the years."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agentic.tables.cells.model import Asked, Operation
from retrieval.question.plans.bounds import find_bound

YEAR = re.compile(
    r"(?<![\d,.])(?:FY\s?|fiscal\s+)?(?P<first>(?:19|20)\d\d\s?/\s?)?(?P<year>(?(first)(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d))"
    r"(?!\d|[.,]\d)",
    re.IGNORECASE,
)  # “2018/19” and “2018/2019” are the year that ends in 2019
SHORT = re.compile(r"\bFY?\s?['’]?(?P<year>\d\d)\b")
YEAR_LIST = (
    r"(?:(?:the\s+)?(?:fiscal\s+|financial\s+)?(?:years?\s+)?(?:ended\s+)?(?:\w+\s+\d{1,2},?\s+)?"
    r"(?:19|20)\d\d)"
)
RANGE = re.compile(rf"{YEAR_LIST}\s*(?:to|through|[-–])\s*{YEAR_LIST}", re.IGNORECASE)
_PER_CENT = r"(?:percentages?|per\s?cent(?!age)|%)"
_MOVE = r"(?:changes?|increases?|decreases?|growth|declines?|difference|drop|rise|reduction|movement)"
_MOVES = rf"{_MOVE}(?:\s*/?\s*(?:or\s+|and\s+)?\(?\s*{_MOVE}\s*\)?)*"
GROWTH = re.compile(
    rf"(?<!\w){_PER_CENT}\s+(?:of\s+)?(?:the\s+)?{_MOVES}(?:\s+(?:in|of|for|on)\b)?|\bgrowth\s+rate(?:\s+(?:in|of|for)\b)?|"
    rf"\b{_MOVES}\s+\(?in\s+{_PER_CENT}\)?(?!\s+of\b)(?:\s+(?:in|for)\b)?|\b{_MOVES}\s+{_PER_CENT}(?:\s+(?:in|of|for)\b)?|"
    rf"\bby\s+what\s+{_PER_CENT}\b",
    re.IGNORECASE,
)
CHANGE = re.compile(rf"\b(?:net\s+)?{_MOVES}\s*\(?\)?\s+(?:in|of|for|on|between|from)\b", re.IGNORECASE)
MOVED = re.compile(
    r"\b(?:changed?|increased?|decreased?|grow|grew|declined?|fall|fell|drop(?:ped)?|rise|rose)\b", re.I
)
AVERAGE = re.compile(r"(?<!weighted[\s-])\b(?:average|mean)\b(?:\s+of\b)?", re.IGNORECASE)
SUM = re.compile(r"\b(?:sum|total|combined)\s+(?:amounts?\s+|values?\s+)?of\b|\bsum\b", re.IGNORECASE)
TOGETHER = re.compile(r"\bwhat\s+(?:is|was)\s+the\s+total\b|\bin\s+total\b|\baltogether\b", re.IGNORECASE)
SEVERAL = re.compile(r"\brespective|\beach\b", re.IGNORECASE)
AND = re.compile(r",?\s+(?:and|plus|&)\s+", re.IGNORECASE)
COMMA = re.compile(r",\s+")
NAMING = re.compile(r"\b(?!respectively\b|of\b|in\b|for\b|the\b)[a-z]{2,}", re.IGNORECASE)
MOST_OPERANDS = 6
BETWEEN = re.compile(
    r"\bdifference\s+(?P<head>.*?)\bbetween\s+(?P<one>.+?)\s+(?:and|to|versus|vs\.?)\s+(?P<other>.+)",
    re.IGNORECASE,
)
APART = re.compile(r"\bdifference\s+(?:in|of)\s+(?P<one>.+?)\s+and\s+(?P<other>.+)", re.IGNORECASE)
DISTANCE = re.compile(r"\bdifferences?\b(?!\s*/?\s*\()|\bhow\s+far\b", re.IGNORECASE)
MORE = re.compile(
    r"\bhow\s+much\s+(?:more|less|higher|lower|larger|smaller|greater)\s+(?P<head>.*?)"
    r"(?:\bas\s+)?(?:compared\s+(?:to|with)|than|versus|vs\.?)\s+(?P<other>.+)",
    re.IGNORECASE,
)
EXCEED = re.compile(
    r"^\W*by\s+how\s+much\s+(?:did|does|do|was|is)\s+(?P<one>.+?)\s+(?:exceed(?:ed)?|surpass(?:ed)?|higher\s+than|above)\s+"
    r"(?P<other>.+?)(?P<when>\s+in\s+(?:19|20)\d\d)?$",
    re.IGNORECASE,
)
THAT_OF = re.compile(r"(?:that|those)\s+(?:of|in|for)\s+(?:the\s+)?", re.IGNORECASE)
OWNER = re.compile(r"(?P<owner>.+?)['’]s?\s+(?P<what>.+)")
# “The increase in percentage of revenue from 2018 to 2019” is how a share moved.
MOVED_SHARE = re.compile(rf"\b{_MOVES}\s*\)?\s+(?:in|of)\s+(?:the\s+)?{_PER_CENT}\s+of\b", re.IGNORECASE)
SHARES = (
    re.compile(
        rf"(?P<part>.+?)\s+(?:expressed\s+)?as\s+an?\s+(?:{_PER_CENT}|proportion|share|fraction)\s+of\s+(?P<whole>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:{_PER_CENT}|proportion|share|fraction|portion)\s+of\s+(?P<whole>.+?)\s+"
        r"(?:(?:is|was|were|are|does|did|do)\s+)?(?:made\s+up\s+(?:of|by)|consists?\s+of|consisted\s+of|comprises?(?:\s+of)?|"
        r"comprised\s+of|composed\s+of|represented\s+by|constituted\s+by|contributed\s+by|accounted\s+for\s+by|"
        r"attribut(?:able|ed)\s+to|due\s+to|derived\s+from|from|generated\s+(?:from|by)|(?:come|came|comes)\s+from)\s+(?P<part>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:{_PER_CENT}|proportion|share|fraction)\s+(?:of\s+)?(?:the\s+)?(?:constitution\s+)?(?:of\s+)?(?P<part>.+?)\s+"
        r"(?:over|among|amongst|out\s+of|relative\s+to|against|to|in|within|of)\s+(?P<whole>(?:the\s+)?(?:total|overall|all)\b.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_PER_CENT}\s+(?:of\s+)?(?:the\s+)?constitution\s+of\s+(?P<part>.+?)\s+(?:in|of|within|to)\s+(?P<whole>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"what\s+{_PER_CENT}\s+of\s+(?P<whole>.+?)\s+(?:is|was|were|are|did|do|does)\s+(?P<part>.+)",
        re.IGNORECASE,
    ),
)
RATIO = re.compile(
    r"\bratio\s+of\s+(?P<part>.+?)\s+(?:to|over|against)\s+(?P<whole>.+)|"
    r"\bratio\s+between\s+(?P<one>.+?)\s+(?:and|to)\s+(?P<two>.+)",
    re.IGNORECASE,
)
WHEN = re.compile(
    r"\b(?:in|for|during|on)?\s*(?:which|what)\s+(?:fiscal\s+|financial\s+|of\s+the\s+)*(?:years?|periods?|quarters?|FYs?)\b",
    re.I,
)
HOW_MANY = re.compile(
    r"\bhow\s+many\s+(?:of\s+the\s+)?(?:fiscal\s+|financial\s+)?(?:years|periods|quarters)\b", re.I
)
ROWS = re.compile(r"\b(?:how\s+many|which|what)\s+(?P<noun>[a-z][^?.,]*)", re.IGNORECASE)
TOLD = re.compile(
    r"\b(?:which|what)\b.*\byears\b.*\b(?:table|provided?|included?|cover(?:ed|s)?|data|information|reported|presented|calculated|available)\b|"
    r"\bfor\s+(?:which|what)\s+years\b",
    re.IGNORECASE,
)
TABLE_WORDS = re.compile(
    r"\b(?:table|provided?s?|included?|includes|cover(?:ed|s)?|data|information|reported|presented|listed|shown|calculated|available)\b",
    re.I,
)
HIGH = re.compile(
    r"\b(?:highest|larger|largest|greater|greatest|higher|most|biggest|bigger|maximum|more)\b", re.I
)
LOW = re.compile(r"\b(?:lowest|smaller|smallest|lower|least|less|fewest|fewer|minimum)\b", re.IGNORECASE)
VALUE = re.compile(
    r"^\W*(?:(?:in|for|as\s+of|at|during|on)\s[^,?]*,\s*)?(?:what|how\s+(?:much|many))\b", re.IGNORECASE
)
LEAD = re.compile(r"^\W*(?:(?:in|for|as\s+of|at|during|on)\s+(?P<when>[^,?]*),\s*)?", re.IGNORECASE)
WORDY = re.compile(
    r"\b(?:why|who|whom|where|how\s+(?:is|are|was|were|does|did|do|can)\b(?!\s+(?:much|many))|reasons?|"
    r"explain\w*|describe\w*|defin(?:e[sd]?|ing|itions?)\b(?!\s+(?:benefit|contribution))|mean\s+by|caused?|drove|drivers?|"
    r"(?:what|which)\s+(?:\w+\s+)?methods?|comprised?\s+of|primarily|mainly|relates?\s+to|related\s+to$)\b",
    re.IGNORECASE,
)


NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5} | {str(digit): digit for digit in range(2, 10)}
SPANS = ("days", "weeks", "months", "years")  # units of time
SPAN = re.compile(
    r"\b(?:(?:over|for|during|across|of|in)\s+)?(?:the\s+)?(?:last\s+|past\s+)?"
    r"(?P<many>\d|two|three|four|five)[\s-](?:fiscal\s+|financial\s+)?years?(?:[\s-]periods?)?"
    r"(?=\s+(?:from|between|ended|ending|(?:19|20)\d\d)|\W*$)",
    re.IGNORECASE,
)
OF_YEAR = re.compile(r"\b(?P<year>(?:19|20)\d\d)\s+average\b", re.IGNORECASE)


_MEMBER = (
    r"(?:the\s+)?(?:financial\s+|individual\s+|line\s+)?(?:components?|items?|parts|segments?|categories)"
)
_IN_TABLE = r"(?:\s+(?:in|from)\s+the\s+table)?"
MEMBERS = re.compile(
    rf"^\W*(?:what|which)\s+(?:are|were)\s+{_MEMBER}\s+(?:(?:listed|shown|included|reported|presented)\s+)?"
    rf"(?:under|of|in|within|making\s+up|that\s+make\s+up|comprising)\s+(?P<whole>.+?){_IN_TABLE}$",
    re.IGNORECASE,
)
CONSISTS = re.compile(
    rf"^\W*(?:what|which)\s+{_MEMBER}\s+(?:do|does|did|are)\s+(?P<whole>.+?)\s+(?:consist\s+of|comprise(?:\s+of)?|include|listed\s+in)"
    rf"{_IN_TABLE}$|^\W*what\s+{_MEMBER}\s+are\s+(?:listed|shown)\s+in\s+the\s+table$",
    re.IGNORECASE,
)


LARGEST = re.compile(
    r"^\W*(?:what|which)\s+(?:(?:is|was|were|are)\s+)?(?:the\s+)?(?:single\s+)?(?P<most>largest|biggest|greatest|smallest)\s+"
    r"(?P<noun>(?:(?:current|non-?current|operating|long-term|short-term)\s+)?(?:liabilit(?:y|ies)|assets?|expenses?))\b"
    r"(?P<rest>.*)$",
    re.IGNORECASE,
)
STATEMENT = re.compile(
    r"\b(?:balance\s+sheets?|income\s+statements?|"
    r"statements?\s+of\s+(?:income|operations|financial\s+position))\b",
    re.IGNORECASE,
)


def largest_asked(question: str) -> Asked | None:
    """Which part of a total is the largest: “the largest liability in the balance sheet in 2022”."""
    match = LARGEST.match(" ".join(question.split()))
    if match is None:
        return None
    said = STATEMENT.search(match["rest"])
    return Asked(
        "largest",
        (f"total {match['noun']}",),
        years_of(match["rest"]),
        low=match["most"].lower() == "smallest",
        statement=said[0].casefold() if said else "",
    )


def asked_of_cells(question: str) -> Asked | None:
    """None where no operation on cells is asked for, or more is."""
    if largest := largest_asked(question):
        return largest
    text = SPAN.sub("", " ".join(question.split()).rstrip("?. "))
    if WORDY.search(text):
        return None
    if match := MEMBERS.match(text) or CONSISTS.match(text):
        return Asked("members", (match["whole"] or "the table",))
    years = years_of(text)
    is_range = RANGE.search(text) is not None
    if (
        TOLD.search(text)
        and not years
        and not find_bound(text)
        and not HIGH.search(text)
        and not LOW.search(text)
    ):
        return Asked("years", (TABLE_WORDS.sub(" ", WHEN.sub(" ", text)),))
    if (when := WHEN.search(text)) or HOW_MANY.search(text):
        return _when(text, years, is_range, counts=when is None)
    bound = find_bound(text)
    if bound and bound.test.unit not in SPANS and ROWS.search(text):  # “more than 5 years” heads a column
        plain = f"{text[: bound.start]} {text[bound.end :]}"
        return Asked("rows", (plain,), years_of(plain), is_range, test=bound.test)
    if found := _shares(text):
        operation, parts = found
        return Asked(operation, parts, years, is_percent=operation == "share")
    is_distance = DISTANCE.search(text) is not None
    if sides := _two_sides(text):
        return Asked("difference", sides, years, is_distance=is_distance)
    for operation, pattern in (("growth", GROWTH), ("change", CHANGE)):
        if match := pattern.search(text):
            is_distance = operation == "change" and DISTANCE.search(match[0]) is not None
            moved = _moved(operation, match, text, years, is_range)
            return replace(moved, is_distance=is_distance) if moved else None
    if (
        len(years) == 2
        and (match := MOVED.search(text))
        and re.match(r"\W*(?:by\s+)?how\s+much\b", text, re.I)
    ):
        return _moved("change", match, text, years, is_range)
    if len(years) == 1 and (match := OF_YEAR.search(text)):  # of a balance over the year
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        return Asked("average", (rest,), (years[0] - 1, years[0]))
    if match := AVERAGE.search(text):
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        if (sides := _operands(rest)) or len(years) != 1:
            many = "" if years else _how_many(question)
            return Asked("average", sides or (rest,), years, is_range, count=NUMBERS.get(many, 0))
    if (match := SUM.search(text)) and (len(years) > 1 or AND.search(_without_years(text))):
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        return Asked("sum", _operands(rest) or (rest,), years, is_range)
    if TOGETHER.search(text) and len(years) == 2 and not SEVERAL.search(text):
        return Asked("sum", (text,), years, is_range)
    return Asked("value", (text,), years, is_range) if VALUE.match(text) else None


def otherwise(asked: Asked, question: str) -> Iterator[Asked]:
    """Other readings of two sides: parted at another “and”, or the first short of words that the second has.

    “The domestic and international discount rates” are two rates.
    """
    if asked.operation == "value" and SEVERAL.search(question):
        yield from _several("value", asked.parts[0], asked)
    if asked.operation == "share":  # where the rows are shares of the whole themselves
        yield from _several("average" if AVERAGE.search(question) else "value", asked.parts[0], asked)
    match = BETWEEN.search(question) if asked.operation == "difference" else None
    if match is None:
        return
    head, text = match["head"], question[match.start("one") :].rstrip("?. ")
    for cut in list(AND.finditer(text)):
        one, other = text[: cut.start()], text[cut.end() :]
        if one != match["one"]:
            yield replace(asked, parts=(f"{head} {one}", f"{head} {other}"))
        yield replace(asked, parts=(f"{head} {one} {other.partition(' ')[2]}", f"{head} {other}"))


def _several(operation: Operation, text: str, asked: Asked) -> Iterator[Asked]:
    """One cell of each row that is named beside another."""
    if sides := _operands(text):
        yield Asked(operation, sides, asked.years, is_percent=asked.is_percent)


def years_of(text: str) -> tuple[int, ...]:
    """The years that it names, in their order."""
    found = [(match.start(), _in_full(match["year"])) for match in YEAR.finditer(text)]
    found += [(match.start(), 2000 + int(match["year"])) for match in SHORT.finditer(text)]
    return tuple(dict.fromkeys(year for _, year in sorted(found)))


def _in_full(year: str) -> int:
    return int(year) if len(year) == 4 else 2000 + int(year)


def _without_years(text: str) -> str:
    """Lists of years blanked, so that an “and” that is left joins words."""
    return re.sub(rf"{YEAR_LIST}(?:\s*(?:,|and|to|&|[-–])*\s*{YEAR_LIST})*", " ", text, flags=re.IGNORECASE)


def _how_many(question: str) -> str:
    """How many years it asks for, in its word; empty where it tells no number."""
    found = SPAN.search(" ".join(question.split()).rstrip("?. "))
    return found["many"].lower() if found else ""


def _operands(text: str) -> tuple[str, ...]:
    """What an “and” that joins no years puts side by side, with what commas before it do."""
    sides = AND.split(_without_years(text))
    if len(sides) != 2:
        return ()
    sides = [*COMMA.split(sides[0]), sides[1]]
    return tuple(sides) if len(sides) <= MOST_OPERANDS and all(map(NAMING.search, sides)) else ()


def _when(text: str, years: tuple[int, ...], is_range: bool, *, counts: bool) -> Asked | None:
    pattern = HOW_MANY if counts else WHEN
    rest = pattern.sub(" ", text)
    bound = find_bound(text)
    beyond = f"{text[: bound.start]} {text[bound.end :]}" if bound else ""
    if bound and (counts or not (HIGH.search(beyond) or LOW.search(beyond))):  # else it is a row’s name
        plain = beyond
        kept = years_of(plain)
        return Asked(
            "count" if counts else "exceeds", (pattern.sub(" ", plain),), kept, is_range, test=bound.test
        )
    if counts:
        return None
    low, high = LOW.search(rest), HIGH.search(rest)
    if bool(low) == bool(high):
        return None
    said = low or high
    assert said is not None
    kept_words = f"{rest[: said.start()]} {rest[said.end() :]}"
    return Asked("extreme", (kept_words,), years, is_range, low=low is not None)


def _shares(text: str) -> tuple[Operation, tuple[str, ...]] | None:
    if GROWTH.search(text) or MOVED_SHARE.search(text):
        return None
    if match := RATIO.search(text):
        return "ratio", (match["part"] or match["one"], match["whole"] or match["two"])
    for pattern in SHARES:
        if match := pattern.search(text):
            return "share", (match["part"], match["whole"])
    return None


def _exceeded(text: str) -> tuple[str, ...] | None:
    """“By how much did A’s exports exceed those of B”: of both the same."""
    match = EXCEED.search(text)
    if match is None:
        return None
    one, other = match["one"], match["other"]
    if that := THAT_OF.match(other):
        owner = OWNER.match(one)
        what = owner["what"] if owner else one
        other = f"{what} {other[that.end() :]}"
    return f"{one} {match['when'] or ''}", other


def _two_sides(text: str) -> tuple[str, ...] | None:
    """What two things differ by; None where two times do."""
    if GROWTH.search(text):
        return None
    if match := BETWEEN.search(text):
        one, other = match["one"], match["other"]
        if _is_time(one):
            return None
        lead = LEAD.match(text)
        head = f"{lead['when'] or ''} {match['head']}" if lead else match["head"]
        return f"{head} {one}", f"{head} {other}"
    if match := APART.search(text):
        return match["one"], match["other"]
    if sides := _exceeded(text):
        return sides
    if match := MORE.search(text):
        head = match["head"]
        return (head, match["other"]) if not _is_time(match["other"]) else None
    return None


def _is_time(text: str) -> bool:
    rest = re.sub(
        r"\b(?:fiscal|financial|years?|ended|the|as|of|at|\w+\s+\d{1,2},?(?=\s+\d{4}))\b", " ", text
    )
    return len(years_of(rest)) == 1 and not re.search(r"\w", SHORT.sub("", YEAR.sub("", rest)))


def _moved(
    operation: Operation, match: re.Match[str], text: str, years: tuple[int, ...], is_range: bool
) -> Asked | None:
    if len(years) == 1 and not is_range:  # from the year before
        years = (years[0] - 1, years[0])
    if len(years) not in (0, 2):
        return None
    return Asked(operation, (f"{text[: match.start()]} {text[match.end() :]}",), years, is_range)
