"""A workspace of small documents: receipts, panels, transistors, contracts."""

from datetime import date

import pytest

from agentic.inquiry import Models
from agentic.runs import create_run, execute
from documents.ingestion.chunks.chunking import embedded_text
from documents.models import Entity, TableRow
from llm.providers.none import NoModel
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory, PageFactory, TableRowFactory

LINES = {  # receipt → its vendor, its day, and its lines
    "R-1": ("Kellin Garage", date(2024, 5, 3), [("Winter tire 205/55", 4, 89.5), ("Air filter", 1, 18)]),
    "R-2": ("Kellin Garage", date(2024, 6, 7), [("Summer tyres 195/65", 2, 74)]),
    "R-3": ("Auto Point", date(2024, 6, 9), [("Engine oil 5W-30", 1, 42.9)]),
    "R-4": ("Northway Tyres", date(2024, 7, 1), [("Brake pads", 1, 61)]),
}
PANELS = {"AlphaSolar 320": 992, "AlphaSolar 400": 1052, "AlphaSolar Slim": 860, "BetaSun 350": 840}
RATINGS = {"BD139": 80, "BC547": 45, "TIP41C": 100, "BUX48": 400}


@pytest.fixture(autouse=True)
def _however_far(settings):
    settings.RAGSITE_MIN_SIMILARITY = -1


def stored(workspace, name, title, embedder, text="", **fields):
    """A document with its passage, found by words and by meaning."""
    document = DocumentFactory(workspace=workspace, filename=f"{name}.pdf", title=title, **fields)
    PageFactory(document=document, number=1, text=text or title)
    chunk = ChunkFactory.build(document=document, index=0, text=text or title)
    chunk.embedding, chunk.embedding_model = embedder.embed([embedded_text(chunk)])[0], embedder.name
    chunk.save()
    return document


def given(document, **properties):
    """“Label: value” lines; a pair is a number and its unit."""
    rows = []
    for label, value in properties.items():
        label = label.replace("_", " ")
        number, unit = value if isinstance(value, tuple) else (value, "")
        kept = {label: number, **({f"{label} (unit)": unit} if unit else {})}
        quote = f"{label} {number} {unit}".strip()
        rows.append(
            TableRowFactory.build(
                document=document, table="properties", label=label, properties=kept, quote=quote
            )
        )
    TableRow.objects.bulk_create(rows)


@pytest.fixture
def receipts(workspace, hash_embedder):
    for number, (vendor, day, lines) in LINES.items():
        document = stored(
            workspace, f"receipt-{number}", f"Receipt {number}", hash_embedder, document_date=day
        )
        given(document, Vendor=vendor)
        for row, (item, quantity, price) in enumerate(lines):
            TableRowFactory(
                document=document, table="Items", table_index=1, row=row, label=item,
                properties={
                    "Item": item, "Quantity": quantity,
                    "Amount": quantity * price, "Amount (unit)": "EUR",
                },
                quote=f"{item} {quantity} {quantity * price:.2f}",
            )  # fmt: skip
    return workspace


@pytest.fixture
def panels(workspace, hash_embedder):
    for model, width in PANELS.items():
        document = stored(workspace, model.replace(" ", "-"), f"{model} solar panel", hash_embedder)
        given(document, Model=model, Panel_width=(width, "mm"), Product_warranty=(10 + len(model), "years"))
    return workspace


@pytest.fixture
def transistors(workspace, hash_embedder):
    for name, volts in RATINGS.items():
        document = stored(workspace, name, f"{name} NPN transistor", hash_embedder)
        TableRowFactory(
            document=document, table="Ratings", label="Collector-emitter voltage",
            properties={"Symbol": "V_CEO", "Value": volts, "Value (unit)": "V", "Unit": "V"},
            quote=f"Collector-emitter voltage V_CEO {volts} V",
        )  # fmt: skip
    return workspace


@pytest.fixture
def contracts(workspace, hash_embedder):
    for name, days, signer in (("Harbour", 30, "Mary Quill"), ("Lumen", 90, "Tom Ander")):
        document = stored(workspace, f"{name}-contract", f"{name} services contract", hash_embedder)
        given(document, Supplier=f"{name} Ltd", Customer="ACME Corp", Notice_period=(days, "days"))
        given(document, Signed_by=signer, Contract_number=f"C-{name[:2].upper()}-77")
        EntityFactory(document=document, entity_name=signer, entity_type=Entity.Type.PERSON)
    invoice = stored(
        workspace, "invoice-550", "Invoice INV-550", hash_embedder, document_date=date(2024, 5, 12)
    )
    given(invoice, Customer="ACME Corp", Contract_number="C-HA-77")
    return workspace


@pytest.fixture
def search(user, workspace, hash_embedder):
    """Asks the search agent, and gives the run that is over."""

    def asked(question, *, chat=None, mode="search", **fields):
        run = create_run(user=user, workspace=workspace, question=question, mode=mode, **fields)
        execute(run.pk, models=Models(chat or NoModel(), hash_embedder))
        run.refresh_from_db()
        return run

    return asked
