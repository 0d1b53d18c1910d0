"""Files with numbers and words beyond all limits end ready, and nothing else of them is lost."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from documents.ingest import ingest_document
from documents.ingestion.chunks.chunk_changes import change_chunking
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.library.services import upload_document
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel
from tests.reading.writing import FILLER

SOUND = f"Acme, Inc. annual report. {FILLER}\n\nRevenue was $4.2 million in 2024.\n\n"
TRILLIONS = """Balance sheet of the central bank

(in trillions of yen)

                                   2024       2023
Government bonds                    8.6        8.2
Total assets                       12.4       11.1
Banknotes                           1.9        2.0
"""
HUGE = "Balance sheets\n\n(in dollars)\n\n" + "".join(
    f"{label:<20}{this:>140}{last:>140}\n"
    for label, this, last in [
        ("", "2024", "2023"),
        ("Cash", "1,000", "2,000"),
        ("Atoms", "9" + ",000" * 30, "8" + ",000" * 30),
        ("Total assets", "3,000", "4,000"),
    ]
)
LONG = (
    f"Value,2024\nCash,1{'0' * 40}\nShare,0.{'1' * 60}\nDebt,{'9' * 600}\nSales,5000\n" + f"{FILLER},1\n" * 3
)


@pytest.fixture
def ingest(user, workspace):
    def run(content: str | bytes, name="file.txt"):
        data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
        file = ContentFile(data, name=name)
        document = upload_document(user=user, workspace=workspace, file=file, enqueue=False).document
        ingest_document(document.pk, chat=NoModel(), embedder=HashEmbedder())
        document.refresh_from_db()
        return document

    return run


def test_a_table_in_trillions_is_stored_rightly(ingest):
    document = ingest(SOUND + TRILLIONS)
    assert (document.status, document.error, document.left_out) == ("ready", "", [])
    total = document.metric_set.get(metric_name="Total assets", fiscal_year=2024)
    assert (total.numeric_value, total.scale) == (Decimal("12.4e12"), Decimal(10) ** 12)
    told = " ".join(document.chunks.values_list("key_information", flat=True))
    assert "12.4 trillion" in told


def test_a_number_of_thirty_groups_costs_itself_and_the_document_says_so(ingest, client, user):
    document = ingest(SOUND + HUGE)
    assert (document.status, document.error) == ("ready", "")
    values = {metric.metric_name: metric.numeric_value for metric in document.metric_set.all()}
    assert values["Total assets"] in (3000, 4000)
    assert "Atoms" not in values
    reasons = [note["reason"] for note in document.left_out]
    said = "“Atoms” (metric) is not stored: its value is longer than 100 characters."
    assert reasons == [said, said]
    row = document.tablerow_set.get(label="Atoms")
    assert row.properties["2024"] == int("9" + "000" * 30)
    client.force_login(user)
    address = reverse("document", args=["mine", document.pk])
    assert said in client.get(address, {"tab": "history"}).content.decode()
    assert "could not be stored" in client.get(address).content.decode()
    assert client.get(f"/api/documents/{document.pk}").json()["left_out"][0]["reason"] == said


def test_cells_beyond_all_columns_leave_the_others(ingest):
    document = ingest(LONG, "figures.csv")
    assert (document.status, document.error) == ("ready", "")
    rows = {row.label: row.properties for row in document.tablerow_set.all()}
    assert rows["Sales"]["2024"] == 5000
    assert rows["Share"]["2024"] == f"0.{'1' * 60}"
    assert rows["Debt"]["2024"] == "9" * 600
    assert document.metric_set.filter(metric_name="Sales", numeric_value=5000).exists()


@pytest.mark.parametrize(
    "odd",
    [
        "x" * 250_000,
        "ü" * 100_000,
        "1" * 250_000,
        ",000" * 20_000,
        "1" + ",000" * 20_000,
        "\x00" * 1000 + "name\x00d",
        "\ud800\udfff \udc00",
        "Agreed until 31.12.9999 and since 0000-00-00, 01/01/0001 and 9999-12-31; fiscal year 9999 or 0.",
        "$" + "9" * 400 + ".5 million in 2024",
        "Ratio: 0." + "3" * 300 + "%",
        " ".join(f"w{number:x}-{number:x}" for number in range(10_000)),
    ],
    ids=[
        "a long word", "long foreign word", "long number", "groups", "a number of groups", "NUL",
        "surrogates", "far years", "a large sum", "a long fraction", "many words",
    ],
)  # fmt: skip
@pytest.mark.parametrize("how", ["tokens", "words"])
def test_odd_words_leave_the_rest_of_the_text(ingest, odd, how, user, workspace):
    if how == "words":
        change_chunking(
            user=user, workspace=workspace, chunking=ChunkSettings(unit=how, size=8000, minimum=1)
        )
    document = ingest(f"{SOUND}{odd}\n\nRevenue was $5.3 million in 2023.")
    assert (document.status, document.error) == ("ready", "")
    values = set(document.metric_set.values_list("numeric_value", flat=True))
    assert {Decimal("4200000"), Decimal("5300000")} <= values
