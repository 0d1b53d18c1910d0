"""What a figure in a sentence measures, in the sentence's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from documents.fiscal import FiscalCalendar
from documents.periods import find_periods
from documents.quantities import Quantity, find_quantities
from documents.vocabulary import find_measures

NAME_WORDS = 16
AFTER_WORDS = 9
_ABOUT = r"(?:approximately|about|nearly|roughly|almost|over|under|at least|up to|only|an additional|just)"
_TO_BE = r"(?:was|were|is|are|be|been|totall?ed|totals?|amounted to|amounts? to|reached|stood at|came to)"
_MOVES = (
    r"(?:increas(?:ed|es|ing|e)|grew|grown|ros[e]|up|higher|improved|gained|climbed|"
    r"decreas(?:ed|es|ing|e)|declin(?:ed|es|ing|e)|fell|down|lower|dropped|reduced)"
)
_RELATIVE_TIME = re.compile(
    r"\b(?:the\s+)?(?:first|second|third|fourth|current|prior|previous|same|corresponding|comparable|last)\s+"
    r"(?:(?:two|three|six|nine|twelve)\s+)?(?:quarters?|months|weeks|years?|periods?|half)\b(?:\s+of\b)?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;:•\ue000-\uf8ff]|,\s+(?:and|but|while|which|including|partially|primarily|offset|we|it|they|"
    r"there|the company)\b"
    r"|\b(?:primarily|driven|due to|while|whereas|of which)\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    rf"(?:[\s,(–—-]+|\b(?:{_TO_BE}|{_MOVES}|{_ABOUT}|of|to|by|at|in|for|on|and|or|a|an|the|from|had|has|have|"
    r"with|includes?|including|totall?ing|than|recorded|recognized|compared|representing|represents?|"
    r"represented|comprised|amounting|we|our|its|additional|respectively|that|equal|"
    r"estimated|expected|between|valued|exceeded|surpassed|"
    r"as well|as of|as|during|generated|incurred|reported|using)\b[\s,(]*)+$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:[\s,)–—•.-]+|\b(?:the company(?:['’]s)?|company(?:['’]s)?|and|or|"
    r"or more|or less|the|a|an|of|in|for|to|which|that|also|with|by|on|at|"
    r"our|its|we|"
    r"as|from|compared|addition|today|respectively|during|as of|between|"
    r"both|each|"
    r"had|have|has|recorded|recognized|reported|incurred|includes?|included|including|represents?|there|"
    r"were|was|"
    r"are|is|it|they|this|these|such|result|it|can|could|may|would|will)\b[\s,]*)+",
    re.IGNORECASE,
)
_PLAIN_BEFORE = re.compile(
    r"(?:^|[,;:.(“\"•]|\b(?:the|our|its|total|consolidated|company['’]s|quarter|year|annual|"
    r"quarterly|reported|full|(?:19|20)\d\d|worldwide|overall|were|was|had|generated|record))\s*$",
    re.IGNORECASE,
)
_INCLUDES = re.compile(r"\binclud(?:es?|ed|ing)\s+(?:approximately\s+)?(?:[^\w\s]\s?)?$", re.IGNORECASE)
_ENDS_PHRASE = re.compile(
    r"\s*(?:[.,;:)]|$|(?:in|for|during|as|at|on|and|compared|versus|respectively)\b)", re.I
)
_MEASURES_FIGURE = re.compile(
    rf"[\s,(–—-]*(?:\b(?:{_TO_BE}|{_MOVES}|{_ABOUT}|of|to|by|at|in|for|during|the|and|or|a|an|as of|end|"
    rf"close|"
    r"respectively|had|has|have|been)\b[\s,(–—-]*)*",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(
    r"\s+(?:from(?!\s+(?:the\s+)?(?:\w+\s+)?(?:operations|quarter|year|prior|\d))"
    r"|related|attributable|associated|per|growth|margin|mix|tax|recognized|issued)\b",
    re.IGNORECASE,
)
_SHARE_OF = re.compile(
    r"\s+(?:or (?:more|less)\s+)?of\s+(?!which\b)(?:the\s+|our\s+|its\s+|the company['’]s\s+)?", re.IGNORECASE
)
_OF_WHAT = re.compile(r"\s+(?:of|in)\s+(?:the\s+|our\s+|its\s+|an?\s+)?(?=[^\W\d])", re.IGNORECASE)
_ENDS_IN_COMPARISON = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|as\s+against|from|than)\s+(?:an?\s+\w+\s+of\s+|a\s+)?"
    r"(?:approximately\s+)?$",
    re.IGNORECASE,
)
_CONNECTS = re.compile(
    rf"[\s,(–—-]*(?:\b(?:to|and|or|through|by|a|an|between|in|for|during|of|the|at|as of|as|respectively|"
    rf"both|end|ended|{_MOVES}|{_ABOUT})\b[\s,(–—-]*)*",
    re.IGNORECASE,
)
_MOVE_IN = re.compile(
    r"\s+(?P<move>increase|growth|rise|improvement|decrease|decline|reduction|drop)s?\s+(?:in|of)\s+"
    r"(?:the\s+|our\s+)?",
    re.IGNORECASE,
)
_PRICE = re.compile(
    r"\s*(?:of\s[^,;]*?)?,?\s*\b(?:for|at)\s+(?:(?:an?|the)\s+)?"
    r"(?P<what>(?:(?:total|aggregate|average|purchase|weighted|combined)\s+)*"
    r"(?:cost|price|amount|consideration|value|cash)?(?:\s+per\s+share)?)\s*(?:of\s+)?(?:approximately\s+)?",
    re.IGNORECASE,
)
_BELONGS_TO_LAST = re.compile(
    r"^\s*of\s[^,;]*?\b(?:and|or)\s+(?=[a-z]+ed\s|paid\s|sold\s|bought\s)", re.IGNORECASE
)
_PHRASE_END = re.compile(
    r"[,;:.()•]|\b(?:and|was|were|is|are|compared|versus|during|which|that|as|at|for|on|with|would|will|"
    r"through|"
    r"by|under|until|using)\b|\d|[$€£]"
)
_SHARE_END = re.compile(
    r"[,;:()•]|\.(?:\s|$)|\b(?:and|compared|versus|during|which|that|as of|for the|in the)\b|[$€£]"
)
_VERB = re.compile(
    r"\b(?P<verb>(?!(?:unrecognized|limited|unlimited|related|need|speed|seed|deferred|accrued)\b)[a-z]{2,}ed"
    r"|paid|sold|bought|spent|lent|held|drew|made|includ(?:e|es|ing)|is|are|was|were|ha[ds]|have)$",
    re.IGNORECASE,
)
_EMPTY_VERB = re.compile(
    r"(?:includ|record|recogni|report|incur|represent|compris|generat|total|provid|ha[ds]$|have$|is$|"
    r"are$|wa?s$|were$"
    r"|decreas|increas|declin|rais|improv|reduc)",
    re.IGNORECASE,
)
_SUBJECT_END = re.compile(
    r",\s|\s(?:that|which|who|was|were|is|are|totall?ed|amounted|increased|decreased|including|excluding|"
    r"related to)\s",
    re.IGNORECASE,
)
_NO_NOUN = frozenset(
    "the this that these those they there both each such any all for every some other others not "
    "and with from "
    "represents represent including includes range between least more less than can may would could "
    "will been "
    "being were was are our its their his her who whom which what when where while during within "
    "through first "
    "second third fourth quarter quarters year years month months weeks period periods prior current same "
    "approximately about following respectively result compared related expected used also".split()
)
_RELATIVE = re.compile(
    rf",\s+which\s+(?:{_TO_BE}\s+)?(?:{_MOVES}\s+)?(?:by\s+)?(?:{_ABOUT}\s+)?[^\w\s]?$", re.IGNORECASE
)
_DANGLING = re.compile(
    r"(?:[\s,(–—-]+|\b(?:of|to|by|at|in|for|on|and|or|a|an|the|from|with|our|its|that|due)\b[\s,(]*)+$",
    re.IGNORECASE,
)
_MOVED_POINTS = re.compile(rf"\s+{_MOVES}\s+(?:by\s+)?\d\S*\s+[a-z]+\s+to\s*$", re.IGNORECASE)
_LEADS_TO_TIME = re.compile(r"(?:\b(?:for|in|during|as of|at|on|the|both|and)\s+)+$", re.IGNORECASE)
_ANY_CALENDAR = FiscalCalendar()


@dataclass(frozen=True)
class Clue:
    """What a figure measures, in words, and the canonical name if it is the whole measure."""

    name: str
    canonical: str = ""
    move: str = ""
    unit: str = ""


def read_clue(text: str, quantity: Quantity, start: int, main: Clue | None, last: Clue | None) -> Clue | None:
    """What the words round a figure say that it measures, or None where they do not say.

    `start`: where the last figure ended. `main`: the first measure of the sentence, to which a comparison
    goes back; `last`: what the figure before measured.
    """
    between = _blanked(text[start : quantity.start])
    if start and _ENDS_IN_COMPARISON.search(between):
        return main
    clue = _from_after(text, quantity, between, main, last) or _from_before(
        text, quantity, between, start, last
    )
    return replace(clue, unit=quantity.unit) if clue and _names_something(clue.name) else None


def _from_after(
    text: str, quantity: Quantity, between: str, main: Clue | None, last: Clue | None
) -> Clue | None:
    """What “… increase in X” and “…% of X” say behind the figure."""
    after = text[quantity.end :]
    moved = _MOVE_IN.match(after)
    if moved:
        return Clue(f"{_words_after(after[moved.end() :])} {moved['move'].lower()}")
    share = _SHARE_OF.match(after) if quantity.unit == "%" else None
    if share is None:
        return None
    whole = _words(_SHARE_END.split(" ".join(after[share.end() :].split()))[0].split())
    if not whole:
        return None
    subject = _clause_name(between) or (last or main or Clue("")).name.split(" as a share of ")[0]
    return Clue(f"{subject} as a share of {whole}") if subject else Clue(f"share of {whole}")


def _from_before(text: str, quantity: Quantity, between: str, start: int, last: Clue | None) -> Clue | None:
    """What the words since the last figure say, or those behind this one where they say nothing."""
    if last and start and _is_bare(between):
        return last
    price = _PRICE.fullmatch(between) if start and last else None
    if price and last and last.unit == "shares" and quantity.unit != "shares":
        return Clue(f"{last.name}, {' '.join(price['what'].split()) or 'amount'}")
    skipped = _BELONGS_TO_LAST.match(between) if start else None
    offset = start + (skipped.end() if skipped else 0)
    clause = text[offset : quantity.start] if not skipped else between[skipped.end() :]
    clause = _blanked(clause)
    cuts = [found.end() for found in _CLAUSE.finditer(clause)]
    whole = clause
    offset, clause = (offset + cuts[-1], clause[cuts[-1] :]) if cuts else (offset, clause)
    measured = _of_measure(text, quantity, clause) or _measured(text, clause, offset)
    if measured:
        return measured
    after = _words_after(text[quantity.end :])
    name = _with_object(clause, after, text[quantity.end :]) or _clause_name(clause)
    if not name and _RELATIVE.search(whole):
        name = _clause_name(_RELATIVE.split(whole)[0])
    if name or not last:
        return Clue(name or after)
    return Clue(f"{last.name.split(' – ')[0]} – {after}") if after else None


def _is_bare(between: str) -> bool:
    """Whether only times and connecting words stand between two figures, so that they measure the same."""
    return bool(_CONNECTS.fullmatch(_without_times(between)))


def _of_measure(text: str, quantity: Quantity, clause: str) -> Clue | None:
    """“generated $3 billion of revenue in 2022”: the whole measure, unless it is said to be a part."""
    of = _OF_WHAT.match(text, quantity.end)
    named = find_measures(text[of.end() : of.end() + 60]) if of else []
    if of is None or not named or named[0][1] != 0 or quantity.unit == "%":
        return None
    end = of.end() + named[0][2]
    if _ENDS_PHRASE.match(text, end) and not _INCLUDES.search(clause):
        return Clue(text[of.end() : end], named[0][0])
    return None


def _measured(text: str, clause: str, offset: int) -> Clue | None:
    """The measure of ours that the clause leads from to the figure, without other words between."""
    measures = find_measures(clause)
    if not measures:
        return None
    name, first, end = measures[-1]
    rest = _without_times(clause[end:])
    words = " ".join(text[offset + first : offset + end].split())
    if not _MEASURES_FIGURE.fullmatch(rest) or _PART_AFTER.match(clause, end):
        return None
    if _PLAIN_BEFORE.search(
        _without_times(text[max(0, offset + first - 80) : offset + first]).rstrip() or ""
    ):
        return Clue(words, name)
    return Clue(_words(f"{_without_times(clause[:first])} {words}".split()))


def _with_object(clause: str, after: str, following: str) -> str:
    """“repurchased 365 million shares of its common stock”: a verb with what it is done to."""
    plain = re.sub(rf"\b{_ABOUT}\s*$", "", clause.rstrip(), flags=re.IGNORECASE).rstrip()
    verb = _VERB.search(plain)
    if verb is None or not after or not _OF_WHAT.match(following):
        return ""
    if _EMPTY_VERB.match(verb["verb"]):
        return after
    return f"{verb['verb']} {after}"


def _clause_name(between: str) -> str:
    """The words of the last clause before a figure, without times and the verbs that lead up to it."""
    clause = _CLAUSE.split(" ".join(between.split()))[-1]
    words = _words(_MOVED_POINTS.sub("", _without_times(clause)).split())
    if len(words.split()) <= NAME_WORDS:
        return words
    subject = _words(_SUBJECT_END.split(words)[0].split())
    is_said_of_subject = re.search(
        rf"\b{_TO_BE}\s*(?:{_ABOUT}\s*)?(?:US)?$", clause.rstrip(" $€£"), re.IGNORECASE
    )
    if is_said_of_subject and 2 <= len(subject.split()) <= NAME_WORDS:
        return subject
    return _words(words.split()[-NAME_WORDS:])


def _words(words: list[str]) -> str:
    text = re.sub(r"\s+([,;:.)])", r"\1", " ".join(words))
    return _LEADING.sub("", _TRAILING.sub("", text)).strip(" ,;:–—-")


def _words_after(after: str) -> str:
    """The words behind a figure up to the next verb, comma or figure."""
    phrase = _PHRASE_END.split(" ".join(_without_times(after[:200]).split()))[0]
    return _LEADING.sub("", _DANGLING.sub("", " ".join(phrase.split()[:AFTER_WORDS])))


def _names_something(name: str) -> bool:
    """Whether some word of the name may be a noun: “these” and “in the second quarter” name nothing."""
    words = re.findall(r"[^\W\d_]{2,}", name.lower())
    telling = [word for word in words if word not in _NO_NOUN]
    if any(each.unit for each in find_quantities(name)):
        return False
    return bool(telling) and not (len(words) == 1 and _VERB.fullmatch(words[0]))


def _without_times(text: str) -> str:
    for _, start, end in reversed(find_periods(text, _ANY_CALENDAR)):
        text = f"{_LEADS_TO_TIME.sub('', text[:start])} {text[end:]}"
    return _RELATIVE_TIME.sub(" ", text)


def _blanked(text: str) -> str:
    """`text` with what stands in brackets blanked out, at its length."""
    return re.sub(r"\([^)]*\)", lambda found: " " * len(found[0]), text)
