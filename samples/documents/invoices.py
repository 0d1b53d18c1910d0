"""The invoices: positions, net, VAT and total."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from reportlab.platypus import Flowable, Spacer

from samples import facts, filenames
from samples.documents.layout import (
    CELL_RIGHT,
    CONTENT_WIDTH,
    grid,
    heading,
    key_values,
    prose,
    title,
    write_pdf,
)
from samples.facts import Invoice

WIDTHS = (32, CONTENT_WIDTH - 262, 60, 80, 90)


def money(value: Decimal) -> str:
    return f"{value:,.2f}"


def write_invoice(invoice: Invoice, folder: Path) -> Path:
    path = folder / filenames.invoice(invoice)
    story = [*_head(invoice), *_positions(invoice), *_sums(invoice), *_payment(invoice)]
    write_pdf(path, story, title=f"Invoice {invoice.number}", author=facts.COMPANY, dated=invoice.issued)
    return path


def _head(invoice: Invoice) -> list[Flowable]:
    return [
        *title(f"Invoice {invoice.number}", f"{facts.COMPANY}, Harbour Road, Killybegs, Ireland"),
        key_values(
            [
                ("Invoice number", invoice.number),
                ("Invoice date", f"{invoice.issued:%-d %B %Y}"),
                ("Due date", f"{invoice.due:%-d %B %Y}"),
                ("Customer", invoice.customer),
                ("Currency", "EUR"),
            ]
        ),
    ]


def _positions(invoice: Invoice) -> list[Flowable]:
    lines = [
        (str(number), line.description, str(line.quantity), money(line.unit_price), money(line.amount))
        for number, line in enumerate(invoice.positions, start=1)
    ]
    header = ("Pos.", "Description", "Quantity", "Unit price", "Amount")
    return [heading("Positions"), grid([header, *lines], widths=WIDTHS, right=(2, 3, 4))]


def _sums(invoice: Invoice) -> list[Flowable]:
    rate = f"{invoice.vat_rate * 100:.0f}%"
    sums = [
        ("Net amount", f"EUR {money(invoice.net)}"),
        (f"VAT {rate}", f"EUR {money(invoice.vat)}"),
        ("Total amount due", f"EUR {money(invoice.total)}"),
    ]
    return [heading("Summary"), key_values(sums, key_width=CONTENT_WIDTH - 130, style=CELL_RIGHT)]


def _payment(invoice: Invoice) -> list[Flowable]:
    return [
        Spacer(1, 14),
        *prose(
            f"Please pay EUR {money(invoice.total)} by {invoice.due:%-d %B %Y} and quote the invoice number. "
            "Goods remain our property until they are paid for."
        ),
    ]
