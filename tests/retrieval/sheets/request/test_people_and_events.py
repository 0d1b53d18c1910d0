"""Tables of people and of what happened to them, asked in other words than their headings."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

REFUGEES = """surname,given_name,age,country,profession,arrived,naturalised
Haas,Anna,31,AT,Weaver,1934,1941
Haas,Bruno,28,AT,Baker,1936,1939
Rossi,Carla,44,IT,Weaver,1926,1947
Conti,Dario,39,IT,Smith,1934,1939
Novak,Elena,25,CZ,Baker,1938,1943
"""
OF_REFUGEES = """
How many people who arrived from the country of Italy were naturalised in 1939? → 1 of 5 | naturalised is 1939
How many people arrived in 1934? → 2 of 5 | arrived is 1934 | Anna Haas | Dario Conti
Which person waited longest between arrival and naturalisation? → Carla Rossi | 21 years
How many people were expelled in 1939? → none
"""
SERIES = """Year,Births,Deaths,Marriages,Population
1950,610,300,201,50000
1951,640,310,190,50400
1952,600,305,205,50700
1953,655,290,199,51100
"""
OF_SERIES = """
In which year were the most babies born in New Zealand? → 1953 | highest Births
How many couples married in New Zealand in an average year from 1950 to 1952? → average of Marriages | 198
How many people died in 1951? → 310
In which year were there the fewest weddings? → 1951 | lowest Marriages
How many widows married in 1951? → none
"""
TOOLS = """canton,town,article_name,quantity,cost,stock_group,stock_group_name
BE,THUN,"SAW, HAND",2,40,10,TOOLS
BE,THUN,"LAMP, DESK",1,60,20,LAMPS
BE,BIEL,"SAW, BAND",1,900,10,TOOLS
BE,THUN,HAMMER,3,30,10,TOOLS
"""
OF_TOOLS = """
How many entries of the stock group TOOLS are there for Thun? → 2 of 4 rows | stock_group_name is TOOLS
Which single entry is the most expensive by cost, and what is it worth? → SAW, BAND | highest cost | 900
"""


@pytest.mark.parametrize(
    ("name", "table", "questions"),
    [
        ("refugees.csv", REFUGEES, OF_REFUGEES),
        ("nz_births_deaths.csv", SERIES, OF_SERIES),
        ("tools.csv", TOOLS, OF_TOOLS),
    ],
)
def test_rows_are_told_by_names_events_and_entries(name, table, questions, keep, ask):
    keep({name: table})
    assert misses(ask, questions) == []


def test_what_happened_to_people_is_no_cell_of_that_name(keep, ask):
    keep({"accidents.csv": "name,type\nAda,Death\nBen,Injury\nCy,Death\nDee,Fall\nEli,Injury\n"})
    answer = ask("How many of those who died had an injury?")
    assert answer is None or "Death" not in answer.text


def test_names_one_after_another_are_a_file_by_their_initials_beside_its_word(keep, ask):
    keep({"sf-marathon.csv": "runner,club,minutes\nAda,Red,190\nBen,Blue,201\nCy,Red,188\n"})
    assert "Cy" in ask("Which runner has the lowest minutes in the San Francisco marathon?").text
    assert ask("Which runner has the lowest minutes in the South Fork derby?") is None


def test_every_row_of_the_list_is_added_up_where_the_question_names_what_its_rows_are(keep, ask):
    keep({"aid.csv": "Canton,Lumen Grant,Other\nBern,510,3\nUri,90,4\nZug,200,5\n"})
    whole = "How many people in total got the Lumen Grant, all cantons and towns of the list together?"
    assert "800" in ask(whole).text
    assert ask("How many people in total got the Lumen Grant, all widows of the list together?") is None
