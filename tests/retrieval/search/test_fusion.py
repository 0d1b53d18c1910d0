"""Pages ranked by words and figures, and what a question is answered from."""

import pytest

from reading.measures.catalogue import MEASURES
from retrieval.question.analyse import analyse
from retrieval.scope.model import Scope
from retrieval.search.keyword.concepts import concepts, further_words, wanted_measures, without_manner
from retrieval.search.keyword.keyword_ranking import asked_words
from retrieval.search.search import retrieve
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory, MetricFactory


def paged(workspace, texts):
    document = DocumentFactory(workspace=workspace)
    for number, text in enumerate(texts, start=1):
        ChunkFactory(document=document, index=number, page_start=number, text=text, section="")
    return document


def pages(question, workspace, embedder, **options):
    options = {"method": "text"} | options
    hits = retrieve(question, workspace=workspace, embedder=embedder, **options).hits
    return [hit.page_start for hit in hits]


@pytest.mark.django_db
def test_a_ratio_is_looked_for_where_its_parts_stand(workspace, hash_embedder):
    document = paged(workspace, ["The quick ratio is a ratio of quick assets.", "120 80 40", "Weather."])
    for name in ("current_assets", "current_liabilities", "inventory", "receivables", "total_assets"):
        MetricFactory(document=document, canonical_name=name, page=2, anchored=True)
    assert pages("Has the quick ratio improved?", workspace, hash_embedder)[:2] == [2, 1]


@pytest.mark.django_db
def test_each_page_is_found_once(workspace, hash_embedder):
    document = paged(workspace, ["Tidal turbines.", "Turbines."])
    ChunkFactory(document=document, index=9, page_start=1, text="More of tidal turbines.", section="")
    assert pages("tidal turbines", workspace, hash_embedder) == [1, 2]


@pytest.mark.django_db
def test_pages_of_other_workspaces_and_excluded_chunks_stay_out(workspace, other_workspace, hash_embedder):
    for where in (workspace, other_workspace):
        document = paged(where, ["Nothing."])
        MetricFactory(document=document, canonical_name="revenue", page=1, anchored=True)
        document.chunks.update(excluded=where == workspace)
    assert pages("What was revenue?", workspace, hash_embedder) == []


@pytest.mark.django_db
def test_figures_that_are_kept_out_speak_for_no_page(workspace, hash_embedder):
    document = paged(workspace, ["Revenue.", "Revenue."])
    known = {"document": document, "metric_name": "Net revenue of mills", "canonical_name": "revenue"}
    MetricFactory(page=2, anchored=True, **known)
    question = "What was the net revenue of mills?"
    assert pages(question, workspace, hash_embedder) == [2, 1]
    document.metric_set.update(kept_out=True)
    assert pages(question, workspace, hash_embedder) == [1, 2]


@pytest.mark.django_db
def test_the_first_hits_hold_each_of_a_few_documents_chosen(workspace, hash_embedder, monkeypatch):
    monkeypatch.setattr("retrieval.scope.prefilter.FILTER_FROM", 1)
    many = paged(workspace, [f"Turbines and turbines {n}." for n in range(8)])
    one = paged(workspace, ["A turbine beside many other things, such as weather, rivers and the sea."])
    for document in (many, one):
        EntityFactory(document=document, entity_name="Northwind, Inc.", role="subject")
    question = "Northwind turbines?"
    hits = retrieve(question, workspace=workspace, embedder=hash_embedder, method="text", top_k=3).hits
    assert {hit.document_id for hit in hits} == {many.pk, one.pk}


@pytest.mark.django_db
def test_measures_are_those_named_and_those_that_a_ratio_is_made_of(workspace):
    wanted = wanted_measures(analyse("What is the gross margin, and the headcount?", workspace=workspace))
    assert {"revenue", "cost_of_revenue", "headcount"} <= set(wanted)


def test_concepts_name_measures_of_the_vocabulary():
    assert {name for concept in concepts() for name in concept.measures} <= set(MEASURES)


@pytest.mark.parametrize(
    "question, kept",
    [
        (
            "Is margin rising? If margin is not a useful metric, then please state that and explain why.",
            "Is margin rising?",
        ),
        ("Answer in USD millions.", "Answer in USD millions."),
        ("If we exclude acquisitions, what grew?", "If we exclude acquisitions, what grew?"),
    ],
)
def test_instructions_to_the_writer_are_not_searched_for(question, kept):
    assert without_manner(question) == kept


@pytest.mark.django_db
def test_whom_all_documents_are_about_is_not_searched_for(workspace):
    document = DocumentFactory(workspace=workspace)
    EntityFactory(document=document, entity_name="Northwind, Inc.", role="subject")
    analysis = analyse("What are Northwind's risks?", workspace=workspace)
    chosen = Scope(workspace=workspace, total=1, document_ids=(document.pk,))
    assert asked_words(analysis, chosen).split() == ["What", "are", "risks?"]
    assert "Northwind" in asked_words(analysis, Scope(workspace=workspace, total=1))


@pytest.mark.django_db
def test_in_a_wide_scope_figures_count_only_in_the_documents_found(workspace, hash_embedder, monkeypatch):
    for _ in range(2):
        stated = paged(workspace, ["Nothing.", "100 120 140"])
        MetricFactory(document=stated, canonical_name="revenue", page=2, anchored=True)
    told = paged(workspace, ["Turbines bring revenue.", "7 8 9"])
    MetricFactory(document=told, canonical_name="revenue", page=2, anchored=True)
    question, options = "What revenue do turbines bring?", {"workspace": workspace, "embedder": hash_embedder}

    def found():
        return {hit.document_id for hit in retrieve(question, method="text", **options).hits}

    assert len(found()) == 3
    monkeypatch.setattr("retrieval.search.fusion.FIGURE_DOCUMENTS", 2)
    assert found() == {told.pk}


@pytest.mark.django_db
def test_the_time_of_the_only_document_left_is_not_searched_for(workspace):
    documents = [DocumentFactory(workspace=workspace) for _ in range(2)]
    analysis = analyse("Which risks grew in Q2 of FY2024 and in 2023?", workspace=workspace)
    one = Scope(workspace=workspace, total=2, document_ids=(documents[0].pk,))
    both = Scope(workspace=workspace, total=2, document_ids=tuple(d.pk for d in documents))
    assert asked_words(analysis, one).split() == ["Which", "risks", "grew", "in", "and", "in", "?"]
    assert "2023" in asked_words(analysis, both)
    assert asked_words(analyse("2023?", workspace=workspace), one) == "2023?"


@pytest.mark.django_db
def test_what_reports_call_it_is_searched_for_too(workspace, hash_embedder):
    paged(workspace, ["Battles of old.", "Legal Proceedings and litigation.", "Weather."])
    question = "Were there legal battles?"
    assert "litigation" in further_words(analyse(question, workspace=workspace))
    assert set(pages(question, workspace, hash_embedder)) == {1, 2}
    assert pages("Any lawsuits?", workspace, hash_embedder) == [2]
    assert further_words(analyse("Is the weather acquired?", workspace=workspace)) == ""
