"""The ways to answer a question that a user may choose, and when to use which."""

from __future__ import annotations

from dataclasses import dataclass

from agentic.models import Run


@dataclass(frozen=True)
class Mode:
    value: str
    label: str
    short: str
    use_when: str


MODES = (
    Mode(Run.Mode.AUTO, "Auto", "Auto", "Chooses for you. Start here."),
    Mode(
        Run.Mode.FACTS,
        "Facts",
        "Facts",
        "One figure, a list, a count or a sum, straight from the figures and tables read. "
        "No model, milliseconds.",
    ),
    Mode(
        Run.Mode.MAP,
        "Document map",
        "Map",
        "What documents say: terms, reasons, summaries, where something stands. "
        "Chooses documents first, then reads the passages.",
    ),
    Mode(
        Run.Mode.SQL,
        "SQL agent",
        "SQL",
        "Comparisons and questions over many documents. A model writes queries, sees the results "
        "and refines; every query is shown.",
    ),
    Mode(
        Run.Mode.SEARCH,
        "Search agent",
        "Search",
        "Lists, counts and sums over many documents by what stands in them, and answers from their text. "
        "Takes the question apart, searches, and asks back where too much or nothing fits.",
    ),
)
SOURCE = Mode(
    Run.Mode.SOURCE,
    "Data source",
    "Data",
    "A registered database in place of documents: rules or a model write SQL, which is checked and shown.",
)
BY_VALUE = {mode.value: mode for mode in (*MODES, SOURCE)}
