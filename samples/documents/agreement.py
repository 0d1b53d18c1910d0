"""The supply agreement: numbered clauses, and a schedule that sums them up."""

from __future__ import annotations

from pathlib import Path

from reportlab.platypus import Flowable, PageBreak

from samples import facts
from samples.documents.layout import heading, key_values, prose, title, write_pdf
from samples.filenames import AGREEMENT

CLAUSES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "1. Supply",
        (
            "1.1 The Supplier shall supply and the Buyer shall buy current profilers, load monitors and "
            "related services as ordered by the Buyer from time to time.",
            "1.2 Each order states the goods, the quantity, the place of delivery and the date of delivery. "
            "The Supplier shall accept or refuse an order within five business days.",
        ),
    ),
    (
        "2. Term",
        (
            f"2.1 This Agreement starts on {facts.CONTRACT_DATE:%-d %B %Y} and runs for "
            f"{facts.CONTRACT_MONTHS} months. It is extended by twelve months at a time unless a party gives "
            "notice under clause 3.",
        ),
    ),
    (
        "3. Termination",
        (
            f"3.1 Either party may terminate this Agreement by giving the other not less than "
            f"{facts.TERMINATION_NOTICE_DAYS} days' written notice.",
            "3.2 A party may terminate at once if the other is in material breach and does not cure it "
            "within 30 days of being asked to, or if it becomes insolvent.",
            "3.3 Orders accepted before the end of the Agreement shall be fulfilled and paid for.",
        ),
    ),
    (
        "4. Price and payment",
        (
            f"4.1 The Buyer shall pay each invoice within {facts.PAYMENT_DAYS} days of its date. Prices are "
            "in euros and exclude value added tax.",
            f"4.2 Late payments bear interest at {facts.LATE_INTEREST} a year from the due date.",
        ),
    ),
    (
        "5. Warranty",
        (
            f"5.1 The Supplier warrants for {facts.WARRANTY_MONTHS} months from delivery that the goods "
            "conform to their datasheets. It shall repair or replace what does not, at its own expense.",
        ),
    ),
    (
        "6. Liability",
        (
            "6.1 Neither party is liable for loss of profit or for energy not produced.",
            f"6.2 The total liability of each party under this Agreement is limited to EUR "
            f"{facts.LIABILITY_CAP:,} in each contract year. The limit does not apply to wilful misconduct.",
        ),
    ),
    (
        "7. Confidentiality",
        (
            "7.1 Each party shall keep the other's technical and commercial information confidential during "
            "the term and for five years after it.",
        ),
    ),
    (
        "8. Governing law",
        ("8.1 This Agreement is governed by the laws of Ireland. The courts of Dublin have jurisdiction.",),
    ),
)


def write_agreement(folder: Path) -> Path:
    path = folder / AGREEMENT
    story = [*_opening(), *_clauses(), PageBreak(), *_schedule()]
    write_pdf(path, story, title="Supply Agreement", author=facts.COMPANY, dated=facts.CONTRACT_DATE)
    return path


def _opening() -> list[Flowable]:
    return [
        *title("Supply Agreement", f"Dated {facts.CONTRACT_DATE:%-d %B %Y}"),
        *prose(
            f"between <b>{facts.COMPANY}</b>, Harbour Road, Killybegs, Ireland (the “Supplier”), and "
            f"<b>{facts.CUSTOMER}</b>, Quay Street, Galway, Ireland (the “Buyer”)."
        ),
    ]


def _clauses() -> list[Flowable]:
    return [flowable for name, texts in CLAUSES for flowable in (heading(name), *prose(*texts))]


def _schedule() -> list[Flowable]:
    return [
        heading("Schedule 1: Key terms"),
        key_values(
            [
                ("Supplier", facts.COMPANY),
                ("Buyer", facts.CUSTOMER),
                ("Effective date", f"{facts.CONTRACT_DATE:%-d %B %Y}"),
                ("Term", f"{facts.CONTRACT_MONTHS} months"),
                ("Termination notice", f"{facts.TERMINATION_NOTICE_DAYS} days"),
                ("Payment term", f"{facts.PAYMENT_DAYS} days"),
                ("Late payment interest", facts.LATE_INTEREST),
                ("Warranty period", f"{facts.WARRANTY_MONTHS} months"),
                ("Liability cap", f"EUR {facts.LIABILITY_CAP:,}"),
                ("Governing law", "Ireland"),
            ]
        ),
        heading("Signatures"),
        *prose(
            f"For the Supplier: Tobias Lindqvaern, Chief Executive Officer, {facts.COMPANY}",
            f"For the Buyer: Niamh Carrowdale, Managing Director, {facts.CUSTOMER}",
        ),
    ]
