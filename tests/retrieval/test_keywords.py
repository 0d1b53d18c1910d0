"""BM25 in the database: its scores, its counts, its walls."""

import math

import pytest

from documents.models import Chunk, TermCount
from documents.term_counts import merge_term_counts
from retrieval import keywords
from retrieval.keywords import best_by_words, candidate_queries, terms_of
from tests.factories import ChunkFactory, DocumentFactory

TEXTS = ("Turbine turbine blades.", "The turbine stands in a valley of rivers.", "Rainfall in the valley.")


def chunks_of(workspace, texts=TEXTS):
    document = DocumentFactory(workspace=workspace)
    return [ChunkFactory(document=document, index=n, text=text, section="") for n, text in enumerate(texts)]


def counts(workspace, words):
    found = {term.stem: term.chunks for term in terms_of(words, workspace).found}
    return found, terms_of(words, workspace).chunks


def ranked(workspace, question, **options):
    options = {"document_ids": None, "limit": 10} | options
    chunks = Chunk.objects.filter(workspace=workspace, excluded=False)
    return best_by_words(chunks, question, workspace=workspace, **options)


@pytest.mark.django_db
def test_scores_are_bm25(workspace):
    first, second, _ = chunks_of(workspace)
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))

    def score(frequency, length):
        return idf * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length / 150))

    # "blade" makes the first chunk three stems long; the second has turbine, stand, valley, river.
    expected = [
        (first.pk, pytest.approx(score(2, 3), rel=1e-4)),
        (second.pk, pytest.approx(score(1, 4), rel=1e-4)),
    ]
    assert ranked(workspace, "Turbines?") == expected


@pytest.mark.django_db
def test_words_of_the_heading_count_twice(workspace):
    document = DocumentFactory(workspace=workspace)
    ChunkFactory(document=document, index=0, section="", text="Turbines and the rest.")
    headed = ChunkFactory(document=document, index=1, section="Turbines", text="And rest.")
    assert ranked(workspace, "turbine")[0][0] == headed.pk


@pytest.mark.django_db
def test_counts_follow_new_changed_excluded_and_deleted_chunks(workspace):
    first, second, _ = chunks_of(workspace)
    assert counts(workspace, "turbine valley") == ({"turbin": 2, "valley": 2}, 3)
    Chunk.objects.filter(pk=first.pk).update(text="A valley.")
    assert counts(workspace, "turbine valley") == ({"turbin": 1, "valley": 3}, 3)
    Chunk.objects.filter(pk=second.pk).update(excluded=True)
    assert counts(workspace, "turbine valley") == ({"valley": 2}, 2)
    Chunk.objects.filter(pk=second.pk).update(excluded=False)
    first.delete()
    assert counts(workspace, "turbine valley") == ({"turbin": 1, "valley": 2}, 2)


@pytest.mark.django_db
def test_merging_counts_keeps_the_sums_and_forgets_what_no_chunk_has(workspace):
    for chunk in chunks_of(workspace, TEXTS * 10)[:10]:
        chunk.delete()
    before, rows = counts(workspace, "turbine valley rainfall"), TermCount.objects.count()
    merge_term_counts(workspace.pk)
    assert counts(workspace, "turbine valley rainfall") == before
    assert TermCount.objects.count() < rows
    workspace.documents.all().delete()
    merge_term_counts(workspace.pk)
    assert not TermCount.objects.filter(workspace_id=workspace.pk).exists()


@pytest.mark.django_db
def test_a_workspace_takes_its_counts_with_it(workspace):
    chunks_of(workspace)
    key = workspace.pk
    workspace.delete()
    assert not TermCount.objects.filter(workspace_id=key).exists()


@pytest.mark.django_db
def test_counts_and_chunks_of_other_workspaces_stay_out(workspace, other_workspace):
    chunks_of(other_workspace)
    chunks_of(workspace, TEXTS[:1])
    assert counts(workspace, "turbine valley") == ({"turbin": 1}, 1)
    everything = Chunk.objects.all()
    found = best_by_words(everything, "turbine", workspace=workspace, document_ids=None, limit=10)
    assert {Chunk.objects.get(pk=pk).workspace_id for pk, _ in found} == {workspace.pk}


@pytest.mark.django_db
def test_keeps_to_the_documents_given(workspace):
    chunks_of(workspace)
    only = chunks_of(workspace, TEXTS[1:2])
    assert [pk for pk, _ in ranked(workspace, "turbine", document_ids=[only[0].document_id])] == [only[0].pk]
    assert ranked(workspace, "turbine", document_ids=[]) == []


@pytest.mark.django_db
@pytest.mark.parametrize("limit", [1, 5, 1000])
def test_finds_the_best_however_few_chunks_are_weighed(workspace, limit, monkeypatch):
    monkeypatch.setattr(keywords, "CANDIDATES", limit)
    first, second, _ = chunks_of(workspace, (*TEXTS, "Plain river water.", "More plain water."))[:3]
    assert ranked(workspace, "turbine valley river", limit=1)[0][0] == second.pk
    assert ranked(workspace, "turbine", limit=1)[0][0] == first.pk


@pytest.mark.django_db
def test_common_words_choose_no_candidates_where_rare_ones_do(workspace, monkeypatch):
    chunks_of(workspace, (*TEXTS, "Rainfall in a valley.", "A valley."))
    monkeypatch.setattr(keywords, "CANDIDATES", 2)
    assert candidate_queries(terms_of("river valley", workspace))[0] == "'river'"
    assert candidate_queries(terms_of("valley rainfall", workspace))[0] == "'rainfal'"
    monkeypatch.setattr(keywords, "CANDIDATES", 1)
    assert candidate_queries(terms_of("turbine valley", workspace))[0] == "'turbin' & 'valley'"
