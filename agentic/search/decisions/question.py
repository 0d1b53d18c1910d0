"""A question taken apart by rules: each word has its place as a field, a value, a kind, a time or a term."""

from __future__ import annotations

import re
from itertools import islice

from agentic.search.decisions.bounds import Bounded
from agentic.search.decisions.measures import (
    counted_in,
    money_of,
    quantity_of,
    shape_of,
    superlative,
)
from agentic.search.decisions.parts import is_filler
from agentic.search.decisions.spoken_fields import (
    apart,
    fields_called,
    group_field,
    said_by,
)
from agentic.search.decisions.steps import Decomposition, Function
from agentic.search.decisions.words import (
    ACTS,
    ASKED_BESIDE,
    ASKS_VALUE,
    BILLED,
    BOTH,
    BOUGHT,
    BUCKET,
    BUCKET_BEFORE,
    BY_SPAN,
    COMES_TO,
    COSTING,
    COUNTING,
    DEEDS,
    EXTREME,
    FOR_WHAT,
    HOW_MANY,
    HOW_MUCH_OF,
    LARGEST_BEFORE,
    LOW,
    LOWER,
    MEANING,
    MEANS,
    MEASURED_BEFORE,
    MEASURED_BEHIND,
    MONEY_WORDS,
    MOST_OPTIONS,
    NUMBERED,
    ORDERED,
    PLACE,
    ROWS,
    SPANS,
    SPENT,
    SUMMARIZES,
    SUMS,
    TO_DO,
    VAGUE,
    VALID,
    WHAT_THINGS,
    WHEN,
    WHERE,
    WHICH,
    WORD,
)
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.annotations.conditions import OF_TABLES, of_role
from retrieval.annotations.fields import FieldInfo, Fields, signs_of
from retrieval.properties.question import GROUP
from retrieval.properties.spoken import spoken_in
from retrieval.question.model import QueryAnalysis
from retrieval.scope.document_kinds import singular


class Reading(Bounded):
    """A question of which each part is taken once."""

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
            if self._is_of_number(noun.start, noun.end) or self._is_unit(noun.start, noun.end):
                continue
            self._take(noun.start, noun.end)
            if noun.name not in ("document", "file"):
                kinds.append(noun.name)
        for bucket in self.analysis.buckets:
            if bucket.end and all(self._free[bucket.start : bucket.end]):
                called = BUCKET.match(self.text, bucket.end)
                before = BUCKET_BEFORE.search(self.text[: bucket.start])
                if not (called or before) and self._is_within_name(bucket.start, bucket.end):
                    continue  # “Kellin Garage” is a vendor, “order total” a field, whatever else is called so
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

    def _is_of_number(self, start: int, end: int) -> bool:
        """Whether it only says of what a number is that no field gives: “policy number” names no policies."""
        behind = NUMBERED.match(self.text, end)
        return behind is not None and self.known.get(self.text[start : behind.end()]) is None

    def _is_unit(self, start: int, end: int) -> bool:
        """Whether it is what a number is counted in: “under 90 minutes” names no minutes of a meeting."""
        number = re.search(r"\d\s+$", self.text[:start])
        return bool(number and any(q.unit for q in find_quantities(f"2 {self.text[start:end]}")))

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
            self._take_measured(info, start, end)
        for spoken in spoken_in(self._rest(), {}):
            is_day = spoken.role.kind == "date" and WHEN.match(self.text)  # “when did Oda start”
            if (spoken.is_verb and not is_day) or not all(self._free[spoken.start : spoken.end]):
                continue
            if spoken.role.key == "amount" and (self.measures or HOW_MANY.search(self.text)):
                continue  # “the total quantity”, “how many desks in total”
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
        if (said := TO_DO.search(self.text)) and (
            info := next(filter(None, map(self.known.get, DEEDS)), None)
        ):
            self._take(*said.span())
            self.others.append((info, *said.span()))
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

    def _take_measured(self, info: FieldInfo, start: int, end: int) -> None:
        """“The lead content” is the lead, where nothing is called so."""
        if not info.is_number:
            return
        for match in (MEASURED_BEHIND.match(self.text, end), MEASURED_BEFORE.search(self.text[:start])):
            if match and all(self._free[at] or self.text[at] == " " for at in range(*match.span())):
                self._take(*match.span())

    def _where(self) -> list[str]:
        """What documents give as the place, where the question asks for that of the most or least."""
        beside = ASKED_BESIDE.search(self.text)
        is_asked = WHERE.search(self.text) or (beside and WHERE.search(beside["rest"]))
        if not is_asked or self.out.function not in ("min", "max"):
            return []
        places = [i for i in self.known.by_name.values() if i.in_properties and PLACE.search(i.name)]
        return [info.name for info in places if not info.is_number]

    def _is_one(self, found: list[FieldInfo]) -> bool:
        return len({signs_of(info.name) for info in found}) == 1

    def _intent(self) -> None:
        out, text = self.out, self.text
        extreme = EXTREME.search(self._rest())
        how_many = HOW_MANY.search(text)
        if counting := COUNTING.match(text, how_many.end()) if how_many else None:
            self._take(*counting.span())
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
        elif SPENT.search(text) and not self.measures and (money := self._spent()):
            out.function, out.measure = "sum", money.name
        elif ordered := self._ordered():
            out.function, out.measure = ordered
        elif HOW_MUCH_OF.search(text) and BOUGHT.search(text) and (quantity := quantity_of(self.known)):
            out.function, out.measure = "sum", quantity.name
            self._take_bought()
        elif how_many:
            self._counts(how_many.end())
        elif self._asks_what_they_come_to() and (money := of_role("amount", self.known)):
            out.function, out.measure = "sum", money.name
        elif out.group_by:
            if self.measures:
                out.function, out.measure = "sum", self.measures.pop(0)[0].name
            elif SUMS.search(text) and (money := money_of(self.known)):
                out.function, out.measure = "sum", money.name
            elif not self.others and (
                not SUMS.search(text) or out.kinds
            ):  # else what is added up is told by no field
                out.function, out.by_document = "count", self._is_given(out.group_by)
        for match in (SUMS.search(self._rest()), MEANS.search(self._rest()), how_many):
            if match and out.function:
                self._take(*match.span())
        if out.function:
            out.intent, out.output = "compute", "figures"
            self._take_words_of_money()
        else:
            out.intent, out.output = shape_of(text, out)
        given = {name for name, each in out.constraints.items() if each["op"] == "in"}  # asked of no one
        out.shown = [i.name for i, _, _ in (*self.measures, *self.others) if i.name not in given]
        out.shown += self._where()
        if out.intent == "list" and not (out.shown or out.constraints) and ASKS_VALUE.search(text):
            out.intent, out.output = "qa", "prose"
        if out.intent in ("qa", "compare") and out.shown and out.constraints:
            out.intent, out.output = "list", "table"
        if not out.function and self._asks_for_things():
            out.intent, out.output = "list", "table"
            return
        out.by_document = out.by_document or out.intent == "list"
        nouns = [noun for noun in self.analysis.document_nouns if not self._is_unit(noun.start, noun.end)]
        if out.by_document and not nouns:
            rows = ROWS.search(self._rest())
            if rows:
                self._take(*rows.span())
            out.by_document = not (rows or self._is_of_columns())

    def _is_given(self, name: str) -> bool:
        """Whether documents give it, and not only rows of their tables, which are counted then."""
        info = self.known.get(name)
        return info is None or info.in_properties or not info.in_columns

    def _spent(self) -> FieldInfo | None:
        """The column of money, else what documents give under the verb itself: “what did they cost”."""
        said = (self.known.get(singular(match[0].lower())) for match in SPENT.finditer(self.text))
        named = (info for info in said if info and info.is_number and info.unit in MONEY_UNITS)
        return money_of(self.known) or (next(named, None) if COSTING.search(self.text) else None)

    def _asks_for_things(self) -> bool:
        """Whether the lines of the papers are asked for that a value names: “what was delivered to Acme”."""
        if not WHAT_THINGS.search(self.text) or self.out.shown or not self.out.constraints:
            return False
        bought = BOUGHT.search(self._rest())
        if bought is None or not any(info.in_columns for info in self.known.by_name.values()):
            return False
        self._take(*bought.span())
        self._constrain("table", str(OF_TABLES["op"]), OF_TABLES["value"])
        return True

    def _is_of_columns(self) -> bool:
        """Whether a condition is on a number that only rows of tables have: these are listed then."""
        infos = [self.known.get(name) for name in self.out.constraints]
        return any(
            i and i.is_number and i.in_columns and not (i.in_properties or i.in_attributes) for i in infos
        )

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
        if self.measures and self.measures[0][1] == at:  # “how many bottles of wine” of a column of bottles
            out.function, out.measure = "sum", self.measures.pop(0)[0].name
            self._take_bought()
            return
        quantity = quantity_of(self.known)
        if nouns or not (quantity and BOUGHT.search(self.text)):
            out.function, out.by_document = "count", True
        elif quantity:
            out.function, out.measure = "sum", quantity.name
            self._take_bought()

    def _take_bought(self) -> None:
        for match in BOUGHT.finditer(self._rest()):
            self._take(*match.span())

    def _ordered(self) -> tuple[Function, str] | None:
        """The first or last day of what a verb says that documents do: “ends last”, “is valid longest”."""
        said = ORDERED.search(self._rest())
        if said is None or self.measures:
            return None
        before = self._rest()[: said.start()]
        dates = [each for each in spoken_in(before, {}) if each.is_verb and each.role.kind == "date"]
        valid = VALID.search(before)
        role, span = (dates[-1].role.key, (dates[-1].start, dates[-1].end)) if dates else ("end", None)
        if not (dates or valid) or not of_role(role, self.known):
            return None
        self._take(*(span or valid.span()))  # type: ignore[union-attr]
        self._take(*said.span())
        return ("max" if said["late"] else "min"), role

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
            if is_filler(word) or (word.lower() == "due" and self.out.shown) or self._says_field(word):
                continue
            together = last >= 0 and self.text[last : match.start()].strip() in ("", "-", "/")
            if run and not together:
                self.out.terms.append(" ".join(run))
                run = []
            run.append(word)
            last = match.end()
        if run:
            self.out.terms.append(" ".join(run))

    def _says_field(self, word: str) -> bool:
        """Whether a verb says no more than the name of a field that has its condition: “start at”, of what is
        given as “Starting point”."""
        infos = [info for name in self.out.constraints if (info := self.known.get(name))]
        return word.lower() == word and bool(said_by(word, infos))


def decompose(analysis: QueryAnalysis, known: Fields) -> Decomposition:
    """What the question asks for, as far as rules tell; words without a place are its `terms`."""
    return Reading(analysis, known).decomposition()
