"""Questions that a database cannot answer: how often they, and others, are refused or asked back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from documents.providers import get_chat_model
from evals.report import CannotMeasure, Report
from evals.sources.sql_eval import Asked, Outcome, answered, databases, drawn, in_half, questions_of

GOLD = Path(__file__).parents[1] / "gold" / "source_unanswerable.tsv"
GOAL_UNANSWERABLE, GOAL_ANSWERABLE = ".90", ".10"


def run(
    *,
    data: Path,
    limit: int | None,
    tier: str = "none",
    sample: str = "0",
    half: str = "",
    seed: str = "1",
    misses: str = "",
) -> Report:
    """`tier`: none asks the rules alone. `sample`: so many of each kind, drawn by `seed`. `half`: odd or even
    ones. `misses`: a file for unanswerable questions that were answered and others that were refused.
    """
    kinds = {
        "unanswerable": drawn(in_half(unanswerable()[:limit], half), int(sample), seed),
        "answerable": drawn(in_half(questions_of(data, limit), half), int(sample), seed),
    }
    chat = None if tier == "none" else get_chat_model(tier)
    way = "none" if chat is None else "both"
    found: dict[str, list[Outcome]] = {kind: [] for kind in kinds}
    with databases(data, sorted({each.database for part in kinds.values() for each in part})) as drivers:
        schemas = {name: driver.introspect() for name, driver in drivers.items()}
        for kind, questions in kinds.items():
            for each in questions:
                outcome = answered(way, each, schemas[each.database], drivers[each.database], chat)
                found[kind].append(outcome)
                print(kind, outcome.verdict, f"{outcome.seconds:.1f}", each.question[:90], flush=True)
                if misses and (outcome.verdict == "refused") != (kind == "unanswerable"):
                    with Path(misses).open("a", encoding="utf-8") as out:
                        said = " ".join(outcome.sql.split())
                        out.write(f"{kind} [{each.database}] {each.question}\n  {outcome.verdict}: {said}\n")
    return Report(
        title="Questions that a database cannot answer, and questions that it can",
        columns=("questions", "asked", "refused or asked back", "goal", "did not run", "answered"),
        rows=tuple(_row(kind, outcomes) for kind, outcomes in found.items()),
        notes=(f"Tier {tier}. Of the unanswerable ones none is to be answered, whatever the rows are.",),
    )


def unanswerable() -> list[Asked]:
    lines = GOLD.read_text(encoding="utf-8").splitlines()
    if not lines:
        raise CannotMeasure(f"There are no questions in {GOLD}.")
    return [Asked(question, "", database, "unanswerable", "") for database, question in _pairs(lines[1:])]


def _pairs(lines: Sequence[str]) -> list[tuple[str, str]]:
    return [(database, question) for database, _, question in (line.partition("\t") for line in lines)]


def _row(kind: str, outcomes: Sequence[Outcome]) -> tuple[str, int, str, str, int, int]:
    refused = sum(each.verdict == "refused" for each in outcomes)
    failed = sum(each.verdict == "failed" for each in outcomes)
    share = f"{refused} ({refused / max(1, len(outcomes)):.2f})"
    goal = f"≥ {GOAL_UNANSWERABLE}" if kind == "unanswerable" else f"≤ {GOAL_ANSWERABLE}"
    return kind, len(outcomes), share, goal, failed, len(outcomes) - refused - failed
