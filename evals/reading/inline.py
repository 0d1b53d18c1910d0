"""Figures read from filings that carry their own answers: inline XBRL tags the numbers of the page itself."""

from __future__ import annotations

import re
import subprocess
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from bs4 import BeautifulSoup, Tag, XMLParsedAsHTMLWarning

from evals.reading.filed import FiledFigure, Filing, Tally, iso, read_filing
from evals.report import CannotMeasure, Report
from reading.formats.media_types import HTML, PDF
from reading.model import MetricDraft
from reading.parse import parse_document

FORMS = ("html", "pdf")
SUFFIXES = frozenset({".htm", ".html", ".xhtml"})
DAYS = ("startdate", "enddate", "instant")
KINDS = ("right", "another value", "another end", "another start")
LEAST_DIGITS = 3  # of a number that is told by its digits: shorter ones stand for much else
CHROMIUM = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
)
LONGEST_PRINTING = 300  # seconds
_NUMBER = re.compile(r"\d[\d.,\s]*")
_ZERO = re.compile(r"zero|dash|nil")
_COMMA = re.compile(r"comma")  # formats in which a comma stands before decimals


@dataclass(frozen=True)
class Tagged:
    """A tagged number. `digits`: as printed. `is_part`: of a segment, an asset class or the like."""

    figure: FiledFigure
    digits: str
    is_part: bool


def run(*, data: Path, limit: int | None, files: str = "", form: str = "both", misses: str = "") -> Report:
    """Recall and precision on filings in inline XBRL, read as web pages and as PDFs printed from them.

    `files`: the folder of the filings, `inline-xbrl` of the data if not told. `misses`: a file for what was
    not found and for what is stored otherwise than tagged. Raises `CannotMeasure`.
    """
    if form not in (*FORMS, "both"):
        raise CannotMeasure(f"There is no form “{form}”: choose {', '.join(FORMS)} or both.")
    filings = {
        path: list(read_tagged(path))
        for path in _pages(Path(files) if files else data / "inline-xbrl")[:limit]
    }
    rows: list[tuple[object, ...]] = []
    told: list[str] = []
    for each in FORMS if form == "both" else (form,):
        totals: Counter[str] = Counter()
        whole, parts = Tally(), Tally()
        for path, tagged in filings.items():
            if not tagged:
                continue
            filing = read_as(path, each, [one.figure for one in tagged])
            own, of_parts = _recall(filing, tagged)
            judged = list(judge(filing.metrics, tagged))
            counts = Counter(kind for kind, _ in judged)
            rows.append((f"{each}: {path.stem}", *_row(own, of_parts, counts)))
            told += _told(f"{each}: {path.stem}", filing, tagged, judged)
            whole.add(own)
            parts.add(of_parts)
            totals += counts
        rows.append((f"{each}: all", *_row(whole, parts, totals)))
    if misses:
        Path(misses).write_text("\n".join(told) + "\n", encoding="utf-8")
    return Report(
        title="Figures of filings in inline XBRL",
        columns=(
            "filing",
            *("of the whole", "value", "+ end", "+ start"),
            *("of parts", "value", "+ end", "+ start"),
            *("stored, tagged digits", *KINDS),
        ),
        rows=tuple(rows),
        notes=(
            "Of the whole: tagged without a dimension; of parts: segments, kinds of assets and the like.",
            "Stored, tagged digits: figures stored whose digits are tagged somewhere in the filing; right if"
            " they are tagged with that value and period. A number may stand elsewhere too, untagged.",
            *_untagged(path.name for path, tagged in filings.items() if not tagged),
        ),
    )


def _pages(folder: Path) -> list[Path]:
    """The filings of a folder, by name. Raises `CannotMeasure` where there are none."""
    pages = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES) if folder.is_dir() else []
    if not pages:
        ends = ", ".join(sorted(SUFFIXES))
        raise CannotMeasure(
            f"There are no filings ({ends}) in {folder}: name their folder with --set files=DIR."
        )
    return pages


def _untagged(names: Iterable[str]) -> Iterator[str]:
    if listed := ", ".join(names):
        yield f"Left out, for no number in them is tagged: {listed}."


def read_tagged(path: Path) -> Iterator[Tagged]:
    """The numbers tagged on the page, each once, without zeros and single digits."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        soup = BeautifulSoup(path.read_bytes(), "lxml")
    contexts = dict(_contexts(soup))
    for header in soup.find_all("ix:header"):
        header.decompose()
    seen = set()
    for element in soup.find_all("ix:nonfraction"):
        context = contexts.get(str(element.get("contextref")))
        number = _number_of(element)
        if context is None or number is None:
            continue
        digits, value = number
        start, end, is_part = context
        figure = FiledFigure(path.stem, (str(element["name"]).split(":")[-1],), value, start, end, digits)
        if figure not in seen and len(digits.replace(".", "").lstrip("0")) > 1:
            seen.add(figure)
            yield Tagged(figure, digits, is_part)


def _contexts(soup: BeautifulSoup) -> Iterator[tuple[str, tuple[str, str, bool]]]:
    """Start (empty for instants) and end of each context, and whether it is that of a part."""
    for context in soup.find_all(_called("context")):
        days = {_local(day): day.get_text(strip=True) for day in context.find_all(_called(*DAYS))}
        is_part = context.find(_called("explicitmember", "typedmember")) is not None
        end = days.get("instant") or days.get("enddate", "")
        yield str(context["id"]), (days.get("startdate", ""), end, is_part)


def _called(*names: str) -> Callable[[Tag], bool]:
    """Whether an element has one of these names, whatever its namespace is called."""
    return lambda element: _local(element) in names


def _local(element: Tag) -> str:
    return element.name.rpartition(":")[2]


def _number_of(element: Tag) -> tuple[str, Decimal] | None:
    """Its digits and its value in base units. None where it is not printed in digits."""
    form = str(element.get("format"))
    printed = _NUMBER.search(element.get_text())
    if printed is None or _ZERO.search(form.replace("zerodot", "")):
        return None
    written = "".join(printed.group().split()).rstrip(".,")
    if _COMMA.search(form.replace("dotdecimal", "").replace("commadot", "")):
        written = written.replace(".", "").replace(",", ".")
    digits = written.replace(",", "")
    try:
        return digits, Decimal(digits).scaleb(int(str(element.get("scale") or 0)))
    except ArithmeticError:
        return None


def read_as(path: Path, form: str, filed: Iterable[FiledFigure]) -> Filing:
    """Of a filing that was printed before, `NAME.pdf` beside it is taken."""
    if form == "html":
        return read_filing(path.stem, parse_document(path, media_type=HTML), filed)
    printed = path.with_suffix(".pdf")
    if printed.exists():
        return read_filing(path.stem, parse_document(printed, media_type=PDF), filed)
    with TemporaryDirectory(prefix="ragsite-inline-") as folder:
        return read_filing(path.stem, parse_document(_print(path, Path(folder)), media_type=PDF), filed)


def _print(path: Path, folder: Path) -> Path:
    # Named .html, it is shown even where its XML is not quite right.
    page, printed = folder / "filing.html", folder / "filing.pdf"
    page.write_bytes(path.read_bytes())
    subprocess.run(
        [*CHROMIUM, f"--print-to-pdf={printed}", page.as_uri()],
        check=True,
        capture_output=True,
        timeout=LONGEST_PRINTING,
    )
    return printed


def _recall(filing: Filing, tagged: Sequence[Tagged]) -> tuple[Tally, Tally]:
    whole, parts = Tally(), Tally()
    for each in tagged:
        (parts if each.is_part else whole).add(filing.found(each.figure))
    return whole, parts


def judge(metrics: Iterable[MetricDraft], tagged: Iterable[Tagged]) -> Iterator[tuple[str, MetricDraft]]:
    """What the tags say of each stored figure whose digits are tagged: one of `KINDS`."""
    by_digits = defaultdict(set)
    for each in tagged:
        if len(each.digits.replace(".", "").lstrip("0")) >= LEAST_DIGITS:
            by_digits[each.digits].add((each.figure.value, each.figure.period_end, each.figure.period_start))
    for metric in metrics:
        digits = _NUMBER.search(metric.value)
        known = by_digits.get(digits.group().replace(",", "").strip() if digits else "", set())
        if known and metric.numeric_value is not None:
            yield _kind(metric, known), metric


def _kind(metric: MetricDraft, known: set[tuple[Decimal, str, str]]) -> str:
    assert metric.numeric_value is not None
    own = (abs(metric.numeric_value), iso(metric.period_end), iso(metric.period_start))
    agreed = max(next((at for at in range(3) if own[at] != one[at]), 3) for one in known)
    return {0: "another value", 1: "another end", 2: "another start", 3: "right"}[agreed]


def _row(whole: Tally, parts: Tally, judged: Mapping[str, int]) -> tuple[object, ...]:
    total = sum(judged.values())
    shares = (f"{judged.get(kind, 0) / max(total, 1):.3f}" for kind in KINDS)
    return (whole.filed, *whole.shares(), parts.filed, *parts.shares(), total, *shares)


def _told(
    name: str, filing: Filing, tagged: Iterable[Tagged], judged: Iterable[tuple[str, MetricDraft]]
) -> Iterator[str]:
    """A line for each number not found, and for each figure stored otherwise than tagged."""
    for each in tagged:
        tally, figure = filing.found(each.figure), each.figure
        if not tally.span:
            kind = "start" if tally.end else "end" if tally.value else "value"
            part = "part" if each.is_part else "whole"
            near = filing.by_value.get(figure.value, [])[:2]
            period = f"{figure.period_start}..{figure.period_end}"
            has = "; ".join(f"{m.metric_name} {m.period_start}..{m.period_end}" for m in near)
            yield "\t".join((name, f"missed {kind}", part, figure.concept, each.digits, period, has))
    for kind, metric in judged:
        if kind != "right":
            period = f"{metric.period_start}..{metric.period_end}"
            written = (metric.metric_name, metric.value, str(metric.scale), period, metric.context)
            yield "\t".join((name, kind, f"p. {metric.place.page}", *written))
