"""Figures that the rule reader stores, drawn at random to be judged by hand from their pages."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from evals.reading.placing import Placed, place_metrics
from evals.reading.precision import FOLDERS, GOLD, GoldFigure, read_gold
from evals.report import Report
from reading.figures.read import read_figures
from reading.model import ParsedDocument, ParsedPage
from reading.parse import parse_document
from reading.tables.read import read_tables

COLUMNS = (
    "document",
    "page",
    "kind",
    "x",
    "y",
    "written",
    "value",
    "unit",
    "scale",
    "period",
    "name",
    "context",
)
HEAD = 9  # lines of a page among which its title stands
LEAST_NUMBERS = 25  # words with a digit on a page that is a statement
LEAST_SHARE = 0.12  # of its words, those with a digit
# A statement's page: a line that is its title, and words that it holds beside a note of the same title.
_STATEMENTS = {
    "income": (
        r"statements?\s+of\s+(?:consolidated\s+)?(?:income|operations|earnings)|income\s+statements?",
        (
            r"net\s+(?:income|earnings|\(?loss)",
            r"diluted",
            r"cost\s+of|operating\s+(?:income|profit)|interest",
        ),
    ),
    "balance": (
        r"balance\s+sheets?|statements?\s+of\s+financial\s+(?:position|condition)",
        (r"total\s+assets", r"liabilities", r"payables?\b|deposits"),
    ),
    "cash_flow": (
        r"statements?\s+of\s+(?:consolidated\s+)?cash\s+flows?|cash\s+flows?\s+statements?",
        (r"operati(?:ng\s+activities|ons)|cash\s+paid",),
    ),
}
_BEFORE, _AFTER = r"\s*(?:(?:condensed|consolidated)\s+)*", r"\s*(?:\(.*\)|[-–—]\s*continued)?\s*"


@dataclass(frozen=True)
class Drawn:
    """A place of a page with all that is stored there. `kind`: a main statement, or "" for other pages."""

    document: str
    kind: str
    placed: tuple[Placed, ...]

    @property
    def middle(self) -> tuple[float, float]:
        box = self.placed[0].box
        return round((box.x0 + box.x1) / 2, 1), round((box.top + box.bottom) / 2, 1)

    @property
    def order(self) -> tuple[str, int, float, float]:
        x, y = self.middle
        return self.document, self.placed[0].page, y, x


def run(
    *,
    data: Path,
    limit: int | None,
    seed: str = "1",
    main: str = "3",
    elsewhere: str = "120",
    pages: str = "all",
    over: str = "figures",
    out: str = "",
) -> Report:
    """What was drawn, of each kind. `main`: figures of statements per document, `elsewhere`: in all.

    `out`: a file for the figures drawn, one a line. Places in the gold file are not drawn again; with
    `pages` “new” nothing elsewhere is drawn from a page that had a figure judged, and with `over`
    “documents” as many elsewhere of each document, long or short, as far as they have them.
    """
    known, places = read_gold(GOLD), list[Drawn]()
    for path in sorted(path for folder in FOLDERS for path in (data / folder).glob("*.pdf"))[:limit]:
        places.extend(fresh_places(path.stem, *_read(path), known))
    if pages == "new":
        places = on_new_pages(places, known)
    drawn = draw_places(places, main=int(main), elsewhere=int(elsewhere), seed=seed, over=over)
    if out:
        write(drawn, Path(out))
    count, stored = Counter(each.kind for each in drawn), Counter(each.kind for each in places)
    return Report(
        title=f"Figures drawn to be judged, seed {seed}",
        columns=("kind", "places stored", "drawn"),
        rows=tuple((kind or "elsewhere", stored[kind], count[kind]) for kind in sorted(stored)),
    )


def _read(path: Path) -> tuple[ParsedDocument, list[Placed]]:
    parsed = parse_document(path, media_type="application/pdf")
    tables = read_tables(parsed)
    return parsed, list(place_metrics(parsed, tables, read_figures(parsed, tables, entity="")[1]))


def fresh_places(
    document: str, parsed: ParsedDocument, placed: Iterable[Placed], known: Iterable[GoldFigure]
) -> list[Drawn]:
    """Every place at which a figure is stored, once, without those in the gold file."""
    judged = [gold for gold in known if gold.document == document]
    kinds = {page.number: statement(page) for page in parsed.pages}
    here: dict[tuple[object, ...], list[Placed]] = defaultdict(list)
    for each in placed:
        if not any(each.page == gold.page and each.covers(gold.x, gold.y) for gold in judged):
            here[(each.page, each.box)].append(each)
    return [Drawn(document, kinds[group[0].page], tuple(group)) for group in here.values()]


def on_new_pages(places: Iterable[Drawn], known: Iterable[GoldFigure]) -> list[Drawn]:
    """Those of main statements, of which there are few pages, and those of pages without a judged figure."""
    seen = {(gold.document, gold.page) for gold in known}
    return [each for each in places if each.kind or (each.document, each.placed[0].page) not in seen]


def statement(page: ParsedPage) -> str:
    """Which main statement a page is, or "". Only a guess: whoever judges its figures sees the page."""
    words = [word.text for line in page.lines for word in line.words]
    numbers = sum(any(sign.isdigit() for sign in word) for word in words)
    if numbers < max(LEAST_NUMBERS, LEAST_SHARE * len(words)):
        return ""
    for kind, (title, marks) in _STATEMENTS.items():
        titled = any(
            re.fullmatch(f"{_BEFORE}(?:{title}){_AFTER}", line.text, re.I) for line in page.lines[:HEAD]
        )
        if titled and all(re.search(mark, page.text, re.I) for mark in marks):
            return kind
    return ""


def draw_places(
    places: Sequence[Drawn], *, main: int, elsewhere: int, seed: str, over: str = "figures"
) -> list[Drawn]:
    """`main` places of the statements of each document and `elsewhere` of all others, in their order."""
    chance = random.Random(seed)
    ordered = sorted(places, key=lambda each: each.order)
    drawn = []
    for document in sorted({each.document for each in ordered}):
        own = [each for each in ordered if each.document == document and each.kind]
        drawn.extend(chance.sample(own, min(main, len(own))))
    others = [each for each in ordered if not each.kind]
    if over == "documents":
        drawn.extend(_in_turns(others, chance)[:elsewhere])
    else:
        drawn.extend(chance.sample(others, min(elsewhere, len(others))))
    return sorted(drawn, key=lambda each: each.order)


def _in_turns(places: Sequence[Drawn], chance: random.Random) -> list[Drawn]:
    """All places at random, one of each document after the other."""
    of_each: dict[str, list[Drawn]] = defaultdict(list)
    for each in chance.sample(places, len(places)):
        of_each[each.document].append(each)
    turns = zip_longest(*of_each.values())
    return [each for turn in turns for each in turn if each is not None]


def write(drawn: Iterable[Drawn], out: Path) -> None:
    """A line for each figure stored at the places drawn."""
    with out.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        rows.writerow(COLUMNS)
        rows.writerows(row for each in drawn for row in _lines(each))


def _lines(drawn: Drawn) -> Iterator[tuple[object, ...]]:
    for each in drawn.placed:
        metric = each.metric
        period = f"{metric.period_start or ''}/{metric.period_end or ''}"
        stored = (metric.value, metric.numeric_value, metric.unit, metric.scale, period)
        yield (
            drawn.document,
            each.page,
            drawn.kind,
            *drawn.middle,
            *stored,
            metric.metric_name,
            metric.context,
        )
