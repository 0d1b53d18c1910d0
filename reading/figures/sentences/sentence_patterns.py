"""The patterns by which sentences say figures: what each figure measures, and whether it is a change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reading.figures.sentences.clauses import FIGURE, MARK, PRIOR_TIME, THIS_TIME, TIME, Marked
from reading.figures.sentences.noun_phrases import (
    ABOUT,
    BE,
    DOWN,
    NAME_WORDS,
    UP,
    object_after,
    object_before,
    subject,
    verbs,
)
from reading.patterns import lazily
from reading.values.units import SCALE_WORDS

_ITEM = rf"{ABOUT}{FIGURE}(?:,?\s*{TIME}(?=,?\s+(?:and\s+)?{ABOUT}{FIGURE},?\s*{TIME}))?"
LIST = rf"{_ITEM}(?:,?\s+(?:and\s+)?{_ITEM}|,{_ITEM})*"  # only one way to read each: else 2ⁿ of n figures
HAS_VALUE = lazily(  # “investments in private companies had a carrying value of”
    r"^(?P<whose>.+?)\s+(?:had|have|has)\s+(?:an?\s+)?(?P<what>(?:(?:net|total|aggregate|estimated|combined)\s+)*"
    r"(?:carrying|fair|book|market|face|notional|principal)\s+(?:values?|amounts?))$",
    re.IGNORECASE,
)
WITHIN = lazily(  # “Included in other liabilities were unearned revenues of $5”, “was $5 of them”
    rf"^(?:also\s+)?included\s+(?:with)?in\s+[^{FIGURE[1:-1]}]{{1,120}}?\s(?:is|are|was|were)\s+"
    rf"(?:(?P<what>[^,;{FIGURE[1:-1]}{TIME[1:-1]}]+?)\s+of\s+)?{ABOUT}(?P<list>{LIST})"
    rf"(?(what)|(?:,\s+respectively,)?\s+of\s+(?P<after>[^,;{FIGURE[1:-1]}{TIME[1:-1]}]+))",
    re.IGNORECASE,
)
CUT = lazily(
    r"[;:]|\s[–—]\s|,?\s+(?P<cause>(?:primarily|mainly|largely|principally|partly|partially)\b|driven\s+by|"
    r"due\s+to|reflecting|as\s+a\s+result\s+of|resulting\s+from|attributable\s+to|because\s+of|offset\s+by|"
    r"led\s+by|caused\s+by|owing\s+to|reflects?\b)"
    rf"|,?\s+(?:as\s+)?(?P<compare>compared\s+(?:to|with)|versus|vs\.?|relative\s+to|against|consistent\s+with|"
    rf"similar\s+to|in\s+line\s+with|in\s+comparison\s+(?:to|with)|(?:up|down)\s+from|than\s+(?={ABOUT}{FIGURE}|{TIME}|{PRIOR_TIME})"
    rf"|(?:from|over)\s+(?=(?:an?\s+\w+\s+of\s+)?{ABOUT}{FIGURE}|{TIME}|{PRIOR_TIME}|{THIS_TIME}))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Clause:
    """A part of the sentence. `kind`: "" of the main statement, "cause", or "compare"."""

    start: int
    end: int
    kind: str


def clauses(text: str) -> list[Clause]:
    """The sentence cut at colons, at what led to a change, and at what it is compared with."""
    found = list(CUT.finditer(text))
    starts = [0, *(cut.start() for cut in found)]
    kinds = ["", *(cut.lastgroup or "" for cut in found)]
    ends = [*starts[1:], len(text)]
    return [Clause(*each) for each in zip(starts, ends, kinds, strict=True)]


SHORT_NAME = 5  # words before which a verb is still read as belonging to them
_LEVEL = lazily(rf"\b{BE}\s+(?P<list>{LIST})", re.IGNORECASE)
_MOVE = lazily(
    rf"\b(?:(?P<up>{UP})|(?P<down>{DOWN}))(?:,|\s+(?:by|slightly|approximately|another))*\s+{ABOUT}"
    rf"(?P<list>{LIST})(?:,?\s+or\s+{ABOUT}(?P<or>{FIGURE}),?)?(?:\s+to\s+{ABOUT}(?P<to>{FIGURE}))?",
    re.IGNORECASE,
)
_MOVE_TO = lazily(rf"\b(?:{UP}|{DOWN})(?:\s+\w+ly)?\s+to\s+{ABOUT}(?P<list>{FIGURE})", re.IGNORECASE)
_FROM_TO = lazily(
    rf"\b(?:{UP}|{DOWN})(?:\s+\w+ly)?\s+(?P<list>from\s+{ABOUT}{FIGURE}(?P<time>,?\s*{TIME},?)?\s+to\s+"
    rf"{ABOUT}(?P<to>{FIGURE}))",
    re.IGNORECASE,
)
_IS_SHARED_OUT = lazily(rf"\s+of\b|\s+for\s+[^,;]*?(?:,|\band)\s+{ABOUT}{FIGURE}\s+for\b", re.IGNORECASE)
_ENDS = lazily(
    rf"\s*(?:$|[,.;:)–—-]|{MARK}|(?:in|for|as|at|on|during|and|or|compared|versus|per|based|due|primarily|which|"
    r"with|respectively|from|pursuant|under|after|before|related|net|including|excluding|while|but|because|by|of|"
    r"through|within|against|to|mainly|worldwide|globally)\b)",
    re.IGNORECASE,
)
_OF_FIGURE = lazily(
    rf"\s+of\s+(?P<list>{LIST})(?!\s*(?:to|–|-|per)\s*{FIGURE}|\s+(?:of|in)\s+(?!{TIME}))", re.IGNORECASE
)
_HAVE = r"had|have|has|recorded|recogni[sz]ed|reported|incurred|generated|reali[sz]ed|there\s+(?:was|were)"
_ACTION = (
    r"repurchased|paid|issued|received|returned|sold|acquired|purchased|invested|borrowed|repaid|redeemed|"
    r"granted|contributed|retired|deferred|capitalized|capitalised|reclassified"
)
_VERB_FIGURE = lazily(
    rf"\b(?P<verb>{_HAVE}|{_ACTION}|includes?|included)\s+(?P<list>{LIST})(?:,\s+respectively,)?\s+(?P<of>of|in)\s+"
    rf"(?!{TIME}|{THIS_TIME})",
    re.IGNORECASE,
)
_CHANGE_IN = lazily(
    rf"\b(?:an?|the|and|by)\s+{ABOUT}(?P<list>{FIGURE})\s+"
    rf"(?P<move>increase|growth|rise|improvement|decrease|decline|reduction|drop)\s+in\s+",
    re.IGNORECASE,
)
_OWN = lazily(
    rf"(?:{TIME},?\s+)?(?:(?:we|the\s+company)\s+[a-z]+\s+|(?:the|our)\s+)?(?:total\s+|consolidated\s+)?"
    r"(?:(?!(?:and|reported|recorded|recogni[sz]ed|had|generated)\b)[\w,&’'-]+\s*){1,5}$",
    re.IGNORECASE,
)
_GOES_ON = lazily(r"\s*,?\s*and\s", re.IGNORECASE)
_CAUSE = lazily(r"\s+(?:primarily\s+)?(?:related\s+to|associated\s+with|attributable\s+to)\s", re.IGNORECASE)
_OF_WHOM = lazily(  # “In 2022, Orrin Glass had revenue of”: another company, or one that only its name tells
    rf"^(?:{TIME},?\s+)?(?P<who>(?!(?:We|The|Our|It|They|This|These|Such|In|As|For|During)\b)"
    r"[A-Z][\w&.’'-]*(?:\s+(?:and\s+|of\s+|&\s+)?[A-Z][\w&.’'-]*){0,4})\s+"
    r"(?:had|reported|generated|posted|earned|recorded|incurred|recogni[sz]ed)\s+",
)
_CHANGE_OF = lazily(
    r"^(?:.*\b)?(?:an?|the)\s+(?:net\s+)?(?P<move>increase|decrease|growth|decline|reduction|improvement)\s+in\s+"
    r"(?P<what>.*)$",
    re.IGNORECASE,
)
_SHARE = lazily(
    rf"\b(?:represent(?:ed|s|ing)?|compris(?:ed|es|ing)|account(?:ed|s|ing)\s+for|constitut(?:ed|es|ing)|"
    rf"made\s+up|was|were|generated|{BE})\s+(?P<list>{LIST})\s+of\s+",
    re.IGNORECASE,
)
_OR_SHARE = lazily(rf",\s+or\s+{ABOUT}(?P<list>{FIGURE})\s+of\s+", re.IGNORECASE)
_AS_SHARE = lazily(r"^\s*as\s+a\s+(?:percentage|percent|share)\s+of\s+(?P<whole>[^,]+),\s+", re.IGNORECASE)
_COMPARED = lazily(
    rf"^\W*(?:\w+\s+){{1,3}}?(?:an?\s+(?P<move>increase|decrease|growth|decline)\s+of\s+)?{ABOUT}"
    rf"(?P<list>{FIGURE}(?:,?\s+(?:and\s+)?{FIGURE})*)"
    rf"(?:,?\s+or\s+{ABOUT}(?P<or>{FIGURE})(?:\s+of\s+[^,]+)?,?)?(?=\s*(?:,\s*)?(?:{TIME}|$))",
    re.IGNORECASE,
)
_A_FIGURE = lazily(
    rf"\b(?P<verb>recorded|recogni[sz]ed|incurred|reali[sz]ed|had|have|has|paid|received)\s+an?\s+"
    rf"(?P<list>{FIGURE})\s+",
    re.IGNORECASE,
)
_CONTRIBUTED = lazily(rf"\bcontributed\s+(?P<list>{LIST})\s+to\s+(?!{FIGURE})", re.IGNORECASE)
_THERE_WERE = lazily(
    rf"\bthere\s+(?:was|were)\s+{ABOUT}(?P<list>{FIGURE})\s+"
    r"(?=(?:available|reserved|outstanding|remaining|authori[sz]ed)\s+(?:for|under)\s)",
    re.IGNORECASE,
)
_INCLUDED = lazily(
    rf"\s+includ(?:ed|es?)\s+(?P<list>{LIST})(?:,\s+respectively,?)?\s+that\s+(?:was|were|is|are)\s+"
    r"(?P<what>[a-z]+ed\s+[^,;.]+)",
    re.IGNORECASE,
)
_HEAD = lazily(
    r"\b(?:charges?|gains?|loss(?:es)?|benefits?|impairments?|dividends?|payments?|expenses?|settlements?|"
    r"accruals?|write-offs?|contributions?|facility|agreement)(?:\s+(?:related\s+to|on|from|for|to)\s+.*)?$",
    re.IGNORECASE,
)
_TRADE = lazily(
    rf"\b(?P<verb>repurchased|purchased|issued|sold|acquired|granted)(?:\s+and\s+\w+ed)?\s+{ABOUT}"
    rf"(?P<list>{FIGURE})(?:\s+of\s+(?P<what>[^,;]*?))?,?\s+(?:for|at)\s+(?:(?:an?|the)\s+)?"
    rf"(?P<price>(?:(?:total|aggregate|average|weighted|purchase)\s+)*"
    rf"(?:cost|price|amount|consideration)?(?:\s+per\s+share)?)\s*(?:of\s+)?{ABOUT}(?P<paid>{FIGURE})",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Reading:
    """What the figures with these `signs`, given one after another, measure.

    `move`: “increase”, “growth” … of a change, else "". `start`, `end`: of the words that say so in the
    marked sentence; `until`: where their clause ends. `kind`: that of the clause.
    `is_statement`: whether it is what the sentence says, rather than named in passing.
    `is_whole`: whether nobody but the document's subject is said to have it.
    """

    signs: tuple[str, ...]
    name: str
    start: int
    end: int
    move: str = ""
    until: int = 0
    kind: str = ""
    is_whole: bool = True
    is_statement: bool = True


def readings(marked: Marked) -> list[Reading]:
    """One reading for each figure that a pattern names, in order."""
    kept: dict[str, Reading] = {}
    for reading in _from_to(marked):
        kept.update(dict.fromkeys(reading.signs, reading))
    for clause in clauses(marked.text):
        earlier = list(dict.fromkeys(kept.values()))
        for reading in _of_clause(marked, clause, earlier):
            if not any(sign in kept for sign in reading.signs):
                kept.update(dict.fromkeys(reading.signs, reading))
    return sorted(dict.fromkeys(kept.values()), key=lambda each: marked.text.find(each.signs[0]))


def _from_to(marked: Marked) -> Iterator[Reading]:
    """“Sales fell from $5 million in 2022 to $4 million in 2023”; the first only where its time is said."""
    for found in _FROM_TO.finditer(marked.text):
        units = {marked.figures[sign].unit for sign in _signs(found["list"])}
        named = subject(_before(marked.text, found.start()))
        if named and len(units) == 1:
            cut = CUT.search(marked.text, found.end())
            reading = _reading(found, named, "", "list" if found["time"] else "to")
            yield replace(reading, until=cut.start() if cut else len(marked.text))


def _of_clause(marked: Marked, clause: Clause, earlier: list[Reading]) -> Iterator[Reading]:
    text = marked.text[clause.start : clause.end]
    whole = _AS_SHARE.match(text)
    if whole:
        text = " " * whole.end() + text[whole.end() :]
    for reading in _read(marked, text, clause.kind, earlier):
        is_share = whole and all(marked.figures[sign].unit == "%" for sign in reading.signs)
        yield replace(
            reading,
            name=f"{reading.name} as a percentage of {whole['whole']}"
            if whole and is_share
            else reading.name,
            start=reading.start + clause.start,
            end=reading.end + clause.start,
            until=clause.end,
            kind=clause.kind,
        )


def _read(marked: Marked, text: str, kind: str, earlier: list[Reading]) -> Iterator[Reading]:
    if kind == "compare":
        yield from _compared(marked, text, earlier)
    elif kind == "cause":
        yield from _changes_in(marked, text)
    else:
        for read in (_within, _trades, _shares, _moves, _levels, _changes_in, _objects, _with_of):
            yield from read(marked, text)


def _compared(marked: Marked, text: str, earlier: list[Reading]) -> Iterator[Reading]:
    """“compared to $4 million, or 3% of sales, in 2021”: as much of what the main statement says."""
    found = _COMPARED.match(text)
    if found is None:
        return
    for group in ("list", "or"):
        signs = _signs(found[group] or "")
        unit = marked.figures[signs[-1]].unit if signs else None
        alike = [each for each in earlier if marked.figures[each.signs[-1]].unit == unit and not each.kind]
        levels = [each for each in alike if not each.move]
        if levels and not found["move"]:
            yield Reading(signs, levels[-1].name, found.start(), found.end())
        elif alike and found["move"]:
            move = found["move"].lower()
            yield Reading(signs, alike[-1].name, found.start(), found.end(), move)


def _signs(words: str) -> tuple[str, ...]:
    return tuple(re.findall(FIGURE, words))


def _before(text: str, at: int) -> str:
    """What stands before `at`, from the last figure on: a figure ends what was said of it."""
    return re.split(rf"{FIGURE},?", text[:at])[-1]


def _reading(found: re.Match[str], name: str, move: str = "", group: str = "list") -> Reading:
    return Reading(_signs(found[group]), name, found.start(), found.end(group), move)


def _levels(marked: Marked, text: str) -> Iterator[Reading]:
    """“Net sales were $5 million and $4 million”."""
    for found in _LEVEL.finditer(text):
        named = subject(_before(text, found.start()))
        after = text[found.end() :]
        if named and _ENDS.match(after) and not _IS_SHARED_OUT.match(after):
            yield _reading(found, named)


def _moves(marked: Marked, text: str) -> Iterator[Reading]:
    """“Net sales increased $1 million, or 4.5%, to $5 million”."""
    for found in _MOVE_TO.finditer(text):
        if named := subject(_without_own_figure(text, found.start())):
            yield _reading(found, named)
    for found in _MOVE.finditer(text):
        named = subject(_without_own_figure(text, found.start()))
        if not named:
            continue
        for group in ("list", "or"):
            if found[group]:
                yield _reading(found, named, _move_word(marked, found, group), group)
        if found["to"]:
            yield _reading(found, named, "", "to")


def _without_own_figure(text: str, at: int) -> str:
    """“Online revenue of $14 million decreased”: the subject, where only its own figure stands between."""
    before = _before(text, at)
    own = re.search(rf"^(?P<what>[^,;:]*?)\s+of\s+{ABOUT}{FIGURE}\s*$", text[:at])
    return own["what"] if own and not before.strip() else before


def _move_word(marked: Marked, found: re.Match[str], group: str) -> str:
    if found["down"]:
        return "decrease"
    units = {marked.figures[sign].unit for sign in _signs(found[group])}
    return "growth" if units == {"%"} else "increase"


def _changes_in(marked: Marked, text: str) -> Iterator[Reading]:
    """“a 10.8% increase in transactions”."""
    for found in _CHANGE_IN.finditer(text):
        if named := object_after(text[found.end() :]):
            yield _reading(found, named, found["move"].lower())


def _shares(marked: Marked, text: str) -> Iterator[Reading]:
    """“Online sales represented 33% of revenue”, “income of $5, or 3% of sales”."""
    for found in (*_SHARE.finditer(text), *_OR_SHARE.finditer(text)):
        signs = _signs(found["list"])
        whole = object_after(text[found.end() :])
        if not whole or any(marked.figures[sign].unit != "%" for sign in signs):
            continue
        named = _subject_of_share(text, found)
        if named:
            yield _reading(found, f"{named} as a share of {whole}")


def _subject_of_share(text: str, found: re.Match[str]) -> str:
    if found[0].lstrip(" ,")[:2] != "or":
        return subject(_before(text, found.start()))
    own = re.search(
        rf"(?P<what>.*?)(?:\s+of|\s+{BE}|\s+(?:{UP}|{DOWN})\b[^,;]*)\s+{ABOUT}{FIGURE}$",
        text[: found.start()],
    )
    return subject(own["what"]) if own else ""


def _trades(marked: Marked, text: str) -> Iterator[Reading]:
    """“repurchased 3 million shares of our common stock at a cost of $120 million”."""
    for found in _TRADE.finditer(text):
        if marked.figures[found["list"]].unit != "shares":
            continue
        what = object_after(found["what"] or "")
        named = f"shares {f'of {what} ' if what else ''}{found['verb'].lower()}"
        yield replace(_reading(found, named), end=found.end())
        price = " ".join(found["price"].split()) or "amount"
        yield _reading(found, f"{named}, {price}", "", "paid")


def _objects(marked: Marked, text: str) -> Iterator[Reading]:
    """“recorded $5 million of write-offs”, “paid $3 million in dividends”, “had a $5 million gain on X”."""
    for found in _VERB_FIGURE.finditer(text):
        if named := object_after(text[found.end() :]):
            counted = _noun(marked, found)
            named = f"{counted} {found['of']} {named}" if counted else named
            is_action = re.fullmatch(_ACTION, found["verb"], re.IGNORECASE)
            named = _with_verb(named, found["verb"].lower()) if is_action else named
            yield replace(_reading(found, named), is_statement=False)
    for found in _INCLUDED.finditer(text):
        whole = subject(_before(text, found.start()))
        if whole and len(f"{whole} {found['what']}".split()) <= NAME_WORDS:
            yield _reading(found, f"{whole} {found['what'].strip()}")
    for found in _CONTRIBUTED.finditer(text):
        if named := object_after(text[found.end() :]):
            yield _reading(found, f"contributions to {named}")
    for found in _THERE_WERE.finditer(text):
        counted, named = _noun(marked, found), object_after(text[found.end() :])
        if counted and named:
            yield _reading(found, f"{counted} {named}")
    for found in _A_FIGURE.finditer(text):
        named = object_after(text[found.end() :])
        if named and _HEAD.search(named):
            yield replace(_reading(found, named), is_statement=False)


def _with_cause(named: str, after: str) -> str:
    """“net tax benefit” [of $72 million] “related to the adoption of the treaty”, where that is short."""
    found = _CAUSE.match(after)
    cause = object_after(after[found.end() :]) if found else ""
    full = f"{named} {found[0].strip()} {cause}" if found and cause else named
    return full if len(full.split()) <= NAME_WORDS else named


def _within(_: Marked, text: str) -> Iterator[Reading]:
    """“Included in inventories were assets of $5 million”."""
    found = WITHIN.match(text)
    named = object_after(found["what"] or found["after"]) if found else ""
    if found and named:
        yield _reading(found, named)


def _noun(marked: Marked, found: re.Match[str]) -> str:
    """What a count counts: “common shares” of “744,192 common shares”; "" for money and shares of a whole."""
    quantity = marked.figures[_signs(found["list"])[-1]]
    if len(quantity.unit.split("/")[0]) == 3 or quantity.unit in ("%", "pp"):
        return ""
    words = re.findall(r"[^\W\d_]{2,}", quantity.text)
    return " ".join(word for word in words if word.lower() not in SCALE_WORDS)


def _with_verb(named: str, verb: str) -> str:
    return f"{named} {verb}" if len(named.split()) <= SHORT_NAME else f"{verb} {named}"


def _with_of(marked: Marked, text: str) -> Iterator[Reading]:
    """“amortization expense of $5 million”, “a decrease in cost of sales of $2 million”."""
    last_move = ""
    for found in _OF_FIGURE.finditer(text):
        before = _before(text, found.start())
        counts_things = (
            bool(_noun(marked, found)) and marked.figures[_signs(found["list"])[-1]].unit != "shares"
        )
        if before.rstrip().endswith(",") or counts_things:  # “the buildup of 787 aircraft”
            continue
        change = _CHANGE_OF.match(before)
        last_move = change["move"].lower() if change else last_move if _GOES_ON.match(before) else ""
        is_one_of_many = len(_signs(found["list"])) == 1
        named = object_before(change["what"] if change else before, is_one_of_many=is_one_of_many)
        worth = HAS_VALUE.match(before)
        if worth and (of := subject(worth["whose"])):
            named = f"{worth['what']} of {of}"
        whose = _OF_WHOM.match(before)
        if named and whose:
            named = f"{whose['who']}’s {named}"
        if named:
            yield replace(
                _reading(found, _with_cause(named, text[found.end() :]), last_move),
                is_whole=bool(_OWN.match(before)) and not last_move,
                is_statement=not verbs(before) or bool(last_move),
            )
