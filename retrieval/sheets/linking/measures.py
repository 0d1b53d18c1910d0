"""The column of numbers that a question asks for, and the end of it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal

from reading.values.units import MONEY_UNITS
from retrieval.question.wording.rows import AMOUNT, HIGH, LOW
from retrieval.sheets.linking.conditions import Conditions, speaks_of
from retrieval.sheets.linking.cover import FULL
from retrieval.sheets.linking.cues import COSTS, IN_MONEY, MONEY, OF_MONEY, WHOLE
from retrieval.sheets.linking.links import is_cut_to
from retrieval.sheets.linking.products import QUANTITY, TIMES, of_product
from retrieval.sheets.model import Column
from retrieval.sheets.request.headings import column_of_dimension
from retrieval.tables.rules.vocabulary.lexicon import degrees, dimensions

End = Literal["highest", "lowest"]


class Measures(Conditions):
    """The same with what is measured."""

    @cached_property
    def measures(self) -> list[Column]:
        """Those of numbers; what a number of things at a price comes to goes before both."""
        found = [column for column in self.columns if column.is_number and column not in self.sheet.codes]
        found = [column for column in found if not column.tells_year] or found
        found = [column for column in found if column.name not in self.referred]
        if len({each.name for each in found} & {*of_product(self.sheet)}) == 2:
            found = [*(c for c in self.sheet.numbers if TIMES in c.name), *found]
        return sorted(found, key=lambda column: TIMES not in column.name)

    def _measure(self) -> Column | None:
        """The column of numbers that is named, or meant by what the question says; else the only one."""
        made = [column for column in self.sheet.numbers if TIMES in column.name]
        if made and (AMOUNT.search(self.question) or not self.measures) and MONEY.search(self.question):
            return made[0]
        if self.measures:
            return self.measures[0]
        units = self.sheet.units
        money = [c for c in self.sheet.numbers if IN_MONEY.search(c.name) or units.get(c.name) in MONEY_UNITS]
        if MONEY.search(self.question) and len(money) == 1:
            return money[0]
        before = list(self.taken)
        found = column_of_dimension(self)
        for at, taken in enumerate(self.taken):
            self.worth[at] = FULL if taken and not before[at] else self.worth[at]
        if len(found) == 1:
            return found[0]
        own = [column for column in self.sheet.numbers if column not in self.sheet.codes]
        own = [column for column in own if not column.tells_year and column.name not in self.referred]
        if MONEY.search(self.question):
            own = [column for column in own if not QUANTITY.match(column.name)]
        if COSTS.search(self.question):  # no other number is a price
            own = [column for column in own if column in money]
        return own[0] if len(own) == 1 else None

    def _end(self) -> End | None:
        plain = re.sub(r"\bfirst\b", " ", self.plain, flags=re.IGNORECASE)
        if said := HIGH.search(plain) or LOW.search(plain):
            return "lowest" if LOW.fullmatch(said[0]) else "highest"
        for most, least, _ in dimensions():
            if re.search(rf"\b(?:{most})\b", self.plain, re.IGNORECASE):
                return "highest"
            if re.search(rf"\b(?:{least})\b", self.plain, re.IGNORECASE):
                return "lowest"
        return None

    def _adjective(self) -> str:
        """What an adjective says that it is the most of, where the question has no plainer word for it."""
        if HIGH.search(self.plain) and not re.search(r"\blongest\b", self.plain, re.IGNORECASE):
            return ""
        for most, least, _ in dimensions():
            said = re.search(rf"\b(?:{most}|{least})\b", self.plain, re.IGNORECASE)
            if said and not re.fullmatch(
                "longest|shortest|highest|lowest|largest|smallest|best.*|worst.*", said[0], re.I
            ):
                return said[0]
        return ""

    def _of_adjective(self) -> Column | None:
        """The column of what an adjective tells: “heaviest” by weight, also where it is cut to “wt”."""
        if len(found := column_of_dimension(self)) == 1:
            return found[0]
        words = {
            word
            for most, least, of in dimensions()
            if re.search(rf"\b(?:{most}|{least})\b", self.plain, re.I)
            for word in of
        }
        held = [
            c
            for c in self.sheet.numbers
            if any(is_cut_to(c.name, word) or speaks_of(c, word) for word in words)
        ]
        whole = [c for c in held if WHOLE.match(c.name)]
        return held[0] if len(held) == 1 else whole[0] if len(whole) == 1 else None

    def _take_money(self, of: Column) -> None:
        """What says that money is asked for, where the column tells money."""
        if TIMES in of.name or IN_MONEY.search(of.name):
            for at, token in enumerate(self.tokens):
                if OF_MONEY.fullmatch(token.text) and not self.worth[at]:
                    self.weight[at] = 0.0

    def _take_adjectives(self) -> None:
        """Words of an order or a measure, whose column is known: “heaviest”, “longest”."""
        words = [words for most, least, _ in dimensions() for words in (most, least)]
        words += [*(said for said, _ in degrees()), "higher", "lower", "greater"]
        for match in re.finditer(rf"\b(?:{'|'.join(words)})\b", self.question, re.IGNORECASE):
            for at, token in enumerate(self.tokens):
                if match.start() <= token.start < match.end() and not self.worth[at]:
                    self.weight[at] = 0.0
