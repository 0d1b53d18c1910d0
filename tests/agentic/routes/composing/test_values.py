"""What a small model says in a few words, and which lines bear it out."""

import pytest

from agentic.evidence import Span
from agentic.routes.composing.values import Line, answer_briefly, is_of_kind, lines_of, stand_near
from agentic.trace import Trace
from agentic.verification.sentences.statements import own_mark
from llm.fakes import ScriptedChatModel
from retrieval.passages.expected import expected_of
from retrieval.passages.scoring import Passage, Scored
from retrieval.passages.windows import Window, units_of
from tests.factories import RunFactory

TEXT = (
    "The guarantor answers for no more than GBP 8,310 in all. The deposit is GBP 1,385. No pets, please. "
    "The boiler is renewed by 30 April 2024. Amlodipine was stopped. Ibuprofen was stopped as well."
)
pytestmark = pytest.mark.django_db
LINES = [Line(text, 1) for text in TEXT.replace(". ", ".|").split("|")]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("£8,310", ["The guarantor"]),
        ("30 April 2024", ["The boiler"]),
        ("Amlodipine and ibuprofen", ["Amlodipine", "Ibuprofen"]),
        ("8,310 + 1,385 = 9,695", []),  # no line has the sum
        ("A dog of the neighbour", []),
        ("The uncle vouches for them", []),  # what was asked
        ("", []),
    ],
)
def test_a_reply_stands_in_the_fewest_lines_that_have_it(reply, said):
    found = lines_of(reply, LINES, "Up to which sum does the uncle vouch for them?")
    assert [line.text[: len(begun)] for line, begun in zip(found, said, strict=True)] == said


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("£8,310.", "£8,310: “The guarantor answers for no more than GBP 8,310 in all.” [1]"),
        ("The lines do not say it.", ""),
        ("£9,695", ""),  # in no line
        ("The guarantor", ""),  # no number
    ],
)
def test_a_value_is_quoted_with_its_line(find, reply, text):
    found, requests = find("Up to which sum does the uncle vouch for them?", reply)
    assert found.text.replace(own_mark(1), "[1]") == text
    assert "From lease.txt:\n[1] The guarantor" in requests[0].messages[0].text


@pytest.mark.parametrize(
    "question",
    [
        "How much more is the guarantee than the deposit?",
        "How much do guarantee and deposit come to altogether?",
        "What is the highest sum of the lease?",
    ],
)
def test_a_small_model_is_not_asked_to_put_numbers_together(find, question):
    assert find(question)[0].text == ""


@pytest.fixture
def find(workspace, user):
    def answered(question, *replies):
        page = Passage(hit=None, page=1, text=TEXT, identity="", rank=0)
        near = [
            Scored(page, Window((unit,)), 0.5, frozenset(), frozenset(), meaning=0.6)
            for unit in units_of(TEXT)
        ]
        span = Span(document_id=1, filename="lease.txt", page=1, quote=TEXT, kind="passage")
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        expected = expected_of(question)
        with ScriptedChatModel(replies) as chat:
            found = answer_briefly(
                question, expected, near, [span], headed=lambda span: span.filename, chat=chat, trace=trace
            )
        return found, chat.requests

    return answered


@pytest.mark.parametrize(
    ("reply", "is_one"), [("30 April 2024", True), ("2024", False), ("the boiler", False)]
)
def test_a_value_is_of_the_kind_that_is_asked_for(reply, is_one):
    question = "By when does the owner put in a new boiler?"
    assert is_of_kind(reply, expected_of(question), question) is is_one


@pytest.mark.parametrize(
    ("line", "is_near"),
    [
        ("5. Repairs The boiler is renewed by 30 April 2024.", True),  # with its heading
        ("The cat was fed on 30 April 2024.", False),  # far from what is asked
        ("Due date 30 April 2024.", False),  # in a document that has less of the question
    ],
)
def test_a_value_stands_near_what_is_asked(line, is_near):
    text = "The boiler is renewed by 30 April 2024.\n\nThe cat was fed on 30 April 2024."
    lease = Passage(hit=None, page=1, text=text, identity="lease", rank=0)
    bill = Passage(hit=None, page=1, text="Due date 30 April 2024.", identity="bill", rank=1)
    near = [
        Scored(page, Window((unit,)), 0.5, frozenset(), frozenset(), meaning=meaning)
        for page, meanings in ((lease, (0.6, 0.1)), (bill, (0.6,)))
        for unit, meaning in zip(units_of(page.text), meanings, strict=True)
    ]
    assert stand_near([line], near, "By when is the boiler renewed by the owner?") is is_near
