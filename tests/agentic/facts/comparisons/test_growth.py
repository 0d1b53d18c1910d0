"""Which of several grew more: by per cent, with both figures of each and the sum."""

import pytest

from tests.agentic.figures_of import company, figure, is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rivals(workspace):
    """A large company that grew by a tenth in 2023, and a small one that doubled."""
    acme, north = company(workspace, "Acme Tools, Inc."), company(workspace, "Northwind plc")
    for year, large, small in ((2021, 1_000, 40), (2022, 1_000, 50), (2023, 1_100, 100)):
        figure(acme, large, year, months=12, until=12)
        figure(north, small, year, months=12, until=12)
    return acme, north


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Which grew faster, Acme Tools or Northwind?", "Northwind's revenue grew faster: "),
        ("Whose revenue grew more from 2022 to 2023?", "Northwind's revenue grew faster: "),
        ("Who had the higher revenue growth, Acme Tools or Northwind?", "Northwind's revenue grew faster: "),
        ("Which company's revenue grew most in 2023?", "Northwind's revenue grew faster: "),
        ("Did Acme Tools' revenue grow faster than Northwind's?", "No. Northwind's revenue grew faster: "),
        ("Which grew more slowly in 2023, Northwind or Acme Tools?", "Acme Tools' revenue grew less: "),
        (
            "Whose revenue fell more, Northwind's or Acme Tools'?",
            "None fell. Acme Tools' revenue grew less: ",
        ),
    ],
)
def test_growth_is_compared_by_per_cent_and_not_by_size(ask, rivals, question, verdict):
    answer = ask(question)
    assert answer.text.startswith(verdict)
    assert "rose 100.0%, from $50 thousand in fiscal 2022 (ended December 31, 2022) [1]" in answer.text
    assert "(100 ÷ 50 − 1 = 100.0%)" in answer.text
    assert "(1,100 ÷ 1,000 − 1 = 10.0%)" in answer.text
    assert len(answer.citations) == 4
    assert is_proven(answer)


def test_growth_over_the_years_asked_for(ask, rivals):
    answer = ask("Which grew faster from 2021 to 2023, Acme Tools or Northwind?")
    assert "(100 ÷ 40 − 1 = 150.0%)" in answer.text


def test_what_fell_is_not_said_to_have_grown(ask, rivals):
    for document, thousands in zip(rivals, (700, 90), strict=True):
        figure(document, thousands, 2024, months=12, until=12)
    assert ask("Which grew faster, Acme Tools or Northwind?").text.startswith(
        "None grew. Northwind's revenue fell less: "
    )
    assert ask("Whose revenue declined most in 2024?").text.startswith("Acme Tools' revenue fell more: ")


def test_no_rate_is_told_of_what_started_from_a_loss(ask, rivals):
    for document, (before, after) in zip(rivals, ((-20, 30), (10, 15)), strict=True):
        for year, thousands in ((2022, before), (2023, after)):
            figure(
                document, thousands, year, months=12, until=12, metric_name="Net income",
                canonical_name="net_income",
            )  # fmt: skip
    answer = ask("Whose net income grew more, Acme Tools' or Northwind's?")
    assert "grew faster" not in answer.text
    assert "No growth in per cent follows for Acme Tools' net income, which started from -$20" in answer.text
    assert "rose 50.0%" in answer.text


def test_growth_over_spans_of_different_length_is_not_ranked(ask, workspace, rivals):
    west = company(workspace, "Westfall SE")
    for year, thousands in ((2022, 10), (2023, 50)):
        figure(west, thousands, year)
    answer = ask("Which grew faster, Acme Tools or Westfall?")
    assert answer.text.startswith("None is said to have grown more")


def test_says_of_whom_no_growth_is_known(ask, workspace, rivals):
    figure(company(workspace, "Westfall SE"), 10, 2023, months=12, until=12)
    answer = ask("Which grew faster, Acme Tools or Westfall?")
    assert "grew" not in answer.text
    assert answer.text.endswith("no two figures a year apart to compare for Westfall.")
    assert ask("Whose submarine revenue grew more, Acme Tools' or Northwind's?") is None


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Did Northwind's revenue grow faster in 2022 or 2023?", "in fiscal 2023 (ended December 31, 2023)"),
        ("In which year did Northwind's revenue grow most?", "in fiscal 2023 (ended December 31, 2023)"),
        ("In which year did Northwind's revenue grow least?", "in fiscal 2022 (ended December 31, 2022)"),
    ],
)
def test_names_the_year_in_which_it_grew_more(ask, rivals, question, verdict):
    answer = ask(question)
    assert answer.text.startswith(f"Northwind's revenue {verdict} grew ")
    assert all(sum_ in answer.text for sum_ in ("(50 ÷ 40 − 1 = 25.0%)", "(100 ÷ 50 − 1 = 100.0%)"))


def test_compares_the_growth_of_two_measures(ask, rivals):
    for year, thousands in ((2022, 100), (2023, 120)):
        figure(
            rivals[0], thousands, year, months=12, until=12, metric_name="Net income",
            canonical_name="net_income",
        )  # fmt: skip
    answer = ask("Which of Acme Tools' figures grew faster, net income or revenue?")
    assert answer.text.startswith("Acme Tools' net income grew faster: ")


@pytest.fixture
def segments(rivals):
    part = {"canonical_name": "", "context": "Annual report › Revenue by segment", "months": 12, "until": 12}
    for name, before, after in (("Saws", 400, 420), ("Drills", 600, 680), ("Total", 1_000, 1_100)):
        for year, thousands in ((2022, before), (2023, after)):
            figure(rivals[0], thousands, year, metric_name=name, **part)


@pytest.mark.parametrize(
    "question", ["Which segment grew most?", "Which Acme Tools segment's revenue grew fastest?"]
)
def test_names_the_segment_that_grew_most(ask, segments, question):
    answer = ask(question)
    assert answer.text.startswith("In “Revenue by segment”, Drills grew faster: Drills rose 13.3%, from $600")
    assert "Saws rose 5.0%" in answer.text
    assert "Total" not in answer.text


def test_segments_of_which_a_table_says_two_things_are_not_compared(ask, segments, rivals):
    figure(
        rivals[0], 90, 2023, metric_name="Saws", canonical_name="", months=12, until=12,
        context="Annual report › Revenue by segment",
    )  # fmt: skip
    assert ask("Which segment grew most?") is None
    assert ask("Which region grew most?") is None


def test_what_there_is_at_years_ends_grows_beside_what_flows_in_years(ask, rivals):
    for year, thousands in ((2022, 40), (2023, 50)):
        figure(
            rivals[0], thousands, year, months=12, until=12, metric_name="Inventories",
            canonical_name="inventory", period_start=None,
        )  # fmt: skip
    answer = ask("Between 2022 and 2023, did Acme Tools' inventory grow faster than its revenue?")
    assert "Acme Tools' inventories grew faster" in answer.text
