"""How the tables of a document count, for those that do not say so themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from reading.model import ParsedPage
from reading.tables.find import Block
from reading.tables.units.captions import Caption, read_caption
from reading.tables.units.kinds import largest_of
from reading.tables.units.numbers import groups_by_point, usual_currency, writes_comma

DEFAULT_CURRENCY = "USD"  # of filed statements that name no currency
_OF_STATEMENTS = re.compile(
    r"\bconsolidated\b|\bbalance sheets?\b"
    r"|\bstatements? of (?:operations|income|earnings|cash flows?|financial)"
    r"|\b(?:months|year) ended\b|\bper share\b",
    re.IGNORECASE,
)
_OPEN_BRACKET = re.compile(r"\([^)]*$")


@dataclass(frozen=True)
class Usual:
    """How the document's tables count, for those that do not tell.

    `money`: a currency. `with_comma`: how decimals are written. `largest`: of the tables that tell.
    """

    caption: Caption
    money: str
    with_comma: bool
    largest: Decimal

    def comma_in(self, texts: Sequence[str]) -> bool:
        """Whether a table whose cells are `texts` writes decimals with a comma."""
        own = writes_comma(texts)
        return self.with_comma if own is None else own


def usual_in(pages: Sequence[ParsedPage], blocks: Sequence[Block]) -> Usual:
    """How most tables count that say so."""
    has_statements = any(_OF_STATEMENTS.search(page.text) for page in pages)
    money = usual_currency(page.text for page in pages) or (DEFAULT_CURRENCY if has_statements else "")
    cells = [text for block in blocks for text in texts_of(block)]
    writes = writes_comma(cells)
    with_comma = groups_by_point(cells, (page.text for page in pages)) if writes is None else writes
    said = [(texts_of(block), own_caption(block)) for block in blocks]
    captions = Counter(caption for _, caption in said if caption.scale)
    largest = max((largest_of(texts, each.scale) for texts, each in said if each.scale), default=Decimal(0))
    return Usual(captions.most_common(1)[0][0] if captions else Caption(), money, with_comma, largest)


def own_caption(block: Block) -> Caption:
    """What the words round the table say of its scale and of that of its shares; the nearest words count."""
    captions = _with_open_brackets(block.captions)
    everywhere = [*captions, *_common(block.headers), *reversed(block.titles), block.lead]
    said = [read_caption(_with_beginning(text, block)) for text in everywhere]
    caption = next((each for each in said if each.scale), Caption())
    of_shares = next((each.share_scale for each in said if each.share_scale), None)
    excepted = any(each.except_per_share for each in said)
    return replace(caption, share_scale=of_shares, except_per_share=excepted)


def _with_open_brackets(captions: Iterable[str]) -> list[str]:
    """The captions, each that leaves a bracket open together with the line below it."""
    joined: list[str] = []
    for caption in captions:
        if joined and _OPEN_BRACKET.search(joined[-1]):
            joined[-1] = f"{joined[-1]} {caption}"
        else:
            joined.append(caption)
    return joined


def _with_beginning(text: str, block: Block) -> str:
    """A caption that goes on from the line above it, with that line."""
    above = [*block.titles[-1:], block.lead]
    goes_on = text[:1].islower() and text not in above
    return next((f"{line} {text}" for line in above if goes_on and _OPEN_BRACKET.search(line)), text)


def _common(headers: Sequence[str]) -> list[str]:
    return [header for header in headers if headers.count(header) == len(headers)][:1]


def texts_of(block: Block) -> list[str]:
    return [cell.text for row in block.rows for cell in row.cells]
