"""What a sentence says of each of its numbers: of which time and measure, which way, how much at most.

Words belong to the number that they stand beside: those between two numbers to the second, as far as the
first comma or “and” to the first. Rules are of grammar, not of subjects; what is not told is left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Literal

from agentic.verification.sentences.measures import measures_in, stems
from agentic.verification.sentences.statements import CALENDAR_YEARS, quantities_in
from agentic.verification.sentences.times import quarters_in
from reading.values.periods import Period, find_periods
from reading.values.quantities import Quantity

Role = Literal["change", "level", ""]
_UP = (
    r"increas\w*|grew|grow\w*|rose|ris(?:e|es|ing|en)|gain(?:s|ed)?|improv\w*|climb\w*|jump\w*|"
    r"(?<!ma[dk]e )(?<!makes )up|higher|more|surg\w+|soar\w*|escalat\w+|"
    r"expan\w+|accelerat\w*|stieg\w*|gestiegen|steig\w*|wuchs|erhöht\w*|augment\w+|hausse|progress\w+|aument\w+|"
    r"subi\w*|creci\w*"
)
_DOWN = (
    r"decreas\w*|declin\w*|fell|fall(?:s|en|ing)?|drop(?:s|ped)?|reduc\w+|shr[aiu]nk\w*|slid|down|lower|less|fewer|"
    r"plung\w+|slump\w*|tumbl\w*|plummet\w*|contract(?:ed|ion)|worsen\w*|sank|sink\w*|gesunken|fiel\w*|verringer\w*|baiss\w+|diminu\w+|recul\w*|"
    r"disminu\w+|baj\w+|cay\w+"
)
UP, DOWN = (re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in (_UP, _DOWN))
_ABOVE = re.compile(r"\b(?:exceed\w*|outperform\w*|surpass\w*|ahead)\b", re.IGNORECASE)
_BEHIND = re.compile(r"\b(?:trail\w*|lag(?:s|ged)?|behind|short)\b", re.IGNORECASE)
_NOUN = r"chang\w+|growth|difference|gap|movement|swing"
CHANGE_WORDS = re.compile(rf"\b(?:{_UP}|{_DOWN}|{_NOUN})\b", re.IGNORECASE)
_ABOUT = (
    r"(?:about|approximately|around|roughly|nearly|almost|some|circa|over|under|above|below|more\s+than|less\s+than|"
    r"at\s+least|up\s+to)"
)
_BY = (
    rf"(?:\s+(?:by|of|um|de|del|d['’]|an?|a\s+further|another|was|is|were|{_ABOUT}|\w+ly|"
    r"year[\s-](?:over|on)[\s-]year))*"
)
_CHANGE_BEFORE = re.compile(rf"\b(?:{_UP}|{_DOWN}|{_NOUN})\b{_BY}\s*[(*“]*$", re.IGNORECASE)
_BY_BEFORE = re.compile(rf"\b(?:by|of|um|was|is|were|de|del)\b(?:\s+{_ABOUT})?\s*[(*“]*$", re.IGNORECASE)
_CHANGE_NAMED = re.compile(
    rf"\b(?:increase|decrease|decline|growth|rise|drop|reduction|improvement|{_NOUN})\b[^,;]*"
    rf"\b(?:was|is|were|of|came\s+to|amounted\s+to|totall?ed|reached){_BY}\s*[(*]*$|\b(?:by|um)(?:\s+{_ABOUT})?\s*[(*]*$",
    re.IGNORECASE,
)
_CHANGE_AFTER = re.compile(
    r"^[\s)*]{0,3}(?:[\w-]+\s){0,2}?(?:increase|decrease|decline|growth|rise|drop|reduction|improvement|gain|more|less|fewer|"
    r"higher|lower|change)\b(?!\s+(?:expense|cost))",
    re.IGNORECASE,
)
_LEVEL_AFTER = re.compile(r"^[\s)*]{0,3},\s+(?:up|down)\s", re.IGNORECASE)  # “a rise in sales of $5, up 4%”
_PAST_A_BOUND = re.compile(
    rf"\b(?:{_UP}|{_DOWN})\s+(?:to\s+)?(?:over|under|above|below)\s*[(*“]*$", re.IGNORECASE
)
_TOWARD = re.compile(rf"\b(?:{_UP}|{_DOWN})\s(?:[\w-]+\s){{0,3}}?to\s+(?:[\w-]+\s+){{0,3}}$", re.IGNORECASE)
_LEVEL_BEFORE = re.compile(
    rf"(?:\b(?:to|at|from|auf|reach\w*|versus|vs\.?|against|with)|\bof\s+(?=\S))(?:\s+{_ABOUT})?\s*[(*]*$",
    re.IGNORECASE,
)
_PRIOR = re.compile(
    rf"\b(?:from|compared\s+(?:to|with)|versus|vs\.?|against)(?:\s+(?:an?|the|{_ABOUT}|[\w-]+\s+(?:of|was)))*\s*[(*]*$",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:an?|one|the)?\s*(?:year|quarter)\s+(?:before|earlier|ago)\b|\b(?:prior|previous|preceding|last)[\s-](?:year|quarter)"
    r"|\b(?:year|quarter)-ago\b",
    re.IGNORECASE,
)
_BASE_BEFORE = re.compile(
    r"\b(?:from|over|than|versus|vs\.?|against|on|compared\s+(?:to|with))\s+(?:[\w-]+\s+){0,4}$",
    re.IGNORECASE,
)
_FROM_BASE = re.compile(
    r"\b(?:from|over|than|versus|vs\.?|against|compared\s+(?:to|with)|since)\s[^,;]*", re.IGNORECASE
)
_SET_THEN = re.compile(rf"\b(?:{_UP}|{_DOWN}|set|rais\w+|cut|updat\w+)\b.*\bto\s*$", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:not|never|neither|nor|no|none|without|cannot|\w+n['’]t)(?:\s+[\w’'%-]+){0,7}\s*$", re.IGNORECASE
)
_NO_MORE = re.compile(r"\bnot? (?:more|less|fewer) than\s*$", re.IGNORECASE)
_AT_MOST = re.compile(
    r"\b(?:less\s+than|fewer\s+than|lower\s+than|under|below|at\s+most|up\s+to|no(?:t)?\s+more\s+than|as\s+much\s+as|"
    r"as\s+many\s+as|not\s+exceed\w*|a\s+maximum\s+of|nearly|almost|south\s+of|shy\s+of|short\s+of)\s*[(*]*$",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"\b(?:more\s+than|greater\s+than|higher\s+than|over|above|exceed(?:s|ed|ing)?|surpass\w*|topp?(?:s|ed|ing)|"
    r"in\s+excess\s+of|north\s+of|at\s+least|no(?:t)?\s+less\s+than|"
    r"no\s+fewer\s+than|as\s+little\s+as|upwards\s+of|a\s+minimum\s+of)\s*[(*]*$",
    re.IGNORECASE,
)
_EQUAL_TOO = re.compile(r"\b(?:at\s+(?:most|least)|up\s+to|no|not|as|maximum|minimum)\b", re.IGNORECASE)
_RATE = re.compile(
    r"^\s*(?:per|an?|each|every)\s+(year|month|quarter|week|day|hour|annum)\b(?!\s+(?:ago|before|earlier|later))",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[,;:(]|\s(?:and|but|while|whereas|und|y|et)\s|\s[–—]\s")
_IN_TIME = re.compile(
    r"^[\s,(*]*(?:[\w%$’'-]+\s+){0,3}?(?:in|for|during|at|as\s+of|on|of|by|the|ended|im|en)?(?:\s+the)?[\s(]*$"
)
_SAME_TIME = re.compile(r"^\s*(?:[(,–—-]\s*)?(?:the\s+)?(?:ended|ending|i\.e\.|or)?\s*$", re.IGNORECASE)
_BESIDE = re.compile(r"^\s*(?:,\s*)?(?:or|i\.e\.,?)?\s*\(?\s*(?:or\s+)?(?:about\s+|a\s+)?$", re.IGNORECASE)
_RANGE = re.compile(r"^[\s*]*(?:to|through|[-–—])[\s*]*$", re.IGNORECASE)
_BASE = re.compile(r"\b(?:from|over|compared|versus|vs|than|against|since)\b", re.IGNORECASE)
_RESPECTIVELY = re.compile(r"[\s,]*(?:respectively|correspondingly|in\s+turn)\b", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,\s*)?(?:and\s+)?(?:by\s+)?", re.IGNORECASE)
_VERB = re.compile(rf"\b(?:{_UP}|{_DOWN}|was|were|is|are|totall?ed|amounted|reached)\b", re.IGNORECASE)
_LISTED = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_OF_NEXT = re.compile(r"^\s*(?:of|in)\s+(?:its\s+|the\s+)?", re.IGNORECASE)
_PROSE = re.compile(
    r"[.!?;][”\"')\]\s]*(?:\[[\d, –-]+\])*\s*$|\b(?:was|were|is|are|had|has|have|will|fue|war|est|était|"
    r"increased|decreased|declined|rose|fell|grew|totall?ed|expects?)\b"
)


@dataclass(frozen=True)
class Said:
    """What is said of one number. Nothing of it where it is not told, or the text is a row of a table.

    `periods`: which it may be of. `is_prior`: it is of the time before; `has_prior`: another number of the
    sentence is. `is_compared`: another is compared with it. `direction`: 1 up, −1 down, of a change.
    `bound`: 1 where it is the least, −1 where it is the most. `own`: stems of the words that belong to
    it, without times; `others`: of those that belong to the other numbers; `later`: of these, without what
    the sentence begins with. `is_alone`: there are no others. `beside`: the words of `own` as they stand.
    `start`: of the number. `quarters`: by their numbers, those beside it, with a year or without.
    """

    periods: tuple[Period, ...] = ()
    is_prior: bool = False
    is_compared: bool = False
    has_prior: bool = False
    measures: frozenset[str] = frozenset()
    role: Role = ""
    direction: int = 0
    bound: int = 0
    may_equal: bool = True
    is_negated: bool = False
    rate: str = ""
    start: int = 0
    beside: str = ""
    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    is_alone: bool = True
    quarters: frozenset[int] = frozenset()
    is_prose: bool = True


@lru_cache(maxsize=4096)
def said_of(text: str, start: int) -> Said:
    """What the sentence `text` says of the number that begins at `start`; nothing where none does."""
    sentence = _sentence(text)
    index = next((i for i, one in enumerate(sentence.numbers) if one.start <= start < one.end), None)
    return sentence.said[index] if index is not None else Said(is_prose=False)


@lru_cache(maxsize=1024)
def _sentence(text: str) -> _Sentence:
    return _Sentence(text)


@dataclass(frozen=True)
class _Sentence:
    text: str

    @cached_property
    def numbers(self) -> list[Quantity]:
        return [quantity for quantity, _ in quantities_in(self.text)]

    @cached_property
    def times(self) -> list[tuple[tuple[Period, ...], int, int]]:
        """The periods; one that is named twice in a row, “Q4 (ended January 28, 2023)”, taken together."""
        groups: list[tuple[tuple[Period, ...], int, int]] = []
        for period, start, end in find_periods(self.text, CALENDAR_YEARS):
            last = groups[-1] if groups else None
            if last and "(" in (between := self.text[last[2] : start]) and _SAME_TIME.match(between):
                groups[-1] = ((*last[0], period), last[1], end)
            else:
                groups.append(((period,), start, end))
        return groups

    @cached_property
    def is_prose(self) -> bool:
        return _PROSE.search(self.text) is not None

    @cached_property
    def said(self) -> list[Said]:
        if not self.numbers:
            return []
        times = self._times()
        found: list[Said] = []
        for i, number in enumerate(self.numbers):
            before, after = self._before(i), self._after(i)
            said = Said(
                periods=times[i][0],
                is_prior=self._is_prior(i) and not times[i][1],
                is_compared=self._is_compared(i),
                measures=self._measures(i),
                rate=match[1].lower() if (match := _RATE.match(self.text[number.end :])) else "",
                start=number.start,
                beside=f"{before} {after}",
                quarters=_quarters(f"{before} {after}"),
                own=stems(self._without_times(f"{before} {after} {number.text}")),
                is_prose=self.is_prose,
            )
            if self.is_prose:
                said = self._with_manner(said, i, found)
            found.append(said)
        shared = stems(" ".join(self._before(0)[a:b] for _, a, b in measures_in(self._before(0))))
        return [
            replace(
                said,
                others=frozenset().union(*(other.own for other in found if other is not said))
                - said.own
                - shared,
                later=frozenset().union(*(other.own for other in found[1:] if other is not said))
                - said.own
                - found[0].own,
                is_alone=len(found) == 1,
                has_prior=any(other.is_prior for other in found if other is not said),
            )
            for said in found
        ]

    def _with_manner(self, said: Said, i: int, earlier: Sequence[Said]) -> Said:
        before, gap_after = self._without_times(self._subject(i) or self._gap(i)), self._gap(i + 1)
        role, direction = self._role(before, gap_after, self.numbers[i])
        if earlier and earlier[-1].role == "change" and _BESIDE.match(before):
            role, direction = "change", earlier[-1].direction
        bound = -1 if _AT_MOST.search(before) else 1 if _AT_LEAST.search(before) else 0
        return replace(
            said,
            role=role,
            direction=direction,
            bound=bound,
            may_equal=bool(_EQUAL_TOO.search(before[-24:])),
            is_negated=_NOT.search(before) is not None and _NO_MORE.search(before) is None,
        )

    @staticmethod
    def _role(before: str, after: str, number: Quantity) -> tuple[Role, int]:
        if found := _CHANGE_AFTER.match(after):
            return "change", _direction(found[0]) or _direction(before)
        if _PAST_A_BOUND.search(before):
            return "", _direction(before)  # “fell below $5”, but “grew over 5%”
        if _LEVEL_AFTER.match(after) and number.unit != "%":
            return "level", 0
        if _TOWARD.search(before) and not _BY_BEFORE.search(before):
            return "level", _direction(before)
        if (
            _LEVEL_BEFORE.search(before)
            and not _CHANGE_BEFORE.search(before)
            and not _CHANGE_NAMED.search(before)
        ):
            return "level", 0
        if found := _CHANGE_BEFORE.search(before) or _CHANGE_NAMED.search(before):
            if _counts_things(number) and not _BY_BEFORE.search(before):
                return "", 0  # “accelerated 12 deliveries” says which, not by how much
            return "change", _direction(found[0]) or _direction(before)
        return ("" if number.unit == "%" and CHANGE_WORDS.search(before) else "level"), 0

    def _gap(self, i: int) -> str:
        """The text between the number before and this one; for one past the last, what follows it."""
        start = self.numbers[i - 1].end if i else 0
        end = self.numbers[i].start if i < len(self.numbers) else len(self.text)
        return self.text[start:end]

    def _without_times(self, text: str) -> str:
        for periods, _, _ in self.times:
            for period in periods:
                text = re.sub(rf"(?:\b(?:in|for|during|of)\s+(?:the\s+)?)?{re.escape(period.text)}", "", text)
        return re.sub(r"\s+", " ", text)

    @cached_property
    def _subjects(self) -> list[str]:
        """“Sales and profit rose by 3% and 5%, respectively”: what each number is said of, in turn."""
        count = len(self.numbers)
        last = next((i for i in range(count) if _RESPECTIVELY.match(self._gap(i + 1))), None)
        if last is None:
            return []
        first = last
        while first and _AND.fullmatch(self._gap(first)):
            first -= 1
        verb = next(iter(_VERB.finditer(self._gap(first))), None)
        if verb is None or first:
            return []
        names = [name for name in _LISTED.split(self._gap(first)[: verb.start()].strip()) if name]
        told = self._gap(first)[verb.start() :]
        return [f"{name} {told}" for name in names] if len(names) == last + 1 else []

    def _subject(self, i: int) -> str:
        return self._subjects[i] if i < len(self._subjects) else ""

    def _before(self, i: int) -> str:
        if subject := self._subject(i):
            return subject
        gap = self._gap(i)
        if i and _RANGE.match(gap):
            return self._before(i - 1)
        breaks = _BREAK.search(gap) if i else None
        return gap[breaks.start() :] if breaks else gap

    def _after(self, i: int) -> str:
        gap = self._gap(i + 1)
        breaks = _BREAK.search(gap)
        return gap[: breaks.start()] if breaks else gap if i == len(self.numbers) - 1 else ""

    def _is_prior(self, i: int) -> bool:
        before, after = self._before(i), self._after(i)
        if _YEAR_BEFORE.search(before) and not _SET_THEN.search(before):
            return True  # what was set to it last quarter is so now
        if (found := _YEAR_BEFORE.search(after)) and not _BASE_BEFORE.search(after[: found.start()]):
            return True
        return self._is_compared(i) and re.search(r"\bfrom\b", self._gap(i)) is not None

    def _is_compared(self, i: int) -> bool:
        is_range = i + 1 < len(self.numbers) and re.match(r"^[\s*]*to\s", self._gap(i + 1))
        return bool(i and not is_range and _PRIOR.search(self._gap(i)))

    def _measures(self, i: int) -> frozenset[str]:
        """Those named between the number before and this one, else behind it, else the number before's."""
        gap, behind = self._subject(i) or self._gap(i), self._gap(i + 1)
        if of := _OF_NEXT.match(behind):
            near = [name for name, start, _ in measures_in(behind) if start <= of.end() + 12]
            if near and self.numbers[i].unit != "%":
                return frozenset(near[:1])
        taken = _OF_NEXT.match(gap) if i and self.numbers[i - 1].unit != "%" else None
        named = [name for name, start, _ in measures_in(gap) if not (taken and start <= taken.end() + 12)]
        named = named or [name for name, _, _ in measures_in(gap)] if not taken else named
        if named:
            return frozenset(named)
        if i and not self._subject(i):
            return self._measures(i - 1)
        return frozenset(name for name, _, _ in measures_in(self._after(i)))

    def _times(self) -> list[tuple[tuple[Period, ...], bool]]:
        """For each number the periods that it may be of, and whether they are said of it alone."""
        if not self.times or not self.numbers:
            return [((), False) for _ in self.numbers]
        if pairs := self._in_turn():
            return [(periods, True) for periods in pairs]
        taken: set[int] = set()
        own = [self._behind(i, taken) for i in range(len(self.numbers))]
        return [(own[i] or self._leading(i, taken), bool(own[i])) for i in range(len(self.numbers))]

    def _in_turn(self) -> list[tuple[Period, ...]]:
        """“$5 and $4 in 2024 and 2023, respectively”: number by number."""
        count = len(self.numbers)
        if count < 2 or len(self.times) != count:
            return []
        apart = self.times[0][1] >= self.numbers[-1].end or self.times[-1][2] <= self.numbers[0].start
        return [group[0] for group in self.times] if apart else []

    def _behind(self, i: int, taken: set[int]) -> tuple[Period, ...]:
        """The period behind the number, before the next: “$5 million in 2024”."""
        end = self.numbers[i + 1].start if i + 1 < len(self.numbers) else len(self.text)
        for at, (periods, start, stop) in enumerate(self.times):
            if not self.numbers[i].end <= start or stop > end:
                continue
            if _BASE.search(self.text[self.numbers[i].end : start]):  # what a change is counted from
                taken.add(at)
                return ()
            if _IN_TIME.match(self.text[self.numbers[i].end : start]):
                if re.search(
                    r",|\b(?:and|but|while)\b", self.text[self.numbers[i].end : start]
                ) and end < len(self.text):
                    return ()
                taken.add(at)
                return periods
        return ()

    def _leading(self, i: int, taken: set[int]) -> tuple[Period, ...]:
        """The last period before the number that is not another's; else any that stand behind all numbers."""
        before = [at for at, group in enumerate(self.times) if group[2] <= self.numbers[i].start]
        free = [at for at in before if at not in taken]
        if free:
            first = self.numbers[i - 1].end if i else 0
            near = [at for at in free if self.times[at][1] >= first]
            return self.times[(near or free)[-1]][0]
        if before and i and self._is_prior(i):
            return self.times[before[-1]][0]
        after = [group[0] for group in self.times if group[1] >= self.numbers[i].end]
        if after:
            return after[0] if len(after) == 1 else tuple(period for group in after for period in group)
        return self.times[before[-1]][0] if before else ()


def _quarters(text: str) -> frozenset[int]:
    """By their numbers; without those that a change is counted from: “up 5% over the second quarter”."""
    return frozenset(each.number for each in quarters_in(_FROM_BASE.sub(" ", text)))


def _counts_things(number: Quantity) -> bool:
    return not number.unit or (number.unit.islower() and number.unit != "pp")


def _direction(text: str) -> int:
    up = [match.start() for match in (*UP.finditer(_bare(text)), *_ABOVE.finditer(text))]
    down = [match.start() for match in (*DOWN.finditer(_bare(text)), *_BEHIND.finditer(text))]
    if not up and not down:
        return 0
    return 1 if max(up, default=-1) > max(down, default=-1) else -1


def _bare(text: str) -> str:
    """The text without words of comparison that bound a number."""
    return re.sub(r"\b(?:more|less|fewer|higher|lower)\s+than\s*[(*]*$", "", text, flags=re.IGNORECASE)


def direction_of(text: str) -> int:
    """1 where the words of a label say that something rose, −1 fell, 0 where they say neither or both."""
    is_up, is_down = UP.search(text) is not None, DOWN.search(text) is not None
    return int(is_up) - int(is_down)


def numbers_with(text: str, value: Decimal) -> Iterator[int]:
    """Where numbers of this size begin in `text`."""
    for quantity, _ in quantities_in(text):
        if abs(quantity.value) == abs(value):
            yield quantity.start
