"""Filings in inline XBRL as their own answer key."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from evals.reading.inline import judge, read_as, read_tagged, run
from reading.model import MetricDraft, Place

FILING = """<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi">
<head><title>Marlow Pumps</title></head><body>
<div style="display:none"><ix:header><ix:hidden><ix:nonFraction name="x:Hidden" contextRef="year">77,777
</ix:nonFraction></ix:hidden><ix:resources>
<xbrli:context id="year"><xbrli:entity/><xbrli:period><xbrli:startDate>2023-01-01</xbrli:startDate>
<xbrli:endDate>2023-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="end"><xbrli:entity><xbrli:segment><xbrldi:explicitMember>x:Valves</xbrldi:explicitMember>
</xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context>
</ix:resources></ix:header></div>
<p>Consolidated statements of operations (in thousands)</p>
<table><tr><th></th><th>Year ended December 31, 2023</th></tr>
<tr><td>Net sales</td><td><ix:nonFraction name="x:Revenues" contextRef="year" scale="3"
 format="ixt:num-dot-decimal">48,210</ix:nonFraction></td></tr>
<tr><td>Cost of sales</td><td><ix:nonFraction name="x:Cost" contextRef="year" scale="3"
 format="ixt:num-dot-decimal">31,007</ix:nonFraction></td></tr>
<tr><td>Nothing</td><td><ix:nonFraction name="x:None" contextRef="year" scale="3"
 format="ixt:fixed-zero">-</ix:nonFraction></td></tr></table>
<p>Valves held for sale were <ix:nonFraction name="x:Held" contextRef="end" scale="3"
 format="ixt:num-comma-decimal">1.250,5</ix:nonFraction>.</p></body></html>"""


@pytest.fixture
def filing(tmp_path: Path) -> Path:
    path = tmp_path / "marlow.xhtml"
    path.write_text(FILING, encoding="utf-8")
    return path


def test_reads_value_and_period_of_each_tagged_number_that_is_shown(filing: Path) -> None:
    tagged = {
        each.figure.concept: (
            each.figure.value,
            each.figure.period_start,
            each.figure.period_end,
            each.is_part,
        )
        for each in read_tagged(filing)
    }
    assert tagged == {
        "Revenues": (Decimal(48_210_000), "2023-01-01", "2023-12-31", False),
        "Cost": (Decimal(31_007_000), "2023-01-01", "2023-12-31", False),
        "Held": (Decimal(1_250_500), "", "2023-12-31", True),
    }


def _metric(value: str, number: int, start: date | None, end: date) -> MetricDraft:
    return MetricDraft(
        place=Place(page=1, quote=value),
        metric_name="Net sales",
        value=value,
        numeric_value=Decimal(number),
        period_start=start,
        period_end=end,
    )


def test_a_stored_figure_is_right_only_with_the_value_and_the_period_of_a_tag(filing: Path) -> None:
    start, end = date(2023, 1, 1), date(2023, 12, 31)
    stored = [
        _metric("48,210", 48_210_000, start, end),
        _metric("48,210", 48_210, start, end),
        _metric("48,210", 48_210_000, start, date(2022, 12, 31)),
        _metric("48,210", 48_210_000, None, end),
        _metric("55,555", 55_555_000, start, end),  # not tagged anywhere: nothing is said of it
    ]
    kinds = [kind for kind, _ in judge(stored, read_tagged(filing))]
    assert kinds == ["right", "another value", "another end", "another start"]


def test_finds_the_tagged_figures_of_the_web_page(filing: Path) -> None:
    tagged = [each.figure for each in read_tagged(filing)]
    read = read_as(filing, "html", tagged)
    assert [read.found(figure).span for figure in tagged[:2]] == [1, 1]


def test_reports_recall_and_what_the_tags_say_of_the_stored_figures(filing: Path, tmp_path: Path) -> None:
    misses = tmp_path / "misses.tsv"
    report = run(data=tmp_path, limit=None, files=str(filing.parent), form="html", misses=str(misses))
    assert report.rows[0][:5] == ("html: marlow", 2, "1.000", "1.000", "1.000")
    assert report.rows[-1][0] == "html: all"
    assert "Held" in misses.read_text(encoding="utf-8")


def test_finds_periods_whatever_the_namespace_of_contexts_is_called(filing: Path) -> None:
    own = [each.figure for each in read_tagged(filing)]
    for prefix in ("", "i:"):
        filing.write_text(FILING.replace("xbrli:", prefix).replace("xbrldi:", prefix), encoding="utf-8")
        assert [each.figure for each in read_tagged(filing)] == own
        assert [each.is_part for each in read_tagged(filing)] == [False, False, True]


def test_a_filing_without_tags_is_named(filing: Path, tmp_path: Path) -> None:
    (tmp_path / "plain.htm").write_text("<html><body><p>Net sales were 48,210.</p></body></html>")
    report = run(data=tmp_path, limit=None, files=str(tmp_path), form="html")
    assert [row[0] for row in report.rows] == ["html: marlow", "html: all"]
    assert "plain.htm" in report.notes[-1]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("form=word", "There is no form “word”: choose html, pdf or both"),
        ("files=nowhere", "no filings .* in nowhere"),
    ],
)
def test_what_cannot_be_measured_is_a_sentence(filing: Path, tmp_path: Path, option: str, told: str) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("evaluate", "inline", "--set", f"files={tmp_path}", "--set", option, data=tmp_path)
