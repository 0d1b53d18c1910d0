"""The rule reader: what can be known of a document without a model."""

from __future__ import annotations

from collections.abc import Sequence

from documents.extraction.essence import read_essence
from documents.extraction.figures import read_figures
from documents.extraction.headline import conclude
from documents.extraction.locations import find_locations
from documents.extraction.products import find_products
from documents.extraction.types import Reading
from documents.parsing.types import ParsedDocument
from documents.periods import read_calendar
from documents.tables import Table


def read_by_rules(parsed: ParsedDocument, tables: Sequence[Table], *, filename: str) -> Reading:
    """Everything that rules read: essence, claims, entities and topics, rows and figures.

    Every figure stands on its page; its entity is the organisation that the document is about.
    """
    reading = read_essence(parsed, filename=filename, tables=tables)
    subject = subject_of(reading)
    reading.rows, reading.metrics = read_figures(parsed, tables, entity=subject)
    named = [entity.entity_name for entity in reading.entities]
    reading.entities += find_locations(parsed, reading.rows)
    reading.entities += find_products(parsed, reading.rows, named)
    conclude(reading.essence, reading.metrics, entity=subject)
    calendar = read_calendar(parsed)
    if calendar and reading.essence.fiscal_year_end_month is None:
        reading.essence.fiscal_year_end_month = calendar.year_end_month
        reading.essence.fiscal_year_offset = calendar.year_offset
    return reading


def subject_of(reading: Reading) -> str:
    """The organisation that the document is about, or "" where the rules found none."""
    organisations = [entity for entity in reading.entities if entity.entity_type == "organization"]
    subjects = [entity.entity_name for entity in organisations if entity.role == "subject"]
    return subjects[0] if subjects else ""
