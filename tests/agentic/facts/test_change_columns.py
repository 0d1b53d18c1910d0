"""A column of changes holds no levels, and a table of a part of the group nothing of the group."""

import pytest

from tests.agentic.figures_of import company, figure

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def acme(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 1_000, 2021, months=12, until=12, context="Results")
    return document


@pytest.mark.parametrize(
    "heading", ["Change", "Change vs. $", "Net Change", "Increase (Decrease)", "Variance"]
)
def test_a_change_is_not_given_as_the_years_own(ask, acme, heading):
    figure(acme, -300, 2022, months=12, until=12, context=f"Results › {heading}")
    answer = ask("What was Acme Tools' revenue in 2022?")
    assert not answer.answered
    assert "300" not in answer.text


@pytest.mark.parametrize(
    "heading", ["Changes in operating results", "Change in the way we report", "By segment"]
)
def test_other_headings_hold_levels(ask, acme, heading):
    figure(acme, 1_300, 2022, months=12, until=12, context=f"Results › {heading}")
    assert "$1,300 thousand" in ask("What was Acme Tools' revenue in 2022?").text


@pytest.mark.parametrize(
    "heading", ["Balance Sheet for Obligor Group", "Deed of Cross Guarantee", "Parent only"]
)
def test_a_part_of_the_group_is_not_the_group(ask, acme, heading):
    figure(acme, 300, 2022, months=12, until=12, context=f"{heading} › Assets")
    assert not ask("What was Acme Tools' revenue in 2022?").answered


def test_a_level_beside_its_change_is_given(ask, acme):
    figure(acme, 1_300, 2022, months=12, until=12, context="Results")
    figure(acme, 300, 2022, months=12, until=12, context="Results › Change")
    assert "$1,300 thousand" in ask("What was Acme Tools' revenue in 2022?").text
