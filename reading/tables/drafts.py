"""Tables as pages show them: blocks of lines with their rows, titles and the words round them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reading.layout.spans import Covered
from reading.model import Line, ParsedPage
from reading.tables.beside import without_beside
from reading.tables.centred import with_centred_labels
from reading.tables.find import Block, continues, find_blocks, take_headings
from reading.tables.headings.groups import with_broken_headings, with_whole_words
from reading.tables.headings.stacks import says_time
from reading.tables.marked.grids import grids_among, lines_between, titled
from reading.tables.rows.labels import INDENT, INDENT_RECOGNISED, Row, join_wrapped, with_first_labels
from reading.tables.rows.parents import set_paths
from reading.tables.rows.repeated import tell_apart
from reading.tables.side_by_side import in_sides
from reading.tables.split import labelled_year, split_line
from reading.tables.titles import lead
from reading.tables.units.captions import is_scale_alone, read_caption

TITLE_LENGTH = 300
TITLE_LEAST_WORDS = 3  # of a caption that is title too
MOST_ROWS = 0.6  # of the rows of two tables that bear the same labels
TWIN_ROWS = 3  # at least
_SHARE_OF = re.compile(r"(?:\bper\s?cent(?:age)?|%)\s+of\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)")
_AT_END = re.compile(r"(?:,|,?\s+in)\s[^,]*$", re.IGNORECASE)


@dataclass
class Draft:
    """A block of lines on its page, its rows with their labels put together. `begun`: the draft with which
    the table began, where it goes on from a page before."""

    page: ParsedPage
    block: Block
    rows: list[Row]
    title: str = ""
    begun: Draft | None = None

    @property
    def first(self) -> Draft:
        return self.begun or self

    @property
    def text_above(self) -> str:
        """The words of the page up to the table and its headings."""
        first = (self.block.first or self.block.rows[0]).line
        before = (line for line in self.page.lines if line.char_start < first.char_start)
        return "\n".join(line.text for line in before if line.box.top < first.box.top)

    @property
    def text_below(self) -> str:
        """The words of the page from the table's last row on: its notes stand there."""
        return self.page.text[self.block.rows[-1].line.char_start :]


class Sheet:
    """The blocks of a page, and its grids with their titles. The split lines of all pages would be many.

    `leads`: the sentence at its end that leads up to the next page's first table, or "".
    """

    def __init__(self, page: ParsedPage, own: Iterable[Line]) -> None:
        self.page = page
        placed = in_sides(without_beside(list(with_centred_labels(list(own)))))
        split = [labelled_year(split_line(line)) for line in placed]
        lines = with_broken_headings(split)
        if page.grids:
            marked = Covered((grid.char_start, grid.char_end) for grid in page.grids)
            lines = [replace(each, is_marked=each.line in marked) for each in lines]
        grids = list(grids_among(lines))
        self.blocks = [
            block for between in lines_between(lines, grids) for block in find_blocks(between, page.rules)
        ]
        self.grids = list(titled(lines, grids))
        self.first = lines[0].line if lines else None
        leads = lines and lines[-1].line.text.endswith(":")
        self.leads = lead(lines) if leads else ""


def drafts_of(sheets: Iterable[Sheet]) -> Iterator[Draft]:
    last: Draft | None = None
    leads = ""
    for sheet in sheets:
        page = sheet.page
        for index, block in enumerate(sheet.blocks):
            is_first = index == 0 and (block.first or block.rows[0]).line is sheet.first
            if is_first and leads and not (block.lead or block.titles):
                block.lead = leads
            draft = _draft(page, block)
            if index == 0 and last and last.page.number == page.number - 1 and continues(block, last.block):
                take_headings(block, last.block, last.first.block)
                draft.begun = last.first
            # That of the table before, which shows the same rows for another time or part.
            draft.title = _title(block) or (last.title if last and _are_alike(last.rows, draft.rows) else "")
            last = draft
            yield draft
        leads = sheet.leads


def _are_alike(rows: Sequence[Row], others: Sequence[Row]) -> bool:
    """Whether most rows of either bear the same labels, as of a table for each of two times."""
    labels, same = ({row.label for row in each if row.has_cells and row.label} for each in (rows, others))
    return len(labels & same) >= MOST_ROWS * max(len(labels), len(same), TWIN_ROWS)


def _draft(page: ParsedPage, block: Block) -> Draft:
    rows = with_whole_words(join_wrapped(with_first_labels(block.rows)), page.text)
    set_paths(rows, INDENT if page.ocr_confidence is None else INDENT_RECOGNISED)
    tell_apart(rows)
    return Draft(page, block, rows)


def _title(block: Block) -> str:
    titles = [
        said for title in block.titles if (said := _said_in(title) if read_caption(title).scale else title)
    ]
    ends = [at for at, title in enumerate(titles[:-1], start=1) if ends_sentence(title)]
    titles = titles[ends[-1] :] if ends else titles
    if titles and titles[0][:1].islower():  # the last line of a sentence that leads up to the table
        titles[0] = f"{block.lead} {titles[0]}"
    lead = [_without_scale(block.lead)] if block.lead else [_said_in(each) for each in block.captions]
    shares = [each.strip("()") for each in block.captions if _SHARE_OF.search(each)] if titles else []
    return " – ".join(filter(None, [*(titles or lead), *shares])).strip()[:TITLE_LENGTH]


def ends_sentence(title: str) -> bool:
    return title.endswith(".") and (title[0].islower() or len(title.split()) > 5)


def _said_in(caption: str) -> str:
    """What a caption says apart from the scale: “Assets by segment were as follows ($ in millions):”."""
    text = _without_scale(caption)
    is_long = len(text.split()) >= TITLE_LEAST_WORDS and not read_caption(text).scale
    return text if is_long and not says_time(text) else ""


def _without_scale(text: str) -> str:
    """“Revenue by segment” of “Revenue by segment (in millions)” and “…, in millions of euros:”."""
    text = _IN_BRACKETS.sub(lambda found: "" if read_caption(found[0]).scale else found[0], text)
    at_end = _AT_END.search(text)
    return text[: at_end.start()] if at_end and is_scale_alone(at_end[0]) else text
