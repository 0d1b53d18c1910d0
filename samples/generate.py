"""Writes the sample documents. `python -m samples.generate FOLDER` looks at them without a server."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from samples import facts
from samples.documents.agreement import write_agreement
from samples.documents.datasheet import write_datasheet
from samples.documents.invoices import write_invoice
from samples.documents.minutes import write_minutes
from samples.documents.policies import write_policy
from samples.documents.reports import REPORTS, write_report


@dataclass(frozen=True)
class Sample:
    path: Path
    bucket: str = "generic"


def write_samples(folder: Path) -> list[Sample]:
    """The ten PDFs, a superseded document before the one that supersedes it. The same bytes on every run."""
    folder.mkdir(parents=True, exist_ok=True)
    first, second = facts.TRAVEL_POLICIES
    return [
        *(Sample(write_report(report, folder), "reports") for report in REPORTS),
        Sample(write_minutes(folder)),
        Sample(write_agreement(folder), "contracts"),
        *(Sample(write_invoice(invoice, folder), "invoices") for invoice in facts.INVOICES),
        Sample(write_datasheet(folder), "datasheets"),
        Sample(write_policy(first, folder, replaces=None)),
        Sample(write_policy(second, folder, replaces=first)),
    ]


if __name__ == "__main__":
    write_samples(Path(sys.argv[1]))
