"""Receipts stored in bulk with the rows that rules read of them, thousands a second."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.db import transaction

import reading
from documents.ingestion.rows.bulk_insert import copy_rows, number_rows
from documents.models import Chunk, Document, Page, Reader, Status, TableRow, Workspace
from evals.report import CannotMeasure
from evals.scenarios.receipts import Receipt

BATCH = 2_000
COMPARED = 25  # receipts that rules read too, to see that they read what is stored


def store_receipts(
    made: Sequence[Receipt],
    workspace: Workspace,
    bucket: Callable[[Receipt], str] = lambda receipt: "generic",
) -> None:
    """A document each, of one page and passage, without a vector. Raises `CannotMeasure` where rules read
    other rows.
    """
    for receipt in random.Random(len(made)).sample(list(made), min(COMPARED, len(made))):
        _compare(receipt)
    with transaction.atomic():
        for at in range(0, len(made), BATCH):
            _store(made[at : at + BATCH], workspace, bucket)


def _compare(receipt: Receipt) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, receipt.name)
        path.write_text(receipt.text, encoding="utf-8")
        read = [(row.label, row.properties, row.place.quote) for row in reading.read(path).rows]
    stored = [(label, properties, quote) for _, label, properties, quote in _rows(receipt)]
    if sorted(read, key=repr) != sorted(stored, key=repr):  # in whatever order
        raise CannotMeasure(f"Rules read {receipt.name} otherwise than it is stored: {read} for {stored}")


def _store(made: Sequence[Receipt], workspace: Workspace, bucket: Callable[[Receipt], str]) -> None:
    documents = [
        Document(
            workspace=workspace, filename=receipt.name, title="RECEIPT", summary="RECEIPT",
            sha256=f"{receipt.number:064x}", bytes=len(receipt.text), file=f"scenarios/{receipt.name}",
            media_type="text/plain", page_count=1, status=Status.READY, document_type=Document.Type.OTHER,
            document_date=receipt.day, bucket=bucket(receipt),
        )
        for receipt in made
    ]  # fmt: skip
    number_rows(documents)
    copy_rows(documents)
    pairs = list(zip(made, documents, strict=True))
    copy_rows([Page(workspace=workspace, document=of, number=1, text=r.text) for r, of in pairs])
    copy_rows(
        [
            Chunk(
                workspace=workspace, document=of, index=0, page_start=1, page_end=1, text=r.text,
                char_start=0, char_end=len(r.text), token_count=len(r.text.split()),
            )
            for r, of in pairs
        ]
    )  # fmt: skip
    copy_rows([row for receipt, of in pairs for row in _table_rows(receipt, of)])


def _table_rows(receipt: Receipt, document: Document) -> Iterator[TableRow]:
    for number, (table, label, properties, quote) in enumerate(_rows(receipt)):
        yield TableRow(
            workspace_id=document.workspace_id, document=document, page=1, quote=quote, reader=Reader.RULES,
            anchored=True, table=table, table_index=int(table == "properties"), row=number, label=label,
            properties=properties,
        )  # fmt: skip


def _rows(receipt: Receipt) -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Table, label, properties and words of each row, as rules read them."""
    number = f"R-{receipt.number:05}"
    title = f"RECEIPT – Vendor: {receipt.vendor} – Receipt number: {number}"
    for line in receipt.lines:
        values: dict[str, int | Decimal] = {
            "Quantity": line.quantity,
            "Price EUR": line.price,
            "Amount EUR": line.amount,
        }
        yield title, line.item, {name: int(value) for name, value in values.items()}, line.printed
    total = f"{receipt.total:.2f}"
    day = f"{receipt.day:%d %B %Y}"
    yield "properties", "Total", {"Total": int(receipt.total), "Total (unit)": "EUR"}, f"Total: EUR {total}"
    yield "properties", "Vendor", {"Vendor": receipt.vendor}, f"Vendor: {receipt.vendor}"
    yield "properties", "Receipt number", {"Receipt number": number}, f"Receipt number: {number}"
    yield "properties", "Date", {"Date": day}, f"Date: {day}"
