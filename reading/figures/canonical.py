"""Which figure of a document is the company's own, where several go by one canonical name.

The statements decide: what stands elsewhere under the same name for the same time and says something else is
of a segment, of the parent company alone, adjusted or pro forma, and loses the name. Where others own a share
of the business, “Net income” and “Total equity” are those before that share is taken off.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from reading.lexicon import IN_STATEMENT, WHOLE
from reading.measures.canonical import OF_OTHERS, canonical_name, is_own_share
from reading.measures.catalogue import MEASURES
from reading.model import MetricDraft, Table
from reading.values.quantities import are_one_number

Key = tuple[str, date | None, date | None]
Standing = tuple[int, Decimal]

# IFRS statements go from “Cash generated from operations”, less interest and tax, to what activities brought.
_OF_ACTIVITIES = re.compile(r"\bactivities\b", re.IGNORECASE)
_OF_WHOLE = re.compile(rf"(?:{WHOLE}|worldwide)\b", re.IGNORECASE)
_ASIDE = re.compile(
    r"\bsegments?\b|\bparent (?:company|only)\b|\bguarant(?:ors?|ees?)\b|\bpro forma\b|\bdiscontinued\b|"
    r"\bnon-gaap\b|\bcondensed financial information of\b|\breconcil",
    re.IGNORECASE,
)
# Names whose figures make a table the statement itself; a list of highlights has fewer of one statement.
_MARKS = {
    "income": ("revenue", "pretax_income", "income_tax_expense", "net_income", "eps_basic", "eps_diluted"),
    "balance": ("total_assets", "liabilities_and_equity", "total_liabilities", "equity", "current_assets"),
    "cash_flow": ("operating_cash_flow", "investing_cash_flow", "financing_cash_flow"),
}
# Of the cash flow statement, which may lack the quarter that the statement of income shows them for.
_AMONG_EXPENSES = ("depreciation_amortization", "depreciation")
_REDEEMABLE = re.compile(r"\bredeemable\b", re.IGNORECASE)
_PLAIN_EQUITY = re.compile(
    r"total (?:(?:share|stock)(?:holders|owners)['’] )?(?:equity|deficit)\W*", re.IGNORECASE
)
_COMMON = re.compile(r"\bcommon\b", re.IGNORECASE)  # equity without that of preferred shares
_LEFT = re.compile(r"\bnet\b", re.IGNORECASE)
_INCOME_OF_BANK = re.compile(r"(?:total|net) operating income", re.IGNORECASE)
_EXPENSES = re.compile(
    r"\b(?:operating|personnel|staff|administrative|other) (?:\w+ )?expenses\b", re.IGNORECASE
)
_OF_BANK = ("net_interest_income", "noninterest_income", "loans", "provision_for_credit_losses", "cet1_ratio")
LEAST_MARKS = 2
TITLE_MARKS = 2  # what a statement's title counts beside its rows
_WITH_OTHERS = {
    "net_income": "net_income_including_noncontrolling",
    "equity": "equity_including_noncontrolling",
}


def settle_names(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """`metrics`, each with a canonical name only where it is the company's own figure of that name."""
    own = _of_banks(tables, _without_advances(metrics))
    shared = _before_others(tables, _with_shares_of_others(tables, own))
    stated = _stated(tables, shared)
    return [replace(each, canonical_name="") if _differs(each, stated) else each for each in shared]


def _key(metric: MetricDraft) -> Key:
    return metric.canonical_name, metric.period_start, metric.period_end


def _row(metric: MetricDraft) -> int:
    assert metric.row is not None
    return metric.row[1]


def _label(tables: Sequence[Table], metric: MetricDraft) -> str:
    assert metric.row is not None
    return tables[metric.row[0]].rows[metric.row[1]].label


def _by_table(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> dict[int, list[int]]:
    """The places in `metrics` of the named figures of each table, in the order of its rows."""
    found: dict[int, list[int]] = defaultdict(list)
    for at, metric in enumerate(metrics):
        if metric.row and metric.row[0] < len(tables) and metric.canonical_name and metric.period_end:
            found[metric.row[0]].append(at)
    return found


def _of_banks(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """What banks call total operating income, renamed: all that comes in before expenses is their revenue."""
    named = list(metrics)
    for index, places in _by_table(tables, metrics).items():
        names = {metrics[at].canonical_name for at in places}
        expenses = [row for row, line in enumerate(tables[index].rows) if _EXPENSES.search(line.label)]
        if "net_interest_income" in names and "revenue" not in names and expenses:
            for at in places:
                is_whole = _INCOME_OF_BANK.fullmatch(_label(tables, metrics[at]))
                if is_whole and _row(metrics[at]) < expenses[-1]:
                    named[at] = replace(named[at], canonical_name="revenue")
    return named


def _without_advances(metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """What customers of no bank have deposited is what they have paid in advance."""
    if any(each.canonical_name in _OF_BANK for each in metrics):
        return list(metrics)
    return [
        replace(each, canonical_name="") if each.canonical_name == "deposits" else each for each in metrics
    ]


def _with_shares_of_others(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """The totals before the share of others, renamed in the tables that show this share."""
    named = list(metrics)
    for index, places in _by_table(tables, metrics).items():
        labels = [line.label for line in tables[index].rows]
        minority = [
            row
            for row, label in enumerate(labels)
            if OF_OTHERS.search(label) and canonical_name(label) != "liabilities_and_equity"
        ]
        if minority := [row for row in minority if not _REDEEMABLE.search(labels[row])] or minority:
            renamed = [*_incomes(tables, named, places), *_equities(named, places, labels, minority[-1])]
            for at, name in renamed:
                named[at] = replace(named[at], canonical_name=name)
    return named


def _incomes(
    tables: Sequence[Table], metrics: Sequence[MetricDraft], places: Sequence[int]
) -> Iterator[tuple[int, str]]:
    """Beside “Net income attributable to Example Inc.”, plain “Net income” is that before others' share."""
    incomes = [at for at in places if metrics[at].canonical_name in ("net_income", "net_income_to_common")]
    own = dict.fromkeys(at for at in incomes if is_own_share(_label(tables, metrics[at])))
    whole = [at for at in incomes if at not in own and metrics[at].canonical_name == "net_income"]
    if not own or not whole:
        return
    yield from ((at, _WITH_OTHERS["net_income"]) for at in whole)
    if all(metrics[at].canonical_name != "net_income" for at in own):
        yield from ((at, "net_income") for at in own)


def _equities(
    metrics: Sequence[MetricDraft], places: Sequence[int], labels: Sequence[str], minority: int
) -> Iterator[tuple[int, str]]:
    """Of two totals of equity, the one below the row of others' interests has these interests in it.

    So has the only one, where no name of its own is in it and their row is right above it.
    """
    equities = [at for at in places if metrics[at].canonical_name == "equity"]
    below = [at for at in equities if _row(metrics[at]) > minority]
    is_of_equity = not _REDEEMABLE.search(labels[minority])
    is_summed_up = any(
        _row(metrics[at]) == minority + 1 and _PLAIN_EQUITY.fullmatch(labels[minority + 1]) for at in below
    )
    if len(below) < len(equities) or (is_summed_up and is_of_equity):
        yield from ((at, _WITH_OTHERS["equity"]) for at in below)


def _before_others(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """The same totals renamed where they are given once more, in tables and sentences without that share."""
    found = [each for each in metrics if each.canonical_name in _WITH_OTHERS.values()]
    wholes = {_key(each): each for each in found}
    with_both = {each.row[0] for each in found if each.row}
    own = {
        _key(each): each
        for each in metrics
        if each.canonical_name in _WITH_OTHERS
        and each.row
        and each.row[0] < len(tables)
        and (each.row[0] in with_both or is_own_share(_label(tables, each)))
    }
    return [_as_whole(each, own, wholes) for each in metrics]


def _as_whole(
    metric: MetricDraft, own: dict[Key, MetricDraft], wholes: dict[Key, MetricDraft]
) -> MetricDraft:
    name = _WITH_OTHERS.get(metric.canonical_name)
    whole = wholes.get((name, metric.period_start, metric.period_end)) if name else None
    mine = own.get(_key(metric))
    if name is None or whole is None or not _agree(metric, whole):
        return metric
    is_whole = metric.numeric_value == whole.numeric_value != (mine and mine.numeric_value)
    if mine and _agree(metric, mine) and not is_whole:
        return metric
    return replace(metric, canonical_name=name)


def _stated(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> dict[Key, MetricDraft]:
    """The figure of each name and time that the statement, or the table most like one, gives."""
    best: dict[Key, tuple[Standing, MetricDraft]] = {}
    by_table = _by_table(tables, metrics)
    names = {index: {metrics[at].canonical_name for at in places} for index, places in by_table.items()}
    for index, places in by_table.items():
        of_statement = {name for at in _together(tables, names, index) for name in names[at]}
        kinds = _standings(tables[index], of_statement)
        for metric in (metrics[at] for at in places):
            marks = kinds.get(MEASURES[metric.canonical_name].statement, 0)
            if not marks and metric.canonical_name in _AMONG_EXPENSES and "income" in kinds:
                marks = 1
            if not marks or not _is_in_its_unit(metric):
                continue
            standing = (marks, abs(metric.numeric_value or Decimal(0)))
            known = best.get(_key(metric))
            if known is None or _comes_before(metric, standing, known, tables):
                best[_key(metric)] = (standing, metric)
    return {key: metric for key, (_, metric) in best.items()}


def _together(tables: Sequence[Table], names: Container[int], index: int) -> list[int]:
    """The tables that make one statement with that at `index`: next to it, one title going on the other."""
    title, page = tables[index].title, tables[index].page
    return [
        at
        for at in (index - 1, index, index + 1)
        if at == index
        or (
            at in names
            and abs(tables[at].page - page) <= 1
            and bool(title and tables[at].title)
            and (title.startswith(tables[at].title) or tables[at].title.startswith(title))
        )
    ]


def _standings(table: Table, names: set[str]) -> dict[str, int]:
    """For each statement how much the table is like it; nothing where it is expressly another one."""
    if _ASIDE.search(table.title):
        return {}
    marks = {kind: len(names.intersection(of_kind)) for kind, of_kind in _MARKS.items()}
    bonus = TITLE_MARKS if IN_STATEMENT.search(table.title) else 0
    return {kind: count + bonus for kind, count in marks.items() if count >= LEAST_MARKS}


def _is_in_its_unit(metric: MetricDraft) -> bool:
    return MEASURES[metric.canonical_name].kind != "per_share" or metric.unit.endswith("/share")


def _comes_before(
    metric: MetricDraft, standing: Standing, known: tuple[Standing, MetricDraft], tables: Sequence[Table]
) -> bool:
    """Whether a figure is rather the one than what is known: in one table the total, of shares the last."""
    assert metric.row is not None
    assert known[1].row is not None
    if metric.row[0] != known[1].row[0]:
        return standing > known[0]
    if metric.canonical_name in ("shares_basic", "shares_diluted"):
        return True
    if metric.canonical_name == "equity" and _COMMON.search(_label(tables, known[1])):
        return not _COMMON.search(_label(tables, metric))
    if MEASURES[metric.canonical_name].statement == "balance" and _is_left(metric, known[1], tables):
        return True
    of_whole = _OF_ACTIVITIES.search if metric.canonical_name == "operating_cash_flow" else _OF_WHOLE.match
    return bool(of_whole(_label(tables, metric))) and not of_whole(_label(tables, known[1]))


def _is_left(metric: MetricDraft, known: MetricDraft, tables: Sequence[Table]) -> bool:
    """Whether of two rows of one stock this is what is left of it: “Receivables, net” below “Receivables”."""
    return bool(_LEFT.search(_label(tables, metric))) and not _LEFT.search(_label(tables, known))


def _differs(metric: MetricDraft, stated: dict[Key, MetricDraft]) -> bool:
    """Whether a statement gives another figure for the same name and time."""
    known = stated.get(_key(metric)) if metric.canonical_name else None
    return known is not None and not _agree(metric, known)


def _agree(one: MetricDraft, other: MetricDraft) -> bool:
    """Whether both may be roundings of one amount; an outflow may be written without its sign."""
    return one.unit == other.unit and are_one_number(one, other, signed=False)
