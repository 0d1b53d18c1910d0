"""The largest line of one bill, and the tax of its total, from its own table."""

import pytest

from tests.factories import ChunkFactory, DocumentFactory, PageFactory, TableRowFactory

pytestmark = pytest.mark.django_db

LIGHT = (
    ("Base fee", {"Net EUR": 10, "VAT": 2, "Amount incl. VAT": 12}),
    ("Night power", {"Net EUR": 80, "VAT": 16, "Amount incl. VAT": 96}),
    ("Total", {"Net EUR": 90, "VAT": 18, "Amount incl. VAT": 108}),
)
CLOUD = (
    ("Service Charges", {"Service Charges": 61.1}),
    ("Charges", {"Charges": 61.1}),
    ("Total for this invoice", {"Total for this invoice": 61.1}),
    ("Object Store", {"Object Store": 12.4}),
    ("Charges", {"Charges": 12.4}),
    ("Compute", {"Compute": 48.7}),
    ("Charges", {"Charges": 48.7}),
)


@pytest.fixture
def bills(workspace):
    for name, rows in (("lumen", LIGHT), ("kestrel", CLOUD)):
        bill = DocumentFactory(workspace=workspace, filename=f"{name}.pdf", title=name, page_count=1)
        text = f"{name.title()} bill. Invoice date March 4, 2021. " + " ".join(label for label, _ in rows)
        PageFactory(document=bill, number=1, text=text)
        ChunkFactory(document=bill, index=0, text=text)
        told = [*((label, cells, "Lines", 0) for label, cells in rows)]
        told.append(("Invoice date", {"Invoice date": "2021-03-04"}, "properties", 1))
        for at, (label, cells, table, index) in enumerate(told):
            TableRowFactory(
                document=bill, table=table, table_index=index, row=at, label=label, properties=cells, page=1,
                quote=label,
            )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which item of the Lumen bill of March 2021 is the most expensive?",
            "Night power is the largest of the lines",
        ),
        (
            "Which service makes up the largest part of the Kestrel bill, and how much is it?",
            "Compute is the largest",
        ),
        ("How much VAT is on the Lumen bill of March 2021?", "Total, VAT (“lumen.pdf”): 18.00"),
        ("Combien de TVA contient la facture Lumen ?", "Total, VAT (“lumen.pdf”): 18.00"),
    ],
)
def test_a_bill_tells_its_largest_line_and_its_tax(question, expected, bills, ask):
    assert ask(question).text.startswith(expected)


@pytest.mark.parametrize(
    "question",
    [
        "Which item of the Fennel bill of March 2021 is the most expensive?",  # no such bill
        "Which item of the bill of March 2021 is the most expensive?",  # either
        "How much VAT is on the Kestrel bill?",  # which has none
    ],
)
def test_of_no_one_bill_or_no_tax_nothing_is_told(question, bills, ask):
    assert ask(question) is None
