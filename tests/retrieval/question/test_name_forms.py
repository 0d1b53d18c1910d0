"""However a question calls a company, the document of that company is there, and no other's is taken."""

import re
from pathlib import Path

import pytest

from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from retrieval.scope.unknown_subjects import absent_subjects
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
FORMS = [line.split(" → ") for line in (HERE / "name_forms.txt").read_text("utf-8").splitlines()]
ASKING = (
    "What was {}’s revenue in 2023?",
    "What were the total assets of {} in 2023?",
    "Did {} pay dividends in 2023?",
)
# What covers and texts give beside the names: tickers and names of before.
SHORT = {
    "American Express Company": ["AXP"],
    "PepsiCo, Inc.": ["PEP"],
    "Meta Platforms, Inc.": ["Facebook, Inc."],
    "Block, Inc.": ["Square, Inc."],
    "JPMorgan Chase & Co.": ["JPM"],
    "Walmart Inc.": ["WMT"],
    "Hewlett Packard Enterprise Company": ["HPE"],
    "Vexbridge Ltd.": ["Old Harbour Mills Ltd."],
    "The Allstate Corporation": ["ALL"],
    "Pathward Financial, Inc.": ["CASH"],
}
OTHERS = [
    "General Mills, Inc.",
    "The Allstate Corporation",
    "Pathward Financial, Inc.",
    "Amcor plc",
    "Northern Lights Shipping ASA",
    "Central European Oil plc",
]
TICKERS = {
    "What was ALL's revenue in 2023?": "The Allstate Corporation",
    "How did $ALL do in 2023?": "The Allstate Corporation",
    "What did the insurer (NYSE: ALL) earn in 2023?": "The Allstate Corporation",
    "What is the dividend of CASH stock?": "Pathward Financial, Inc.",
    "What were all revenues in 2023?": "",
    "What were ALL revenues in 2023?": "",
    "WHAT WAS ALL REVENUE IN 2023?": "",
    "How much cash was there in 2023?": "",
    "How much CASH was there in 2023?": "",
    "What is the CEO's pay?": "",
    "What was the EPS in 2023?": "",
    "what was pep revenue in 2023?": "PepsiCo, Inc.",
}


@pytest.fixture
def documents(workspace):
    """Company → its document."""
    names = dict.fromkeys([*(name for _, name in FORMS if name != "none"), *OTHERS])
    found = {}
    for number, name in enumerate(names):
        document = DocumentFactory(
            workspace=workspace, filename=f"{number}.pdf", title="Annual report", organizations=[name]
        )
        EntityFactory(document=document, entity_name=name, role="subject")
        for short in SHORT.get(name, ()):
            EntityFactory(document=document, entity_name=short, role="subject", context=f"Short for {name}.")
        found[name] = document.pk
    return found


def test_each_form_of_a_name_finds_its_company_alone(workspace, documents):
    wrong = []
    for form, name in FORMS:
        for asking in ASKING:
            question = asking.format(re.sub(r"(?<=\w)[’']s$", "", form) if "{}’s" in asking else form)
            kept = kept_for(question, workspace, documents)
            if kept != ([name] if name != "none" else []):
                wrong.append(f"{question} → {kept or None} (not {name})")
    assert not wrong, "\n".join(wrong)


def kept_for(question, workspace, documents):
    by_key = {key: name for name, key in documents.items()}
    scope = prefilter(analyse(question, workspace=workspace), workspace=workspace)
    return [by_key[key] for key in scope.document_ids or ()]


def test_ticker_that_is_a_word_is_one_where_it_stands_as_one(workspace, documents):
    found = {question: kept_for(question, workspace, documents) for question in TICKERS}
    assert found == {question: [name] if name else [] for question, name in TICKERS.items()}


def test_capitals_behind_a_name_are_its_own_where_its_documents_have_them(workspace, documents):
    ChunkFactory(
        document_id=documents["Best Buy Co., Inc."],
        workspace=workspace,
        text="Sales in the Domestic segment rose.",
    )
    ChunkFactory(
        document_id=documents["Johnson & Johnson"],
        workspace=workspace,
        text="Johnson runs it; see our Controls.",
    )
    assert kept_for("What were Best Buy Domestic sales?", workspace, documents) == ["Best Buy Co., Inc."]
    assert kept_for("What were Johnson Controls sales?", workspace, documents) == []


def test_of_another_company_it_is_said_that_no_document_tells(workspace, documents):
    analysis = analyse("What was Johnson Controls’s revenue in 2023?", workspace=workspace)
    assert absent_subjects(analysis, workspace) == ("Johnson Controls",)


def test_several_companies_are_found_however_each_is_called(workspace, documents):
    question = "Which had higher revenue in 2023, J&J, Pepsi Co or the Coca Cola Company?"
    kept = kept_for(question, workspace, documents)
    assert set(kept) == {"Johnson & Johnson", "PepsiCo, Inc.", "The Coca-Cola Company"}
