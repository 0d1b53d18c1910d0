import pypdfium2
import pytest

from samples import facts
from samples.documents.reports import REPORTS, amount
from samples.generate import write_samples


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("samples")
    write_samples(path)
    return path


def page_text(path, number):
    with pypdfium2.PdfDocument(path) as document:
        return document[number - 1].get_textpage().get_text_bounded()


def row_of(text, label):
    """The line that starts with the label, as its words after it."""
    return next(line[len(label) :].split() for line in text.splitlines() if line.startswith(label))


def test_two_runs_give_the_same_bytes(folder, tmp_path):
    again = {sample.path.name: sample.path.read_bytes() for sample in write_samples(tmp_path)}
    assert again == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(again) == 10


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
def test_statements_print_the_figures_in_four_columns(folder, report):
    text = page_text(folder / report.filename, 2)
    assert row_of(text, "Revenue") == [amount(column.revenue) for column in report.columns]
    assert row_of(text, "Operating income") == [amount(column.operating_income) for column in report.columns]
    assert row_of(text, "Net income") == [amount(column.net_income) for column in report.columns]


def test_negative_figures_stand_in_brackets(folder):
    report = REPORTS[0]
    text = page_text(folder / report.filename, 4)
    assert row_of(text, "Net cash used in investing activities")[0].startswith("(")


def test_a_header_stands_over_each_pair_of_years(folder):
    text = page_text(folder / REPORTS[1].filename, 2)
    assert "Three Months Ended September 30," in text
    assert "Nine Months Ended September 30," in text
    assert "2025 2024 2025 2024" in " ".join(text.split())


def test_an_invoice_prints_its_sums(folder):
    for invoice in facts.INVOICES:
        text = page_text(folder / f"Invoice-{invoice.number}.pdf", 1)
        assert row_of(text, "Total amount due") == ["EUR", f"{invoice.total:,.2f}"]
        assert all(f"{position.amount:,.2f}" in text for position in invoice.positions)


def test_the_second_policy_says_that_it_supersedes_the_first(folder):
    words = " ".join(page_text(folder / "Travel-policy-v2.pdf", 1).split())
    assert "supersedes Travel and Expense Policy version 1.0" in words
    assert f"EUR {facts.TRAVEL_POLICIES[1].meals_per_day} per day" in words
    assert "supersedes" not in page_text(folder / "Travel-policy-v1.pdf", 1)


def test_the_agreement_states_notice_term_and_cap(folder):
    words = " ".join(page_text(folder / "Dooncrane-supply-agreement.pdf", 1).split())
    assert "not less than 90 days' written notice" in words
    assert "EUR 2,500,000" in words


def test_the_minutes_give_another_revenue_than_the_report(folder):
    assert "second quarter of 2025 was €19.1 million" in " ".join(
        page_text(folder / "Board-minutes-2025-07-17.pdf", 1).split()
    )
    assert "€18.7 million" in page_text(folder / REPORTS[0].filename, 1)


def test_the_file_is_dated_as_the_document(folder):
    with pypdfium2.PdfDocument(folder / REPORTS[0].filename) as document:
        assert document.get_metadata_value("CreationDate").startswith("D:20250724")
