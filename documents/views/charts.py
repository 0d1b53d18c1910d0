"""One figure of a document over its periods: series that can be compared, and where their bars stand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from documents.document_map.retrieval_profile import measure_words, prominence
from documents.library.catalogue.spans import INSTANT, span_of
from documents.library.selectors import facts_of
from documents.models import Document, Metric

FEWEST_PERIODS = 3  # fewer are read at a glance
MOST_PERIODS = 12  # the latest; more bars have no room for their labels
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
POWERS = ((Decimal(10) ** 12, "T"), (Decimal(10) ** 9, "B"), (Decimal(10) ** 6, "M"), (Decimal(10) ** 3, "K"))

WIDTH, HEIGHT = 640.0, 260.0  # of the drawing, in its own units
TOP, BOTTOM = 28.0, 34.0  # room for a bar's value and its period
BAR_SHARE = 0.58  # of a bar's slot


@dataclass(frozen=True)
class Series:
    """Figures of one measure, one entity, one unit and one length of period, oldest first."""

    name: str
    entity: str
    unit: str
    span: str
    points: tuple[Metric, ...]

    @property
    def title(self) -> str:
        """“Revenue by quarter, Acme (USD)”."""
        kind = "at each date" if self.span == INSTANT else f"by {self.span}"
        whom = f", {self.entity}" if self.entity else ""
        return f"{self.name} {kind}{whom}{f' ({self.unit})' if self.unit else ''}"


@dataclass(frozen=True)
class Point:
    """What a bar stands for. `shown`: the value in short. `number`: None for a gap."""

    period: str
    shown: str
    number: float | None


@dataclass(frozen=True)
class Bar:
    """`value_y`: the baseline of the value's label. All in the drawing's units."""

    period: str
    value: str
    x: float
    y: float
    width: float
    height: float
    value_y: float
    metric: Any = None

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True)
class Picture:
    """`zero`: where the line of nought stands. `name`: of its elements in the page."""

    title: str
    bars: tuple[Bar, ...]
    zero: float
    name: str = "chart"
    width: float = WIDTH
    height: float = HEIGHT


@dataclass(frozen=True)
class Chart:
    """A series and its picture, each bar with its figure."""

    series: Series
    picture: Picture

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self.picture.bars


def series_of(user: Any, document: Document) -> list[Series]:
    """What the document tells of at least three periods: what reports are asked for first, longest first."""
    metrics = facts_of(user, document.workspace, "metric", document=document)
    known = metrics.filter(anchored=True, numeric_value__isnull=False, period_end__isnull=False)
    groups: dict[tuple[str, ...], list[Metric]] = defaultdict(list)
    for metric in known:
        span = span_of(metric.period_start, metric.period_end)
        if span:
            groups[(*_measure(metric), metric.entity_name.casefold(), metric.unit, span)].append(metric)
    found = [_series(group, key[-1]) for key, group in groups.items()]
    long_enough = [series for series in found if len(series.points) >= FEWEST_PERIODS]
    return sorted(long_enough, key=_rank)


def _rank(series: Series) -> tuple[bool, int, int, str]:
    name = series.points[-1].canonical_name
    return not name, prominence(name), -len(series.points), series.title


def _measure(metric: Metric) -> tuple[str, str]:
    """A label that is in no vocabulary means one thing only under its own headings."""
    if metric.canonical_name:
        return metric.canonical_name, ""
    return metric.metric_name.casefold(), metric.context.casefold()


def _series(metrics: Sequence[Metric], span: str) -> Series:
    by_end: dict[date, list[Metric]] = defaultdict(list)
    for metric in metrics:
        if metric.period_end:
            by_end[metric.period_end].append(metric)
    points = tuple(_likeliest(by_end[end]) for end in sorted(by_end)[-MOST_PERIODS:])
    last = points[-1]
    name = _sentence_case(measure_words(last.canonical_name)) if last.canonical_name else last.metric_name
    return Series(name, last.entity_name, last.unit, span, points)


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def _likeliest(metrics: Sequence[Metric]) -> Metric:
    """Of several figures for one period the value stated most often, then the surest, then the first."""
    times = Counter(metric.numeric_value for metric in metrics)
    return max(metrics, key=lambda one: (times[one.numeric_value], one.confidence, -(one.page or 0), -one.pk))


def chart_of(series: Series) -> Chart:
    points = [
        Point(period_name(one), short_value(one.numeric_value, one.unit), float(one.numeric_value or 0))
        for one in series.points
    ]
    picture = picture_of(series.title, points)
    bars = tuple(replace(bar, metric=one) for bar, one in zip(picture.bars, series.points, strict=True))
    return Chart(series, replace(picture, bars=bars))


def picture_of(
    title: str, points: Sequence[Point], *, name: str = "chart", width: float = WIDTH, height: float = HEIGHT
) -> Picture:
    """Bars from a line of nought, all to one scale, the tallest as high as there is room."""
    values = [point.number or 0.0 for point in points]
    highest, lowest = max(0.0, *values), min(0.0, *values)
    room = height - TOP - BOTTOM - (14.0 if lowest < 0 else 0.0)
    unit = room / ((highest - lowest) or 1.0)
    zero = TOP + highest * unit
    slot = width / len(values)
    bars = tuple(
        _bar(point, value * unit, zero, x=slot * (index + (1 - BAR_SHARE) / 2), width=slot * BAR_SHARE)
        for index, (point, value) in enumerate(zip(points, values, strict=True))
    )
    return Picture(title, bars, zero, name, width, height)


def _bar(point: Point, reach: float, zero: float, *, x: float, width: float) -> Bar:
    y = zero - max(reach, 0.0)
    height = abs(reach)
    return Bar(
        period=point.period,
        value=point.shown,
        x=x,
        y=y,
        width=width,
        height=height,
        value_y=y - 6 if reach >= 0 else y + height + 14,
    )


def period_name(metric: Metric) -> str:
    """“Q3 2024”, “2024” or the day on which the period ends."""
    end = metric.period_end
    span = span_of(metric.period_start, end) if end else ""
    if metric.fiscal_year and metric.fiscal_quarter and span == "quarter":
        return f"Q{metric.fiscal_quarter} {metric.fiscal_year}"
    if metric.fiscal_year and span == "year":
        return str(metric.fiscal_year)
    return f"{end:%-d %b %Y}" if end else metric.period


def short_value(value: Decimal | None, unit: str) -> str:
    """“$4.26B”, “18.2%”, “−1.3M”; three digits that count."""
    if value is None:
        return ""
    sign = "−" if value < 0 else ""
    if unit == "%":
        return f"{sign}{_three_digits(abs(value) * 100)}%"
    symbol = next((symbol for code, symbol in SYMBOLS.items() if unit.startswith(code)), "")
    power, letter = next(((p, name) for p, name in POWERS if abs(value) >= p), (Decimal(1), ""))
    return f"{sign}{symbol}{_three_digits(abs(value) / power)}{letter}"


def _three_digits(value: Decimal) -> str:
    places = 0 if value >= 100 else 1 if value >= 10 else 2
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def chosen(series: Iterable[Series], number: str) -> tuple[int, Chart | None]:
    """The chart of the series with this number, else of the first; None where there is none."""
    found = list(series)
    if not found:
        return 0, None
    index = int(number) if number.isdecimal() and len(number) < 6 and int(number) < len(found) else 0
    return index, chart_of(found[index])
