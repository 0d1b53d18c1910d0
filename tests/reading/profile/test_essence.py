"""What rules tell of documents of several kinds, all of them invented."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from openpyxl import Workbook

from reading.anchoring import PageIndex, anchor
from reading.formats.media_types import MARKDOWN, PDF, TEXT, XLSX
from reading.model import Reading
from reading.parse import parse_document
from reading.profile.claims import claim_type, is_quantitative
from reading.profile.essence import find_document_date, read_essence
from reading.tables.read import read_tables
from reading.values.periods import FiscalCalendar, find_periods
from tests.data import data_path

RELEASE = """Norwind Announces Second Quarter Fiscal 2024 Results

August 8, 2024

OSLO--(WIRE)-- Norwind Turbines, Inc. (NASDAQ: NRWD) today announced financial
results for the quarter ended June 30, 2024.
Net sales increased 12.5% to $48.2 million compared to $42.8 million in the second quarter of fiscal 2023.
Net income rose to $5.1 million. Order intake of offshore turbines reached $61.0 million.
“We believe that offshore turbines are the best business in the world,”
said Kari Solberg, chief executive officer.
For fiscal 2024, the company expects net sales of $190 million to $200 million.
Offshore turbines for Baltic Grid GmbH were delivered in May, and
offshore turbines for other customers will follow.
The board recommends that shareholders should accept the dividend of $0.20 per share.
Certain statements in this release are forward-looking statements that involve $9 million of risks.

Contact: Per Hansen
Vice President, Investor Relations
"""
CONTRACT = """LEASE AGREEMENT

This Agreement is dated 3 March 2023 and made between Alder Property Ltd (the “Landlord”)
and Birch Foods GmbH (the “Tenant”).

1. Term
The Tenant shall rent the premises for 36 months.
Either party may terminate this Agreement by giving 90 days' notice.

2. Rent
The Tenant shall pay a monthly rent of EUR 12,500 to the Landlord.

3. Governing law
This Agreement is governed by the law of Ireland. The parties accept its courts.
"""
POLICY = """Remote Work Policy

Effective date: 1 May 2022

The purpose of this policy is to set out how employees work from home.
This policy applies to all employees of Cedar Systems AG. Employees must log their working hours daily.
Employees may work from home on 3 days a week. Violations are reported to the head of department.
"""


def read(tmp_path, text: str, filename: str = "x.txt") -> Reading:
    path = tmp_path / filename
    path.write_text(text)
    return read_essence(parse_document(path, media_type=TEXT), filename=filename)


def entities(reading: Reading, kind: str) -> list[tuple[str, str, str]]:
    return [(e.entity_name, e.role, e.title) for e in reading.entities if e.entity_type == kind]


@pytest.fixture
def release(tmp_path) -> Reading:
    return read(tmp_path, RELEASE)


def test_a_release_is_known_for_what_it_is(release):
    essence = release.essence
    assert essence.title == "Norwind Announces Second Quarter Fiscal 2024 Results"
    assert essence.document_type == "financial_report"
    assert essence.document_date == date(2024, 8, 8)
    assert (essence.period_start, essence.period_end) == (date(2024, 4, 1), date(2024, 6, 30))
    assert essence.confidence_level == "high"


def test_the_subject_comes_first_with_its_other_names(release):
    names = entities(release, "organization")
    assert names[:3] == [
        ("Norwind Turbines, Inc.", "subject", ""),
        ("Norwind Turbines", "subject", ""),
        ("NRWD", "subject", ""),
    ]
    assert "Baltic Grid GmbH" in {name for name, _, _ in names[3:]}


def test_people_have_their_titles(release):
    assert entities(release, "person") == [
        ("Kari Solberg", "mentioned", "chief executive officer"),
        ("Per Hansen", "mentioned", "Contact"),
    ]


def test_topics_are_phrases_of_the_text_not_names_or_commonplaces(release):
    names = [topic.topic_name for topic in release.topics]
    assert {"offshore turbines", "net sales"} <= set(names[:3])
    assert not {"norwind", "million", "forward-looking statements", "fiscal", "quarter"} & set(names)


def test_claims_are_typed_and_leave_boilerplate_out(release):
    kinds = {
        claim.claim_text.split()[0] + " " + claim.claim_text.split()[1]: claim for claim in release.claims
    }
    assert kinds["Net sales"].claim_type == "fact"
    assert kinds["Net sales"].is_quantitative
    assert kinds["Net sales"].can_be_verified
    assert kinds["For fiscal"].claim_type == "prediction"
    assert kinds["The board"].claim_type == "recommendation"
    assert not any("risks" in claim.claim_text for claim in release.claims)


def test_the_summary_is_made_of_sentences_of_the_text(release):
    essence = release.essence
    assert essence.summary.startswith("Norwind Announces")
    assert "Net sales increased 12.5% to $48.2 million" in essence.summary
    assert any(char.isdigit() for char in essence.key_conclusion)
    assert "net sales" in essence.answers_questions_about


def test_everything_that_is_read_is_found_on_its_page(release):
    drafts = [*release.claims, *release.entities, *release.topics]
    pages = PageIndex({1: RELEASE})
    assert [draft for draft in drafts if not anchor(draft.place, pages)[1]] == []


def test_a_contract_names_its_parties_and_its_day(tmp_path):
    reading = read(tmp_path, CONTRACT)
    assert reading.essence.document_type == "legal_contract"
    assert reading.essence.document_date == date(2023, 3, 3)
    assert (
        reading.essence.purpose
        == "Sets out the terms agreed between Alder Property Ltd and Birch Foods GmbH."
    )
    assert {"Alder Property Ltd", "Birch Foods GmbH"} <= {
        name for name, _, _ in entities(reading, "organization")
    }


def test_a_policy_says_itself_what_it_is_for(tmp_path):
    essence = read(tmp_path, POLICY).essence
    assert essence.document_type == "policy"
    assert essence.document_date == date(2022, 5, 1)
    assert essence.purpose == "The purpose of this policy is to set out how employees work from home."


@pytest.mark.parametrize(
    "text, kind",
    [
        ("Dear Ms Green,\n\nThank you for your letter.\n\nKind regards,\nTom Brown\n", "correspondence"),
        (
            "Minutes of the board meeting\n\nAttendees: A, B\nAction items: none. Next meeting: May.\n",
            "meeting_notes",
        ),
        ("Invoice 2023-17\n\nBill to: Oak Ltd\nAmount due: EUR 1,200\nVAT 23%\n", "other"),
        (
            "Datasheet P-7\n\nSupply voltage 12 V. Operating temperature -10 to 40 C. Dimensions.\n",
            "technical_doc",
        ),
        ("Abstract\nWe propose methods.\nIntroduction\nReferences\nSmith et al. 2020.\n", "research"),
        ("Something else altogether that no rule knows.", "other"),
    ],
)
def test_kinds_of_documents_are_told_apart(tmp_path, text, kind):
    assert read(tmp_path, text).essence.document_type == kind


def test_a_text_without_a_title_goes_by_its_first_line_and_one_without_anything_by_its_file(tmp_path):
    assert read(tmp_path, "just a few words\nand some more of them").essence.title == "just a few words"
    assert read(tmp_path, "\n-\n", "notes_of_may.txt").essence.title == "notes of may"


def test_a_name_in_small_letters_elsewhere_is_no_company(tmp_path):
    text = "The total and outstanding amounts of Pine Group.\nTotal Company 5\nOutstanding Company 7\n"
    names = [name for name, _, _ in entities(read(tmp_path, text), "organization")]
    assert names == ["Pine Group", "Pine"]


@pytest.mark.parametrize(
    "text, kind, quantitative",
    [
        ("Sales rose 4% to $3 million.", "fact", True),
        ("Sales will rise, we expect, by $3 million.", "prediction", True),
        ("We believe in the product.", "opinion", False),
        ("The auditors recommend a review.", "recommendation", False),
        ("The meeting is on 5 May 2023.", "fact", False),
    ],
)
def test_claims_are_told_by_their_words(text, kind, quantitative):
    assert claim_type(text) == kind
    assert is_quantitative(text) == quantitative


@pytest.mark.data
def test_a_real_release_is_read_right():
    parsed = parse_document(data_path("financebench", "ULTABEAUTY_2023Q4_EARNINGS.pdf"), media_type=PDF)
    reading = read_essence(parsed, filename="x.pdf", tables=read_tables(parsed))
    subject = reading.entities[0]
    assert (subject.entity_name, subject.role) == ("Ulta Beauty, Inc.", "subject")
    assert reading.essence.document_date == date(2023, 3, 9)
    assert reading.essence.period_end == date(2023, 1, 28)
    assert ("Dave Kimbell", "mentioned", "chief executive officer") in entities(reading, "person")


@pytest.mark.data
def test_a_filing_of_150_pages_is_read_right():
    parsed = parse_document(data_path("financebench", "AMCOR_2023_10K.pdf"), media_type=PDF)
    reading = read_essence(parsed, filename="x.pdf")
    assert reading.essence.period_end == date(2023, 6, 30)
    assert reading.essence.title == "Amcor plc Form 10-K for the period ended June 30, 2023"
    assert len(reading.claims) > 50


def test_the_parties_of_a_contract_are_known_whatever_their_legal_form(tmp_path):
    contract = read(
        tmp_path,
        "SUPPLY AGREEMENT\n\nThis Agreement is made as of 14 March 2024 between Halden Marine AS, a company\n"
        "registered in Norway (“Supplier”), and Port Brannock Harbour Authority (the “Customer”).\n",
    )
    names = {name for name, _, _ in entities(contract, "organization")}
    assert {"Halden Marine AS", "Port Brannock Harbour Authority"} <= names


MINUTES = """MINUTES OF THE BOARD MEETING
Calder Valley Water Trust
Held on 9 January 2024 at Hebden House

1. Accounts
The Treasurer reported income of £318,400 for the year 2023, against £297,150 for 2022.
The board resolved to award the repair of the weir to Pennine Civil Engineering Ltd for £94,500.
"""


def test_a_numbered_clause_is_no_title_and_the_day_of_a_meeting_closes_no_books(tmp_path):
    minutes = read(tmp_path, MINUTES)
    essence = minutes.essence
    assert (essence.title, essence.document_date) == ("MINUTES OF THE BOARD MEETING", date(2024, 1, 9))
    assert (essence.period_start, essence.period_end) == (date(2023, 1, 1), date(2023, 12, 31))
    assert entities(minutes, "organization")[0][:2] == ("Calder Valley Water Trust", "subject")


def test_a_row_of_headings_is_no_title(tmp_path):
    assert (
        read(
            tmp_path, "sensor   site    volts   status\nS-1      Oslo    30      ok\n", "Sensors.txt"
        ).essence.title
        == "Sensors"
    )


def test_a_name_does_not_begin_in_the_row_above_or_in_the_cell_before(tmp_path):
    table = (
        "Kunde                            Stadt        Betrag\n"
        "Norwind GmbH                     Oslo         12,500\n"
        "Customer   Tailspin Ltd          Leith         4,100\n"
    )
    text = f"Money that is owed by our customers at the end of May, all of it in euros.\n\n{table}"
    names = {name for name, _, _ in entities(read(tmp_path, text), "organization")}
    assert {"Norwind GmbH", "Tailspin Ltd"} <= names
    assert not any("Betrag" in name or "Customer" in name for name in names)


@pytest.mark.parametrize(
    "said", ["(ticker NRWD)", "(trading symbol: NRWD)", "(“Norwind”, ticker symbol “NRWD”)"]
)
def test_a_ticker_is_another_name_of_the_subject(tmp_path, said):
    text = f"Norwind Turbines, Inc. {said} builds turbines.\n\nNorwind Turbines, Inc. sells them in Fife."
    assert "NRWD" in {name for name, _, _ in entities(read(tmp_path, text), "organization")}


GLOSSARY = """GSK GSK plc
EMA European Medicines Agency
BSC Birch-Stern Chemicals, Inc.
Haleon Haleon plc
GAAP Generally Accepted Accounting Principles
GBT Global Blood Therapeutics, Inc.
"""


def test_a_name_does_not_begin_with_the_term_that_it_explains(tmp_path):
    found = {
        name
        for name, _, _ in entities(
            read(tmp_path, f"Terms that are used in this report\n\n{GLOSSARY}"), "organization"
        )
    }
    assert {"GSK plc", "European Medicines Agency", "Birch-Stern Chemicals, Inc.", "Haleon plc"} <= found
    assert "Global Blood Therapeutics, Inc." in found
    assert not any(
        name.startswith(("GSK GSK", "EMA", "BSC", "Haleon Haleon", "Accepted", "GBT")) for name in found
    )


def test_a_doubled_name_that_a_document_keeps_to_stays(tmp_path):
    text = (
        "Walla Walla Foods Inc. grows onions.\n\nWalla Walla Foods Inc. sells them in Spokane and in Boise."
    )
    assert ("Walla Walla Foods Inc.", "subject", "") in entities(read(tmp_path, text), "organization")


def test_a_company_of_a_state_keeps_its_name(tmp_path):
    text = "Its plans are run by Elm Better Health of Florida, Inc., and under the laws of Ohio, Inc. or not."
    names = {name for name, _, _ in entities(read(tmp_path, text), "organization")}
    assert "Elm Better Health of Florida, Inc." in names
    assert not any("laws" in name for name in names)


FORM = """FORM 10-K

For the fiscal year ended January 1, 2023

{name}
(Exact name of registrant as specified in its charter)

Alder & Alder makes bandages. Alder & Alder Inc. is what its subsidiary in Canada is called.
Alder & Alder agreed to acquire Oak Street Works, Inc. (“Oak Street”). Alder & Alder employs 4,000 people.
"""


def test_the_subject_is_called_as_its_form_has_it_and_not_as_a_subsidiary(tmp_path):
    reading = read(tmp_path, FORM.format(name="ALDER & ALDER"))
    assert [name for name, role, _ in entities(reading, "organization") if role == "subject"] == [
        "Alder & Alder"
    ]


def test_a_legal_form_on_the_form_belongs_to_the_subject(tmp_path):
    (subject, *_) = entities(read(tmp_path, FORM.format(name="ALDER & ALDER INC.")), "organization")
    assert subject[:2] == ("Alder & Alder Inc.", "subject")


def test_headings_of_forms_are_nothing_to_ask_for(tmp_path):
    headings = [
        "Item 1. Business.",
        "Item 1A. Risk Factors",
        "Mine Safety Disclosures.",
        "STORM DAMAGE IN FIFE",
    ]
    body = "The storm of March cost the works in Fife $4 million and closed them for nine days."
    pages = "\f".join(f"# {heading}\n\n{body}\n" for heading in ["Fern Works plc", *headings])
    path = tmp_path / "report.md"
    path.write_text(pages)
    asked = read_essence(
        parse_document(path, media_type=MARKDOWN), filename=path.name
    ).essence.answers_questions_about
    assert "STORM DAMAGE IN FIFE" in asked
    assert not {"business", "risk factors", "mine safety disclosures"} & {each.casefold() for each in asked}


@pytest.mark.parametrize("sheet", ["Cover", "Title page", "Sheet1", "Tabelle 1"])
def test_what_any_sheet_is_called_is_no_title(tmp_path, sheet):
    book = Workbook()
    book.active.title = sheet
    book.active["A1"] = "Fern Works plc, interim accounts 2024"
    book.active["A2"] = "Revenue came to 4 million pounds, and the saws of the works in Fife sold best."
    path = tmp_path / "accounts_2024.xlsx"
    book.save(path)
    parsed = parse_document(path, media_type=XLSX)
    title = read_essence(parsed, filename=path.name).essence.title
    assert title == "Fern Works plc, interim accounts 2024"


@pytest.mark.parametrize(
    "created, told", [(date(2013, 12, 23), None), (date(2022, 11, 2), date(2022, 11, 2))]
)
def test_a_day_long_before_what_is_covered_is_that_of_a_template(tmp_path, created, told):
    path = tmp_path / "x.txt"
    path.write_text("Plan of Alder Property Ltd for fiscal 2024. Rents are to rise by 4%. " * 3)
    parsed = replace(parse_document(path, media_type=TEXT), created=created)
    ((covered, _, _),) = find_periods("fiscal 2024", FiscalCalendar())
    assert find_document_date(parsed, covered) == told


@pytest.mark.parametrize("quarters", [["Q1 2024", "Q2 2024", "Q1 2025"], ["Q1 2025", "Q2 2024", "Q1 2024"]])
def test_a_sheet_of_several_quarters_is_about_the_latest(tmp_path, quarters):
    book = Workbook()
    book.active.append(["Harbour Lamps Ltd (in thousands of US dollars)"])
    for row in (
        ["", *quarters],
        ["Revenue", 4100, 4350, 4520],
        ["Cost of sales of all lamps", 2010, 2120, 2204],
    ):
        book.active.append(row)
    book.active.append(["All lamps were sold to ferries and harbours in the north of the country."])
    book.save(tmp_path / "x.xlsx")
    essence = read_essence(parse_document(tmp_path / "x.xlsx", media_type=XLSX), filename="x.xlsx").essence
    assert (essence.period_start, essence.period_end) == (date(2025, 1, 1), date(2025, 3, 31))
