"""A follow-up as it would stand alone: “and in Q2?” after “What was revenue in Q1 2023?”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.values.dates import YEAR
from reading.values.fiscal import Period
from retrieval.question.model import QueryAnalysis
from retrieval.question.periods.bare_times import BARE_HALF, BARE_QUARTER, ORDINAL
from retrieval.question.periods.times import NUMBERS
from retrieval.question.wording.turned import turned

LEAD = re.compile(
    r"^\s*(?:(?:ok(?:ay)?|thanks?|and|but|also|then|so|now|what about|how about|(?:the )?same)\b[\s,]*)+",
    re.IGNORECASE,
)
SHORT = 6  # words: with neither name nor measure such a question leans on the one before
SHORT_WITH_MEASURE = 8  # with a measure, but nobody it could be of
POINTING = re.compile(
    r"\b(?P<own>its|their)\b|\b(?:it|they|them|the (?:same )?company|that company)\b", re.IGNORECASE
)
ONE_OF_THEM = re.compile(r"\b(?:which|what|the \w+) ones?\b|\bwhich of (?:them|these|those)\b", re.IGNORECASE)
CLAUSE = re.compile(
    r"^\s*(?:(?:for|in|at|by|from|to|on|of|within|until|with)\s+)?(?:what|who|whom|which|how|when|where|why|did|does|do|is|was|were|are|has|have|will|list|show|give)\b"
    r"(?:\s+\S+){2,}",
    re.IGNORECASE,
)
ORDINAL_ALONE = re.compile(
    rf"^\W*(?:(?:and|but|what about|how about|then)\s+)*(?:(?:in|for|of|during)\s+)?(?:the\s+)?{ORDINAL}"
    r"(?=(?:\s+one)?\W*$)",
    re.IGNORECASE,
)
PREPOSITIONS = re.compile(
    r"^(?:(?:in|of|for|at|on|by|the|about|during|with|and|to|from|was|is|what)\b\s*)+", re.I
)
SAME_TIME = re.compile(
    r"\b(?:in |for |during )?(?:the same|that) (?:year|quarter|period|time|month)\b"
    r"(?!\s+(?:of|in|last|a year))",
    re.IGNORECASE,
)
SHIFT = re.compile(
    r"\b(?:the\s+)?(?:(?:same\s+(?:period|quarter|time|month)\s+(?:of\s+|in\s+)?(?:the\s+)?)?"
    r"(?P<d1>previous|prior|preceding|following|next|subsequent)\s+(?P<w1>year|quarter|month)|"
    r"(?:(?P<n>a|an|one|two|three|four|five|\d)\s+)?(?P<w2>year|quarter|month)s?\s+"
    r"(?P<d2>before|earlier|prior|ago|after|later)|"
    r"same\s+(?:period|quarter|time|month)\s+(?P<d3>last)\s+(?P<w3>year))(?:\s+that|\s+this)?\b",
    re.IGNORECASE,
)
COMPARED = re.compile(
    r"\b(?:how (?:does|did|do) (?:that|this|it|they|those) compare|compared? (?:to|with)|versus|vs\.?)(?!\w)",
    re.I,
)
NO_MODIFIER = re.compile(
    r"(?:the|an?|of|in|for|on|by|at|from|to|with|and|or|all|many|how|which|what|are|is|there|this|that|list|show|"
    r"our|their|its|any|each|every|about|than|between|do|does|did|say|says|our|latest|newest)\s",
    re.IGNORECASE,
)
FORWARD = ("following", "next", "subsequent", "after", "later")
PARTS = ("organizations", "people", "products", "locations", "measures", "document_nouns")
NAMED = re.compile(r"(?<=[a-z,] )[A-ZÀ-Þ][\w’'/-]*(?:\s+[A-ZÀ-Þ\d][\w’'/-]*)*")
OWN_PREPOSITION = re.compile(
    r"^(?:in|on|at|since|before|after|between|from|until|till|through|last|past|this|today|yesterday|next)\b",
    re.IGNORECASE,
)


def leans_on(own: QueryAnalysis, before: QueryAnalysis) -> bool:
    """Whether the question leaves out what the one before says."""
    text, words = own.question, len(own.question.split())
    if turned(text, before.question):
        return True
    if LEAD.match(text) or SAME_TIME.search(text) or (COMPARED.search(text) and not own.measures):
        return True
    if (before.organizations or before.document_nouns) and (_points(own) or _asks_which(own)):
        return True
    if not (own.measures or own.document_nouns) and not CLAUSE.match(text):
        return words <= SHORT
    if not (own.measures or own.organizations or own.document_nouns or own.people):
        return words <= SHORT
    about_nobody = not (own.organizations or own.people or own.document_nouns)
    return bool(own.measures and about_nobody and before.organizations) and words <= SHORT_WITH_MEASURE


def with_part_named(question: str, before: QueryAnalysis) -> str:
    """“And in the third?” after a question of a quarter: “And in the third quarter?”"""
    part = next(
        (p for p in (BARE_QUARTER, BARE_HALF) if any(p.search(t.text) for t in before.time_references)), None
    )
    bare = ORDINAL_ALONE.match(question)
    if part is None or bare is None:
        return question
    rest = re.sub(r"^\s+one\b", "", question[bare.end() :])
    return f"{bare[0]} {'quarter' if part is BARE_QUARTER else 'half'}{rest}"


def _asks_which(own: QueryAnalysis) -> bool:
    """Whether it asks for some of what was spoken of, naming nothing itself: “which one is largest?”"""
    named = own.time_references or any(getattr(own, name) for name in PARTS)
    return not named and bool(ONE_OF_THEM.search(own.question))


def _points(own: QueryAnalysis) -> bool:
    return not own.organizations and bool(POINTING.search(own.question))


def standalone(
    own: QueryAnalysis, before: QueryAnalysis, told: Sequence[Period]
) -> tuple[str, tuple[str, ...]]:
    """The question in full, and what of it was taken over. `told`: the periods that the answer named."""
    if again := turned(own.question, before.question):
        return again, tuple(name for name in (*PARTS, "time_references") if getattr(before, name))
    times = _times(own, before, told)
    rest = LEAD.sub("", own.question)
    if times and not own.measures and COMPARED.search(rest):
        spoken = [time.text for time in before.time_references] or [period.text for period in told[:1]]
        return _substituted(own, before, [*times, *spoken], rest="compared")
    if CLAUSE.match(rest) and not _asks_which(own):
        return _completed(own, before, times)
    return _substituted(own, before, times)


def _times(own: QueryAnalysis, before: QueryAnalysis, told: Sequence[Period]) -> list[str]:
    """The times that the follow-up means, in words; none where it names none."""
    anchors = list(before.periods) or list(told)
    if anchors and (shift := SHIFT.search(own.question)):
        moved = [text for period in _ends(anchors, shift) if (text := _moved(period, shift))]
        return moved
    year = next((anchor.fiscal_year or anchor.end_date.year for anchor in reversed(anchors)), None)
    said = []
    for time in own.time_references:
        is_bare = bool(BARE_QUARTER.fullmatch(time.text) or BARE_HALF.fullmatch(time.text))
        is_month = is_bare or (bool(time.periods) and not re.search(r"\d|last|this", time.text))
        said.append(f"{time.text} {year}" if year and is_month and len(time.text.split()) < 3 else time.text)
    return said


def _ends(anchors: Sequence[Period], shift: re.Match[str]) -> Sequence[Period]:
    """Of several periods the one that the words move away from."""
    ordered = sorted(anchors, key=lambda period: period.end_date)
    return ordered[-1:] if _direction(shift) > 0 else ordered[:1]


def _direction(shift: re.Match[str]) -> int:
    word = (shift["d1"] or shift["d2"] or shift["d3"]).lower()
    return 1 if word in FORWARD else -1


def _moved(period: Period, shift: re.Match[str]) -> str:
    """The period some years or quarters on, in words; "" where it cannot be told."""
    count = shift["n"] or "one"
    number = int(count) if count.isdigit() else NUMBERS.get(count.lower(), 1)
    by = _direction(shift) * number
    if (shift["w1"] or shift["w2"] or shift["w3"]).lower() == "year":
        if re.search(YEAR, period.text):
            return re.sub(YEAR, lambda match: str(int(match[0]) + by), period.text)
        if period.fiscal_year is None:
            return ""
        quarter = f"Q{period.fiscal_quarter} " if period.fiscal_quarter else "fiscal "
        return f"{quarter}{period.fiscal_year + by}"
    if period.fiscal_year is None or period.fiscal_quarter is None:
        return ""
    index = period.fiscal_year * 4 + period.fiscal_quarter - 1 + by
    return f"Q{index % 4 + 1} {index // 4}"


def _completed(
    own: QueryAnalysis, before: QueryAnalysis, times: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """A follow-up with a verb of its own: whom and when it is about is added to it."""
    text, inherited = LEAD.sub("", own.question).strip(), []
    shifted = SHIFT.search(text) if times else None
    if shifted:
        text = _with(text[: shifted.start()] + text[shifted.end() :], _when(times))
        inherited.append("time_references")
    elif before.time_references and not own.time_references and (own.measures or SAME_TIME.search(text)):
        when = [time.text for time in before.time_references]
        text = _with(SAME_TIME.sub("", text), _when(when))
        inherited.append("time_references")
    if not own.organizations and (whom := _whom(before)):
        name, who = whom
        replaced, count = POINTING.subn(lambda match: f"{who}’s" if match["own"] else who, text, count=1)
        if count:
            text = replaced
            inherited.append(name)
        elif name == "organizations" and (own.measures or not own.document_nouns):
            text = _with(text, f"of {who}")
            inherited.append(name)
    return text, tuple(inherited)


def _whom(before: QueryAnalysis) -> tuple[str, str] | None:
    """What “it” stands for: the organizations spoken of, else the document."""
    if before.organizations:
        return "organizations", " and ".join(_written(before, "organizations"))
    if before.document_nouns:
        return "document_nouns", f"the {_written(before, 'document_nouns')[0]}"
    return None


def _substituted(
    own: QueryAnalysis, before: QueryAnalysis, times: Sequence[str], rest: str | None = None
) -> tuple[str, tuple[str, ...]]:
    """The question before with the parts that the follow-up names in place of its own.

    `rest`: what else is to be said; by default what else the follow-up says.
    """
    replaced: list[tuple[int, int, str]] = []
    added: list[str] = []
    kept = [name for name in PARTS if getattr(before, name) and not getattr(own, name)]
    if times:
        spots = before.time_spans
        replaced += _instead(spots, " and ".join(times))
        added += [] if spots else [_when(times)]
    elif before.time_references:
        kept.append("time_references")
    for name in PARTS:
        if getattr(own, name):
            words = " and ".join(_written(own, name))
            spots = _spots(before, name)
            replaced += _instead(spots, words)
            added += [] if spots else [_joined_on(name, words)]
    unknown = _rest(own, times) if rest is None else rest
    if unknown and _is_name(unknown) and before.organizations and not replaced:
        replaced += _instead(tuple((m.start, m.end) for m in before.organizations), unknown)
        kept.remove("organizations")
    elif unknown and _is_name(unknown) and not replaced and (spot := _name_unknown(before)):
        replaced.append((*spot, unknown))
    elif unknown:
        added.append(
            f", {unknown}" if not own.question.lower().find(f"in {unknown}") >= 0 else f"in {unknown}"
        )
    text = before.question
    for start, end, words in sorted(replaced, reverse=True):
        text = _put_in(text, start, end, words) if words else _cut_out(text, start, end)
    for words in added:
        text = _with(text, words)
    return text, tuple(kept)


def _name_unknown(before: QueryAnalysis) -> tuple[int, int] | None:
    """Where the one name stands that no part of the question is, such as that of a ship or a number."""
    taken = [*before.time_spans, *(spot for name in PARTS for spot in _spots(before, name))]
    spots = [
        match.span()
        for match in NAMED.finditer(before.question)
        if not any(start < match.end() and match.start() < end for start, end in taken)
    ]
    return spots[0] if len(spots) == 1 else None


def _instead(spots: Sequence[tuple[int, int]], words: str) -> list[tuple[int, int, str]]:
    """The words at the first spot, nothing at the others."""
    return [(start, end, "" if index else words) for index, (start, end) in enumerate(spots)]


def _cut_out(text: str, start: int, end: int) -> str:
    """The text without a part and the word that joined it to what stands before."""
    return re.sub(r"\s*(?:,|\b(?:and|or|to|with|versus|vs\.?|from)\b)\s*$", "", text[:start]) + text[end:]


def _put_in(text: str, start: int, end: int, words: str) -> str:
    """The text with words in place of a part; “since 2020” takes the place of “in 2021”."""
    ahead = text[:start]
    if OWN_PREPOSITION.match(words):
        ahead = re.sub(r"\b(?:in|for|during|of|from|on)\s+$", "", ahead, flags=re.IGNORECASE)
    return ahead + words + text[end:]


def _written(analysis: QueryAnalysis, name: str) -> list[str]:
    return list(dict.fromkeys(analysis.question[start:end] for start, end in _spots(analysis, name)))


def _spots(analysis: QueryAnalysis, name: str) -> tuple[tuple[int, int], ...]:
    """The characters of each mention; of a document's noun with the words before it: “supply agreement”."""
    spots = [(mention.start, mention.end) for mention in getattr(analysis, name)]
    if name != "document_nouns":
        return tuple(spots)
    return tuple((phrase_start(analysis.question, start), end) for start, end in spots)


def phrase_start(text: str, noun: int) -> int:
    start = noun
    for word in reversed(list(re.finditer(r"(?<![\w’'])[\w&-]+\s+", text[:noun]))):
        if word.end() != start or not word[0].strip()[:1].islower() or NO_MODIFIER.match(word[0]):
            break
        start = word.start()
    return start


def _joined_on(name: str, words: str) -> str:
    return f"in {words}" if name == "locations" else f"of {words}"


def _rest(own: QueryAnalysis, times: Sequence[str]) -> str:
    """What the follow-up says beyond what was recognised in it."""
    text = own.question
    spans = [*own.time_spans, *(spot for name in PARTS for spot in _spots(own, name))]
    if times and (shift := SHIFT.search(text)):
        spans.append(shift.span())
    for start, end in spans:
        text = text[:start] + "\0" * (end - start) + text[end:]
    text = LEAD.sub("", text.replace("\0", " ")).strip(" ?.!,")
    return re.sub(r"^[’']s\b", "", PREPOSITIONS.sub("", text)).strip(" ?.!,")


def _is_name(words: str) -> bool:
    return all(word[:1].isupper() or word in ("&", "of", "and") for word in words.split())


def _when(times: Sequence[str]) -> str:
    text = " and ".join(times)
    return text if OWN_PREPOSITION.match(text) else f"in {text}"


def _with(text: str, words: str) -> str:
    """The words at the end of the question, before its mark."""
    bare = " ".join(text.split()).rstrip(" ?.!")
    return f"{bare}{'' if words.startswith(',') else ' '}{words}?"
