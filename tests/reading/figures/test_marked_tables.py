"""Statements that web pages and office files mark as tables: what is read of each figure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import reading
from reading.figures.read import read_figures
from reading.formats.flow import Block, Paragraph, TableBlock, TableCell, flow_page, table_of
from reading.model import ParsedDocument, Table
from reading.tables.read import read_tables

LAMPS = [
    ("", "2023", "2022"),
    ("Sales of lamps", "4,512", "4,187"),
    ("Sales of oil", "–", "12"),
    ("Total sales", "4,512", "4,199"),
]


def said(rows: Sequence[Sequence[str]], *before: str) -> list[tuple]:
    """Name, value, unit and last day of every figure of the table behind these paragraphs."""
    return figures_of([*map(Paragraph, before), table_of(rows)])


def figures_of(blocks: Sequence[Block]) -> list[tuple]:
    parsed = ParsedDocument((flow_page(1, blocks)[0],))
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    return [
        (each.metric_name, each.numeric_value, each.unit, each.period_end) for each in metrics if each.row
    ]


def test_labels_need_no_heading():
    assert said(LAMPS, "Sales by product (in thousands of euros):") == [
        ("Sales of lamps", 4_512_000, "EUR", date(2023, 12, 31)),
        ("Sales of lamps", 4_187_000, "EUR", date(2022, 12, 31)),
        ("Sales of oil", 12_000, "EUR", date(2022, 12, 31)),
        ("Total sales", 4_512_000, "EUR", date(2023, 12, 31)),
        ("Total sales", 4_199_000, "EUR", date(2022, 12, 31)),
    ]


def test_units_in_a_line_of_their_own_and_names_of_parts_leave_a_statement_one():
    rows = [LAMPS[0], ("", "£m", "£m"), ("By product", "", ""), *LAMPS[1:], ("By country", "", "")]
    found = said([*rows, ("Home", "4,100", "4,002"), ("Abroad", "412", "197")], "Sales")
    assert ("Sales of lamps", 4_512_000_000, "GBP", date(2023, 12, 31)) in found
    assert ("Abroad", 197_000_000, "GBP", date(2022, 12, 31)) in found


def test_a_code_and_a_scale_word_may_be_joined_by_an_apostrophe():
    rows = [("", "2023 RMB’Million", "2022 RMB’Million"), *LAMPS[1:]]
    assert said(rows)[0][1:3] == (4_512_000_000, "RMB")


def test_a_table_with_words_among_its_numbers_counts_as_the_heading_of_its_labels_says():
    rows = [
        ("(dollars in thousands)", "Last year", "Amount"),
        ("Losses at home", "2039", "$57,299"),
        ("Losses abroad", "2031 or never", "$5,609"),
    ]
    assert [each[1:3] for each in said(rows, "Tax losses")] == [(57_299_000, "USD"), (5_609_000, "USD")]


def test_units_below_the_headings_of_a_table_with_words_count():
    rows = [
        ("", "2023", "2022"),
        ("", "£m", "£m"),
        ("Swaps", "494", "1,663"),
        ("Rate", "EURIBOR and a half", "LIBOR and a half"),
        ("Held until", "next spring", "last summer"),
    ]
    assert ("Swaps", 494_000_000, "GBP", date(2023, 12, 31)) in said(rows, "Hedges")


def test_a_column_of_per_cents_by_its_heading_alone():
    rows = [("Currency", "Weight (%)", "Used in"), ("Euro", "53.6", "Lille"), ("Pound", "46.4", "Leeds")]
    assert [each[2] for each in said(rows)] == ["%", "%"]


def test_marks_of_notes_behind_headings_and_numbers_are_no_cells():
    rows = [("", "2023 (1)", "2022"), ("Sales of lamps", "4,512 (2)", "4,187"), ("Oil", "45.1", "85.6")]
    found = said(rows, "Sales by product (in thousands of euros):")
    assert ("Sales of lamps", 4_512_000, "EUR", date(2023, 12, 31)) in found
    assert len(found) == 4


def test_numbers_under_no_heading_of_their_own_are_kept():
    rows = [
        ("", "2023", "", "2022", ""),
        ("Lamps", "4,512", "79%", "4,187", "77%"),
        ("Oil", "1,190", "21%", "1,280", "23%"),
    ]
    table = read_tables(ParsedDocument((flow_page(1, [table_of(rows)])[0],)))[0]
    assert [cell.text for cell in table.rows[1].cells] == ["1,190", "21%", "1,280", "23%"]


def test_years_in_the_first_column_are_labels():
    rows = [("", "Offices", "Ships"), ("2024", "$138", "$6"), ("2025", "135", "7"), ("2026", "120", "7")]
    rows += [("Payments in all", "$393", "$20")]
    found = said(rows, "Payments under leases as of December 31, 2023 (in millions):")
    assert [(name, value) for name, value, _, _ in found] == [
        ("Offices, 2024", 138_000_000),
        ("Ships, 2024", 6_000_000),
        ("Offices, 2025", 135_000_000),
        ("Ships, 2025", 7_000_000),
        ("Offices, 2026", 120_000_000),
        ("Ships, 2026", 7_000_000),
        ("Payments in all", 393_000_000),
        ("Payments in all", 20_000_000),
    ]


def test_headings_that_come_again_hold_for_the_rows_below_them():
    days = "Dec 30, 2023", "Dec 31, 2022", "Dec 25, 2021"
    rows = [
        ("(In millions)", days[1], "Bought", days[0]),
        ("Lamps", "5,424", "1,758", "7,182"),
        ("Oil", "1,579", "–", "1,579"),
        ("(In millions)", days[2], "Bought", days[1]),
        ("Lamps", "5,421", "3", "5,424"),
        ("Oil", "1,126", "453", "1,579"),
    ]
    found = said(rows, "Goodwill was as follows:")
    bought = [(value, end) for name, value, _, end in found if name == "Lamps, Bought"]
    assert bought == [(1_758_000_000, date(2023, 12, 30)), (3_000_000, date(2022, 12, 31))]


def test_the_years_of_a_day_go_on_with_the_headings_whatever_stands_beside_them():
    rows = [
        ("", "Year ended March 31,", "Year ended March 31,", "Change"),
        ("Product", "2023", "2022", "2023 vs 2022"),
        ("Lamps", "$5,860", "$5,803", "1.0%"),
        ("Oil", "$3,696", "$3,861", "(4.3)%"),
    ]
    found = said(rows, "Sales by product (in thousands):")
    assert found[:2] == [
        ("Lamps", 5_860_000, "USD", date(2023, 3, 31)),
        ("Lamps", 5_803_000, "USD", date(2022, 3, 31)),
    ]
    assert all(name != "Product" for name, _, _, _ in found)


def test_a_column_of_units_says_how_each_row_counts():
    rows = [
        ("Indicator", "Unit", "2023", "2022"),
        ("Revenue", "€ million", "4,120", "3,980"),
        ("Margin", "%", "8.4", "8.1"),
        ("Earnings per share", "EUR", "2.41", "2.20"),
        ("Power sold", "GWh", "18,420", "17,960"),
        ("Employees at year end", "number", "12,480", "12,020"),
    ]
    found = {name: (value, unit) for name, value, unit, _ in reversed(said(rows))}
    assert found == {
        "Revenue": (4_120_000_000, "EUR"),
        "Margin": (Decimal("0.084"), "%"),
        "Earnings per share": (Decimal("2.41"), "EUR/share"),
        "Power sold": (18_420, "GWh"),
        "Employees at year end": (12_480, ""),
    }


def test_rows_of_a_table_with_words_count_what_their_labels_and_headings_say():
    rows = [
        ("Plan", "Approved by", "Shares (in thousands)", "Square Feet"),
        ("Lamp plan", "the board", "1,204", "88,000"),
        ("Oil plan", "all holders", "512", "12,400"),
    ]
    assert [each[1:3] for each in said(rows)][:2] == [(1_204_000, "shares"), (88_000, "square feet")]


def test_the_sentence_that_leads_up_to_a_table_with_words_says_how_it_counts():
    rows = [("", "2023", "Stand in"), ("Buildings", "$12,040", "Lille"), ("Lamps", "$41,200", "Leeds")]
    lead = "The lamps and the buildings that the company owns were worth, in thousands of dollars"
    rest = "less what was written off over all the years and on the last of their days, as follows:"
    found = said(rows, f"{lead}, {rest}")
    assert [each[1:3] for each in found] == [(12_040_000, "USD"), (41_200_000, "USD")]


def test_rows_of_one_name_under_two_parts_of_a_table_with_words_are_told_apart():
    rows = [
        ("(dollars in thousands)", "Ends in", "Amount"),
        ("Losses carried forward:", "", ""),
        ("At home", "2039", "$57,299"),
        ("Abroad", "2039 or never", "$565,609"),
        ("Credits carried forward:", "", ""),
        ("At home", "2027", "$3,313"),
        ("Abroad", "2027 or never", "$15,345"),
    ]
    lead = "What may be set off against taxes as of August 31, 2019 and until when is as follows:"
    assert [each[1:] for each in said(rows, lead)] == [
        (value * 1000, "USD", date(2019, 8, 31)) for value in (57_299, 565_609, 3_313, 15_345)
    ]


def test_a_year_alone_over_the_labels_is_that_of_columns_without_time():
    parts = (TableCell("7. "), TableCell("Paid to directors", 3))
    rows = table_of(
        [
            ("", "Salary", "Bonus", "Total"),
            ("2023", "£000's", "£000's", "£000's"),
            ("Ada Lamp", "2,701", "1,009", "3,710"),
            ("Otto Oil", "886", "477", "1,363"),
        ]
    ).rows
    found = figures_of([Paragraph("for the year ended 30 June 2022 (continued)"), TableBlock((parts, *rows))])
    assert found == [
        (name, value * 1000, "GBP", date(2023, 6, 30))
        for name, values in (("Ada Lamp", (2701, 1009, 3710)), ("Otto Oil", (886, 477, 1363)))
        for value in values
    ]


def test_a_long_line_of_headings_in_a_marked_table_is_no_sentence():
    rows = [
        (
            "",
            "Number of lamp rights held by people (in thousands)",
            "Average fair value of each lamp right held",
        ),
        ("Balance as of September 28, 2022", "163,326", "$158.73"),
        ("Balance as of September 27, 2023", "151,574", "$189.75"),
    ]
    parsed = ParsedDocument((flow_page(1, [Paragraph("Lamp rights:"), table_of(rows)])[0],))
    (table,) = read_tables(parsed)
    assert [column.header for column in table.columns] == list(rows[0][1:])


def values_of(table: Table) -> dict[str, list]:
    return {row.label: [cell.quantity and cell.quantity.value for cell in row.cells] for row in table.rows}


def test_a_dated_table_with_words_counts_as_most_tables_where_it_says_nothing():
    rows = [("", "Where shown", "2023", "2022"), ("Leases of lamps", "Other assets", "$342", "$332")]
    written = [("", "Where shown", "2023", "2022"), ("Fee of the chair", "Costs", "$64,000", "$62,000")]
    prices = [("", "Paid by", "Fee"), ("Cleaning", "Tenant", "$125"), ("Heating", "Owner", "$85")]
    blocks: list[Block] = [Paragraph("Sales by product (in millions):"), table_of(LAMPS)]
    for each in (rows, written, prices):
        blocks += [Paragraph("What follows stands for itself."), table_of(each)]
    tables = read_tables(ParsedDocument((flow_page(1, blocks)[0],)))
    found = {label: values for table in tables for label, values in values_of(table).items()}
    assert found["Leases of lamps"][1:] == [342_000_000, 332_000_000]
    assert found["Fee of the chair"][1:] == [64_000, 62_000]
    assert found["Cleaning"][1:] == [125]


def test_shares_and_prices_in_a_table_with_words_count_otherwise_than_its_money():
    said_over = "shares in thousands, dollars in millions, except for per share amounts"
    rows = [
        (said_over, "Number of Shares", "Intrinsic Value", "Remaining Life", "Average Exercise Price"),
        ("Outstanding", "5,212", "$607", "5 years", "$111.54"),
        ("Exercisable", "3,260", "470", "4 years", "84.06"),
    ]
    (table,) = read_tables(ParsedDocument((flow_page(1, [Paragraph("Options:"), table_of(rows)])[0],)))
    assert [values_of(table)["Outstanding"][at] for at in (0, 1, 3)] == [
        5_212_000,
        607_000_000,
        Decimal("111.54"),
    ]
    assert values_of(table)["Exercisable"][3] == Decimal("84.06")


def test_thousands_of_small_tables_on_a_page_are_each_read():
    rows = [["Item", "Buyer"], ["Lamps", "Harbour"]]
    blocks: list[Block] = []
    for number in range(2500):
        blocks += [Paragraph(f"Sales of hall {number}"), table_of(rows)]
    tables = read_tables(ParsedDocument((flow_page(1, blocks)[0],)))
    assert [table.title for table in tables] == [f"Sales of hall {number}" for number in range(2500)]


def test_a_label_as_long_as_a_sentence_leaves_the_rows_around_it_in_their_table():
    shares = (
        "Common stock: $1.00 par value; 750,000,000 shares authorized; 130,741,461 shares issued as of "
        "June 30, 2022 and 2021; and 123,152,132 and 122,780,220 shares outstanding as of "
        "June 30, 2022 and 2021, respectively"
    )
    rows = [
        ("", "2022", "2021"),
        ("Preferred stock", "12", "14"),
        (shares, "131", "131"),
        ("Retained earnings", "1,048", "1,036"),
        ("Total equity", "1,191", "1,181"),
    ]
    read = said(rows, "Balance sheet as of June 30 (in millions)")
    assert [(name, value) for name, value, _, _ in read if name in {row[0] for row in rows} - {shares}] == [
        ("Preferred stock", 12_000_000),
        ("Preferred stock", 14_000_000),
        ("Retained earnings", 1_048_000_000),
        ("Retained earnings", 1_036_000_000),
        ("Total equity", 1_191_000_000),
        ("Total equity", 1_181_000_000),
    ]


def test_a_heading_of_labels_may_end_in_a_number_and_is_no_year(tmp_path):
    def headings(over_labels):
        rows = "\n".join(f"12/06/2021,{name},{count}" for name, count in (("Abruzzo", 744), ("Lazio", 26)))
        (tmp_path / "cases.csv").write_text(f"day,{over_labels},cases\n{rows}\n")
        return [*reading.read(tmp_path / "cases.csv").rows[0].properties]

    assert "NOME_NUTS2" in headings("NOME_NUTS2")
    assert "ISO3" in headings("ISO3")
    assert "FY2023" not in headings("FY2023")
