"""Orders, deliveries, invoices, claims and contracts of a boatyard that refer to one another."""

import pytest

from agentic.inquiry import Models
from agentic.runs import create_run, execute
from llm.providers.none import NoModel
from tests.agentic.search.conftest import given, stored
from tests.factories import TableRowFactory

ORDERS = {  # order → supplier, who ordered, required by, total
    "PO-410": ("Halden Timber", "Edda Lind", "24 March 2025", 3708, "as agreed in contract FC-700"),
    "PO-411": ("Castel Rigging", "Tomas Brand", "2 May 2025", 2912, "none"),
    "PO-412": ("Halden Timber", "Tomas Brand", "30 May 2025", 3680, "as agreed in contract FC-700"),
}
NOTES = {  # note → order, delivered on, received by
    "DN-81": ("PO-410", "27 March 2025", "Jonna Ek"),
    "DN-82": ("PO-411", "30 April 2025", "Rasmus Holt"),
    "DN-83": ("PO-412", "4 June 2025", "Jonna Ek"),
}
INVOICES = {"HT-31": ("PO-410", "DN-81", 3523), "CR-78": ("PO-411", "DN-82", 2912)}
CLAIMS = {  # claim → note, filed by, amount, status
    "CL-1": ("DN-81", "Jonna Ek", 37, "settled"),
    "CL-2": ("DN-83", "Tomas Brand", 412, "open"),
    "CL-3": ("DN-82", "Rasmus Holt", 280, "rejected"),
}
COURSES = (
    ("Forklift", "Jonna Ek", "Sven Alm", "passed"),
    ("Forklift", "Rasmus Holt", "Sven Alm", "failed"),
    ("Working aloft", "Agneta Fors", "Sven Alm", "failed"),
    ("First aid", "Edda Lind", "Lotta Berg", "passed"),
)


@pytest.fixture
def yard(workspace, hash_embedder):
    def store(name, title, **properties):
        given(stored(workspace, name, title, hash_embedder), **properties)

    for number, (supplier, orderer, required, total, terms) in ORDERS.items():
        store(
            number, "PURCHASE ORDER", Purchase_order_number=number, Supplier=supplier, Ordered_by=orderer,
            Required_by=required, Total=(total, "EUR"), Terms=terms,
        )  # fmt: skip
    for number, (order, day, receiver) in NOTES.items():
        store(number, f"Delivery note {number}", Your_order=order, Delivered_on=day, Received_by=receiver)
    for number, (order, note, total) in INVOICES.items():
        store(number, f"Invoice {number}", Purchase_order=order, Delivery_note=note, Total_due=(total, "EUR"))
    for number, (note, claimant, amount, status) in CLAIMS.items():
        store(
            f"claim-{number}", "CLAIM", Concerning_delivery_note=note, Filed_by=claimant,
            Amount_claimed=(amount, "EUR"), Status=status,
        )  # fmt: skip
    store(
        "contract-FC-700", "Framework contract FC-700", For_the_Buyer="Maud Berg, managing director",
        For_the_Supplier="Leif Halden, owner",
    )  # fmt: skip
    store("inspection-IR-7", "Inspection report IR-7", Vessel="Silverfisk", Inspector="Agneta Fors",
          Owner="Harald Wenn", Result="not passed")  # fmt: skip
    sheet = stored(workspace, "courses", "Courses of spring", hash_embedder)
    for row, (course, participant, instructor, result) in enumerate(COURSES):
        TableRowFactory(
            document=sheet, table="Table on page 1", row=row, label=course,
            properties={
                "Result": result, "Course": course, "Instructor": instructor, "Participant": participant,
            },
            quote=f"{course}  {participant}  {instructor}  {result}",
        )  # fmt: skip


@pytest.fixture
def ask(user, workspace, hash_embedder):
    def asked(question, mode="auto"):
        run = create_run(user=user, workspace=workspace, question=question, mode=mode)
        execute(run.pk, models=Models(chat=NoModel(), embedder=hash_embedder))
        run.refresh_from_db()
        return run.result

    return asked
