"""From a question as it is typed to what is asked for."""

import pytest

from agentic.answering import answer_question, answer_without_model, understand
from agentic.evidence import COMES_NEAREST, Draft, Evidence
from agentic.inquiry import Models, Question
from agentic.routes import order
from agentic.trace import Trace
from llm.providers.none import NoModel
from tests.agentic.figures_of import company
from tests.agentic.tables.conftest import keep
from tests.factories import RunFactory

__all__ = ["keep"]
pytestmark = pytest.mark.django_db
VANS = """van,driver,miles,seats
Kite,Ada Wren,120,4
Lark,Bo Finch,310,7
Merlin,Cy Crane,95,2
"""


@pytest.fixture
def ask(workspace, user, embedder):
    """The answer without a model."""

    def asked(text):
        trace = Trace(RunFactory(workspace=workspace, user=user, question=text))
        return answer_question(
            Question(user, workspace, text), models=Models(NoModel(), embedder), trace=trace
        ).answer

    return asked


def test_a_question_is_understood_as_it_would_be_written(workspace, user):
    company(workspace, "Pharmel Inc.")
    typed = "Hi there! what did phamel pay in divis in 22? I need it for a slide."
    trace = Trace(RunFactory(workspace=workspace, user=user, question=typed))
    inquiry = understand(Question(user, workspace, typed), "none", trace)
    assert inquiry.analysis.question == "What did Pharmel pay in divis in 2022?"
    assert inquiry.question.text == inquiry.analysis.question
    assert [each.name for each in inquiry.analysis.organizations] == ["Pharmel Inc."]


def test_each_of_two_questions_has_its_answer(keep, ask):
    keep({"vans.csv": VANS})
    answer = ask("How many vans have more than 3 seats, and who drives Merlin?")
    assert "**How many vans have more than 3 seats?**" in answer.text
    assert "2 of 3" in answer.text
    assert "Cy Crane" in answer.text
    assert answer.fit["covers"]
    cited = {citation.number for citation in answer.citations}
    assert cited == set(range(1, len(cited) + 1))


def test_what_is_found_first_is_what_the_second_question_points_at(keep, ask):
    keep({"vans.csv": VANS})
    answer = ask("Which van has the most miles and how many seats does it have?")
    assert "How many seats does Lark have?" in answer.text
    assert "7" in answer.text


def test_a_second_question_without_an_answer_is_told(keep, ask):
    keep({"vans.csv": VANS})
    answer = ask("Who drives the Kite, and how many wheels does the trailer have?")
    assert "Ada Wren" in answer.text
    assert answer.answered
    assert answer.fit["missing"] == ["There is no answer to “How many wheels does the trailer have?”"]


def test_a_second_question_does_not_stand_for_a_first_without_an_answer(keep, ask):
    keep({"vans.csv": VANS})
    answer = ask("Who washes the trailer, and how many vans have more than 3 seats?")
    assert "**Who washes the trailer?**" not in answer.text


def test_facts_that_answer_one_question_of_two_do_not_answer_at_once(keep, workspace, user):
    keep({"vans.csv": VANS})
    text = "How many vans have more than 3 seats, and how are they washed?"
    trace = Trace(RunFactory(workspace=workspace, user=user, question=text))
    assert answer_without_model(Question(user, workspace, text), tier="none", trace=trace) is None


FLATS = """flat,county,sold,begun,price
A-1,"Adams County, NE",2004,1999,120
A-2,"Brown County, NE",2010,2001,95
A-3,"Brown County, NE",2012,2010,80
"""
CASES = """name,state,kind,sentence,opened,closed
Ash,TX,theft,life,1990,1999
Birch,CA,arson,2 months,1995,1997
Cedar,TX,arson,6 weeks,2000,2006
Dell,NY,theft,life,2001,2002
Elm,TX,fraud,life,2003,2004
"""
LOSSES = """Entity,Year,Deaths
All great fires,1901,900
All great fires,1902,800
Volcanic fires,1901,20
Volcanic fires,1902,70
"""
OF_FILES = """
How many cases in the release file come from Texas? → 3 of 5 rows
How many sales in the release file come from Texas? → 3 of 5 rows
How many people does California hold in the release file? → -
For arson in the release file, how many years on average lay between opening and closing? → is 4 years
Who waited longest between opening and closing in the release list? → Ash [1]
Which Nebraska flat was dearest in the plains file? → A-1 [1]
How do the sales split by kind in the release file? → theft: 2
How many entries in the release file are for California? → 1 of 5 rows
How many kilns do the Texas cases have in the release file? → -
How do the thefts split by kind of theft in the release file? → arson: 2
How do the thefts split by kind in the release file? → arson: 2
How many cases in the harbour file come from Texas? → -
"""


@pytest.mark.parametrize("line", OF_FILES.strip().splitlines())
def test_the_file_that_a_question_names_is_asked_what_it_asks(keep, ask, line):
    keep({"plains_flats.csv": FLATS, "release-20150828.csv": CASES})
    question, _, expected = line.partition(" → ")
    answer = ask(question)
    if expected == "-":
        assert not answer.answered, answer.text
    else:
        assert expected in answer.text
        assert answer.fit["covers"], answer.fit["missing"]


STORES = "county,item,cost\nAdams,pump,10\nAdams,rope,5\nBrown,tar,7\n"


def test_what_the_named_file_tells_in_part_is_told_where_nothing_else_answers(keep, ask):
    keep({"ne_1033.csv": STORES})
    answer = ask("What is the total cost of all river surplus sent to Adams in the Nebraska 1033 workbook?")
    assert "is 15" in answer.text
    assert not answer.fit["covers"]


def test_what_the_file_is_called_is_no_condition_on_its_rows(keep, ask):
    keep({"fires.csv": LOSSES})
    answer = ask("Which year had the most deaths from volcanoes in the great fires table?")
    assert "70" in answer.text
    assert "900" not in answer.text


def test_the_file_that_is_named_is_asked_at_once_too(keep, workspace, user):
    keep({"fires.csv": LOSSES})
    text = "Which year had the most deaths from volcanoes in the great fires table?"
    trace = Trace(RunFactory(workspace=workspace, user=user, question=text))
    answered = answer_without_model(Question(user, workspace, text), tier="none", trace=trace)
    assert "70" in answered.answer.text
    assert "900" not in answered.answer.text


def test_rows_that_are_many_are_counted_and_not_all_named(keep, ask):
    rows = "".join(f"Case {at},{'TX' if at % 2 else 'NY'}\n" for at in range(1, 101))
    keep({"release.csv": f"name,state\n{rows}"})
    answer = ask("How many cases in the release file come from Texas?")
    assert answer.text.startswith("50 of 100 rows")
    assert "Case 1 " not in answer.text
    assert len(answer.tables[0].rows) == 50
    assert not [number for number in answer.numbers if number.status == "unsupported"]


BOATS = """# House rules of the Orla mill

Guests hand in the canoe by dusk. A cracked paddle costs the guest €18. Anglers keep to the west bank.
"""


def test_what_is_told_in_other_words_is_quoted_and_said_to_be_nearest(keep, ask):
    keep({"rules.md": BOATS})
    answer = ask("How much is a guest charged for an oar that snaps?")
    assert answer.text.startswith("€18: “A cracked paddle costs the guest €18.”")
    assert not answer.fit["covers"]
    assert "come nearest to the question" in answer.fit["missing"][0]
    assert answer.warnings == (COMES_NEAREST,)


@pytest.mark.parametrize("told", [{}, {"is_nearest": True}])
@pytest.mark.parametrize("where", ["", " in the Nebraska 1033 workbook"])
def test_rows_and_the_file_that_is_named_go_before_what_only_comes_nearest(
    keep, ask, monkeypatch, told, where
):
    keep({"ne_1033.csv": STORES})
    found = Draft(text="Nearest words.", **told)
    monkeypatch.setattr(order, "answer_from_map", lambda *_, **__: (found, Evidence()))
    answer = ask(f"What is the total cost of all river surplus sent to Adams{where}?")
    assert ("is 15" in answer.text) is bool(told), answer.text
