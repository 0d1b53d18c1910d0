"""The board's minutes. Their revenue is a preliminary figure that the report later contradicts."""

from __future__ import annotations

from pathlib import Path

from reportlab.platypus import Flowable

from samples import facts
from samples.documents.layout import CONTENT_WIDTH, grid, heading, key_values, prose, title, write_pdf
from samples.documents.reports import millions

FILENAME = "Board-minutes-2025-07-17.pdf"


def write_minutes(folder: Path) -> Path:
    path = folder / FILENAME
    story = [*_head(), *_discussion(), *_actions()]
    write_pdf(path, story, title="Minutes of the Board", author=facts.COMPANY, dated=facts.MINUTES_DATE)
    return path


def _head() -> list[Flowable]:
    day = f"{facts.MINUTES_DATE:%-d %B %Y}"
    return [
        *title("Minutes of the Board Meeting", f"{facts.COMPANY} · Killybegs · {day}"),
        key_values(
            [
                ("Date", day),
                ("Chair", "Maeve Corrigall"),
                ("Present", "Tobias Lindqvaern (CEO), Orla Featherstane (CFO), Padraig Sundquell"),
                ("Minutes", "Ines Valdomar"),
            ],
            key_width=110,
        ),
    ]


def _discussion() -> list[Flowable]:
    return [
        heading("1. Results of the second quarter"),
        *prose(
            f"Orla Featherstane presented the figures. Revenue in the second quarter of 2025 was "
            f"{millions(facts.MINUTES_REVENUE_Q2)}. The closing of the books was not complete on the day of "
            "the meeting."
        ),
        heading("2. Supply agreement with Dooncrane"),
        *prose(
            f"The first deliveries to {facts.CUSTOMER} were accepted without defects. The board noted that "
            f"invoices under the agreement are due after {facts.PAYMENT_DAYS} days."
        ),
        heading("3. Second assembly line"),
        *prose(
            "The board decided to build a second assembly line for current profilers in Killybegs. The "
            "budget is EUR 1,850,000 and the line shall be in use by March 2026."
        ),
    ]


def _actions() -> list[Flowable]:
    rows = [
        ("No.", "Action", "Owner", "Due"),
        ("1", "Publish the Q2 report", "Orla Featherstane", "24 July 2025"),
        ("2", "Sign the lease of hall 3", "Padraig Sundquell", "29 August 2025"),
        ("3", "Report on titanium lead times", "Tobias Lindqvaern", "18 September 2025"),
    ]
    return [heading("4. Actions"), grid(rows, widths=(36, CONTENT_WIDTH - 276, 130, 110))]
