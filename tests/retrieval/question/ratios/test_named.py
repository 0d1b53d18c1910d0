"""Every named ratio, and the definitions that questions bring along."""

from dataclasses import fields
from decimal import Decimal

import pytest

from agentic.facts.queries import FigureRow
from agentic.plans.definitions import find_definitions, read_definition, without_definitions
from agentic.plans.evaluate import NotComputable, Value, apply, evaluate
from agentic.plans.figures.lookup import stand_ins
from reading.measures.catalogue import MEASURES
from retrieval.question.plans.model import leaves
from retrieval.question.ratios.formulas import BadFormula, parse_formula
from retrieval.question.ratios.named import find_ratios, ratios
from tests.cases import every_case


def test_each_ratio_is_made_of_measures_and_rows_that_documents_are_read_for():
    assert len(ratios()) >= 45
    known = set(MEASURES) | set(stand_ins())
    for ratio in ratios().values():
        assert {leaf.measure for leaf in leaves(ratio.expression)} <= known, ratio.name
        assert ratio.unit in ("%", "times", "days", "money")
        assert ratio.source.endswith(".")


def test_each_ratio_is_found_by_every_name_of_its_own_only():
    for ratio in ratios().values():
        for way in ratio.asked:
            found = {each.expression for each, _, _ in find_ratios(f"What was its {way} in 2023?")}
            assert found == {ratio.expression}, (ratio.name, way)


def test_a_sum_of_figures_on_one_page_is_one_only_there():
    expression = parse_formula("beside(long_term_debt, short_term_debt)")
    assert str(expression) == "long term debt + short term debt"
    one_page = {"long_term_debt": row(600, page=3), "short_term_debt": row(40, page=3)}
    assert evaluate(expression, lambda leaf: one_page[leaf.measure], lambda row: row.value).value == 640
    two_pages = one_page | {"short_term_debt": row(40, page=9)}
    with pytest.raises(NotComputable, match="do not stand on one page") as refused:
        evaluate(expression, lambda leaf: two_pages[leaf.measure], lambda row: row.value)
    assert {leaf.measure for leaf in refused.value.missing} == set(one_page)


def row(amount, *, page):
    """A figure of one document, in dollars."""
    rest = {field.name: None for field in fields(FigureRow)}
    told = {
        "document_id": 1,
        "page": page,
        "numeric_value": Decimal(amount),
        "unit": "USD",
        "value": str(amount),
    }
    return FigureRow(**rest | told)


def test_only_figures_can_stand_beside_each_other():
    with pytest.raises(BadFormula):
        parse_formula("beside(revenue - inventory, goodwill)")


@every_case(
    "words, formula",
    [
        (
            "FY2018 revenue / (average PP&E between FY2017 and FY2018)",
            "revenue ÷ average property plant equipment",
        ),
        ("net income divided by total assets", "net income ÷ total assets"),
        ("operating income plus D&A, from the cash flow statement", None),
        (
            "365 * (average inventory between FY2018 and FY2019) / (FY2019 COGS)",
            "(365 × average inventory) ÷ cost of revenue",
        ),
        (
            "(cash flow from operations - capex) / total revenue",
            "(operating cash flow − capital expenditures) ÷ revenue",
        ),
        (
            "COGS + change in inventory between FY2018 and FY2019",
            "cost of revenue + (inventory − inventory of the year before)",
        ),
        ("FY2018 revenue / FY2017 total assets", "revenue ÷ total assets of the year before"),
        (
            "net income in FY2018 / total assets at the end of FY2017",
            "net income ÷ total assets of the year before",
        ),
        ("FY2018 revenue / FY2015 total assets", None),
        ("revenue / (average total assets between FY2015 and FY2018)", None),
        ("whatever the company likes", None),
        ("revenue / goodwill of the saws segment", None),
        ("revenue /", None),
    ],
)
def test_a_definition_is_read_only_where_each_word_is_understood(words, formula):
    found = read_definition(words)
    assert (str(found) if found else None) == formula


def test_definitions_are_found_in_a_question():
    question = (
        "What is the FY2019 cash conversion cycle (CCC) for Acme? CCC is defined as: DIO + DSO - DPO. "
        "DIO is defined as: 365 * (average inventory between FY2018 and FY2019) / (FY2019 COGS). Round it."
    )
    assert [each.what for each in find_definitions(question)] == ["CCC", "DIO"]


@pytest.mark.parametrize(
    ("question", "what", "formula", "rest"),
    [
        (
            "Payout = dividends paid / net income. Compute it for Acme in 2022.",
            "Payout",
            "dividends paid ÷ net income",
            "Compute the Payout for Acme in 2022.",
        ),
        (
            "Suppose we define burn rate as capex divided by revenue; what is it for Acme?",
            "burn rate",
            "capital expenditures ÷ revenue",
            "what is the burn rate for Acme?",
        ),
        (
            "If we define burn as operating cash flow minus capex, what was Acme's burn?",
            "burn",
            "operating cash flow − capital expenditures",
            "what was Acme's burn?",
        ),
        (
            "Debt burden = accounts payable / total assets. Work it out for Acme.",
            "Debt burden",
            "payables ÷ total assets",
            "compute the Debt burden for Acme.",
        ),
        (
            "By spend ratio I mean (R&D expense / revenue) x 100. What was it?",
            "spend ratio",
            "research and development ÷ revenue",
            "What was the spend ratio?",
        ),
    ],
)
def test_definitions_are_read_in_the_ways_that_people_write_them(question, what, formula, rest):
    (found,) = definitions = find_definitions(question)
    assert (found.what, str(found.expression), found.percent) == (what, formula, "100" in question)
    assert without_definitions(question, definitions) == rest


@pytest.mark.parametrize(
    "formula", ["revenue +", "revenue ** 2", "sqrt(revenue)", "__import__('os')", "revenue.real"]
)
def test_a_formula_is_nothing_but_arithmetic(formula):
    with pytest.raises(BadFormula):
        parse_formula(formula)


def test_amounts_of_two_currencies_are_not_put_together():
    dollars, euros = Value(Decimal(3), "USD", "$3"), Value(Decimal(2), "EUR", "€2")
    for operator in ("add", "subtract", "divide"):
        with pytest.raises(NotComputable):
            apply(operator, dollars, euros)
    with pytest.raises(NotComputable, match="zero"):
        apply("divide", dollars, Value(Decimal(0), "USD", "$0"))
    assert apply("divide", dollars, Value(Decimal(4), "USD", "$4")).value == Decimal("0.75")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("total debt to equity", "debt_to_equity"),
        ("total debt to total equity ratio", "debt_to_equity"),
        ("total debt to EBITDA", "debt_to_ebitda"),
        ("total debt", "total_debt"),
    ],
)
def test_either_side_may_be_called_total(said, name):
    assert [(ratio.name, start, end) for ratio, start, end in find_ratios(said)] == [(name, 0, len(said))]


def test_initials_are_written_in_capitals():
    assert ratios()["ebitda_margin"].words == "EBITDA margin"
    assert ratios()["net_margin"].words == "net margin"
