"""What figures in sentences are taken to measure, and when; and which are left alone."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from reading.figures.sentences.from_sentences import Setting, read_sentence_facts
from reading.text.passages_of_page import Sentence
from reading.values.fiscal import FiscalCalendar, fiscal_quarter, fiscal_year
from tests.cases import every_case

CALENDAR = FiscalCalendar()
YEAR = fiscal_year("2023", 2023, CALENDAR)
UNDATED = Setting(CALENDAR, "Mornfeld Tools", None)  # of a document without statements
DATED = Setting(CALENDAR, "Mornfeld Tools", YEAR)
DISCUSSION = replace(DATED, discussed=YEAR)


def read(text, setting=UNDATED, heading=""):
    return read_sentence_facts([Sentence(1, text, heading)], setting)


def names(text, setting=UNDATED):
    return [metric.metric_name for metric in read(text, setting)]


def dated(text, setting=DATED, heading=""):
    return [(metric.value, metric.period_start, metric.period_end) for metric in read(text, setting, heading)]


@every_case(
    "text, expected",
    [
        (
            "We repurchased 722,457 shares of our common stock at a cost of $328.1 million.",
            ["shares of common stock repurchased", "shares of common stock repurchased, cost"],
        ),
        ("The tax benefit included $2.1 billion of net discrete items.", ["net discrete items"]),
        (
            "As of May 4, 2023, the Company had deferred lathe revenue of $12 million.",
            ["deferred lathe revenue"],
        ),
        ("Sales grew to $3 billion, or 13.8% of tool demand.", ["Sales", "Sales as a share of tool demand"]),
        ("Freight cost was $15 million and $11 million in 2022 and 2023.", ["Freight cost", "Freight cost"]),
        ("Tool revenue decreased 3% or $2.4 million.", ["Tool revenue decrease", "Tool revenue decrease"]),
        ("Tool revenue increased 3% to $2.4 million.", ["Tool revenue growth", "Tool revenue"]),
        ("Growth came with an increase in cost of steel of $4 million.", ["cost of steel increase"]),
        ("Lathe sales rose, driven by a 4% increase in steel prices.", ["steel prices increase"]),
        ("We had a tax benefit of $2 million related to the treaty.", ["tax benefit related to treaty"]),
        (
            "The company had fixed-rate notes for an aggregate principal amount of $4 million.",
            ["aggregate principal amount of fixed-rate notes"],
        ),
        (
            "At June 30, 2022, total tool stocks included $4 million that were pledged to lenders.",
            ["total tool stocks pledged to lenders"],
        ),
        ("SG&A decreased $2 million.", ["SG&A decrease"]),
        ("We recorded $6 million of steel write-offs in 2023.", ["steel write-offs"]),
        ("We paid $3 million in licence fees in 2023.", ["licence fees paid"]),
        ("As a percentage of tool sales, freight was 4%.", ["freight as a percentage of tool sales"]),
        ("Exports represented 41% of tool sales in 2023.", ["Exports as a share of tool sales"]),
        (
            "Funds rose due to a $5 million increase in cash from loan sales, calls, and renewals in 2023.",
            ["cash from loan sales, calls, and renewals increase"],
        ),
        ("We acquired $4 million of land, sheds and cranes.", ["land, sheds and cranes acquired"]),
        ("We acquired $4 million of land, net of sheds and cranes.", ["land acquired"]),
        (
            "The court entered judgment with respect to the fines of $4 million.",
            ["judgment with respect to the fines"],
        ),
        ("In 2022, Orrin Glass had revenue of $310 million.", ["Orrin Glass’s revenue"]),
        (
            "Lending Activities Cash used by lending activities was $4 million in 2023.",
            ["Cash used by lending activities"],
        ),
        (
            "We own 4 million shares through a convertible loan with a principal amount of $5 million.",
            ["principal amount of convertible loan"],
        ),
        ("In 2022, we had freight revenue of $310 million.", ["freight revenue"]),
        (
            "Restricted cash, which is included in Other assets on the balance sheet, was $3 million.",
            ["Restricted cash"],
        ),
    ],
)
def test_figure_is_named_by_its_own_words(text, expected):
    assert names(text) == expected


@every_case(
    "text",
    [
        "These ten stores were closed.",
        "Gross profit 13% 13% 12%",
        "The fair value was $70 million in 2023.",  # of what
        "The remaining balance was $70 million in 2023.",
        "Lathes were written down to their estimated fair value of $4 million.",
        "We redeemed the notes and recorded a total net loss of $36 million upon that.",  # one of many
        "It was $70 million in 2023.",
        "The increase was $70 million in 2023.",
        "We own the 2022 Employee Stock Plan and the 409A Pension.",
        "Tool revenue would increase by $4 million.",
        "In March 2023, we forecasted tool revenue of $4 million in 2023.",
        "A 10% change in steel prices would have cost us $4 million in 2023.",
        "Freight cost was between $3 million and $5 million.",
        "We lowered freight cost, primarily due to lower fuel expense of $4 million.",
        "Unpaid leases were $3 million for lathes and $5 million for presses.",
        "We recorded wear, tear and paint expense of $4 million.",
        "The expense under such plans was $4 million.",
        "paint hedges were $4 million.",  # the end of a sentence whose beginning stands elsewhere
        "Our workforce was 27% female.",
        "Growth slowed with the buildup of 787 aircraft.",
        "4.3 Certificate of Mornfeld, dated as of June 5, 2023, containing Form of 2.73% Note due 2034, Form"
        " of 3.61% Note due 2044, and Form of 4.17% Note due 2054.",
    ],
)
def test_figure_whose_words_do_not_say_what_it_is_is_left_alone(text):
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Net sales include $3.3 billion of revenue recognized from deferred amounts.",
        "The lathe division reported net income of $13.7 billion.",
        "Net sales decreased by $2.4 billion.",
        "Net loss was $2.4 billion.",
        "The income tax benefit was $2.4 billion.",
    ],
)
def test_part_change_or_loss_has_no_canonical_name(text):
    assert [metric.canonical_name for metric in read(text)] == [""]


def test_revenue_of_another_company_is_not_the_subjects_own():
    own, other = (
        read("Mornfeld Tools had revenue of $5 million. "),
        read("Orrin Glass had revenue of $5 million."),
    )
    assert [(each.metric_name, each.canonical_name) for each in own] == [("revenue", "revenue")]
    assert [(each.metric_name, each.canonical_name) for each in other] == [("Orrin Glass’s revenue", "")]


def test_whole_measure_has_its_canonical_name():
    (metric,) = read("Net sales were $3.3 billion in 2022.")
    assert (metric.canonical_name, metric.fiscal_year) == ("revenue", 2022)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        (
            "In 2022, tool sales were $5 million, or 4% of demand, compared to $4 million, or 3% of demand, "
            "in 2021.",
            [("$5 million", 2022), ("4%", 2022), ("$4 million", 2021), ("3%", 2021)],
        ),
        (
            "In 2022, tool sales increased 15.6% compared to an increase of 37.9% in 2021, driven by a 10.8% "
            "increase in orders and a 4.3% increase in average order value.",
            [("15.6%", 2022), ("37.9%", 2021), ("10.8%", 2022), ("4.3%", 2022)],
        ),
        (
            "Tool sales were $5 million in 2022, $4 million in 2021 and $3 million in 2020.",
            [("$5 million", 2022), ("$4 million", 2021), ("$3 million", 2020)],
        ),
        ("In 2022, tool sales were $5 million.", [("$5 million", 2022)]),
        ("Tool sales were $5 million compared to $4 million in the prior year.", []),
        ("Tool sales were $5 million and $4 million in 2022.", []),
        ("Tool sales were $5 million and $4 million in the first quarter of fiscal years 2023 and 2022.", []),
    ],
)
def test_figure_takes_the_time_of_its_own_clause(text, days):
    assert [(value, end.year) for value, _, end in dated(text)] == days


def test_figure_without_a_time_takes_that_of_the_discussion_but_a_balance_does_not():
    text = "Freight cost increased $5 million."
    assert dated(text) == []
    assert dated(text, DISCUSSION) == [("$5 million", YEAR.start_date, YEAR.end_date)]
    assert dated("Unpaid freight obligations were $5 million.", DISCUSSION) == []


def test_what_was_done_to_a_balance_is_not_the_balance_of_the_span():
    assert dated("In 2022, we transferred lathe obligations of $5 million.") == []
    assert len(dated("In 2022, we recorded lathe scrapping losses of $5 million.")) == 1


def test_what_stands_on_the_books_in_a_year_is_of_its_last_day():
    told = "The lease liability was $1.3 billion and $1.0 billion in 2023 and 2022, respectively."
    assert [day[1:] for day in dated(told)] == [(None, date(2023, 12, 31)), (None, date(2022, 12, 31))]
    assert dated("The unrecognized compensation cost was $9 million in 2023.")[0][1] is None
    assert dated("The lease cost was $1.3 billion in 2023.")[0][1] == date(2023, 1, 1)


def test_heading_names_the_time_of_the_text_below_it():
    quarter = fiscal_quarter("", 2023, 4, CALENDAR)
    heading = "Fourth Quarter of Fiscal 2023 Compared to Fourth Quarter of Fiscal 2022"
    assert dated("Freight cost increased $5 million.", DATED, heading) == [
        ("$5 million", quarter.start_date, quarter.end_date)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We issued $750 million of senior notes due 2029.",
        "We entered lease obligations of $2 million that mature in June 2026.",
        "We recorded $2 million of costs of the 2022 Restructuring Plan.",
    ],
)
def test_day_on_which_debt_falls_due_or_year_of_a_name_is_not_when_a_figure_holds(text):
    assert [metric.period_end for metric in read(text)] in ([], [None])
    assert read(text, DATED) == []


def test_years_after_a_day_mean_the_same_day():
    first, second = read("Trade receivables were $10 million and $8 million at June 30, 2022 and 2021.")
    assert (first.period_end, second.period_end) == (date(2022, 6, 30), date(2021, 6, 30))
    assert second.period_start is None


def test_ends_of_years_are_the_calendars_own():
    calendar = replace(CALENDAR, ends=(date(2022, 1, 2), date(2023, 1, 1)))
    text = "Trade receivables at the end of 2022 and 2021 were $10 million and $8 million."
    metrics = read(text, Setting(calendar, "", None))
    assert [metric.period_end for metric in metrics] == [date(2023, 1, 1), date(2022, 1, 2)]


def test_year_end_is_a_day():
    text = "Its rate is up 2.3 percentage points from the year-end 2022 discount rate of 2.9%."
    assert dated(text)[-1] == ("2.9%", None, date(2022, 12, 31))


def test_two_spans_in_one_phrase_are_both_read():
    text = (
        "Freight cost was $2 million and $6 million for the three and nine months ended September 30, 2023."
    )
    assert [start for _, start, _ in dated(text)] == [date(2023, 7, 1), date(2023, 1, 1)]


def test_amount_per_share_is_none_of_the_scale():
    setting = Setting(CALENDAR, "", None, Decimal(1_000_000))
    values = [
        (metric.numeric_value, metric.unit)
        for text in ("Freight cost was $1,533.", "Diluted earnings per share were $7.")
        for metric in read(text, setting)
    ]
    assert values == [(Decimal(1_533_000_000), "USD"), (Decimal(7), "USD/share")]


def test_plain_amount_of_a_page_whose_scale_is_not_certain_is_left_alone():
    assert read("Freight cost was $1,533.", Setting(CALENDAR, "", None, None)) == []
    assert len(read("Freight cost was $1,533 million.", Setting(CALENDAR, "", None, None))) == 1


def test_amount_in_brackets_that_may_be_a_loss_is_left_alone():
    assert read("Freight gains were ($16) for lathes and $2 million for presses.") == []
    (metric,) = read("Freight gain was $(16) million in 2023.")
    assert metric.numeric_value == Decimal(-16_000_000)


def test_an_item_of_a_list_may_begin_in_lower_case():
    text = "(ii) dividends on preferred tools of $57 million in 2022."
    assert names(text) == ["dividends on preferred tools"]
    assert names(text.removeprefix("(ii) ")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Revenue of Mornfeld Tools plc in 2023 was $4 million.", ("Revenue", "revenue")),
        ("Mornfeld Tools’ revenue in 2023 was $4 million.", ("revenue", "revenue")),
        ("The net income of the company in 2023 was $4 million.", ("net income", "net_income")),
        ("Revenue of Halden plc in 2023 was $4 million.", ("Revenue of Halden plc", "")),
        (
            "Revenue of Mornfeld Tools Sud in 2023 was $4 million.",
            ("Revenue of Mornfeld Tools Sud", ""),
        ),
    ],
)
def test_a_measure_said_to_be_the_subjects_own_is_the_measure_itself(text, expected):
    (metric,) = read(text, replace(UNDATED, entity="Mornfeld Tools plc"))
    assert (metric.metric_name, metric.canonical_name) == expected


def test_figure_in_brackets_behind_its_time_is_what_was_so_then():
    text = "Free cash flow for 2023 was €1.2 billion (2022: €0.9 billion)."
    assert [(value, end.year) for value, _, end in dated(text)] == [
        ("€1.2 billion", 2023),
        ("€0.9 billion", 2022),
    ]


def test_from_one_time_to_another_each_figure_has_its_own():
    text = "Tool sales fell from $7 million in 2022 to $6 million in 2023, due to floods."
    assert names(text) == ["Tool sales", "Tool sales"]
    assert [(value, end.year) for value, _, end in dated(text)] == [
        ("$7 million", 2022),
        ("$6 million", 2023),
    ]


def test_from_one_figure_to_another_only_the_second_is_of_the_time_behind_it():
    text = "Tool sales fell from $7 million to $6 million in 2023."
    assert [(value, end.year) for value, _, end in dated(text)] == [("$6 million", 2023)]


def test_what_is_expected_of_an_amount_later_makes_it_no_forecast():
    text = "At June 30, 2023, deferred lathe revenue was $4 million, which is expected to be recognized soon."
    assert names(text) == ["deferred lathe revenue"]
    assert not names("At June 30, 2023, deferred lathe revenue was expected to be $4 million.")


def test_growth_before_a_count_makes_no_per_cent_of_it():
    text = "Lathe output rose 3% to 812 kt in 2023."
    assert names(text) == ["Lathe output growth"]
