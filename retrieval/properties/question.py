"""Which property each condition of a question is said of.

Nothing that it says is dropped: what has no place hands the question over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from reading.values.units import MONEY_UNITS
from retrieval.annotations.qualifiers import qualifiers_of
from retrieval.annotations.roles import Kind, Role, roles
from retrieval.properties.amounts import Measured, amounts_in
from retrieval.properties.request import Ask, Bounds, Condition, Grouping, Request
from retrieval.properties.spoken import Spoken, spoken_in
from retrieval.properties.times import Dated, times_in
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention

# Words that only hold a question together.
FILLERS = frozenset(
    """a an the of in on at to for from with and that which who whose what when is are was were be been being
    do does did has have had having our we us i you me my their its it there this these those all any every
    each how many much number count list show give tell name find please as by per out so they them whole
    altogether together combined sum total totals average mean documents document file files s t
    added add up exactly one ones stated state states give gives given say says ask asks require requires
    required compare if come comes shows collection went go goes gone
    both issue issues charged sent""".split()
)
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
_SAYING = r"have|has|give|state|specify|contain|mention|include|name"
_HAS = re.compile(
    r"\b(?:with|have|has|having|giv(?:e|es|ing)|stat(?:e|es|ing)|specif(?:y|ies|ying)|contain(?:s|ing)?|"
    r"mention(?:s|ing)?|includ(?:e|es|ing)|nam(?:e|es|ing))\s+(?:an?|the|any|its|their)?\s*$",
    re.IGNORECASE,
)
_WITH_THEIR = re.compile(r"\b(?:with|and)\s+(?:their|its)\s*$", re.IGNORECASE)  # which are asked for too
_OF_EACH = re.compile(r"\b(?:of|for|in|from)\s+(?:each|every|all)\b", re.IGNORECASE)
LACKS = re.compile(
    r"\b(?:without|(?:with|ha(?:ve|s)|giv(?:e|es|ing)|stat(?:e|es|ing)|name)\s+no|lack(?:s|ing)?|"
    r"(?:are |is )?missing|"
    rf"(?:(?:do|does|did)\s+not|(?:do|does|did)n[’'´`]?t)\s+(?:{_SAYING}))\s+(?:an?|the|any|its|their)?\s*$",
    re.IGNORECASE,
)
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
    r"^\W*(?:which|what|when|list|compare|show|give|name|find|tell|(?:are|is) there|(?:do|does) any|whose)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"^\W*compare\b", re.IGNORECASE)
_EXPIRED = re.compile(r"\b(?:(?:have|has|are|is)\s+)?(?:already\s+)?expired\b", re.IGNORECASE)
_CANCELLED = re.compile(  # by notice: what the contracts allow, no end of theirs
    r"\b(?:(?:can|could|may) be |be )?(?:terminated|cancelled|canceled|ended)\b"
    r"(?: (?:with|on|by|at|upon|giving))?",
    re.IGNORECASE,
)
_AND_WHAT = re.compile(r"\band (?:what|how much)\b", re.IGNORECASE)
_OWED = re.compile(r"owe", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|by)\s+(?:the\s+)?$", re.IGNORECASE)
_ISSUES = re.compile(r"\s+(?:issued?|sent|sends?|charged?|billed|invoiced)\b", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|for)\s+(?:the\s+)?$", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\s+(?:(?:no|nr|number)\.?\s*|#\s*)?(?P<code>(?!(?:19|20)\d\d(?![\w/-]))(?=[\w./-]*\d{2})[A-Z0-9][\w./-]*\w)",
    re.IGNORECASE,
)
_ONE = re.compile(r"^\W*(?:when|who|whose|from whom|by when|how much|what)\b", re.IGNORECASE)
_GIVING = re.compile(
    r"\b(?:requir|ask|sa[yi]|giv|stat|show|sen[dt])\w*", re.IGNORECASE
)  # that documents say so
STATES = ("status", "state", "stage")
_GOVERNED = re.compile(r"governed by", re.IGNORECASE)
_LAW_OF = re.compile(
    r"\s*(?:the\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?P<name>[A-Z][\w.]*(?:\s+[A-Z][\w.]*)*)(?:\s+law)?"
)
_WORD_BEFORE = re.compile(r"(?<!\w)(?P<word>[^\W\d_]{3,})[\s-]$")
_SAMPLE = re.compile(r"(?:example|sample|specimen)s?", re.IGNORECASE)  # of documents: tells none apart
MOST_WORDS = 3  # before what documents are called
NEAR = 24  # characters between a length of time and the property that follows it: “60 days' written notice”


@dataclass(frozen=True)
class Known:
    """What the documents give. `labels`: in small letters, those that no role of ours has, with their role.

    `names`: values that are names, in small letters, with the roles that they are of. `titles`: the
    words of their titles and files' names. `latest`: their last date.
    """

    labels: Mapping[str, Role] = field(default_factory=dict)
    names: Mapping[str, tuple[Role, ...]] = field(default_factory=dict)
    titles: frozenset[str] = frozenset()
    latest: date | None = None


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


class _Question:
    """A question of which each part is taken once."""

    def __init__(self, analysis: QueryAnalysis, known: Known, today: date) -> None:
        self.analysis, self.text, self.known, self.today = analysis, analysis.question, known, today
        self._free = [True] * len(self.text)
        self._places: list[tuple[int, int]] = []
        self._conditions: list[Condition] = []
        self._times = times_in(self.text, today=today, latest=known.latest)
        for time in self._times:
            self._take(time.start, time.end)
        self._among = qualifiers_of(self.text, [(n.start, n.end) for n in analysis.document_nouns])
        for start, end in self._among.spans:
            self._take(start, end)
        self._is_numbered = [n for n in analysis.document_nouns if self._bind_number(n.end)] != []
        self._bind_states()
        self._spoken = spoken_in(self._rest(), known.labels)
        self._unbound = list(self._spoken)
        for each in self._spoken:
            self._take(each.start, each.end)
        for noun in analysis.document_nouns:
            self._take(noun.start, noun.end)
        if any(each.role.key == "notice" for each in self._spoken):
            for match in _CANCELLED.finditer(self._rest()):
                self._take(*match.span())

    def request(self) -> Request | None:
        by = self._grouping()
        rank = self._rank()
        if rank is None or not (self._bind_times() and self._bind_amounts()):
            return None
        self._bind_expired()
        self._bind_presence()
        self._bind_names()
        words = tuple(self._words_of_titles())
        ask = self._ask(rank if rank.word else None, by)
        of = self._asked_of(ask, rank)
        if ask is None or self._unbound or self._is_anything_left() or (self._is_numbered and of is None):
            return None
        is_listed = ask == "list" and of is not None and self._asks_of_each()
        is_average = ask == "average" and of is not None and of.kind == "duration"
        is_average |= ask in ("sum", "average") and of is not None and of.kind == "any"
        if not (self._conditions or by or rank.word or is_average or is_listed or self._among.spans):
            return None
        if ask in ("sum", "average") and of is None:
            return None
        nouns = tuple(dict.fromkeys(mention.name for mention in self.analysis.document_nouns))
        among = bool(rank.word and by)
        read = self._read()
        return Request(
            ask, nouns, tuple(self._conditions), of, by, rank.most, among, words, read, self._among
        )

    def _asks_of_each(self) -> bool:
        """Whether the property of each document is asked for: “compare”, “with their totals”, “of each”."""
        spoken = any(_WITH_THEIR.search(self.text[: each.start]) for each in self._spoken)
        return spoken or bool(_COMPARED.match(self.text) or _OF_EACH.search(self.text))

    def _take(self, start: int, end: int) -> None:
        self._free[start:end] = [False] * (end - start)
        self._places.append((start, end))

    def _read(self) -> tuple[str, ...]:
        """The words that have a place, in their order."""
        nouns = [(noun.start, noun.end) for noun in self.analysis.document_nouns]
        places = [place for place in self._places if place not in nouns]
        places += [match.span() for match in _GIVING.finditer(self.text)]
        found = (" ".join(self.text[start:end].split()) for start, end in sorted(set(places)))
        return tuple(dict.fromkeys(filter(None, found)))

    def _rest(self) -> str:
        """The question with what has been taken left blank."""
        return "".join(char if free else " " for char, free in zip(self.text, self._free, strict=True))

    def _use(self, spoken: Spoken) -> Role:
        self._unbound = [each for each in self._unbound if each is not spoken]
        return spoken.role

    def _grouping(self) -> Grouping | None:
        """“By vendor”, “per year”: of the date that the question speaks of, else of the documents' own."""
        if found := _SPAN.search(self._rest()):
            self._take(*found.span())
            dates = [each for each in self._spoken if each.role.kind == "date"]
            bound_later = bool(self._times)
            role = dates[-1].role if dates else roles()["date"]
            if dates and not bound_later:
                self._use(dates[-1])
            return Grouping(role, found["span"].lower())
        ranked = MOST.search(self._rest())
        for each in self._spoken:
            before = self.text[: each.start]
            if ranked and each.role.kind in ("name", "any") and (found := _WHICH.search(before)):
                self._take(found.start(), each.start)
                return Grouping(self._use(each))
            if each.role.kind in ("name", "any") and not each.is_verb and (found := GROUP.search(before)):
                self._take(found.start(), each.start)
                return Grouping(self._use(each))
        return None

    def _rank(self) -> _Rank | None:
        """The superlative, with an empty word for none; None where it is of nothing that can be ranked."""
        rest = self._rest()
        found = MOST.search(rest)
        if found is None:
            return _Rank("", is_low=False, most=1, role=None)
        word = (found["word"] or "highest").lower()
        number = (found["n1"] or found["n2"] or "1").lower()
        most = _NUMBERS.get(number) or int(number)
        if word in ("most", "fewest"):
            return self._rank_of_groups(found, word)
        kinds, default = next(((kinds, role) for words, kinds, role in _RANKED if word in words), ((), ""))
        fitting = [each for each in self._unbound if each.role.kind in kinds]
        after = [each for each in fitting if each.start >= found.end()]
        nearest = after[:1] or fitting[-1:]
        others = [
            each
            for each in self._unbound
            if each not in nearest and each.role.kind in ("date", "duration", "money")
        ]
        if not nearest and others and not self._times and not self._rest_has_digits():
            return None  # “the longest end date”
        self._take(*found.span())
        role = self._use(nearest[0]) if nearest else roles()[default]
        if word == "next":
            self._conditions.append(Condition((role,), Bounds(self.today, None, said="next")))
        return _Rank(word, word in _LOW, most, role)

    def _rank_of_groups(self, found: re.Match[str], word: str) -> _Rank | None:
        """“Which vendor has the most invoices”: of the number of documents."""
        if word == "fewest":
            return None
        following = [noun.start for noun in self.analysis.document_nouns if noun.start >= found.end()]
        if not following or self.text[found.end() : following[0]].strip():
            return None
        self._take(*found.span())
        return _Rank(word, is_low=False, most=1, role=None)

    def _rest_has_digits(self) -> bool:
        return any(char.isdigit() for char in self._rest())

    def _bind_times(self) -> bool:
        """Each time to the date last named before it; to the documents' own where none is."""
        for time in self._times:
            role = roles()[time.verb] if time.verb else self._dated(time)
            if role is None:
                return False
            self._conditions.append(Condition((role,), time.bounds))
        return True

    def _dated(self, time: Dated) -> Role | None:
        before = [
            each for each in self._spoken if each.end <= time.start and each.role.kind in ("date", "any")
        ]
        others = [
            each
            for each in self._spoken
            if each.end <= time.start and each.is_verb and each.role.kind == "money"
        ]
        if before:
            return self._use(before[-1])
        if others and _OWED.match(self.text[others[-1].start :]):
            return roles()["due"]
        after = [each for each in self._unbound if each.start >= time.end and each.role.kind == "date"]
        if after and not self.text[time.end : after[0].start].strip():
            return self._use(after[0])
        return roles()["date"] if not after else None

    def _bind_amounts(self) -> bool:
        rest = self._rest()
        for amount in amounts_in(rest):
            role = self._measured(amount)
            if role is None:
                return False
            self._take(amount.start, amount.end)
            self._conditions.append(Condition((role,), amount.bounds))
        return True

    def _measured(self, amount: Measured) -> Role | None:
        """The property that the amount bounds: by its unit, the last named before it, else the next."""
        unit = amount.bounds.unit
        kinds: tuple[Kind, ...] = ("duration", "any") if unit == "days" else ("any",)
        kinds = ("money", "any") if unit in MONEY_UNITS else kinds if unit else ("money", "any", "duration")
        before = [each for each in self._unbound if each.end <= amount.start and each.role.kind in kinds]
        after = [
            each
            for each in self._unbound
            if amount.end <= each.start <= amount.end + NEAR and each.role.kind in kinds
        ]
        if before or after:
            return self._use(before[-1] if before else after[0])
        is_price = unit in MONEY_UNITS or (not unit and amount.is_compared)
        return roles()["amount"] if is_price else None

    def _bind_expired(self) -> None:
        """“Expired”: with an end before today, where no other time says when."""
        ends = [
            each
            for each in self._unbound
            if each.role.key == "end" and _EXPIRED.match(self.text[each.start :])
        ]
        for each in ends:
            bounds = Bounds(None, self.today - timedelta(days=1), said="expired")
            self._conditions.append(Condition((self._use(each),), bounds))

    def _bind_number(self, at: int) -> bool:
        """“Invoice 4711”: what stands right behind the noun is its number."""
        found = _NUMBERED.match(self.text, at)
        if found is None or not all(self._free[found.start("code") : found.end()]):
            return False
        self._take(*found.span())
        self._conditions.append(Condition((roles()["number"],), name=found["code"]))
        return True

    def _bind_states(self) -> None:
        """“With status expired”: a value right behind its label, before its words can mean anything else."""
        for name, of in self.known.names.items():
            labels = "|".join(re.escape(each.noun) for each in of if each.kind == "any")
            pattern = rf"\b(?:{labels})\s+(?:(?:is|of|=|:)\s+)?[“\"']?{re.escape(name)}(?!\w)[”\"']?"
            if labels and (found := re.search(pattern, self._rest(), re.IGNORECASE)):
                self._take(*found.span())
                self._conditions.append(Condition(of, name=name))

    def _bind_presence(self) -> None:
        """“Without a due date”, “that have a notice period”."""
        for each in list(self._unbound):
            before = self.text[: each.start]
            if _WITH_THEIR.search(before):
                continue
            lacks, has = LACKS.search(before), _HAS.search(before)
            is_told = has and self.text[: has.start()].strip()  # “Give the total” asks for it
            if lacks or is_told:
                match = lacks or has
                self._take(match.start(), each.start)  # type: ignore[union-attr]
                self._conditions.append(Condition((self._use(each),), given=not lacks))

    def _bind_names(self) -> None:
        """Organizations, and values that the documents have under some label: “from Acme”."""
        for mention in self.analysis.organizations:
            if all(self._free[mention.start : mention.end]) and not self._is_part(mention):
                named = [each for each in self._unbound if each.role in self._named_as(mention)]
                of = (self._use(named[0]),) if named else self._party(mention)
                self._take(mention.start, mention.end)
                self._conditions.append(Condition(of, name="|".join(mention.names)))
        for each in [each for each in self._unbound if _GOVERNED.match(self.text[each.start :])]:
            if law := _LAW_OF.match(self.text, each.end):
                self._take(law.start(), law.end())
                self._conditions.append(Condition((self._use(each),), name=law["name"]))
        for name in sorted(self.known.names, key=len, reverse=True):
            found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self._rest(), re.IGNORECASE)
            if found and self._may_be_name(found):
                of = self.known.names[name]
                named = [each for each in self._unbound if each.role in of]
                self._take(*found.span())
                if named:
                    of = (self._use(named[0]),)
                self._conditions.append(Condition(of, name=found[0]))

    def _is_part(self, mention: Mention) -> bool:
        """Whether a longer name that the documents give stands round it: “Roche” in “Moulin de Roche”."""
        said, text = self.text[mention.start : mention.end].casefold(), self.text.casefold()
        return any(said in name and said != name and name in text for name in self.known.names)

    def _named_as(self, mention: Mention) -> set[Role]:
        """The properties of which the name is a value, however it is written."""
        written = (name.casefold() for name in mention.names)
        return {role for name in written for role in self.known.names.get(name, ())}

    def _party(self, mention: Mention) -> tuple[Role, ...]:
        """Whose part they have: the vendor's of “invoices from Acme”, either's of “contracts with Acme”."""
        of = self.known.names.get(mention.name.casefold(), ())
        from_, to = (pattern.search(self.text[: mention.start]) for pattern in (_FROM, _TO))
        from_ = from_ or _ISSUES.match(self.text, mention.end)
        wanted = "vendor" if from_ else "customer" if to else ""
        return (
            (roles()[wanted],)
            if wanted and roles()[wanted] in of
            else (roles()["vendor"], roles()["customer"])
        )

    def _may_be_name(self, found: re.Match[str]) -> bool:
        """Whether it is written as a name, or its property is named too."""
        of = self.known.names[found[0].casefold()]
        is_state = any(each.noun in STATES for each in of)  # “active contracts”
        return found[0][0].isupper() or is_state or any(each.role in of for each in self._unbound)

    def _words_of_titles(self) -> Iterator[str]:
        """Words right before what the documents are called, which their titles have: “lease agreements”."""
        for noun in self.analysis.document_nouns:
            for _ in range(MOST_WORDS):
                found = _WORD_BEFORE.search(f"{self._rest()[: noun.start].rstrip()} ")
                if found and _SAMPLE.fullmatch(found["word"]):
                    self._take(*found.span("word"))
                elif found and found["word"].casefold() in self.known.titles - FILLERS:
                    self._take(*found.span("word"))
                    yield found["word"].casefold()
                else:
                    break

    def _ask(self, rank: _Rank | None, by: Grouping | None) -> Ask | None:
        nouns = self.analysis.document_nouns
        if self._is_numbered and _ONE.search(self.text) and not (rank or by):
            return "list"
        is_counted = any(_COUNT.search(self.text[: noun.start]) for noun in nouns)
        amounts = any(each.role.kind == "money" for each in self._unbound)
        is_summed = amounts or any(each.role.kind == "any" for each in self._unbound)
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
            asked = [each for each in self._unbound if each.role.kind in kinds]
            keys = {each.role.key for each in asked}
            sure = [each for each in asked if each.role.key != "amount"] or asked  # “the total, gross”
            are_two = len(keys) == 2 and ("amount" in keys or {each.role.kind for each in asked} == {"money"})
            if len(keys) == 1 or are_two:
                for each in asked:
                    self._use(each)
                return sure[0].role if len({each.role.key for each in sure}) == 1 else None
            if not asked and ask == "sum":
                return roles()["amount"]
        return None

    def _is_anything_left(self) -> bool:
        return any(word.casefold() not in FILLERS for word in re.findall(r"[^\W_]+|[<>≤≥=]", self._rest()))
