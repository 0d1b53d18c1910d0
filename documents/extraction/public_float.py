"""What the shares that insiders do not hold were worth on one day, as covers of annual reports give it.

“The aggregate market value of the stock held by non-affiliates, as of March 28, 2025, …, was $3,253,431,000.”
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from documents.dates import find_dates
from documents.extraction.sentence_facts import QUOTE_LENGTH, Setting
from documents.extraction.sentences import Sentence
from documents.extraction.table_facts import period_fields
from documents.extraction.types import MetricDraft, Place
from documents.fiscal import instant
from documents.quantities import Quantity, find_quantities

NAME = "aggregate market value held by non-affiliates"
LEAST_VALUE = 100_000  # of a company whose shares are traded; what is less is the price of one of them
_VALUE = re.compile(r"\baggregate\s+market\s+value\b", re.IGNORECASE)
_NOT_INSIDERS = re.compile(r"\bnon-?\s?affiliates?\b", re.IGNORECASE)


def read_public_float(sentence: Sentence, setting: Setting) -> Iterator[MetricDraft]:
    """The one large amount of a sentence that names one day."""
    said = _VALUE.search(sentence.text)
    if said is None or not _NOT_INSIDERS.search(sentence.text):
        return
    days = {day for day, _, _ in find_dates(sentence.text)}
    amounts = [each for each in find_quantities(sentence.text) if _is_value(each, said.end())]
    if len(days) == len(amounts) == 1:
        [day], [amount] = days, amounts
        yield MetricDraft(
            place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
            metric_name=NAME,
            value=amount.text,
            numeric_value=amount.value,
            unit=amount.unit,
            scale=amount.scale,
            context=" ".join(sentence.text.split())[:QUOTE_LENGTH],
            entity_name=setting.entity,
            category="financial",
            **period_fields(instant(str(day), day, setting.calendar)),
        )


def _is_value(amount: Quantity, since: int) -> bool:
    is_money = len(amount.unit) == 3 and amount.unit.isupper()
    return amount.start >= since and is_money and amount.value >= LEAST_VALUE
