"""Figures told apart by period or by part, each cited."""

from datetime import date

import pytest

from tests.agentic.figures_of import company, figure, is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

SEGMENTS = "Segment information › Results by reportable segment"


@pytest.fixture
def acme(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    for until, thousands in ((6, 100), (9, 120), (12, 90)):
        figure(document, thousands, 2023, until=until)
    figure(document, 310, 2023, months=9, until=12)
    figure(document, 360, 2022, months=12, until=12)
    for until, thousands in ((6, 40), (9, 50), (12, 45)):
        inventory = {"metric_name": "Inventories", "canonical_name": "inventory", "period_start": None}
        figure(document, thousands, 2023, until=until, **inventory)
    for name, thousands in (("Saws", 55), ("Drills", 65)):
        fields = {"metric_name": "Revenue", "canonical_name": "", "context": f"{SEGMENTS} › {name}"}
        figure(document, thousands, 2023, until=9, **fields)
    return document


@pytest.mark.parametrize(
    "question",
    [
        "Compare Acme Tools' revenue by quarter",
        "How has Acme Tools' revenue changed over the reported quarters?",
        "List Acme Tools' quarterly revenue in 2023",
        "How has Acme Tools' revenue changed over time, and what might this indicate about demand?",
    ],
)
def test_each_quarter_has_its_own_line(ask, acme, question):
    answer = ask(question)
    lines = [line for line in answer.text.splitlines() if line.startswith("- ")]
    assert [line.partition(": ")[2].partition(" [")[0] for line in lines] == [
        "$100 thousand",
        "$120 thousand",
        "$90 thousand",
    ]
    assert "by quarter (fell from $100 thousand to $90 thousand)" in answer.text
    assert answer.plan["group_by"] in ("quarter", "period")
    assert len(answer.citations) == 3
    assert is_proven(answer)


def test_balances_are_told_at_each_date(ask, acme):
    answer = ask("How have Acme Tools' inventory levels changed across these quarters?")
    assert "- At September 30, 2023: $50 thousand" in answer.text
    assert is_proven(answer)


def test_a_measure_is_told_by_the_headings_of_its_segments(ask, acme):
    answer = ask("What was Acme Tools' revenue by segment in the third quarter of 2023?")
    assert answer.text.splitlines()[2:] == ["- Drills: $65 thousand [1]", "- Saws: $55 thousand [2]"]
    assert is_proven(answer)


def test_one_segment_is_found_by_its_heading(ask, acme):
    answer = ask("What was Acme Tools' revenue of the Saws segment in the third quarter of 2023?")
    assert "saws revenue in Q3 of fiscal 2023 (ended September 30, 2023) was $55 thousand [1]" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "How has Acme Tools' adjusted organic revenue changed by quarter?",
        "What was Acme Tools' revenue by country in 2023?",
    ],
)
def test_what_no_series_gives_is_left_to_others(ask, acme, question):
    answer = ask(question)
    assert answer is None or not (answer.plan or {}).get("group_by")


def test_the_highest_of_its_figures_is_told_with_the_others(ask, acme):
    answer = ask("Which quarter had the highest revenue at Acme Tools?")
    assert answer.text.startswith("The highest revenue of 3 quarters is $120 thousand [1]")
    assert answer.plan["ask"] == "highest"
    assert is_proven(answer)


def test_the_first_of_two_questions_is_answered_and_the_other_said_to_be_open(ask, acme):
    answer = ask("What was Acme Tools' revenue in the third quarter of 2023, and what drove it?")
    assert "$120 thousand" in answer.text


def test_a_part_is_told_as_a_share_of_the_whole(ask, acme):
    answer = ask("What percentage of Acme Tools' revenue did the Saws segment contribute in Q3 2023?")
    assert answer.text.startswith("Saws made up 45.8% of Acme Tools' revenue in Q3 of fiscal 2023")
    assert is_proven(answer)


def test_a_quarter_is_the_one_that_documents_of_that_name_report_on(ask, workspace):
    document = company(
        workspace, "Baker Mills, Inc.", filename="2023 Q3 BAKER.pdf", period_end=date(2023, 9, 30)
    )
    own = {"fiscal_year": 2024, "fiscal_quarter": 1}
    figure(document, 800, 2023, until=9, **own)
    figure(document, 700, 2023, until=6, fiscal_year=2023, fiscal_quarter=3, period_end=date(2023, 3, 31))
    assert "$800 thousand [1]" in ask("What was Baker Mills' revenue in Q3 2023?").text
    assert "$700 thousand [1]" in ask("What was Baker Mills' revenue in Q3 of fiscal 2023?").text


def test_whether_there_was_a_drop_is_answered(ask, acme):
    answer = ask("Was there any drop in Acme Tools' revenue between Q2 2023 and Q3 2023?")
    assert answer.text.startswith("No. Acme Tools' revenue rose by $20 thousand")


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("20%", "Yes. These shares are above the bound of 20%:"),
        ("50%", "- Drills: 54.2%, $65 thousand"),
        ("60%", "No. None of these shares is above the bound of 60%:"),
    ],
)
def test_parts_are_told_whose_share_in_the_whole_is_beyond_a_bound(ask, acme, bound, said):
    answer = ask(
        f"Are there any segments that represent more than {bound} of Acme Tools' revenue in Q3 2023?"
    )
    assert said in answer.text
    assert answer.plan["test"]["op"] == "above"
    assert is_proven(answer), [(n.text, n.status, n.formula) for n in answer.numbers]


def test_a_quarter_of_the_year_asked_for_that_is_missing_is_named(ask, acme):
    answer = ask("List Acme Tools' quarterly revenue in 2023")
    assert answer.text.endswith("These documents give none for the first quarter.")


def test_the_one_quarter_that_is_there_is_told_rather_than_the_year(ask, acme):
    figure(acme, 70, 2022, until=6)
    answer = ask("List Acme Tools' quarterly revenue in 2022")
    assert "by quarter:" in answer.text
    assert "$70 thousand" in answer.text
    assert "$360 thousand" not in answer.text
    missing = "the first quarter, the third quarter and the fourth quarter"
    assert answer.text.endswith(f"These documents give none for {missing}.")


def test_parts_may_come_to_what_all_parts_are_said_to_and_what_leads_to_the_whole_are_none(ask, workspace):
    document = company(workspace, "Baker Machines plc")
    income = {"metric_name": "Operating income", "canonical_name": "operating_income"}
    figure(document, 40, 2023, until=9, **income)
    for name, thousands in (("Saws", 30), ("Drills", 25)):
        fields = {"metric_name": "Operating income", "canonical_name": "", "context": f"{SEGMENTS} › {name}"}
        figure(document, thousands, 2023, until=9, **fields)
    leading = {
        "canonical_name": "",
        "context": "Segment information › Segment operating income to operating income",
    }
    for name, thousands in (("Segment operating income", 55), ("Corporate expenses", -15)):
        figure(document, thousands, 2023, until=9, metric_name=name, **leading)
    answer = ask("What was Baker Machines' operating income by segment in the third quarter of 2023?")
    assert [line.partition(" [")[0] for line in answer.text.splitlines() if line.startswith("- ")] == [
        "- Saws: $30 thousand",
        "- Drills: $25 thousand",
    ]
