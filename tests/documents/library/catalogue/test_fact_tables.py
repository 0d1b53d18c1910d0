"""The tabs of a document's page: filtered, sorted, cut into pages."""

from datetime import date
from decimal import Decimal

import pytest

from documents.library.catalogue.fact_tables import ROWS_PER_PAGE, chunk_page, fact_table
from tests import factories


@pytest.fixture
def document(workspace):
    return factories.DocumentFactory(workspace=workspace)


def names(table):
    return [fact.metric_name for fact in table.page]


def test_words_narrow_the_rows_and_all_must_stand(user, document):
    factories.MetricFactory(document=document, metric_name="Net sales", period="2024")
    factories.MetricFactory(document=document, metric_name="Net sales", period="2023")
    factories.MetricFactory(document=document, metric_name="Cost", period="2024")
    assert names(fact_table(user, document, "figures", matching="net 2024")) == ["Net sales"]


def test_rows_are_sorted_both_ways_with_unknown_values_last(user, document):
    for name, value in (("b", Decimal(2)), ("none", None), ("a", Decimal(1))):
        factories.MetricFactory(document=document, metric_name=name, numeric_value=value)
    assert names(fact_table(user, document, "figures", sort="numeric_value")) == ["a", "b", "none"]
    assert names(fact_table(user, document, "figures", sort="-numeric_value")) == ["b", "a", "none"]


@pytest.mark.parametrize(
    "role, title, shown",
    [
        ("mentioned", "headquarters", "Headquarters"),
        ("mentioned", "", "Mentioned"),
        ("subject", "headquarters", "Subject"),
    ],
)
def test_what_is_mentioned_is_shown_by_its_title(user, document, role, title, shown):
    factories.EntityFactory(document=document, role=role, title=title)
    ((_, cells),) = fact_table(user, document, "entities").rows
    assert cells[2][0] == shown


@pytest.mark.parametrize("sort", ["password", "document__sha256", "-", "'; drop table"])
def test_an_unknown_sort_gives_the_order_of_the_document(user, document, sort):
    factories.MetricFactory(document=document, metric_name="second", page=2)
    factories.MetricFactory(document=document, metric_name="first", page=1)
    assert names(fact_table(user, document, "figures", sort=sort)) == ["first", "second"]


def test_a_click_on_the_sorted_column_turns_the_order(user, document):
    heads = {
        column.title: rest
        for column, *rest in fact_table(user, document, "figures", sort="numeric_value").heads
    }
    assert heads["In base units"] == ["-numeric_value", "ascending"]
    assert heads["Period"] == ["period_end", "none"]
    assert heads["As written"] == ["", "none"]


def test_long_tables_are_cut_into_pages(user, document):
    factories.MetricFactory.create_batch(ROWS_PER_PAGE + 1, document=document)
    assert len(list(fact_table(user, document, "figures", number="2").page)) == 1
    assert fact_table(user, document, "figures", number="nonsense").page.number == 1


def test_facts_of_others_are_not_there(other_user, document):
    factories.MetricFactory(document=document)
    assert not fact_table(other_user, document, "figures").page.object_list


def test_values_are_shown_in_base_units_with_their_period(user, document):
    factories.MetricFactory(
        document=document,
        value="(4,378)",
        numeric_value=Decimal("-4378000.0000000000"),
        period="",
        fiscal_year=2024,
        fiscal_quarter=3,
        period_start=date(2024, 7, 1),
        period_end=date(2024, 9, 30),
    )
    ((_, cells),) = fact_table(user, document, "figures").rows
    texts = [text for text, _, _ in cells]
    assert texts[1:4] == ["Q3 of fiscal 2024", "(4,378)", "−4,378,000"]
    assert cells[1][:2] == (
        "Q3 of fiscal 2024",
        "1\N{NO-BREAK SPACE}Jul\N{NO-BREAK SPACE}2024 – 30\N{NO-BREAK SPACE}Sep\N{NO-BREAK SPACE}2024",
    )


def test_a_fraction_is_not_called_a_per_cent(user, document):
    factories.MetricFactory(document=document, value="15.6%", numeric_value=Decimal("0.156"), unit="%")
    factories.MetricFactory(document=document, value="$7", numeric_value=Decimal(7), unit="USD")
    shown = [cells[-1][:2] for _, cells in fact_table(user, document, "figures").rows]
    assert shown == [("0.156", "as a fraction"), ("7", "USD")]


def test_a_claims_section_is_said_where_it_is_not_its_topic(user, document):
    factories.ClaimFactory(document=document, topic="Leases", source_section="Leases", page=1)
    factories.ClaimFactory(document=document, topic="Leases", source_section="Note 7", page=2)
    rows = fact_table(user, document, "claims").rows
    assert [cells[-1][:2] for _, cells in rows] == [("Leases", ""), ("Leases", "Note 7")]


def test_rows_show_their_columns_and_are_found_by_them(user, document):
    properties = {"Termination notice": "90 days", "Amount": 1_200_000, "Empty": None}
    factories.TableRowFactory(document=document, label="Notice", properties=properties)
    factories.TableRowFactory(document=document, label="Other", properties={})
    ((_, cells),) = fact_table(user, document, "rows", matching="90").rows
    assert cells[-1][0] == "Amount: 1,200,000 · Termination notice: 90 days"


@pytest.mark.parametrize(
    ("tab", "factory"),
    [
        ("claims", factories.ClaimFactory),
        ("entities", factories.EntityFactory),
        ("topics", factories.TopicFactory),
        ("rows", factories.TableRowFactory),
        ("figures", factories.MetricFactory),
    ],
)
def test_every_tab_can_be_sorted_by_each_of_its_columns(user, document, tab, factory):
    made = {factory(document=document, page=page).pk for page in (2, 1)}
    orders = [column.order for column, _, _ in fact_table(user, document, tab).heads if column.order]
    assert orders
    for order in orders:
        table = fact_table(user, document, tab, sort=f"-{order}")
        assert (table.sort, {fact.pk for fact in table.page}) == (f"-{order}", made)


def test_passages_are_narrowed_by_section_and_text(document):
    factories.ChunkFactory(document=document, section="Terms > Notice", text="Ninety days.")
    factories.ChunkFactory(document=document, section="Price", text="Ten euros.")
    assert [chunk.section for chunk in chunk_page(document, matching="notice ninety")] == ["Terms > Notice"]
