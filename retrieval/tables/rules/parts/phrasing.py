"""Questions said in the way in which the rules read them: the same things in fewer forms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from decimal import Decimal

from retrieval.tables.rules.vocabulary.lexicon import scale, spoken, unit_words, units
from retrieval.tables.rules.vocabulary.words import FEWER, MONTHS, MORE, NUMBERS
from retrieval.tables.schema import words_of
from retrieval.tables.understanding import stem

_MONTH = "|".join(MONTHS)
_TIME = rf"(?:the year )?(?:(?:{_MONTH})\b|\d{{4}}\b|q[1-4]\b)"
_PERIOD = "day|week|month|quarter|year"
_INTO = "across|by|between|among|amongst|over|with|for|from|per"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"

_COUNT = "|".join([r"\d+", *NUMBERS])
_THOUSANDS = r"\d[\d,]*|a hundred thousand|(?:a|one|two|five|ten) (?:million|thousand)"
_THIS = rf"\(?(?:not including|excluding|without|before) (?:the )?(?:current|this) (?:{_PERIOD})\)?"
_THAN = f"{MORE[:-2]}|{FEWER[:-2]}|at least|at most"

_SHOWN = [
    (r"\(?\bmatch (?:(?:the )?[\w ]{0,30}?)(?:exactly|case[- ]?insensitive(?:ly)?|with wildcards)[^).]*\)?",
     " "),
    (r"\b(?:give|return|show|express|convert|round)(?: me)?(?: the| your)? ?(?:answers?|results?|it)? ?"
     r"(?:as|to) an? (?:integer|whole number|decimal|float|number)\b(?: of \w+)?", " "),
    (
        r"\bconvert(?: it| this| the answer)? to (?:integer |whole )?(seconds|minutes|hours|days|weeks)\b",
        r"in \1",
    ),
    (r"\b(give|show|return|list|display|provide|get|include)((?: me)?(?: the)?) both\b", r"\1\2"),
    (r"\bplease provide\b", "list"),
    (r"\b(?:provide|display)(?: me)? (?:with )?", "list "),
    (r"\b(?:calculate|compute|determine|get me|identify)\b", "give"),
    (r"\ba list of\b", "the"),
    (r"\bno\. ?of\b|\b# of\b|\bno of\b", "number of"),
    (rf"\bhow (?:does|do|did) (?:the )?(.+?) (?:vary|differ|change|compare) (?:{_INTO}) "
     rf"(?!{_TIME})(?:the )?(?:different |various |all |each )*", r"what is the \1 for each "),
    (r"\bfor each years\b", "for each year"),
    (r"\b(?:across|among) (?:the )?(?:different|various|all)(?: the)? ", "for each "),
    (r"\bacross (?=\w)", "for each "),
    (r"\bamong(?:st)?(?: all)?(?: of)?(?: the)? (?=\w)", "of "),
    (r"\b(?:he/she|he or she|they|it) (?=has|have|had|did|does|do|is|are|was|were)", "they "),
    (rf"\b(?:in )?that (?:same )?(?:{_PERIOD}|state|city|country|department)(?= ?[?.,]|$)", " "),
    (r"\bin (?:the |this |our )?(?:database|data|data ?set|system|records)\b", " "),
    (r"\bin (?:the|this|our) list\b", " "),
    (r"\b(?:ids|id['’]s)\b", "id"),
    (r"\b(?:not counting|leaving out|leaving aside|disregarding|ignoring)\b", "excluding"),
    (r"\b(?:that (?:are|were) )?(?:flagged|marked) as (?=\w)", "with "),
    (r"\b(e-?mail)(?:-| )address(?:es)?\b", r"\1"),
    (r"(?<=\w) yet(?= ?[?.]|$)", ""),
    (r"\b(pa(?:y|ys|id)|hand(?:ed|s)?|gives?|given|gave|lent|loaned|rented|hired) out\b", r"\1"),
    (r"\b(?:from )?outside (?:of )?(?=[A-Z])", "not from "),
    (r"\bhow old is (?:the|our|my) (youngest|oldest|newest) (\w+)", r"what is the age of the \1 \2"),
    (r"\binto (?=[A-Z])", "to "),
    (
        r"\b(does|do|did) (?:the|our) (?:company|organi[sz]ation|firm|business|agency) "
        r"(?=(?:have|own|keep|run|employ)\b)",
        r"\1 we ",
    ),
    (r"\bhow (?:much|high|large) (?:is|was) (?:an|the|our) average\b", "what is the average"),
    (r"\b(?:who )?works? (?:for us|here)\b", ""),
    (r"(?<=\w) (?:with us|for us|here)(?= ?[?.]|$)", ""),
    (
        r"\bhow long (?:(on average|usually|typically) )?(?:does|do|did|is|was) (?:[\w ]{1,30}? )?"
        r"(?:waits?|pass(?:es)?|takes?|elapses?|lies?|it takes?)"
        r"(?: (?:on average|usually|typically))? between\b",
        "what is the average time between",
    ),
    (r"\bdo most of (?:the|our|all) ", "do most "),
    (r"\b(?:on|in|at) (which|what) (.{3,30}?) (?:was|were) there (?:the )?(most|fewest|least)\b",
     r"which \2 had the \3"),
    (
        r"\b(starts?|starting|begins?|beginning|ends?|ending) with (?:the letters? )?"
        r"([A-Z][A-Za-z]{0,2})\b(?=\s*[?.]?\s*$)",
        r"\1 with '\2'",
    ),
    (
        r"\bhow many ([a-z ]{3,40}?) (?:(?:are|were|is) there )?(?:per|a|each) "
        rf"({_PERIOD}) on average\b",
        r"what is the average number of \1 per \2",
    ),
    (r"\bthe (?:whole )?world['’]s (?=\w)", "the "),
    (r"\b(?:took|take|takes|taken|taking|set|sets) off\b", "departed"),
    (r"\b(how high|height|elevation|altitude) above sea level\b", r"\1"),
]  # fmt: skip
_AMOUNTS = [
    (rf"\b({_THAN}|exactly) (?:once|one time)\b", r"\1 1 times"),
    (rf"\b({_THAN}|exactly) twice\b", r"\1 2 times"),
    (
        r"\b(?!(?:of|the|all|to|and|or|with|for|each|by|from|in|number|many)\b)[a-z]+ (\w+) "
        rf"\(((?:the )?[a-z][\w ]*? (?:[<>]=?|=|{_THAN}) \d[\d.]*)\)",
        r"\1 with \2",
    ),
    (r"\bon[- ]time\b", "on-time"),
    (r"\b(above|below)[- ]average (?=\w)", r"\1 average "),
    (r"\bone or more\b", "1 or more"),
    (rf"\bonly ({_COUNT})(?= \w)", r"exactly \1"),
    (rf"\b({_THAN}) one\b", r"\1 1"),
    (rf"({_COUNT}) or (?:more|greater|higher|above)\b", r"at least \1"),
    (rf"({_COUNT}) or (?:fewer|less|lower|below)\b", r"at most \1"),
    (r"\bnon-(?=\w{3})", "not "),
    (rf"\b({_THAN}) ({_THOUSANDS}) (?:people|inhabitants|residents|citizens)\b", r"a population \1 \2"),
]
_TIMES = [
    (
        rf"\bthe (?:whole|entire|full)(?: of)?(?: the)? (?=(?:last|previous|past|{_PERIOD}|{_MONTH})\b)",
        "the ",
    ),
    (r"\biso weeks?\b", "week"),
    (rf"\b(?:calendar|full|whole|complete) (?=(?:{_PERIOD})s?\b)", ""),
    (rf"\b(?:last|past|previous) (\d+) ({_PERIOD})s?,? {_THIS}", r"the \1 whole \2s before this"),
    (rf"\b(?:last|past|previous) ({_PERIOD}),? {_THIS}", r"previous \1"),
    (rf"(?<!each )(?<!every )(?<!per )(?<!which )(?<!what )\b(?:the )?months? of (?={_TIME})", ""),
    (r"\b(?:the )?quarter (?=q[1-4])", ""),
    (r"\b(?:the )?(?:last|final) quarter of (?=\d{4}\b)", "q4 "),
    (r"\b(?:in|during) the first half of (\d{4})\b", r"between january \1 and june \1"),
    (r"\b(?:in|during) the second half of (\d{4})\b", r"between july \1 and december \1"),
    (r"\bhalf a year\b", "6 months"),
    (r"\b(?:looks?|looked) after\b|\b(?:is|are|was|were) (?:responsible for|in charge of)\b", "manages"),
    (r"\b(?:(?:has|have|had) )?(?:brought|brings?) in\b", "brought"),
    (rf"\b(last|past|within|over) (?:a|one) ({_PERIOD})\b", r"\1 1 \2"),
    (r"\bfrom today\b", " "),
    (rf"(?:,? and)? the (?:{_PERIOD}) as a date\b", ""),
    (rf"\brepresent (?:each|the) (?:{_PERIOD}) as [^.?]*", ""),
    (r"\bdays?[- ]of[- ](?:the[- ])?week\b", "dayofweek"),
]
_PATTERNS = [(re.compile(pattern, re.I), put) for pattern, put in (*_SHOWN, *_AMOUNTS, *_TIMES)]


_SPELLINGS = [
    ("tre", "ter"), ("our", "or"), ("is(?=e|ation)", "iz"), ("gramme", "gram"), ("cheque", "check"),
    ("ll", "l"),
]  # fmt: skip


def phrased(question: str, names: Collection[str], *, today: date, tables: Collection[str] = ()) -> str:
    """The question with what the rules read otherwise put in their words. `names`: of columns.

    `tables`: their names, which are things where they are called like a unit: “more than 1 meter”.
    """
    quotes: list[str] = []

    def keep(match: re.Match[str]) -> str:
        quotes.append(match[0])
        return f"⟦{len(quotes) - 1}⟧"

    text = re.sub(r"'[^']{1,80}'(?!\w)|\"[^\"]{1,80}\"|“[^”]{1,80}”|`[^`]{1,80}`", keep, question)
    text = _of_one_year(_days(text, today))
    for pattern, put in _PATTERNS:
        text = pattern.sub(put, text)
    text = _per_each(text, names)
    if any({"m2", "sqm"} & {*words_of(name)} for name in names):
        text = re.sub(r"\bper square met(?:er|re)\b", "per m2", text, flags=re.I)
    if not any("nights" in words_of(name) for name in names):
        text = re.sub(r"\bnights\b", "days", text)
    text = _as_spelled(
        text, {word for name in (*names, *tables) for word in (*words_of(name), *spoken(name))}
    )
    things = {stem(word) for name in tables for word in words_of(name)}
    text = _without_units(text, names, things)
    return re.sub(r"⟦(\d+)⟧", lambda match: quotes[int(match[1])], text)


def _per_each(text: str, names: Collection[str]) -> str:
    """“What does X charge per word” asks for the one column that is called so."""
    for name in (" ".join(words_of(each)) for each in names):
        if " per " in name:
            unit = name.rpartition(" per ")[2]
            asks = r"\b(?:what|how much) (?:does|do|did) (.+?) (?:charge|cost|earn|get|make)"
            text = re.sub(rf"{asks} (?:per|an?) {unit}\b", rf"what is the {name} of \1", text, flags=re.I)
    return text


def _converted(match: re.Match[str], told: set[str]) -> str:
    unit = match[2].lower()
    scales = {by for word in told if (by := scale(unit, word)) is not None}
    if len(scales) != 1 or scales == {1}:
        return match[0]
    number = Decimal(NUMBERS.get(match[1].lower(), match[1]).replace(",", "")) * scales.pop()
    return f"{number.normalize():f}"


def _days(text: str, today: date) -> str:
    """Days as years, months and days in figures."""

    def iso(year: str, month: str, day: str) -> str:
        return f"{year}-{MONTHS.index(month.lower()) + 1:02}-{int(day):02}"

    text = re.sub(rf"\b({_MONTH}) {_DAY},? (\d{{4}})\b", lambda m: iso(m[3], m[1], m[2]), text, flags=re.I)
    text = re.sub(
        rf"\b{_DAY}(?: of)? ({_MONTH}),? (\d{{4}})\b", lambda m: iso(m[3], m[2], m[1]), text, flags=re.I
    )
    text = re.sub(r"\b(\d{4})/(\d{2})/(\d{2})\b", r"\1-\2-\3", text)
    text = re.sub(r"(?<!from )(?<!until )\b(since |before |after |on )?yesterday\b",
                  lambda m: f"{m[1] or 'on '}{today - timedelta(days=1)}", text, flags=re.I)  # fmt: skip
    return re.sub(r"(?<!from )\b(before |after |on |since )?today\b(?!['’])",
                  lambda m: f"{m[1] or 'on '}{today}", text, flags=re.I)  # fmt: skip


def _as_spelled(text: str, known: Collection[str]) -> str:
    """Words as the database spells them where it spells them the other way: centre and center."""
    stems = {stem(word) for word in known}

    def told(match: re.Match[str]) -> str:
        word = match[0]
        ways = [re.sub(one, other, word) for pair in _SPELLINGS for one, other in (pair, pair[::-1])]
        return next((w for w in ways if w != word and stem(w) in stems and stem(word) not in stems), word)

    return re.sub(r"\b[a-z]{5,}\b", told, text)


def _of_one_year(text: str) -> str:
    """“From January to June 2024” begins in January 2024."""

    def told(match: re.Match[str]) -> str:
        first, last = (MONTHS.index(match[each].lower()) for each in ("first", "last"))
        if first > last:
            return match[0]
        return f"{match['whole']} {match['first']} {match['year']} and {match['last']} {match['year']}"

    return re.sub(
        rf"\b(?P<whole>from|between) (?P<first>{_MONTH}) (?:and|to|until|till|through) "
        rf"(?P<last>{_MONTH})(?: of)? (?P<year>\d{{4}})\b",
        told,
        text,
        flags=re.I,
    )


def _without_units(text: str, names: Iterable[str], things: Collection[str]) -> str:
    """Units go where no column tells another one: what stands there is in the unit that is kept.

    A figure in another unit than the one that columns tell is told in that one.
    """
    told = {word for name in names for word in words_of(name) if len(name) > 1}  # the G of a team is no gram
    text = re.sub(
        rf"\b(\d[\d,]*(?:\.\d+)?|{_COUNT}) ({'|'.join(sorted(unit_words(), key=len, reverse=True))})\b",
        lambda match: _converted(match, told),
        text,
        flags=re.I,
    )
    for kind, unit in units():
        if any(unit != other and other & told for same, other in units() if same == kind):
            continue
        if {*map(stem, unit)}.intersection(things):
            continue
        written = "|".join(sorted((re.escape(word) for word in unit), key=len, reverse=True))
        per = r"(?: (?:per|an?) (?:hour|second|square \w+))?"
        text = re.sub(
            rf" \(?\b(?:measured |expressed |given )?in (?:square |cubic )?(?:{written})\b{per}\)?",
            "",
            text,
            flags=re.I,
        )
        text = re.sub(rf"(\d) ?(?:square |cubic )?(?:{written})\b{per}", r"\1", text, flags=re.I)
    return re.sub(r" in (?:people|persons|inhabitants) per (?:square )?\w+", "", text, flags=re.I)
