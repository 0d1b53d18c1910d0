"""Rows of the times that a question names."""

import pytest

pytestmark = pytest.mark.django_db

LOG = """day,place,rain,wind,sky
2024/12/30,Wend,4.5,3,drizzle
2025/01/02,Wend,10,7,rain
2025/01/17,Wend,0,2,sun
2025/02/03,Wend,2.5,5,snow
2025/02/04,Wend,1,9,snow
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much rain was there in the weather log in January 2025?", "rain over 2 rows|is 10"),
        ("What was the average wind in the weather log in February 2025?", "over 2 rows|is 7"),
        ("What was the rain in the weather log on 3 February 2025?", "2.5"),
        ("How many days in the weather log had snow?", "2 of 5"),
        ("What was the highest wind in the weather log before 2 February 2025?", "highest wind|7"),
        ("What was the total rain in the weather log in 2025?", "over 4 rows|is 13.5"),
    ],
)
def test_rows_are_chosen_by_their_days(keep, ask, question, said):
    keep({"weather-log.csv": LOG})
    answer, at = ask(question), 0
    assert answer is not None
    for words in said.split("|"):
        at = answer.text.index(words, at)


@pytest.mark.parametrize(
    "question",
    [
        "How much rain was there in the weather log in March 2031?",
        "How many days in the weather log had snow in March 2031?",
        "How many days in the weather log were not in January 2025?",
    ],
)
def test_a_time_of_which_there_are_no_rows_and_one_that_is_denied_give_no_answer(keep, ask, question):
    keep({"weather-log.csv": LOG})
    assert ask(question) is None


@pytest.mark.parametrize(
    "days", [("13.01.2025", "14.01.2025", "02.02.2025"), ("13/01/2025", "05/01/2025", "01/02/2025")]
)
def test_days_written_day_first_are_read_so(keep, ask, days):
    first, second, later = days
    keep({"till-log.csv": f"Date,Till,Takings\n{first},Bar,210\n{second},Bar,330\n{later},Bar,90\n"})
    assert "540" in ask("How much were the takings in the till log in January 2025?").text
