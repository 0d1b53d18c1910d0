"""How the cells of a table count: currency and scale, by what the table says or lent from the document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from reading.tables.drafts import Draft
from reading.tables.rows.labels import Row
from reading.tables.units.captions import (
    Caption,
    caption_at_foot,
    caption_of_notes,
    scale_in_first_note,
    share_scale_in_notes,
)
from reading.tables.units.defaults import Usual, own_caption
from reading.tables.units.kinds import (
    Amounts,
    Kind,
    buys_too_many,
    is_per_share,
    is_too_large,
    is_written_out,
    says_per_cent,
)
from reading.tables.units.numbers import currency_of
from reading.tables.units.words import counts_each_share, counts_shares, says_area, says_things
from reading.values.units import ONE


def amounts_of(draft: Draft, texts: Sequence[str], usually: Usual) -> tuple[Amounts, bool]:
    """How the table's cells count, and whether the table itself says so. `texts`: of its cells."""
    block = draft.block
    money = currency_of([*texts, *block.titles, *block.captions])
    caption = own_caption(block)
    if not caption.scale:
        at_foot = caption_at_foot(draft.text_below.partition("\n")[2])
        caption = at_foot if at_foot.scale else caption
    captioned, of_shares = caption.scale is not None, not caption.scale and bool(caption.share_scale)
    above = "" if captioned else draft.text_above
    of_notes = caption_of_notes(above)
    said = next((each for each in (of_notes, usually.caption) if each.scale), None)
    usual = said or Caption()
    if not captioned and (money or of_notes.money or counts_shares([row.label for row in draft.rows], texts)):
        if not of_notes.scale and is_too_large(texts, usual.scale, usually.largest):
            usual = replace(usual, scale=ONE, share_scale=ONE)
        caption = _lent_caption(draft, texts, usual, caption.share_scale)
    all_of = _said_of_all([*block.titles, *block.captions])
    money = caption.money or money or usual.money or usually.money
    return Amounts(money, caption, of_shares, all_of), captioned


def _lent_caption(draft: Draft, texts: Sequence[str], usual: Caption, of_shares: Decimal | None) -> Caption:
    """What the document's other tables or the notes say, as far as the table's numbers may count so.

    `of_shares`: the scale of shares that the table says of its own.
    """
    below, labels = draft.text_below, [row.label for row in draft.rows]
    noted = scale_in_first_note(below.partition("\n")[2])
    counted_in = of_shares or share_scale_in_notes(below) or noted
    caption = replace(usual, scale=noted or usual.scale, share_scale=counted_in or usual.share_scale)
    whole = (row for row in draft.rows if not is_per_share(row.label))
    if is_written_out([piece.text for row in whole for piece in row.split.cells]):
        caption = replace(caption, scale=ONE)
    if counted_in is None and counts_each_share(labels, texts):
        is_round = is_written_out([text for text in texts if currency_of([text])])
        caption = replace(caption, share_scale=ONE, scale=ONE if is_round else caption.scale)
    return caption


def counted_singly(
    amounts: Amounts, headers: Sequence[str], rows: Sequence[Row], places: Sequence[Sequence[int]]
) -> Amounts:
    """`amounts`, with shares counted one by one where a column would buy too many of them otherwise."""
    for at, header in enumerate(headers):
        if buys_too_many(header, _texts_in(rows, places, at), amounts.caption.share_scale):
            amounts = replace(amounts, caption=replace(amounts.caption, share_scale=ONE))
    return amounts


def _texts_in(rows: Sequence[Row], places: Sequence[Sequence[int]], column: int) -> Iterator[str]:
    for row, at in zip(rows, places, strict=True):
        yield from (piece.text for piece, place in zip(row.split.cells, at, strict=True) if place == column)


def _said_of_all(captions: Sequence[str]) -> Kind | None:
    said = ((Kind.PERCENT, says_per_cent), (Kind.AREA, says_area), (Kind.THINGS, says_things))
    return next((kind for kind, says in said if any(map(says, captions))), None)
