"""The document map route with a scripted model."""

from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agentic.evidence import Draft, Evidence, Span
from agentic.inquiry import Models
from agentic.models import Run
from agentic.routes import map as map_route
from agentic.routes.map import PASSAGES, _gives_number, _is_of_the_time
from agentic.routes.map_choice import MapChoice
from agentic.routes.typed import Found, names_no_document
from agentic.runs import execute
from documents.ingestion.chunks.chunking import embedded_text
from documents.models import Chunk, Document
from llm.errors import BadOutput, Timeout
from llm.fakes import ScriptedChatModel
from llm.providers.none import NoModel
from retrieval.passages.expected import Expected
from retrieval.question.analyse import analyse
from retrieval.search.search import Hit
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory, PageFactory, RunFactory

pytestmark = pytest.mark.django_db

TEXTS = {
    "lease.txt": "The tenant may end the lease with three months' notice. The rent is due each month.",
    "rain.txt": "Annual rainfall in the valley reached 900 millimetres. The valley is green.",
    "tide.txt": "The turbine converts tidal currents into electricity. It weighs 14 tonnes.",
    "menu.txt": "Lunch is served at noon. The soup of the day costs 4 euros.",
}


scripted = partial(ScriptedChatModel, tier="openai")


def add_page(document, text, embedder):
    """A page with one passage, found by its meaning."""
    PageFactory(document=document, text=text)
    vector = embedder.embed([text])[0]
    ChunkFactory(document=document, text=text, embedding=vector, embedding_model=embedder.name)


@pytest.fixture
def library(workspace, hash_embedder):
    documents = {}
    for filename, text in TEXTS.items():
        document = documents[filename] = DocumentFactory(workspace=workspace, filename=filename, summary=text)
        PageFactory(document=document, text=text)
        chunk = ChunkFactory(document=document, text=text)
        chunk.embedding = hash_embedder.embed([embedded_text(chunk)])[0]
        chunk.embedding_model = hash_embedder.name
        chunk.save()
    return documents


@pytest.fixture
def ask(workspace, user, library, hash_embedder):
    def run(question, chat, **options):
        run = RunFactory(
            workspace=workspace, user=user, question=question, mode=Run.Mode.MAP, options=options
        )
        execute(run.pk, models=Models(chat, hash_embedder))
        run.refresh_from_db()
        return run

    return run


def test_the_model_chooses_documents_then_answers_with_citations(ask, library):
    tide = library["tide.txt"].pk
    with scripted(
        [MapChoice(reason="About turbines.", document_ids=[tide]), "The turbine weighs 14 tonnes [1]."]
    ) as chat:
        run = ask("How heavy is the turbine?", chat)
    assert run.answer == "The turbine weighs 14 tonnes [1]."
    citation = run.result["citations"][0]
    assert (citation["document"], citation["page"]) == ("tide.txt", 1)
    assert citation["quote"].startswith("It weighs 14 tonnes")
    assert run.result["numbers"][0]["status"] == "exact"


def test_only_passages_of_the_chosen_documents_are_read(ask, library):
    chat = scripted([MapChoice(reason="", document_ids=[library["lease.txt"].pk]), "Monthly [1]."])
    ask("When is the rent of the turbine due?", chat)
    prompt = chat.requests[-1].messages[-1].text
    assert "lease.txt" in prompt
    assert "tide.txt" not in prompt


def test_an_answer_is_made_of_as_many_passages_as_are_asked_for(ask, settings):
    chat = scripted([MapChoice(reason="", document_ids=[]), "Monthly [1]."] * 3)
    ask("When is the rent of the turbine due?", chat)
    assert "[2]" in chat.requests[-1].messages[-1].text
    ask("When is the rent of the turbine due?", chat, top_k=1)
    assert "[2]" not in chat.requests[-1].messages[-1].text
    settings.RAGSITE_TOP_K = 1
    ask("When is the rent of the turbine due?", chat)
    assert "[2]" not in chat.requests[-1].messages[-1].text


def test_an_invented_number_is_asked_for_again_and_a_second_one_is_no_answer(ask, library):
    replies = ["The turbine weighs 19 tonnes [1].", "The turbine weighs 21 tonnes [1]."]
    with scripted([MapChoice(reason="", document_ids=[]), *replies]) as chat:
        run = ask("How heavy is the turbine?", chat)
    assert "No source has 19 tonnes" in chat.requests[-1].messages[-1].text
    assert not run.answered
    assert "tonnes" not in run.answer
    assert len(run.result["nearest"]) == 3


def test_a_second_try_with_the_number_of_a_source_answers(ask, library):
    replies = ["The turbine weighs 19 tonnes [1].", "The turbine weighs 14 tonnes [1]."]
    with scripted([MapChoice(reason="", document_ids=[library["tide.txt"].pk]), *replies]) as chat:
        run = ask("How heavy is the turbine?", chat)
    assert run.answer == "The turbine weighs 14 tonnes [1]."
    assert [number["status"] for number in run.result["numbers"]] == ["exact"]


@pytest.mark.parametrize(
    ("sentence", "stays"),
    [
        ("It converts tidal currents into electricity [1].", True),
        ("It feeds the village of Hammerfest with warm water [1].", False),
        ("It does not convert tidal currents into electricity [1].", False),
        ("It converts tidal currents of Norway into electricity [1].", False),
        ("Everybody admires how quiet it runs at night.", False),
    ],
)
def test_sentences_that_no_source_bears_out_are_struck_and_told(ask, library, sentence, stays):
    reply = f"The turbine weighs 14 tonnes [1]. {sentence}"
    with scripted([MapChoice(reason="", document_ids=[library["tide.txt"].pk]), reply]) as chat:
        run = ask("How heavy is the turbine?", chat)
    assert "14 tonnes [1]" in run.answer
    said = sentence.removesuffix(" [1].").rstrip(".")
    assert (said in run.answer) == stays
    assert any(said in warning for warning in run.result["warnings"]) != stays


def test_an_answer_that_cites_nothing_is_none(ask, library):
    reply = "Machines of that kind are usually heavy and hard to lift."
    with scripted([MapChoice(reason="", document_ids=[]), reply]) as chat:
        run = ask("How heavy is the turbine?", chat)
    assert not run.answered
    assert "usually heavy" not in run.answer
    assert run.result["nearest"]


def test_a_model_that_finds_nothing_says_no_with_the_nearest_passages(ask, library):
    chat = scripted([MapChoice(reason="", document_ids=[]), "NOT FOUND"])
    run = ask("How heavy is the turbine?", chat)
    assert not run.answered
    assert len(run.result["nearest"]) == 3
    assert run.result["tried"]


def test_documents_of_another_workspace_cannot_be_chosen(ask, library, other_workspace):
    foreign = DocumentFactory(workspace=other_workspace)
    ChunkFactory(document=foreign, text="The turbine of another weighs 99 tonnes.")
    chat = scripted([MapChoice(reason="", document_ids=[foreign.pk]), "14 tonnes [1]."])
    ask("How heavy is the turbine?", chat)
    assert "99 tonnes" not in "".join(m.text for request in chat.requests for m in request.messages)


def test_the_answer_streams_into_the_run(ask, library):
    with CaptureQueriesContext(connection) as queries:
        ask(
            "How heavy is the turbine?",
            scripted([MapChoice(reason="", document_ids=[]), "It weighs 14 tonnes [1]."]),
        )
    assert any('"partial" = \'It' in query["sql"] for query in queries)


def test_what_rules_found_is_shown_with_its_place_before_the_model_has_read(ask, library):
    tide = library["tide.txt"].pk
    with scripted([MapChoice(reason="", document_ids=[tide]), "The turbine weighs 14 tonnes [1]."]) as chat:
        run = ask("What does the turbine convert?", chat)
    read, compose = run.steps.get(kind="read"), run.steps.get(kind="compose")
    assert read.position < compose.position
    assert read.output["so_far"] == [
        "“The turbine converts tidal currents into electricity.” (tide.txt, page 1)"
    ]


def test_the_versions_of_the_prompts_are_kept(ask, library):
    chat = scripted([MapChoice(reason="", document_ids=[]), "14 tonnes [1]."])
    run = ask("How heavy is the turbine?", chat)
    assert set(run.prompt_versions) == {"consult_map", "compose"}
    assert run.usage["calls"] == 2


def test_without_a_model_superseded_editions_come_last(ask, library, hash_embedder):
    old, new = library["lease.txt"], library["menu.txt"]
    Chunk.objects.filter(document=new).update(
        text=TEXTS["lease.txt"], embedding=Chunk.objects.get(document=old).embedding
    )
    new.supersedes = old
    new.save()
    run = ask("May the tenant end the lease with three months' notice?", NoModel())
    assert run.result["citations"][0]["document"] == "menu.txt"


def test_without_a_model_sentences_of_another_year_answer_nothing(ask, workspace, hash_embedder):
    text = "Revenue of the mill in 2023 was 40 thousand euros."
    document = DocumentFactory(workspace=workspace, filename="mill.txt")
    PageFactory(document=document, text=text)
    chunk = ChunkFactory(document=document, text=text)
    chunk.embedding = hash_embedder.embed([embedded_text(chunk)])[0]
    chunk.embedding_model = hash_embedder.name
    chunk.save()
    assert ask("What was the revenue of the mill in 2023?", NoModel()).answered
    assert not ask("What was the revenue of the mill in 2019?", NoModel()).answered


@pytest.mark.parametrize(
    "question, text, quote",
    [
        (
            "Which law governs the agreement?",
            "12.1 Governing Law of the Agreement and Courts\nThis Agreement and all notices under it are "
            "governed by the laws of Norway, without its rules on conflicts of laws.\n"
            "The parties keep secret what they learn of each other, for as long as the work goes on.",
            "governed by the laws of Norway",
        ),
        (
            "How many employees does the mill have?",
            "Number of Employees and Their Training\nOn the last day of July the mill employed "
            "approximately 1,240 people, most of them in Leeds.\n"
            "Yarn is sold to weavers in nine countries, and wool is bought from farms nearby.",
            "1,240 people",
        ),
    ],
)
def test_without_a_model_sentences_are_quoted_before_headings(
    workspace, user, embedder, question, text, quote
):
    document = DocumentFactory(workspace=workspace)
    add_page(document, text, embedder)
    run = RunFactory(workspace=workspace, user=user, question=question, mode=Run.Mode.MAP)
    execute(run.pk, models=Models(NoModel(), embedder))
    run.refresh_from_db()
    assert quote in run.answer
    assert text.split("\n")[0] not in run.answer


@pytest.mark.parametrize(
    "chat", [NoModel(), ScriptedChatModel(["NOT FOUND"], tier="local")], ids=["none", "local"]
)
def test_a_line_that_looks_like_a_heading_is_quoted_where_nothing_else_is_near(
    ask, workspace, hash_embedder, chat
):
    text = "Rainfall statistics of the northern valleys by month and by station"
    document = DocumentFactory(workspace=workspace)
    add_page(document, text, hash_embedder)
    run = ask("What are the rainfall statistics of the northern valleys by month?", chat)
    assert text in run.answer


@pytest.fixture
def quote(workspace, user, embedder):
    """The answer without a model from documents of the real embedder: {subject: text} and a question."""

    def answer(question, **texts):
        for subject, text in texts.items():
            document = DocumentFactory(workspace=workspace, filename=f"{subject}.txt")
            EntityFactory(document=document, entity_name=subject, role="subject")
            add_page(document, text, embedder)
        run = RunFactory(workspace=workspace, user=user, question=question, mode=Run.Mode.MAP)
        execute(run.pk, models=Models(NoModel(), embedder))
        run.refresh_from_db()
        return run

    return answer


def test_a_number_beside_what_is_counted_is_quoted_though_the_sentence_is_about_more(quote):
    text = (
        "In her years with the firm she has seen to the training and the well-being of its 1,240 associates, "
        "opened a nursery, and written a book on the history of the looms."
    )
    run = quote("How many employees are there?", Fabrikam=text)
    assert "1,240 associates" in run.answer
    assert run.result["numbers"] == []  # it is only quoted: that it is the answer is not proven


def test_of_two_that_are_offered_the_one_of_which_it_is_told_answers(quote):
    run = quote(
        "Which mill runs evening courses on dyeing with madder, Brandt or Okafor?",
        Brandt="The mill has a shop for cloth and a museum of looms that is open on Sundays.",
        Okafor="The mill runs evening courses on dyeing with madder and weld in the old drying loft.",
    )
    assert run.answered
    assert run.answer.startswith("Okafor: “The mill runs evening courses")


def test_headings_of_a_table_do_not_tell_the_highest(quote):
    text = "Boats for hire in Osk: half a day, a whole day, a weekend"
    assert not quote("Which boats for hire in Osk are the cheapest for half a day?", Osk=text).answered


def test_a_row_that_is_quoted_whole_is_not_proven(quote):
    run = quote("Which boats for a day in Osk are there?", Osk="Boats for a day in Osk: kayak 42 canoe 57")
    assert not run.answered or not run.result["fit"]["covers"]


def test_a_list_is_answered_by_what_its_items_are_called(quote):
    text = """The loom is set with the following settings before the cloth is woven:

- tension: how firm the warp is held, in newtons
- density: how many threads stand on a centimetre
- beat: how hard the reed strikes
"""
    run = quote("Which settings are set on the loom before the cloth is woven?", Brandt=text)
    assert run.answer.startswith("tension; density; beat: “The loom is set with")


@pytest.mark.parametrize(
    "text",
    [
        "The revenue of the mill in 2023 was the pride of its owners and of the whole village by the river.",
        "The revenue of the mill in 2023 grew, as in the 12 years before, and its owners were proud of that.",
    ],
)
def test_words_of_a_measure_without_its_amount_are_no_answer(quote, text):
    assert not quote("What was the revenue of the mill in 2023?", Mill=text).answered


def test_a_sentence_with_nothing_but_the_names_of_the_question_is_no_answer(quote):
    text = "This paper was drawn up at Leeds, by Ada Weaver of Tannery Yard and Carl Potter of Leeds."
    assert not quote("When can Ada Weaver of Tannery Yard leave early?", Mill=text).answered


def test_a_sentence_without_a_reason_is_no_answer_to_why(quote):
    text = "Report on the chimney of the mill at Leeds that collapsed in a night of the spring of last year"
    assert not quote("Why did the chimney of the mill at Leeds collapse?", Mill=text).answered


def test_a_question_for_a_number_is_not_answered_without_one(quote):
    text = "The employees of Fabrikam are its pride. Employees have been with Fabrikam for a long time."
    assert not quote("How many employees does Fabrikam have?", Fabrikam=text).answered


def test_sentences_of_another_companys_document_are_no_answer(quote):
    run = quote(
        "How many employees does Fabrikam have?",
        Fabrikam="Fabrikam sells looms to weavers in Leeds.",
        Litware="Litware employs 1,240 people. Fabrikam employs 300 people.",
    )
    assert "Fabrikam employs 300 people." in run.answer
    assert "1,240" not in run.answer


@pytest.mark.parametrize(
    ("measure", "told", "quoted"),
    [
        ("total debt", "total revenue in 2023 was $5 million", False),
        ("total debt", "long-term debt in 2023 was $3 million", False),
        ("effective tax rate", "tax in 2023 was $3 million at an effective rate of note 12", False),
        ("effective tax rate", "effective tax rate in 2023 was 21%", True),
    ],
)
def test_figures_of_another_measure_are_no_answer(quote, measure, told, quoted):
    run = quote(f"What was Fabrikam's {measure} in 2023?", Fabrikam=f"Fabrikam's {told}.")
    assert run.answered == quoted
    assert (told in run.answer) == quoted, run.result


def test_a_company_that_is_only_mentioned_is_told_to_be_so(quote, workspace):
    texts = {"Fabrikam": "Revenue of Fabrikam was $5 million. Fabrikam bought looms from Litware."}
    run = quote("What was Litware's revenue?", **texts)
    assert run.answer.startswith("No document here is about Litware: others only mention it.")
    assert "$5 million" not in run.answer
    assert "No document here" not in quote("What was Fabrikam's revenue?").answer


@pytest.fixture
def compose(workspace, user, hash_embedder):
    """What the model is given to answer from, and the run: of documents {subject: text} and a question."""

    def answer(question, reply, **texts):
        for subject, text in texts.items():
            document = DocumentFactory(workspace=workspace, filename=f"{subject}.txt")
            EntityFactory(document=document, entity_name=subject, role="subject")
            add_page(document, text, hash_embedder)
        run = RunFactory(workspace=workspace, user=user, question=question, mode=Run.Mode.MAP)
        with scripted([reply]) as chat:
            execute(run.pk, models=Models(chat, hash_embedder))
        run.refresh_from_db()
        return chat.requests[0].messages[-1].text, run

    return answer


def test_the_model_reads_of_others_documents_only_what_names_whom_the_question_is_about(compose):
    sources, run = compose(
        "How many employees does Fabrikam have?",
        "Fabrikam employs 300 people [1].",
        Fabrikam="Fabrikam sells looms to weavers in Leeds.",
        Litware="Litware employs 1,240 people. Fabrikam employs 300 people.",
        Contoso="Contoso employs 77 people, looms or no looms.",
    )
    assert "Fabrikam sells looms" in sources
    assert "Litware.txt, page 1 (not about Fabrikam)\nFabrikam employs 300 people." in sources
    assert "1,240" not in sources
    assert "77 people" not in sources
    assert run.result["numbers"][0]["status"] == "exact"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("300.", "300: “Fabrikam employs 300 people in Leeds.” [1]"),
        ("41", "These documents do not answer the question."),  # its sentence has nothing of the question
    ],
)
def test_a_value_alone_is_told_in_the_words_that_it_stands_in_and_not_as_proven(compose, reply, answer):
    text = "Fabrikam employs 300 people in Leeds. The car park holds 41 cars."
    _, run = compose("How many employees does Fabrikam have?", reply, Fabrikam=text)
    assert run.answer.startswith(answer)
    assert run.result["numbers"] == []


def test_a_model_too_says_that_a_company_is_only_mentioned(compose):
    sources, run = compose(
        "What was Litware's revenue?",
        "Revenue of Litware was $2 million [1].",
        Fabrikam="Revenue of Fabrikam was $5 million. Fabrikam says that revenue of Litware was $2 million.",
    )
    assert "$5 million" not in sources
    assert run.answer.startswith(
        "No document here is about Litware: others only mention it. Revenue of Litware"
    )


def test_the_model_reads_what_there_is_where_nothing_names_whom_the_question_is_about(compose, workspace):
    silent = DocumentFactory(workspace=workspace)
    EntityFactory(document=silent, entity_name="Fabrikam", role="subject")
    sources, run = compose(
        "How many employees does Fabrikam have?", "NOT FOUND", Litware="Litware does have 1,240 employees."
    )
    assert "Litware.txt, page 1 (not about Fabrikam)\nLitware does have 1,240 employees." in sources
    assert not run.answered
    assert not run.result["nearest"]


def test_the_model_sees_the_map_and_chooses_passages(ask, library):
    wanted = Chunk.objects.get(document=library["rain.txt"])
    choice = MapChoice(reason="The passage on rain.", document_ids=[], passages=[wanted.pk, 999_999])
    chat = scripted([choice, "900 millimetres [1]."])
    run = ask("How much rain falls where the soup of the day costs 4 euros?", chat)
    seen = chat.requests[0].messages[-1].text
    assert f"passage {wanted.pk}, page 1" in seen
    assert seen.splitlines()[1].startswith("4 documents")
    step = run.steps.get(kind="map")
    assert step.output["reason"] == "The passage on rain."
    assert step.output["documents"] == ["rain.txt"]
    assert step.output["passages"] == ["rain.txt, p. 1"]
    assert "menu.txt" not in chat.requests[1].messages[-1].text


def test_documents_are_ranked_where_the_model_makes_no_choice(ask, library):
    chat = scripted([BadOutput("Not JSON."), "14 tonnes [1]."])
    run = ask("How heavy is the turbine?", chat)
    step = run.steps.get(kind="map")
    assert (step.error, run.answer) == ("Not JSON.", "14 tonnes [1].")
    assert step.output["reason"].endswith("since the model made no choice")


def test_documents_are_ranked_where_the_model_takes_too_long(ask, library, settings):
    settings.RAGSITE_MAP_SECONDS = 7
    chat = scripted([Timeout("The model did not answer."), "14 tonnes [1]."])
    run = ask("How heavy is the turbine?", chat)
    assert chat.requests[0].timeout == 7
    assert (run.steps.get(kind="map").error, run.answer) == ("The model did not answer.", "14 tonnes [1].")


def test_a_small_model_is_not_asked_what_to_read(ask, library, monkeypatch):
    monkeypatch.setitem(PASSAGES, "local", 1)
    with scripted(["It weighs 14 tonnes [1]."], tier="local") as chat:
        run = ask("Why does the turbine suit an old barge in storms?", chat)
    assert run.steps.get(kind="map").output["reason"].startswith("Ranked by")
    assert "14 tonnes" in chat.requests[0].messages[0].text


def test_a_small_model_reads_the_sentences_nearest_to_the_question(ask, workspace, hash_embedder):
    filler = "\n\n".join(
        f"The harbour office keeps its ledger number {n} of boats and moorings." for n in range(60)
    )
    document = DocumentFactory(workspace=workspace, filename="harbour.txt")
    add_page(
        document,
        f"{filler}\n\nThe crane of the harbour weighs 31 tonnes and was built in Cork.",
        hash_embedder,
    )
    question = "Why does the crane of the harbour serve large freighters well in winter storms?"
    small = ScriptedChatModel(["The crane weighs 31 tonnes [1]."], tier="local")
    large = scripted([MapChoice(reason="", document_ids=[document.pk]), "The crane weighs 31 tonnes [1]."])
    for chat in (small, large):
        ask(question, chat)
    read, whole = (chat.requests[-1].messages[0].text for chat in (small, large))
    assert "The crane of the harbour weighs 31 tonnes" in read
    assert len(read) < 2_200 < len(whole)


def test_a_small_model_is_not_asked_for_a_difference(ask, workspace, hash_embedder):
    text = "The deficit of the mill was 1,300 dollars in 2011, and debts were 1,875 dollars in 2017."
    add_page(DocumentFactory(workspace=workspace, filename="mill.txt"), text, hash_embedder)
    with ScriptedChatModel([], tier="local") as chat:
        run = ask("By how much did the deficit of the mill fall from 2011 to 2017?", chat)
    assert not run.answered


def test_a_small_context_gets_a_small_map(ask, library, workspace):
    for number in range(9):
        DocumentFactory(workspace=workspace, filename=f"{number}.txt", summary="The turbine turns. " * 10)
    chat = scripted([MapChoice(reason="", document_ids=[]), "14 tonnes [1]."], context_tokens=1000)
    run = ask("How heavy is the turbine?", chat)
    assert len(chat.requests[0].messages[-1].text) < 0.4 * 1000 * 3.2 + 150
    assert run.steps.get(kind="map").output["left_out"] > 0


def test_a_document_that_the_map_alone_points_to_is_read(ask, library, workspace, settings):
    settings.RAGSITE_ANSWER_CANDIDATES = 1
    lease = library["lease.txt"].pk
    chat = scripted([MapChoice(reason="", document_ids=[lease]), "Three months [1]."])
    ask("How heavy is the turbine of the tenant?", chat)
    assert "lease.txt" in chat.requests[1].messages[-1].text


def test_of_a_property_alone_each_document_is_told(ask, workspace, hash_embedder):
    for name, text in {
        "a.txt": "Either side may end it; the notice period is 30 days in writing.",
        "b.txt": "The notice period is 3 months, to the end of a quarter.",
        "order.txt": "The notice period is 2 days for large tables.",
    }.items():
        kind = Document.Type.OTHER if name == "order.txt" else Document.Type.LEGAL_CONTRACT
        document = DocumentFactory(workspace=workspace, filename=name, document_type=kind)
        add_page(document, text, hash_embedder)
    text = ask("What is the notice period?", NoModel()).answer
    assert text.startswith("By document:")
    assert "- a.txt: 30 days: “" in text
    assert "- b.txt: 3 months: “" in text
    assert "order.txt" not in text


@pytest.mark.parametrize(
    ("question", "is_alone"),
    [
        ("What is the notice period?", True),
        ("What is the governing law of the contract?", True),
        ("What is the notice period of the Alder lease?", False),
        ("How high is the rent?", False),
    ],
)
def test_a_property_alone_names_no_document(question, is_alone):
    assert names_no_document(question) is is_alone


def test_what_was_done_on_another_day_is_of_no_day_that_is_asked_for(workspace):
    told = "Decision date: 10 March 2025"
    hit = Hit(
        chunk_id=1,
        document_id=1,
        filename="grant.txt",
        section="",
        page_start=1,
        page_end=1,
        text=told,
        score=1.0,
    )
    asked = {
        day: analyse(f"What was decided on {day}?", workspace=workspace)
        for day in ("10 March 2025", "12 May 2025")
    }
    assert [_is_of_the_time(analysis, told, hit) for analysis in asked.values()] == [True, False]
    assert _is_of_the_time(analyse("What was decided in 2025?", workspace=workspace), told, hit)


@pytest.mark.parametrize(
    ("quote", "gives"),
    [
        ("Bei Zahlung innerhalb von 10 Tagen wird auf den Preis 2 % Skonto gegeben.", True),
        ("Der Preis ist fest.", False),
    ],
)
def test_a_number_in_another_language_need_not_stand_beside_the_words_of_the_question(quote, gives):
    question = "What rate of discount do we get, and how many days are there to pay?"
    span = Span(kind="chunk", document_id=1, filename="bill.txt", page=1, quote=quote)
    outcome = Draft(text=quote), Evidence(spans=(span,))
    window = SimpleNamespace(window=SimpleNamespace(text=quote))
    found = SimpleNamespace(best=[window], expected=SimpleNamespace(language="en"))
    analysis = analyse(question, workspace=DocumentFactory().workspace)
    assert _gives_number(analysis, outcome, found) is gives


@pytest.mark.parametrize("is_first_only", [True, False])
def test_what_only_comes_first_stands_in_the_way_of_no_quote(quote, monkeypatch, is_first_only):
    found = Found("What of the rack?", Expected("open", "en"), best=(None,), is_first_only=is_first_only)
    monkeypatch.setattr(map_route, "look", lambda *_, **__: found)
    monkeypatch.setattr(map_route, "_told_by_rules", lambda *_: None)
    text = "The paddle rack is kept dry, by the western door of the old barn."
    assert quote("What of the paddle rack by the door?", Mill=text).answered is is_first_only
