"""Tables that tell a measure by such parts as a question asks for, whatever these are called there."""

from __future__ import annotations

from agentic.facts.case import Case
from agentic.facts.figures.tables import tables_by_part
from agentic.facts.figures.target import Target
from agentic.facts.parts.places import are_places
from agentic.facts.parts.rest import REST
from agentic.facts.queries import FigureRow

OF_PLACES = ("region", "area", "countr", "market", "geograph")
KIN = {"division": ("segment",), "segment": ("division",)} | dict.fromkeys(OF_PLACES, ("segment",))


def tables_told_by(case: Case, target: Target, noun: str) -> list[list[FigureRow]]:
    """Those by such parts; else by segments where divisions are meant, or regions and these are places."""
    noun = noun.lower()
    if tables := tables_by_part(case, target, noun):
        return tables
    found = [table for kin in KIN.get(noun, ()) for table in tables_by_part(case, target, kin)]
    return [table for table in found if _are_of_places(table)] if noun in OF_PLACES else found


def _are_of_places(table: list[FigureRow]) -> bool:
    return are_places({row.metric_name for row in table if not REST.match(row.metric_name)})
