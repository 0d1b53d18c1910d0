"""A question taken apart by rules: each word has its place as a field, a value, a kind, a time or a term."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from agentic.search.decisions.measures import (
    compared_with,
    counted_in,
    law_of,
    money_of,
    quantity_of,
    shape_of,
    superlative,
)
from agentic.search.decisions.parts import Parts
from agentic.search.decisions.spoken_fields import (
    apart,
    fields_called,
    fits_unit,
    group_field,
    measured_by,
    said_by,
)
from agentic.search.decisions.steps import Decomposition
from agentic.search.decisions.words import (
    ACTS,
    BARE_MONTH,
    BILLED,
    BOTH,
    BOUGHT,
    BUCKET,
    BUCKET_BEFORE,
    BY_SPAN,
    COMES_TO,
    DEGREES,
    DENIED_BEFORE,
    EXTREME,
    FOR_WHAT,
    HOW_MANY,
    LARGEST_BEFORE,
    LEAST_BEGINNING,
    LEAST_VALUE,
    LOW,
    LOWER,
    MEANING,
    MEANS,
    MONEY_WORDS,
    MOST_OPTIONS,
    ROWS,
    SPANS,
    SPENT,
    SUMMARIZES,
    SUMS,
    VAGUE,
    WHICH,
    WORD,
)
from reading.lexicon import MONTHS
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.annotations.conditions import of_role
from retrieval.annotations.fields import FieldInfo, Fields, signs_of
from retrieval.annotations.roles import roles
from retrieval.properties.amounts import amounts_in
from retrieval.properties.question import FILLERS, GROUP
from retrieval.properties.request import Bounds
from retrieval.properties.spoken import spoken_in
from retrieval.question.model import QueryAnalysis
from retrieval.scope.document_kinds import singular


@dataclass
class Reading(Parts):
    """A question of which each part is taken once."""

    measures: list[tuple[FieldInfo, int, int]] = field(default_factory=list)
    others: list[tuple[FieldInfo, int, int]] = field(default_factory=list)

    def decomposition(self) -> Decomposition:
        self._kinds()
        self._grouping()
        self._values()
        self._fields()
        self._times()
        self._amounts()
        self._intent()
        self._terms()
        return self.out

    def _kinds(self) -> None:
        """The kinds of documents and the buckets that the question names."""
        kinds: list[str] = []
        for noun in self.analysis.document_nouns:
            self._take(noun.start, noun.end)
            if noun.name not in ("document", "file"):
                kinds.append(noun.name)
        for bucket in self.analysis.buckets:
            if bucket.end and all(self._free[bucket.start : bucket.end]):
                called = BUCKET.match(self.text, bucket.end)
                before = BUCKET_BEFORE.search(self.text[: bucket.start])
                if not (called or before) and self._is_within_value(bucket.start, bucket.end):
                    continue  # “Kellin Garage” is a vendor, whatever else is called a garage
                start = before.start() if before else bucket.start
                self._take(start, called.end() if called else bucket.end)
                self.out.buckets.append(bucket.name)
        if not kinds and SUMS.search(self.text) and (billed := BILLED.search(self._rest())):
            self._take(*billed.span())
            kinds = ["invoice"]
        kinds = list(dict.fromkeys(kinds))
        if len(kinds) > 1 and BOTH.search(self.text):
            self.out.in_all = kinds
        elif kinds:
            self.out.constraints["kind"] = {"op": "in", "value": kinds}

    def _is_within_value(self, start: int, end: int) -> bool:
        """Whether the words are a part of a longer text that documents give as a value."""
        return any(
            first <= start and end <= last and (first, last) != (start, end) and self.known.labels_of(gram)
            for gram, first, last in self._grams()
        )

    def _grouping(self) -> None:
        found = BY_SPAN.search(self._rest())
        if found and not self._is_no_span(found["ly"], found.end()):
            self._take(*found.span())
            span = (found["span"] or found["ly"]).lower()
            self.out.group_by = SPANS.get(span, span)
            return
        for gram, start, end in list(self._grams(3)):
            if before := GROUP.search(self.text[:start]):
                name = group_field(gram, self.known)
                if name:
                    self._take(before.start(), end)
                    self.out.group_by = name
                    return

    def _is_no_span(self, word: str | None, end: int) -> bool:
        """Whether “monthly” is of a field's name, “Monthly rent”, or of what is to be explained."""
        if not word:
            return False
        return SUMMARIZES.search(self.text) is not None or any(
            gram.lower().startswith(word.lower()) and last > end and self.known.get(gram) is not None
            for gram, _, last in self._grams(5)
        )

    def _values(self) -> None:
        """Names that documents give under some label: “Kellin Garage” is a vendor."""
        for gram, start, end in list(self._grams()):
            if not all(self._free[start:end]) or not re.search(r"[A-Z\d]", gram):
                continue
            labels = self.known.labels_of(gram)
            if not labels or (len(gram) < 3 and not gram.isupper()):
                continue
            self._take(start, end)
            names = {self._role_of(label) or label.lower() for label, _ in labels}
            values = list(dict.fromkeys(value for _, value in labels))
            denied = DENIED_BEFORE.search(self._rest()[:start])
            if denied and len(names) == len(values) == 1:
                self._take(*denied.span("no"))
                self._constrain(names.pop(), "≠", values[0])
            elif len(names) == 1:
                self._constrain(names.pop(), "in", values)
            else:
                self._constrain("about", "~", gram)
        self._plain_values()
        self._begun_values()
        if law := law_of(self._rest(), self.known):
            self._take(law.start, law.end)
            self._constrain(law.name, "in", law.values)
        for mention in self.analysis.organizations:
            if mention.end > mention.start and all(self._free[mention.start : mention.end]):
                self._take(mention.start, mention.end)
                self._constrain("organizations", "in", list(mention.names))

    def _plain_values(self) -> None:
        """Words in small letters that documents give under one label: “washed” is a process of coffee."""
        for gram, start, end in list(self._grams(1)):
            if (
                len(gram) < LEAST_VALUE
                or not gram.islower()
                or _is_filler(gram)
                or fields_called(gram, self.known)
            ):
                continue
            labels = self.known.labels_of(gram)
            if len({label for label, _ in labels}) == 1 and not self.known.get(gram):
                self._take(start, end)
                self._constrain(labels[0][0].lower(), "in", list(dict.fromkeys(v for _, v in labels)))

    def _begun_values(self) -> None:
        """Words with which values begin: “dust extractor”, of which each model is meant."""
        for gram, start, end in list(self._grams(3)):
            is_name = gram[0].isupper() and start > 0 and len(gram) >= LEAST_BEGINNING
            if (
                not all(self._free[start:end])
                or not (is_name or " " in gram)
                or fields_called(gram, self.known)
            ):
                continue
            if any(map(_is_filler, gram.split())) or not (values := self.known.begun_by(gram)):
                continue
            self._take(start, end)
            names = {self._role_of(label) or label.lower() for label, _ in values}
            kept = list(dict.fromkeys(value for _, value in values))
            self._constrain(*((names.pop(), "in", kept) if len(names) == 1 else ("about", "~", gram)))

    def _role_of(self, label: str) -> str:
        return next(
            (key for key, role in roles().items() if role.kind == "name" and role.rank(label) is not None), ""
        )

    def _fields(self) -> None:
        for gram, start, end in list(self._grams(5)):
            if not all(self._free[start:end]) or re.search(r"\d\s*$", self.text[:start]):
                continue  # “500 kg” names no “Price per kg”
            found = fields_called(gram, self.known)
            if not found:
                continue
            self._take(start, end)
            if len(found) > 1 and not self._is_one(found):
                self.out.ambiguities.append(
                    f"“{gram}” may be {', '.join(f'“{info.title}”' for info in found[:MOST_OPTIONS])}"
                )
            info = found[0]
            (self.measures if info.is_number else self.others).append((info, start, end))
        for spoken in spoken_in(self._rest(), {}):
            if spoken.is_verb or not all(self._free[spoken.start : spoken.end]):
                continue
            if self.measures and spoken.role.key == "amount":
                continue  # “the total quantity”
            of = of_role(spoken.role.key, self.known)
            if of:
                self._take(spoken.start, spoken.end)
                (self.measures if of.is_number else self.others).append((of, spoken.start, spoken.end))
        if not self.others and (which := WHICH.search(self._rest())):
            parts = self.known.by_part.get(singular(which["word"].lower()), ())
            if len(parts) == 1 and parts[0].in_properties and not parts[0].is_number:
                self._take(*which.span("word"))
                self.others.append((parts[0], *which.span("word")))
        self._spoken_fields()
        self.measures.sort(key=lambda each: each[1])

    def _spoken_fields(self) -> None:
        """Fields that a verb, or words apart, say: “what does E7 mean”, “when is the report due”."""
        meaning = self.known.get("meaning")
        if meaning and (verb := MEANING.search(self._rest())):
            self._take(*verb.span("verb"))
            self.others = [(meaning, *verb.span("verb")), *self.others]
            return
        if self.measures or self.others:
            return
        named = [
            info for info in self.known.by_name.values() if " " not in info.name and info.name not in VAGUE
        ]
        for match in WORD.finditer(self._rest()):
            plain = match[0].lower()
            if plain in VAGUE or plain in ACTS or FOR_WHAT.match(self.text, match.end()):
                continue
            found = said_by(match[0], named)
            if len(found) == 1 and not self._is_kind(plain):
                self._take(*match.span())
                (self.measures if found[0].is_number else self.others).append((found[0], *match.span()))
                return
        if info := apart(self._rest(), self.known):
            for part in re.findall(r"[a-z]+", info.name):
                if word := re.search(rf"\b{part}\b", self._rest(), re.IGNORECASE):
                    self._take(*word.span())
                    last = word.span()
            (self.measures if info.is_number else self.others).append((info, *last))

    def _is_kind(self, word: str) -> bool:
        return any(noun.name == singular(word) for noun in self.analysis.document_nouns)

    def _is_one(self, found: list[FieldInfo]) -> bool:
        return len({signs_of(info.name) for info in found}) == 1

    def _times(self) -> None:
        counted = [range(each.start, each.end) for each in find_quantities(self.text) if each.unit]
        for time in self.analysis.time_references:
            if time.date_from is None and time.date_to is None:
                continue
            if any(time.start < each.stop and each.start < time.end for each in counted):
                continue  # “over 2000 mm”
            if not all(self._free[at] or self.text[at] == " " for at in range(time.start, time.end)):
                continue
            self._take(time.start, time.end)
            if not re.search(r"\d", time.text) and (month := BARE_MONTH.search(time.text)):
                number = [name[:3] for name in MONTHS].index(month[0][:3].lower()) + 1
                self._constrain("month", "~", f"-{number:02d}")  # of whatever year
                continue
            low, high = (day.isoformat() if day else None for day in (time.date_from, time.date_to))
            name = self._dated_by(time.start)
            if low and high:
                self._constrain(name, "between", [low, high])
            else:
                self._constrain(name, "≥" if low else "≤", low or high)

    def _dated_by(self, before: int) -> str:
        """What the time is said of: “records that expire before 2027” of what they give as their end."""
        for spoken in spoken_in(self._rest()[:before], {}):
            if spoken.is_verb and spoken.role.kind == "date" and of_role(spoken.role.key, self.known):
                self._take(spoken.start, spoken.end)
                return spoken.role.key
        return "dates"

    def _amounts(self) -> None:
        """Each bound is said of the number last named before it, else of the next, else of the only one
        in its unit.
        """
        for amount in amounts_in(self._rest()):
            bound = self._bound(amount.bounds, amount.start, amount.end)
            if bound is None:
                continue
            info, used = bound
            self._take(amount.start, amount.end)
            if "°" in info.unit and (degrees := DEGREES.match(self.text, amount.end)):
                self._take(*degrees.span())
            if used is not None:
                self.measures.remove(used)
            self._set_bounds(info, amount.bounds)

    def _bound(
        self, bounds: Bounds, start: int, end: int
    ) -> tuple[FieldInfo, tuple[FieldInfo, int, int] | None] | None:
        fitting = [each for each in self.measures if fits_unit(each[0], bounds.unit)]
        before = [each for each in fitting if each[2] <= start]
        after = [each for each in fitting if end <= each[1] <= end + 24]
        if before or after:
            used = before[-1] if before else after[0]
            return used[0], used
        if spoken := self._spoken_bound(bounds.unit, start, end):
            return spoken, None
        if not bounds.unit:
            return None
        kept = [
            info for info in self.known.by_name.values() if info.is_number and fits_unit(info, bounds.unit)
        ]
        named = [info for info in kept if info.in_properties] or kept
        if len(named) == 1:
            # The word before may say it as a verb: “panels weigh less than 19 kg”.
            found = re.search(r"(\w+)\s*$", self._rest()[:start])
            if found and found[1][:4].lower() == named[0].name[:4]:
                self._take(*found.span(1))
            return named[0], None
        money = of_role("amount", self.known) if bounds.unit in MONEY_UNITS and self.out.kinds else None
        return (money, None) if money else None

    def _spoken_bound(self, unit: str, start: int, end: int) -> FieldInfo | None:
        """The one number that a verb before the bound, or the adjective in it, is said of."""
        numbers = [i for i in self.known.by_name.values() if i.is_number and fits_unit(i, unit)]
        if len(found := measured_by(self.text[start:end], numbers)) == 1:
            return found[0]
        verb = re.search(r"([^\W\d_]+)\s*$", self._rest()[:start])
        if verb and len(found := said_by(verb[1], numbers)) == 1:
            self._take(*verb.span(1))
            return found[0]
        return None

    def _set_bounds(self, info: FieldInfo, bounds: Bounds) -> None:
        if told := compared_with(bounds):
            unit = "" if bounds.unit in MONEY_UNITS else bounds.unit
            self._constrain(info.name, *told, unit)

    def _intent(self) -> None:
        out, text = self.out, self.text
        extreme = EXTREME.search(self._rest())
        how_many = HOW_MANY.search(text)
        if (
            extreme
            and self.measures
            and not re.search(r"\bat (?:most|least)\s*$", text[: extreme.end()], re.I)
        ):
            self._take(*extreme.span())
            out.function = "min" if extreme[0].lower() in LOW | LOWER else "max"
            out.measure = self.measures.pop(self._nearest(extreme.end()))[0].name
        elif not self.measures and (found := superlative(self._rest(), self.known, self._largest())):
            out.function, out.measure = found.function, found.field.name
            self._take(found.start, found.end)
        elif MEANS.search(text) and self.measures:
            out.function, out.measure = "avg", self.measures.pop(0)[0].name
        elif SUMS.search(text) and self.measures:
            out.function, out.measure = "sum", self.measures.pop(0)[0].name
        elif SPENT.search(text) and not self.measures and (money := money_of(self.known)):
            out.function, out.measure = "sum", money.name
        elif how_many:
            self._counts(how_many.end())
        elif self._asks_what_they_come_to() and (money := of_role("amount", self.known)):
            out.function, out.measure = "sum", money.name
        elif out.group_by:
            if self.measures:
                out.function, out.measure = "sum", self.measures.pop(0)[0].name
            elif SUMS.search(text) and (money := money_of(self.known)):
                out.function, out.measure = "sum", money.name
            else:
                out.function, out.by_document = "count", True
        for match in (SUMS.search(self._rest()), MEANS.search(self._rest()), how_many):
            if match and out.function:
                self._take(*match.span())
        if out.function:
            out.intent, out.output = "compute", "figures"
            self._take_words_of_money()
        else:
            out.intent, out.output = shape_of(text, out)
        out.shown = [info.name for info, _, _ in (*self.measures, *self.others)]
        if out.intent in ("qa", "compare") and out.shown and out.constraints:
            out.intent, out.output = "list", "table"
        out.by_document = out.by_document or out.intent == "list"
        if out.by_document and not self.analysis.document_nouns and (rows := ROWS.search(self._rest())):
            self._take(*rows.span())
            out.by_document = False

    def _asks_what_they_come_to(self) -> bool:
        """“What does receipt R-7 come to”, “How much did Acme invoice Bolt”: the totals of what is named."""
        told = COMES_TO.search(self.text)
        named = self.out.constraints.keys() - {"kind"}
        if not told or self.measures or not ("kind" in self.out.constraints and named):
            return False
        for match in COMES_TO.finditer(self._rest()):
            self._take(*match.span())
        return True

    def _largest(self) -> str:
        """The kind of documents right behind “the largest”."""
        nouns = self.analysis.document_nouns
        return next((n.name for n in nouns if LARGEST_BEFORE.search(self.text[: n.start])), "")

    def _take_words_of_money(self) -> None:
        """“The total order amount” asks for no amount beside the order total that is added up."""
        measure = self.known.get(self.out.measure) if self.out.measure else None
        if self.out.function == "sum" and measure and measure.unit in MONEY_UNITS:
            for match in MONEY_WORDS.finditer(self._rest()):
                self._take(*match.span())

    def _nearest(self, at: int) -> int:
        """The number that a superlative is said of: the next one, else the last before it."""
        after = [index for index, each in enumerate(self.measures) if each[1] >= at]
        return after[0] if after else len(self.measures) - 1

    def _counts(self, at: int) -> None:
        """“How many receipts” counts documents; “how many tires were bought” adds up their quantities."""
        out = self.out
        nouns = [noun for noun in self.analysis.document_nouns if self.text[at : noun.start].count(" ") <= 2]
        if measured := self._in_unit(at):
            out.function, out.measure = "sum", measured.name
            return
        quantity = quantity_of(self.known)
        if nouns or not (quantity and BOUGHT.search(self.text)):
            out.function, out.by_document = "count", True
        elif quantity:
            out.function, out.measure = "sum", quantity.name
            for match in BOUGHT.finditer(self._rest()):
                self._take(*match.span())

    def _in_unit(self, at: int) -> FieldInfo | None:
        """The one number in the unit that is counted: “how many kilograms”, “how many training hours”."""
        for word in islice(WORD.finditer(self.text, at), 2):
            if self._free[word.start()] and (found := counted_in(word[0], self.known)):
                self._take(*word.span())
                return found
        return None

    def _terms(self) -> None:
        """What is left and means something: words that stand together are one term."""
        run: list[str] = []
        last = -1
        for match in WORD.finditer(self._rest()):
            word = match[0]
            if _is_filler(word) or (word.lower() == "due" and self.out.shown):
                continue
            together = last >= 0 and self.text[last : match.start()].strip() in ("", "-", "/")
            if run and not together:
                self.out.terms.append(" ".join(run))
                run = []
            run.append(word)
            last = match.end()
        if run:
            self.out.terms.append(" ".join(run))


def _is_filler(word: str) -> bool:
    plain = word.lower()
    return plain in FILLERS or plain in ACTS or singular(plain) in ACTS


def decompose(analysis: QueryAnalysis, known: Fields) -> Decomposition:
    """What the question asks for, as far as rules tell; words without a place are its `terms`."""
    return Reading(analysis, known).decomposition()
