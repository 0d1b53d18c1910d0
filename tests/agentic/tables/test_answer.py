"""Questions about rows: answered from the rows of one table, or handed over."""

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agentic.facts.route import case_of
from agentic.tables.answer import answer_from_rows
from agentic.trace import Trace
from documents.models import TableRow
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.agentic.figures_of import company, figure
from tests.agentic.tables.small_tables import (
    BRIDGES,
    CONTRACTS,
    ISLANDS,
    OF_BRIDGES,
    OF_CONTRACTS,
    OF_ISLANDS,
    OF_ORCHARDS,
    ORCHARDS,
)
from tests.factories import DocumentFactory, MetricFactory, PageFactory, RunFactory, TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)


def misses(ask, questions):
    """The questions whose answer does not say this in this order, is not proven or leaves a part out."""
    found = []
    for line in filter(None, questions.splitlines()):
        question, _, expected = line.partition(" → ")
        answer = ask(question)
        if (expected == "none") != (answer is None):
            found.append(f"{question} → {answer.text if answer else 'handed over'}")
        if answer is None or expected == "none":
            continue
        at = 0
        for words in expected.split(" | "):
            at = answer.text.find(words, at)
            if at < 0:
                found.append(f"{question} → {answer.text} (without “{words}”)")
                break
        unproven = [number.text for number in answer.numbers if number.status == "unsupported"]
        if unproven or not answer.fit["covers"]:
            found.append(f"{question} → {answer.text}: {unproven} {answer.fit['missing']}")
    return found


def test_rows_are_counted_filtered_added_up_and_ranked(keep, ask):
    keep({"bridges.csv": BRIDGES})
    assert misses(ask, OF_BRIDGES) == []


def test_the_tables_of_a_question_are_read_once_however_many_they_are(keep, ask):
    keep({f"bridges-{at}.csv": BRIDGES.replace("Dean", f"Dean {at}") for at in range(4)})
    with CaptureQueriesContext(connection) as read:
        assert ask("How many lanes does Fell Bridge in Osk County have?") is None
    statements = [sql for each in read.captured_queries if (sql := each["sql"]).startswith("SELECT")]
    of_rows = [sql for sql in statements if 'FROM "documents_tablerow"' in sql and '"table_index"' in sql]
    of_heads = [sql for sql in statements if 'FROM "documents_page"' in sql and '"number" = 1' in sql]
    assert (len(of_rows), len(of_heads)) == (1, 1)


def test_rows_of_one_name_in_several_blocks_are_not_added_up(workspace, ask):
    report = DocumentFactory(workspace=workspace, filename="shops.pdf", title="Shops")
    held = (("Gorse", 120, 130), ("Heath", 40, 50), ("Gorse", 900, 950), ("Heath", 60, 70))
    for at, (label, opened, kept) in enumerate(held):
        told = {"Shops opened": opened, "Shops kept": kept}
        TableRowFactory(document=report, table="Shops", row=at, label=label, properties=told, page=1)
    assert ask("What is the total of shops kept of Gorse?", only=[report.pk]) is None
    assert "1,200" in ask("What is the total of shops kept?", only=[report.pk]).text


def test_amounts_among_several_columns_are_not_told_for_how_many(workspace, user):
    report = DocumentFactory(workspace=workspace, filename="gorse.pdf", title="Gorse")
    for at, label in enumerate(("Patents", "Trucks")):
        told = {"Cost": 513_000_000, "Held": 426_000_000}
        row = TableRowFactory(document=report, table="Assets", row=at, label=label, properties=told, page=1)
        money = told.values() if label == "Patents" else [told["Cost"]]
        for value in money:
            MetricFactory(
                document=report,
                metric_name="Carrying amount",
                canonical_name="",
                numeric_value=value,
                table_row=row,
            )
    told = {}
    for things in ("patents", "trucks"):
        question = f"How many {things} were held?"
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        analysis = analyse(question, workspace=workspace)
        scope = prefilter(analysis, workspace=workspace, document_ids=[report.pk])
        told[things] = answer_from_rows(case_of(analysis, scope=scope, trace=trace))
    assert told["patents"] is None
    assert "426" in told["trucks"][0].text


def test_columns_of_years_and_of_changes_are_told_apart(keep, ask):
    keep({"orchards.csv": ORCHARDS})
    assert misses(ask, OF_ORCHARDS) == []


def test_rows_are_counted_though_a_heading_of_amounts_has_their_name(keep, ask):
    keep({"contracts.csv": CONTRACTS})
    assert misses(ask, OF_CONTRACTS) == []


def test_headings_that_are_written_short_are_asked_by_their_words(keep, ask):
    keep({"islands.csv": ISLANDS})
    assert misses(ask, OF_ISLANDS) == []


def test_what_is_done_by_whom_a_column_names_is_a_condition_on_it(keep, ask):
    keep({"courses.csv": "Course,Teacher,Fee\nPottery,Okafor,96\nDrawing,Okafor,88\nChoir,Selby,45\n"})
    answer = ask("Which courses does Okafor teach?")
    assert answer is not None
    assert "2 of 3 rows" in answer.text


def test_a_german_question_names_the_many_of_what_a_cell_is_one_of(keep, ask):
    keep({"raeder.csv": "Rad,Typ,Einnahmen\nA1,E-Bike,58\nA2,Tandem,30\nA3,E-Bike,96\n"})
    answer = ask("Wie hoch sind die Einnahmen der E-Bikes insgesamt?")
    assert answer is not None
    assert "154" in answer.text


def test_a_table_that_says_the_same_of_others_is_no_rival_but_one_that_says_more_is(keep, ask):
    keep({"bridges.csv": BRIDGES, "more-bridges.csv": BRIDGES.replace("Dean Bridge,Osk", "Gate Bridge,Osk")})
    assert ask("Which bridge has the most spans?") is None


def test_rows_that_are_kept_out_do_not_count(keep, ask):
    keep({"bridges.csv": BRIDGES})
    TableRow.objects.filter(label="Dean Bridge").update(kept_out=True)
    assert "of 5 rows" in ask("Which bridge has the most spans?").text


def test_what_came_over_times_is_not_added_up_for_what_there_is_at_an_end(keep, ask):
    keep({"stores.csv": "Quarter,Stores opened\nFirst,10\nSecond,7\nThird,18\nFourth,12\n"})
    assert ask("How many stores were opened?").text.startswith("The sum of Stores opened over 4 rows")
    assert ask("How many stores were there at the end of the year?") is None


def test_a_figure_of_elsewhere_is_none_of_the_table_called_by_its_number(keep, ask, workspace):
    sheds = "| Shed | Roof area (m2) |\n|---|---|\n| North | 40 |\n| South | 60 |\n"
    keep({"sheds.md": f"# Sheds\n\nTable 7. Roofs of sheds\n\n{sheds}"})
    figure(company(workspace, "Acme Tools, Inc."), 4_000, 2023, months=12, until=12)
    assert "60" in ask("What is the roof area of South in Table 7?").text
    assert "$4" in ask("What was the revenue of Acme Tools in 2023?").text
    assert ask("What was the revenue of Acme Tools in 2023 in Table 7?") is None


def test_what_is_answered_stands_in_the_plan(keep, ask):
    keep({"bridges.csv": BRIDGES})
    plan = ask("How many steel bridges are there?").plan
    assert plan["ask"] == "count"
    assert plan["conditions"] == ["material is steel"]
    assert plan["text"] == "count in bridges.csv where material is steel"


def test_a_figure_of_a_row_has_the_unit_that_its_column_says(keep, ask):
    keep({"outlay.csv": "state,Outlay (EUR thousand)\nNorthmark,73980\nEastmark,67044\nSouthmark,1200\n"})
    answer = ask("Which state has the highest outlay, and how much is it?")
    assert "73,980 thousand EUR" in answer.text
    assert "67,044 thousand EUR" in answer.text
    assert all(number.status != "unsupported" for number in answer.numbers)


def test_words_that_the_caption_has_beside_the_column_say_which_table_it_is(keep, ask):
    caption = "Number of cases and age-adjusted incidence of river fever"
    table = "| Group | River fever incidence |\n|---|---|\n| Female | 103.1 |\n| Male | 176.5 |\n"
    keep({"fever.md": f"# Report\n\n{caption}\n\n{table}\nThe crude growth of towns is told elsewhere.\n"})
    answer = ask("What was the age-adjusted incidence of river fever for Male?")
    assert "Male: 176.5" in answer.text
    assert ask("What was the crude elsewhere incidence of river fever for Male?") is None


RAIN = (
    "region,Day:10-07-2016 ACTUAL,Period:01-06-2016 To 10-07-2016 ACTUAL,"
    "Period:01-06-2016 To 10-07-2016 DEP.\n"
    "Northmark,6.9,97.1,-38\nEastmark,2.0,77.1,-58\nSouthmark,20.0,147.9,-73\n"
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What was the actual rain in Northmark on 10 July 2016?", "6.9"),
        ("What was the actual rain in Northmark for the period 1 June to 10 July 2016?", "97.1"),
        ("Which region had the lowest departure for the period 1 June to 10 July 2016?", "Southmark"),
    ],
)
def test_days_that_head_columns_tell_them_apart(keep, ask, question, said):
    keep({"rain.csv": RAIN})
    assert said in ask(question).text


def test_of_few_rows_that_are_groups_the_number_of_each_is_told(keep, ask):
    rows = "High,5,The water stands over the banks\nMiddling,22,The water reaches the banks\n"
    keep({"floods.csv": f"category,rivers,what it says\n{rows}Low,8,The water leaves the meadows dry\n"})
    answer = ask("How many rivers are in each category?")
    assert all(said in answer.text for said in ("High: 5", "Middling: 22", "Low: 8"))
    assert ask("Which rivers are in the high category?") is None  # they are only counted


def test_a_table_called_by_its_number_is_looked_for_where_it_stands(keep, ask):
    table = "| Item | 2011 | 2012 |\n|---|---|---|\n| Lighthouses | {} | {} |\n| Piers | 275 | 255 |\n"
    keep(
        {
            "north.md": f"# Outlays of the north\n\nTable N-4. Outlays\n\n{table.format(480, 478)}",
            "south.md": f"# Outlays of the south\n\nTable N-5. Outlays\n\n{table.format(910, 905)}",
        }
    )
    assert "480" in ask("What were the outlays for lighthouses in 2011 in Table N-4?").text
    assert "910" in ask("What were the outlays for lighthouses in 2011 in Table N-5?").text


PREFECTURES = (
    "name,capital,lat,lng\n北海道,札幌市,43.06,141.34\n島根県,松江市,35.47,133.05\n岩手県,盛岡市,39.70,141.15\n"
    "香川県,高松市,34.34,134.04\n沖縄県,那覇市,26.21,127.68\n"
)
ROADS = (
    "公路等级,车道数,用地基准值,编制条件\n高速公路,八,2.5000,大型车比例\n高速公路,六,2.1333,大型车比例\n"
    "一级公路,六,1.3333,大型车比例\n"
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("島根県の県庁所在地はどこですか。", "松江市"),
        ("北海道の緯度は何ですか。", "43.06"),
        ("六车道高速公路的用地基准值是多少？", "2.1333"),
        ("一级公路的用地基准值是多少？", "1.3333"),
    ],
)
def test_cells_are_looked_up_in_languages_without_blanks(keep, ask, question, said):
    keep({"prefectures.csv": PREFECTURES, "roads.csv": ROADS})
    assert said in ask(question).text


def test_a_row_that_others_fit_as_well_is_not_chosen(keep, ask):
    keep({"roads.csv": ROADS})
    assert ask("高速公路的用地基准值是多少？") is None
    assert ask("二级公路的用地基准值是多少？") is None


def test_a_word_that_only_one_of_several_tables_is_called_by_chooses_it(keep, ask):
    head = "| Candidate | Party | Votes |\n|---|---|---|\n"
    quay = "| HOSKIN, Una | Independent | 744 |\n| TREVENA, Lucy | Green | 391 |\n"
    mill = "| BRAY, Ann | Labour | 204 |\n| FOX, Simon | Green | 655 |\n"
    keep({"poll.md": f"# Result\n\n## Ward: Quay (1 seat)\n\n{head}{quay}\n## Ward: Mill\n\n{head}{mill}"})
    assert "391" in ask("How many votes did Green get in Quay ward?").text
    assert ask("How many votes did Labour get in Quay ward?") is None


def test_who_sent_a_bill_and_what_it_is_called_are_no_words_of_its_rows(keep, ask):
    table = "| Description | Quantity | Unit price |\n|---|---|---|\n| Banner | 6 | 41.00 |\n"
    keep({"bw.md": f"Brightwell Print\n\nLeeds\n\n{table}| Book | 15 | 0.62 |\n"})
    assert "41.00" in ask("What is the unit price of the banner on the Brightwell invoice?").text
    assert ask("What is the unit price of the banner for weddings?") is None


def test_amounts_are_not_added_up_for_how_many_there_are(keep, ask):
    rows = "| Payroll, Gulf | 2,130.00 |\n| Payroll, Gulf | 2,130.00 |\n| Gift | 15.00 |\n"
    keep({"statement.md": f"# Statement\n\n| Description | Deposits |\n|---|---|\n{rows}"})
    answer = ask("How many payroll deposits are there?")
    assert answer is None or "4,260" not in answer.text


SALES = [
    ["Order", "Customer", "Product", "Pieces", "Amount (EUR)", "Year"],
    ["A-1", "Elm", "Rope", 4, 80, 2003],
    ["A-2", "Oak", "Rope", 2, 40, 2011],
    ["A-3", "Elm", "Tar", 1, 15, 2014],
    ["A-4", "Elm", "Net", 3, 90, 2019],
]
CUSTOMERS = [
    ["Customer", "Town", "Agent"],
    ["Elm", "Osk", "Ida"],
    ["Oak", "Wend", None],
    ["Yew", "Osk", "Bo"],
]

OF_SALES = """
In which town is Oak based? → Oak: Wend
Who is the agent of Elm? → Elm: Ida
Which customers have no agent? → Oak
Which customers have no order? → Yew
What is the total amount of orders by customers in Osk? → Elm: 185 EUR
Which product has the highest total amount? → Rope: 120 EUR
What share of the total amount is rope? → Rope | 53.33%
How many different products were ordered? → 3 different Product | Rope | Tar | Net
What is the median amount of the orders? → median of Amount (EUR) over 4 rows | 60 EUR
Which orders have the same amount? → none
Which customers have no lorry? → none
"""


@pytest.fixture
def sales(keep, tmp_path):
    book = openpyxl.Workbook()
    for name, rows in (("Orders", SALES), ("Customers", CUSTOMERS)):
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "sales.xlsx")
    keep({"sales.xlsx": (tmp_path / "sales.xlsx").read_bytes()})


def test_the_sheets_of_a_file_are_joined_by_what_they_share(sales, ask):
    assert misses(ask, OF_SALES) == []


def test_sheets_with_other_headings_are_joined_by_what_stands_in_them(keep, ask, tmp_path):
    book = openpyxl.Workbook()
    orders = [[cell if cell != "Customer" else "Payer" for cell in row] for row in SALES]
    for name, rows in (("Orders", orders), ("Customers", [*CUSTOMERS, ["Ash", "Tarn", "Cy"]])):
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        if name == "Orders":
            sheet.append(["A-5", "Ash", "Net", 1, 30, 2020])
    del book["Sheet"]
    book.save(tmp_path / "sales.xlsx")
    keep({"sales.xlsx": (tmp_path / "sales.xlsx").read_bytes()})
    assert "185 EUR" in ask("What is the total amount of orders by customers in Osk?").text


def test_whoever_does_something_with_a_row_is_not_the_row(keep, ask):
    rows = [f"T-{n},{tool},Osk" for n, tool in enumerate(("Tile cutter", "Chain saw", "Sander"), 1)]
    keep({"tools.csv": "\n".join(["Tag,Tool,Depot", *rows])})
    assert ask("Who bought the chain saw?") is None


WAR_DEATHS = "date,wounds,disease\n1854-04-01,0,110\n1854-05-01,0,95\n1854-06-01,7,40\n"


def test_what_a_column_of_numbers_tells_is_no_count_of_rows_by_the_name_of_the_file(keep, ask):
    keep({"war_deaths.csv": WAR_DEATHS})
    assert "245" in ask("How many deaths by disease were there in all?").text
    assert ask("In which month were the most deaths by disease?").text.startswith("1854-04-01")


def test_rows_of_a_json_file_are_asked_as_those_of_a_sheet(keep, ask):
    keep({"sheds.json": '[{"shed": "Acorn", "area": 42}, {"shed": "Birch", "area": 61}]'})
    assert ask("Which shed has the largest area?").text.startswith("Birch")


def test_the_plan_of_joined_sheets_says_what_is_asked_of_them(sales, ask):
    asked = {
        "list": "Which customers have no order?",
        "share": "What share of the total amount is rope?",
        "group": "Which product has the highest total amount?",
    }
    assert {question: ask(question).plan["ask"] for question in asked.values()} == {
        question: name for name, question in asked.items()
    }


def test_years_in_a_column_are_compared_as_times(keep, ask):
    keep({"bridges.csv": BRIDGES})
    assert misses(ask, "Which bridges were opened before 1905? → 2 of 6 | Alder Bridge | Elm Bridge") == []
    assert ask("Which bridges have more spans than before 1905?") is None


def test_a_question_in_another_language_keeps_the_words_of_the_table(keep, ask):
    keep({"lager.csv": "Artikel;Bestand;Lieferant\nZange;145;Nord\nFeile;12;Nord\nRaspel;38;Süd\n"})
    assert "38" in ask("Wie hoch ist der Bestand der Raspel?").text
    assert ask("Wie hoch ist der Bestand der Kelle?") is None


VISITS = (
    "Museum,Town,2021,2022\nClock House,Osk,12050,19400\nGlass Barn,Wend,8800,15250\nMill,Osk,9900,9100\n"
)
RACES = """# Races

| Club | Wins | Fee (EUR) |
|---|---|---|
| Elm | 7 | 95 |
| Oak | 5 | 140 |

## Prize money

The clubs that win get a prize, by their rank and not by wins alone.
"""


def test_tables_by_year_are_asked_by_their_rows(keep, ask):
    keep({"visits.csv": VISITS})
    assert "Clock House" in ask("Which museum had the highest number of visits in 2022?").text
    assert "rose by 7,350" in ask("By how much did visits of the Clock House rise from 2021 to 2022?").text


def test_what_is_counted_in_a_year_is_the_number_of_its_column(keep, ask):
    keep({"visits.csv": VISITS})
    assert "19400" in ask("How many visits did the Clock House have in 2022?").text


def test_by_which_number_somebody_goes_is_no_count(keep, ask):
    keep({"osk-phone.csv": "Call,Minutes\nWend,4\nHolm,7\n"})
    assert ask("What is the phone number of the Osk Phone?") is None


def test_an_adjective_ranks_by_the_column_that_it_is_said_of(keep, ask):
    keep({"races.md": RACES})
    assert ask("Which club is the cheapest?").text.startswith("Elm")
    assert ask("Which club is the most expensive?").text.startswith("Oak")


def test_what_is_asked_for_is_told_by_a_column_and_not_by_words_beside_the_table(keep, ask):
    keep({"races.md": RACES})
    assert "7" in ask("How many wins did Elm get?").text
    assert ask("What prize money did Elm win?") is None


def test_rows_that_are_called_as_the_question_says_are_no_list_of_what_is_asked_for(keep, ask):
    keep({"rain-of-states.csv": "Category,Number of states\nExcess,5\nNormal,20\nScanty,3\n"})
    answer = ask("Which states had excess rain?")
    assert answer is None or "rows" not in answer.text


def test_how_many_there_are_of_an_item_is_told_by_the_column_of_quantities(keep, ask):
    keep({"order.csv": 'Item,Quantity,Price\n"Door hinge, brass",40,4.10\n"Wood screws, box",25,7.40\n'})
    answer = ask("How many brass hinges are there?")
    assert answer is None or "40" in answer.text


def test_what_is_of_a_row_or_asked_of_it_must_be_told_by_a_column(workspace, user):
    """Its words stand before the name of the row, or on the page of the table."""
    report = DocumentFactory(workspace=workspace, filename="shares.pdf", title="Shares of mills")
    PageFactory(document=report, number=1, text="Shares of mills. Oil is not dealt with.")
    for at, (label, shillings) in enumerate((("Elm", 159), ("Ash", 120))):
        told = {"Mill": label, "Shillings": shillings}
        TableRowFactory(document=report, table="Shares", row=at, label=label, properties=told, page=1)

    def told_of(question):
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        analysis = analyse(question, workspace=workspace)
        scope = prefilter(analysis, workspace=workspace, document_ids=[report.pk])
        return answer_from_rows(case_of(analysis, scope=scope, trace=trace))

    assert "159" in told_of("What were the shares of Elm in shillings?")[0].text
    for question in (
        "What was the inventory of Elm in shillings?",
        "What was the value of oil at Elm in shillings?",
        "Which oil did Elm have in shillings?",
    ):
        assert told_of(question) is None, question


def test_days_are_nobody(keep, ask):
    keep({"sales.csv": "Day,Loaves\n1 May,40\n2 May,55\n3 May,31\n"})
    assert "2 May" in ask("Which day had the most loaves?").text
    assert ask("Who had the most loaves?") is None
