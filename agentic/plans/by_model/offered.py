"""What a workspace holds that a plan can be of: measures, organizations and periods that have figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from agentic.facts.case import Case
from documents.models import Metric
from llm.fencing import one_line
from reading.measures.catalogue import MEASURES
from reading.values.periods import Period
from retrieval.question.naming.names import names_of
from retrieval.question.naming.subjects import plain_name
from retrieval.stems import stems

MEASURE_CHARS = {"local": 400}  # of the list: a small model reads 200 characters a second
MORE_CHARS = 4000  # for the others
KNOWN = 12  # organizations that are offered where the question names none
NAME_CHARS = 60  # of each
PERIODS = 12  # that are offered, the latest
YEAR_DAYS, QUARTER_DAYS = 300, 120  # a span longer than the one is a year's, than the other no quarter's

Key = tuple[int, int | None]  # fiscal year and quarter


def key_of(period: Period) -> tuple[int | None, int | None]:
    return period.fiscal_year, period.fiscal_quarter


@dataclass(frozen=True)
class Offered:
    """What the workspace holds that a plan can be of."""

    measures: tuple[str, ...]
    organizations: tuple[str, ...]
    periods: Mapping[Key, Period]

    @classmethod
    def of(cls, case: Case) -> Offered:
        figures = Metric.objects.answering().filter(
            document__in=case.scope.documents(), anchored=True, numeric_value__isnull=False
        )
        counted = figures.exclude(canonical_name="").values("canonical_name").annotate(n=Count("pk"))
        asked = stems(case.question)
        names = [row["canonical_name"] for row in counted.order_by("-n", "canonical_name")]
        names = [name for name in names if name in MEASURES]
        names.sort(key=lambda name: -len(asked & stems_of(name)))
        whose = [each.name for each in case.analysis.organizations] or _subjects(case)
        return cls(tuple(names), tuple(dict.fromkeys(whose)), _periods(case, figures))

    @property
    def names(self) -> list[str]:
        """The organizations as they are offered."""
        return [one_line(name)[:NAME_CHARS] for name in self.organizations[:KNOWN]]

    @property
    def times(self) -> list[str]:
        """The periods as they are offered."""
        return [_called(key) for key in self.periods]

    def first_measures(self, tier: str) -> list[str]:
        """The measures as they are offered: those most like the question, as many as there is room for."""
        room, names = MEASURE_CHARS.get(tier, MORE_CHARS), list[str]()
        for name in self.measures:
            room -= len(name) + 2
            if room < 0:
                break
            names.append(name)
        return names

    def told(self, tier: str) -> str:
        """The same for a prompt."""
        lines = {
            "Measures": self.first_measures(tier),
            "Organizations": self.names,
            "Periods": self.times,
        }
        return "\n".join(f"{title}: {', '.join(said)}" for title, said in lines.items() if said)


def stems_of(name: str) -> set[str]:
    measure = MEASURES[name]
    return stems(" ".join((name.replace("_", " "), *measure.labels, *measure.terms)))


def _subjects(case: Case) -> list[str]:
    """Those that documents are about, each by one name."""
    by_name = {plain_name(name).casefold(): name for name in names_of(case.scope.workspace).subjects}
    return list(by_name.values())


def _called(key: Key) -> str:
    year, quarter = key
    return f"Q{quarter} FY{year}" if quarter else f"FY{year}"


def _periods(case: Case, figures: QuerySet[Metric]) -> dict[Key, Period]:
    """The years and quarters that have figures, the latest first; those of the question as it has them."""
    spans = (
        figures.filter(fiscal_year__isnull=False, period_start__isnull=False, period_end__isnull=False)
        .values_list("fiscal_year", "fiscal_quarter", "period_start", "period_end")
        .annotate(n=Count("pk"))
        .order_by("-n")
    )
    found: dict[Key, Period] = {}
    for year, quarter, start, end, _ in spans:
        days = (end - start).days
        if (quarter is None and days > YEAR_DAYS) or (quarter is not None and days < QUARTER_DAYS):
            text = f"Q{quarter} of fiscal {year}" if quarter else f"fiscal {year}"
            found.setdefault((year, quarter), Period(text, start, end, year, quarter))
    latest = sorted(found, key=lambda key: found[key].end_date, reverse=True)
    asked = {key_of(each): each for each in case.analysis.periods if each.fiscal_year}
    kept = [key for key in latest if key in asked] + [key for key in latest if key not in asked][:PERIODS]
    return {key: asked.get(key, found[key]) for key in kept}
