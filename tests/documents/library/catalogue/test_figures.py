"""The page of a workspace's figures: narrowed, sorted, cut into pages, and nothing of others."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from documents.library.catalogue.fact_tables import ROWS_PER_PAGE
from documents.library.catalogue.figures import FigureFilter, figure_choices, figure_table
from tests import factories

HTMX = {"HX-Request": "true", "HX-Target": "figures"}


@pytest.fixture
def signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


@pytest.fixture
def figures(workspace):
    """Of two companies, two measures, three periods, in two documents."""
    first = factories.DocumentFactory(workspace=workspace, filename="first.pdf")
    second = factories.DocumentFactory(workspace=workspace, filename="second.pdf")
    factories.MetricFactory(
        document=first, metric_name="Revenue", entity_name="Acme", numeric_value=Decimal(3)
    )
    factories.MetricFactory(
        document=first, metric_name="Net income", canonical_name="net_income", entity_name="Acme",
        fiscal_quarter=3, period="Q3 2024", numeric_value=Decimal(1),
    )  # fmt: skip
    factories.MetricFactory(
        document=second, metric_name="Total revenue", entity_name="Osprey", fiscal_year=None,
        period="2023", period_end=date(2023, 12, 31), numeric_value=Decimal(2),
    )  # fmt: skip
    return workspace


def names(user, workspace, sort="", **wanted):
    return [
        fact.metric_name for fact in figure_table(user, workspace, FigureFilter(**wanted), sort=sort).page
    ]


@pytest.mark.parametrize(
    "wanted, found",
    [
        ({}, ["Revenue", "Net income", "Total revenue"]),
        ({"q": "revenue"}, ["Revenue", "Total revenue"]),
        ({"q": "revenue second.pdf"}, ["Total revenue"]),
        ({"company": "Osprey"}, ["Total revenue"]),
        ({"measure": "net_income"}, ["Net income"]),
        ({"period": "2024"}, ["Revenue", "Net income"]),
        ({"period": "2024-Q3"}, ["Net income"]),
        ({"period": "2023"}, ["Total revenue"]),
        ({"period": "someday"}, ["Revenue", "Net income", "Total revenue"]),
        ({"company": "Acme", "period": "2023"}, []),
    ],
)
def test_figures_are_narrowed_by_words_company_measure_and_period(user, figures, wanted, found):
    assert names(user, figures, **wanted) == found


def test_figures_of_all_documents_are_sorted_together(user, figures):
    assert names(user, figures, sort="numeric_value") == ["Net income", "Total revenue", "Revenue"]
    assert names(user, figures, sort="-entity_name")[0] == "Total revenue"
    assert names(user, figures, sort="document__pk") == ["Revenue", "Net income", "Total revenue"]


def test_what_figures_can_be_narrowed_to_is_offered_in_words(user, figures):
    choices = figure_choices(user, figures, FigureFilter(company="Gone Ltd"))
    assert choices.company == [("Acme", "Acme"), ("Gone Ltd", "Gone Ltd"), ("Osprey", "Osprey")]
    assert choices.measure == [("net_income", "Net income"), ("revenue", "Revenue")]
    assert choices.period == [("2024", "2024"), ("2024-Q3", "Q3 2024"), ("2023", "2023")]


def test_figures_of_others_are_not_there(other_user, figures):
    assert names(other_user, figures) == []
    assert figure_choices(other_user, figures, FigureFilter()).company == []


def test_the_page_shows_figures_with_their_way_to_the_words(signed_in, figures):
    html = signed_in.get(reverse("figures", args=[figures.slug])).content.decode()
    assert "3 figures" in html
    assert 'data-evidence="/w/mine/documents/' in html
    assert '<option value="net_income" >Net income</option>' in html


def test_narrowing_brings_the_table_alone_and_keeps_the_filter_when_sorting(signed_in, figures):
    address = reverse("figures", args=[figures.slug])
    html = signed_in.get(f"{address}?q=revenue&company=Acme&sort=period_end", headers=HTMX).content.decode()
    assert "<html" not in html
    assert "1 figure " in html
    assert "?q=revenue&amp;company=Acme&amp;sort=-period_end" in html
    assert "No figure fits" in signed_in.get(f"{address}?q=moon", headers=HTMX).content.decode()


def test_long_lists_are_cut_into_pages_at_few_queries(signed_in, workspace):
    document = factories.DocumentFactory(workspace=workspace)
    factories.MetricFactory.create_batch(ROWS_PER_PAGE + 1, document=document)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        html = signed_in.get(reverse("figures", args=["mine"]), headers=HTMX).content.decode()
    assert f"1–{ROWS_PER_PAGE} of {ROWS_PER_PAGE + 1}" in html
    assert len(queries) < 12


def test_strangers_find_no_figures(client, other_user, figures, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(other_user)
    assert client.get(reverse("figures", args=[figures.slug])).status_code == 404


def test_an_empty_workspace_says_how_figures_come(signed_in, workspace):
    assert "No figure has been read yet" in signed_in.get(reverse("figures", args=["mine"])).content.decode()
