from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from evals.reading.drawing import Drawn, draw_places, fresh_places, on_new_pages, statement, write
from evals.reading.placing import Placed
from evals.reading.precision import GoldFigure
from reading.model import Box, MetricDraft, Place
from tests.reading.drawing import draw

BALANCE = """
    Example Corporation
    {title}
    (in millions)                                 2022       2021
    Cash                                           182        164
    Receivables                                    982        940
    Inventories                                    682        640
    Property                                     1,182      1,640
    Goodwill                                       382        340
    Other assets                                   281        240
    Total assets                                 9,182      7,640
    Accounts payable                               982        940
    Accrued expenses                               182        140
    Deferred taxes                                 382        340
    Long-term debt                               2,182      2,640
    Total liabilities                            4,182      3,640
    Equity                                       5,000      4,000
"""
CASH = MetricDraft(
    place=Place(page=1, quote="Cash 182 164"), metric_name="Cash", value="182", numeric_value=Decimal(182)
)


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Consolidated Balance Sheets", "balance"),
        ("CONDENSED CONSOLIDATED BALANCE SHEETS (Unaudited)", "balance"),
        ("Consolidated Statements of Financial Position", "balance"),
        ("Consolidated Balance Sheets 53", ""),
        ("The balance sheets of our associates were as follows", ""),
        ("Consolidated Statements of Income", ""),
    ],
)
def test_statement_is_known_by_its_title_and_its_words(title: str, kind: str) -> None:
    assert statement(draw(BALANCE.format(title=title)).pages[0]) == kind


def test_page_of_few_numbers_is_no_statement() -> None:
    page = draw("""
        Consolidated Balance Sheets
        Total assets, total liabilities and accounts payable are told on page 53.
    """).pages[0]
    assert statement(page) == ""


def test_each_place_is_drawn_once_and_none_that_was_judged_before() -> None:
    box, other = Box(200, 30, 212, 38), Box(240, 30, 252, 38)
    placed = [Placed(CASH, 1, box), Placed(replace(CASH, unit="USD"), 1, box), Placed(CASH, 1, other)]
    parsed = draw(BALANCE.format(title="Balance Sheets"))
    both = fresh_places("report", parsed, placed, [])
    assert [(each.kind, len(each.placed)) for each in both] == [("balance", 2), ("balance", 1)]
    judged = _gold(document="report", x=246, y=34)
    assert [each.middle for each in fresh_places("report", parsed, placed, [judged])] == [(206.0, 34.0)]
    assert len(fresh_places("other report", parsed, placed, [judged])) == 2


def test_draw_depends_on_nothing_but_the_places_and_the_seed() -> None:
    places = [
        Drawn(name, kind, (Placed(CASH, page, Box(200, top, 212, top + 8)),))
        for name in ("first", "second")
        for page, kind in ((1, "income"), (2, ""))
        for top in range(0, 400, 10)
    ]
    drawn = draw_places(places, main=3, elsewhere=9, seed="7")
    assert drawn == draw_places(places[::-1], main=3, elsewhere=9, seed="7")
    assert drawn != draw_places(places, main=3, elsewhere=9, seed="8")
    assert Counter((each.document, each.kind) for each in drawn if each.kind) == {
        ("first", "income"): 3,
        ("second", "income"): 3,
    }
    assert sum(each.kind == "" for each in drawn) == 9


def test_a_short_document_gives_as_many_as_a_long_one_where_asked() -> None:
    places = [
        Drawn(document, "", (Placed(CASH, 1, Box(200, top, 212, top + 8)),))
        for document, figures in (("long", 90), ("short", 4), ("tiny", 1))
        for top in range(0, 10 * figures, 10)
    ]
    drawn = draw_places(places, main=0, elsewhere=7, seed="7", over="documents")
    assert Counter(each.document for each in drawn) == {"long": 3, "short": 3, "tiny": 1}


def test_new_pages_are_those_without_a_judged_figure_and_all_statements() -> None:
    box = Box(200, 30, 212, 38)
    judged, statement_page, new, elsewhere = (
        Drawn(name, kind, (Placed(CASH, page, box),))
        for name, kind, page in (
            ("report", "", 1),
            ("report", "balance", 1),
            ("report", "", 2),
            ("other", "", 1),
        )
    )
    gold = _gold(document="report", x=10, y=10)
    assert on_new_pages([judged, statement_page, new, elsewhere], [gold]) == [statement_page, new, elsewhere]


def test_all_that_is_stored_at_a_place_is_written_down(tmp_path: Path) -> None:
    box = Box(200, 30, 212, 38)
    twice = Drawn("report", "balance", (Placed(CASH, 1, box), Placed(replace(CASH, unit="USD"), 1, box)))
    write([twice], tmp_path / "drawn.tsv")
    heads, *rows = [line.split("\t") for line in (tmp_path / "drawn.tsv").read_text().splitlines()]
    assert [dict(zip(heads, row, strict=True))["unit"] for row in rows] == ["", "USD"]
    assert rows[0][:6] == ["report", "1", "balance", "206.0", "34.0", "182"]


def _gold(*, document: str, x: float, y: float) -> GoldFigure:
    return GoldFigure(
        draw="1",
        document=document,
        page=1,
        kind="balance",
        x=x,
        y=y,
        written="182",
        value=Decimal(182),
        unit="",
        scale=Decimal(1),
        period="/",
        label="cash",
        first="right",
        note="",
    )
