"""Which property each condition of a question is said of.

Nothing that it says is dropped: what has no place hands the question over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from retrieval.annotations.roles import Kind, Role, roles
from retrieval.properties.binding import (
    bind_amounts,
    bind_expired,
    bind_names,
    bind_presence,
    bind_times,
    words_of_titles,
)
from retrieval.properties.parts import FILLERS, WITH_THEIR, Known, Parts
from retrieval.properties.request import Ask, Bounds, Condition, Grouping, Request
from retrieval.question.model import QueryAnalysis

_AMONG = (
    r"(?:by|per|for (?:each|every)|of each|in each|each|every|(?:broken|split) (?:down )?by|group(?:ed)? by)"
)
GROUP = re.compile(rf"\b{_AMONG}\s+(?:the\s+|its\s+|their\s+)?$", re.IGNORECASE)
_SPAN = re.compile(rf"\b{_AMONG}\s+(?:calendar\s+)?(?P<span>year|quarter|month)\b", re.IGNORECASE)
_WHICH = re.compile(r"^\W*(?:from |to |for )?(?:which|what)\s+$", re.IGNORECASE)
_NUMBER = r"\d{1,2}|two|three|four|five|ten"
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
MOST = re.compile(
    rf"(?<!\bat )\b(?:top\s+(?P<n1>{_NUMBER})\b|(?:(?P<n2>{_NUMBER})\s+)?"
    r"(?P<word>longest|shortest|earliest|latest|soonest|oldest|newest|most recent|first|last|next|"
    r"largest|biggest|highest|greatest|smallest|lowest|cheapest|"
    r"most expensive|most|fewest|least|maximum|minimum)\b)",
    re.IGNORECASE,
)
_LOW = frozenset(
    "shortest earliest soonest oldest first next smallest lowest cheapest fewest least minimum".split()
)
_TIMES = frozenset(
    ("earliest", "latest", "soonest", "oldest", "newest", "most recent", "first", "last", "next")
)
_SIZES = frozenset(
    ("largest", "biggest", "highest", "greatest", "smallest", "lowest", "least", "maximum", "minimum")
)
_RANKED: tuple[tuple[frozenset[str], tuple[Kind, ...], str], ...] = (
    # words, of which kinds of properties, and whose where the question names none
    (frozenset(("longest", "shortest")), ("duration", "any"), "term"),
    (_TIMES, ("date",), "date"),
    (frozenset(("cheapest", "most expensive")), ("money",), "amount"),
    (_SIZES, ("money", "any", "duration"), "amount"),
)
_OF_EACH = re.compile(r"\b(?:of|for|in|from)\s+(?:each|every|all)\b", re.IGNORECASE)
_COUNT = re.compile(
    r"\b(?:how many|number of|count(?: of)?(?: all)?)\b(?P<between>\W+(?:of\W+)?(?:\w+\W+){0,3}?)$", re.I
)
_SUM = re.compile(
    r"\bhow much\b|\bwhat (?:do|did|does|will)\b.*\b(?:come|amount|add up) to\b|"
    r"\bsum\b|\bin total\b|\baltogether\b|\bcombined\b|\badd(?:ed)? up\b|\btogether\b|"
    r"\b(?:what(?:['’]s| is| are| was| were)|give(?: me)?|show(?: me)?|calculate|compute)\s+the\s+"
    r"(?:\w+\s+)?total\b|^\W*(?:the\s+)?(?:\w+\s+)?totals?\b",
    re.IGNORECASE,
)
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
_LIST = re.compile(
    r"^\W*(?:which|what|when|how\s+long|list|compare|show|give|name|find|tell|"
    r"(?:are|is) there|(?:do|does) any|whose)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"^\W*compare\b", re.IGNORECASE)
_AND_WHAT = re.compile(r"\band (?:what|how much)\b", re.IGNORECASE)
_ONE = re.compile(r"^\W*(?:when|who|whose|from whom|by when|how much|what)\b", re.IGNORECASE)
_GIVING = re.compile(
    r"\b(?:requir|ask|sa[yi]|giv|stat|show|sen[dt])\w*", re.IGNORECASE
)  # that documents say so


@dataclass(frozen=True)
class _Rank:
    """`is_low`: the least is asked for. `most`: how many. `role`: of what; None for how many documents."""

    word: str
    is_low: bool
    most: int
    role: Role | None


def read_request(analysis: QueryAnalysis, known: Known, *, today: date) -> Request | None:
    """What the question asks of its documents' properties; None where it asks no such thing, or more."""
    return _Question(analysis, known, today).request()


class _Question(Parts):
    """A question whose parts are bound one after another."""

    def request(self) -> Request | None:
        by = self._grouping()
        rank = self._rank()
        if rank is None or not (bind_times(self) and bind_amounts(self)):
            return None
        bind_expired(self)
        bind_presence(self)
        bind_names(self)
        words = tuple(words_of_titles(self))
        ask = self._ask(rank if rank.word else None, by)
        of = self._asked_of(ask, rank)
        if ask is None or self.unbound or self._is_anything_left() or (self.is_numbered and of is None):
            return None
        is_listed = ask == "list" and of is not None and self._asks_of_each()
        is_average = ask == "average" and of is not None and of.kind == "duration"
        is_average |= ask in ("sum", "average") and of is not None and of.kind == "any"
        if not (self.conditions or by or rank.word or is_average or is_listed or self.among.spans):
            return None
        if ask in ("sum", "average") and of is None:
            return None
        nouns = tuple(dict.fromkeys(mention.name for mention in self.analysis.document_nouns))
        among = bool(rank.word and by)
        read = self._read()
        return Request(ask, nouns, tuple(self.conditions), of, by, rank.most, among, words, read, self.among)

    def _asks_of_each(self) -> bool:
        """Whether the property of each document is asked for: “compare”, “with their totals”, “of each”."""
        spoken = any(WITH_THEIR.search(self.text[: each.start]) for each in self.spoken)
        return spoken or bool(_COMPARED.match(self.text) or _OF_EACH.search(self.text))

    def _read(self) -> tuple[str, ...]:
        """The words that have a place, in their order."""
        nouns = [(noun.start, noun.end) for noun in self.analysis.document_nouns]
        places = [place for place in self.places if place not in nouns]
        places += [match.span() for match in _GIVING.finditer(self.text)]
        found = (" ".join(self.text[start:end].split()) for start, end in sorted(set(places)))
        return tuple(dict.fromkeys(filter(None, found)))

    def _grouping(self) -> Grouping | None:
        """“By vendor”, “per year”: of the date that the question speaks of, else of the documents' own."""
        if found := _SPAN.search(self.rest()):
            self.take(*found.span())
            dates = [each for each in self.spoken if each.role.kind == "date"]
            bound_later = bool(self.times)
            role = dates[-1].role if dates else roles()["date"]
            if dates and not bound_later:
                self.use(dates[-1])
            return Grouping(role, found["span"].lower())
        ranked = MOST.search(self.rest())
        for each in self.spoken:
            before = self.text[: each.start]
            if ranked and each.role.kind in ("name", "any") and (found := _WHICH.search(before)):
                self.take(found.start(), each.start)
                return Grouping(self.use(each))
            if each.role.kind in ("name", "any") and not each.is_verb and (found := GROUP.search(before)):
                self.take(found.start(), each.start)
                return Grouping(self.use(each))
        return None

    def _rank(self) -> _Rank | None:
        """The superlative, with an empty word for none; None where it is of nothing that can be ranked."""
        rest = self.rest()
        found = MOST.search(rest)
        if found is None:
            return _Rank("", is_low=False, most=1, role=None)
        word = (found["word"] or "highest").lower()
        number = (found["n1"] or found["n2"] or "1").lower()
        most = _NUMBERS.get(number) or int(number)
        if word in ("most", "fewest"):
            return self._rank_of_groups(found, word)
        kinds, default = next(((kinds, role) for words, kinds, role in _RANKED if word in words), ((), ""))
        fitting = [each for each in self.unbound if each.role.kind in kinds]
        after = [each for each in fitting if each.start >= found.end()]
        nearest = after[:1] or fitting[-1:]
        others = [
            each
            for each in self.unbound
            if each not in nearest and each.role.kind in ("date", "duration", "money")
        ]
        if not nearest and others and not self.times and not self._rest_has_digits():
            return None  # “the longest end date”
        self.take(*found.span())
        role = self.use(nearest[0]) if nearest else roles()[default]
        if word == "next":
            self.conditions.append(Condition((role,), Bounds(self.today, None, said="next")))
        return _Rank(word, word in _LOW, most, role)

    def _rank_of_groups(self, found: re.Match[str], word: str) -> _Rank | None:
        """“Which vendor has the most invoices”: of the number of documents."""
        if word == "fewest":
            return None
        following = [noun.start for noun in self.analysis.document_nouns if noun.start >= found.end()]
        if not following or self.text[found.end() : following[0]].strip():
            return None
        self.take(*found.span())
        return _Rank(word, is_low=False, most=1, role=None)

    def _rest_has_digits(self) -> bool:
        return any(char.isdigit() for char in self.rest())

    def _ask(self, rank: _Rank | None, by: Grouping | None) -> Ask | None:
        nouns = self.analysis.document_nouns
        if self.is_numbered and _ONE.search(self.text) and not (rank or by):
            return "list"
        is_counted = any(_COUNT.search(self.text[: noun.start]) for noun in nouns)
        amounts = any(each.role.kind == "money" for each in self.unbound)
        is_summed = amounts or any(each.role.kind == "any" for each in self.unbound)
        if rank and by and rank.role is not None:
            return "sum" if not rank.is_low else None
        if rank and by:
            return "count"
        if rank:
            return "lowest" if rank.is_low else "highest"
        if is_counted:
            return "sum" if amounts and _AND_WHAT.search(self.text) else "count"
        if _AVERAGE.search(self.text):
            return "average"
        if _SUM.search(self.text) and (is_summed or re.search(r"\bhow much\b", self.text, re.IGNORECASE)):
            return "sum"
        if by:
            return "sum" if amounts else "count"
        return "list" if _LIST.search(self.text) else None

    def _asked_of(self, ask: Ask | None, rank: _Rank) -> Role | None:
        """The property whose values are asked for."""
        if rank.role is not None:
            return rank.role
        if ask in ("sum", "average", "list"):
            kinds = (
                ("money", "duration", "any")
                if ask != "list"
                else ("money", "duration", "any", "date", "name")
            )
            asked = [each for each in self.unbound if each.role.kind in kinds]
            keys = {each.role.key for each in asked}
            sure = [each for each in asked if each.role.key != "amount"] or asked  # “the total, gross”
            are_two = len(keys) == 2 and ("amount" in keys or {each.role.kind for each in asked} == {"money"})
            if len(keys) == 1 or are_two:
                for each in asked:
                    self.use(each)
                return sure[0].role if len({each.role.key for each in sure}) == 1 else None
            if not asked and ask == "sum":
                return roles()["amount"]
        return None

    def _is_anything_left(self) -> bool:
        return any(word.casefold() not in FILLERS for word in re.findall(r"[^\W_]+|[<>≤≥=]", self.rest()))
