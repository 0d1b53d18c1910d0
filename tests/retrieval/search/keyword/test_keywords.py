"""BM25 in the database: its scores, its counts, its walls."""

import math

import pytest
from django.db import connection

from documents.ingestion.chunks.term_counts import merge_term_counts
from documents.models import Chunk, TermCount
from retrieval.search.keyword import keywords
from retrieval.search.keyword.keywords import Term, Terms, best_by_words, candidate_queries, terms_of
from retrieval.search.results import Size
from tests.factories import ChunkFactory, DocumentFactory

TEXTS = ("Turbine turbine blades.", "The turbine stands in a valley of rivers.", "Rainfall in the valley.")


def chunks_of(workspace, texts=TEXTS):
    document = DocumentFactory(workspace=workspace)
    return [ChunkFactory(document=document, index=n, text=text, section="") for n, text in enumerate(texts)]


def counts(workspace, words):
    found = {term.stem: term.chunks for term in terms_of(words, workspace).found}
    return found, terms_of(words, workspace).chunks


def ranked(workspace, question, **options):
    options = {"size": Size(3, 1000), "whole": True, "limit": 10} | options
    chunks = Chunk.objects.filter(workspace=workspace, excluded=False)
    asked = terms_of(question, workspace)
    return pairs(best_by_words(chunks, asked, workspace=workspace, **options))


def pairs(found):
    return [(each.chunk, each.score) for each in found]


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
def test_no_score_passes_the_highest(workspace):
    chunks_of(workspace, ("turbine " * 500, "Rainfall.", "Rainfall."))
    best = ranked(workspace, "turbine")[0][1]
    highest = terms_of("turbine", workspace).highest_score
    assert 0.9 * highest < best < highest


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
    asked = terms_of("turbine", workspace)
    found = best_by_words(everything, asked, workspace=workspace, size=Size(1, 4), whole=True, limit=10)
    assert {Chunk.objects.get(pk=each.chunk).workspace_id for each in found} == {workspace.pk}


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 1000])  # weighed all, and by the index of words
def test_keeps_to_the_documents_given(workspace, count):
    chunks_of(workspace)
    only = chunks_of(workspace, TEXTS[1:2])[0]
    chosen = Chunk.objects.filter(document=only.document_id)
    asked = terms_of("turbine rainfall", workspace)
    options = {"workspace": workspace, "whole": False, "limit": 10}
    found = best_by_words(chosen, asked, size=Size(count, 4), **options)
    assert [each.chunk for each in found] == [only.pk]
    assert best_by_words(chosen.none(), asked, size=Size(0, 4), **options) == []


@pytest.mark.django_db
@pytest.mark.parametrize("candidates", [1, 5, 1000])
def test_finds_the_best_however_few_chunks_are_weighed(workspace, candidates, monkeypatch):
    monkeypatch.setattr(keywords, "LEAST_CANDIDATES", candidates)
    monkeypatch.setattr(keywords, "CANDIDATES_FOR_EACH", 1)
    first, second, _ = chunks_of(workspace, (*TEXTS, "Plain river water.", "More plain water."))[:3]
    assert ranked(workspace, "turbine valley river", limit=1)[0][0] == second.pk
    assert ranked(workspace, "turbine", limit=1)[0][0] == first.pk


def terms(**chunks):
    """Of 1,000,000 chunks, how many hold each word; a word is worth more the fewer do."""
    found = [Term(stem, number, n, math.log(1e6 / n)) for number, (stem, n) in enumerate(chunks.items(), 1)]
    return Terms(tuple(found), 1_000_000)


def test_all_words_choose_candidates_where_that_is_affordable():
    assert candidate_queries(terms(rare=10, seldom=1500), share=1, limit=200) == ["'rare' | 'seldom'"]


def test_common_words_choose_candidates_only_together():
    first, *_ = candidate_queries(terms(rare=10, often=10_000, common=40_000), share=1, limit=200)
    assert first == "'rare' | 'often' & 'common'"


def test_a_narrow_scope_affords_what_the_whole_workspace_does_not():
    asked = terms(rare=10, often=10_000, common=40_000)
    assert candidate_queries(asked, share=0.01, limit=200) == ["'rare' | 'often' | 'common'"]


def test_more_are_weighed_where_few_were_found():
    first, second = candidate_queries(terms(often=3000, common=150_000), share=1, limit=200)
    assert first == "'often' & 'common'"
    assert second == "'often'"


def test_a_word_of_several_combinations_is_written_once():
    asked = terms(rare=4_000, seldom=5_000, often=60_000, common=60_000)
    first, *_ = candidate_queries(asked, share=1, limit=200)
    assert first == "'rare' & ('seldom' | 'often' | 'common') | 'seldom' & 'often' & 'common'"


def test_a_long_question_makes_a_query_of_some_words():
    many = terms(**{f"word{number}": 10_000 * (number + 1) for number in range(40)})
    assert all(query.count("|") < 300 for query in candidate_queries(many, share=1, limit=200))


@pytest.mark.django_db
def test_further_words_weigh_less_than_the_question_s_own(workspace):
    ChunkFactory(document__workspace=workspace, text="Tidal turbine.")
    found = {term.stem: term.weight for term in terms_of("tidal", workspace, further="turbines tides").found}
    assert found["turbin"] == pytest.approx(keywords.FURTHER_WEIGHT * found["tidal"])
    assert terms_of("tidal", workspace, further="tidal").found == terms_of("tidal", workspace).found


@pytest.mark.django_db
def test_summing_up_a_workspace_new_to_the_planner_reads_each_count_a_few_times(workspace, other_workspace):
    count = (
        "INSERT INTO documents_termcount (workspace_id, term, chunks) SELECT %s, term, 1 "
        "FROM generate_series(1, 3000) AS term"
    )
    with connection.cursor() as cursor:
        cursor.execute(count, [other_workspace.pk])
        cursor.execute("ANALYZE documents_termcount")
        cursor.execute(count, [workspace.pk])
        cursor.execute(
            "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT documents_merge_term_counts(%s)", [workspace.pk]
        )
        [(explained,)] = cursor.fetchall()
    assert explained[0]["Plan"]["Shared Hit Blocks"] < 3000


LANGUAGES = {
    "de": ("Die Kündigungsfristen betragen drei Monate.", "Kündigungsfrist"),
    "fr": ("Les locataires paient les loyers chaque mois.", "loyer du locataire"),
    "es": ("Los contratos terminan con las notificaciones.", "contrato notificación"),
    "it": ("I contratti prevedono delle penali.", "contratto penale"),
    "nl": ("De huurders betalen de facturen.", "huurder factuur"),
    "pt": ("Os contratos preveem as multas.", "contrato multa"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_other_forms_of_a_word_are_found_by_the_stems_of_the_passages_language(workspace, language):
    text, question = LANGUAGES[language]
    document = DocumentFactory(workspace=workspace)
    ChunkFactory(document=document, index=0, text="Revenue rose.", language="en")
    own = ChunkFactory(document=document, index=1, text=text, language=language)
    assert [chunk for chunk, _ in ranked(workspace, question)] == [own.pk]


@pytest.mark.django_db
def test_small_words_of_an_english_question_weigh_nothing_in_other_languages(workspace):
    document = DocumentFactory(workspace=workspace)
    ChunkFactory(document=document, index=0, text="Das Wort the steht hier.", language="de")
    english = ChunkFactory(document=document, index=1, text="The notice period is long.", language="en")
    assert [chunk for chunk, _ in ranked(workspace, "What is the notice period?")] == [english.pk]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("当社の営業利益は前年比で増加した。", "営業利益はいくらですか"),
        ("工业用地的容积率不得低于一点二。", "容积率是多少？"),
        ("第3条の規定により支払う。", "第3条"),
        ("２０２０年の売上高", "2020 売上高"),
        ("نصّ العقد على أجرة شهرية", "العقد اجرة"),
        ("הֶסְכֵּם שְׂכִירוּת", "הסכם שכירות"),
    ],
)
def test_scripts_without_blanks_and_from_right_to_left_are_searched(workspace, text, question):
    document = DocumentFactory(workspace=workspace)
    ChunkFactory(document=document, index=0, text="Revenue rose. 会議は延期された。")
    own = ChunkFactory(document=document, index=1, text=text)
    assert ranked(workspace, question)[0][0] == own.pk


@pytest.mark.django_db
def test_letters_that_stand_apart_make_no_pair(workspace):
    (chunk,) = chunks_of(workspace, ("営業 利益",))
    with connection.cursor() as cursor:
        cursor.execute("SELECT tsvector_to_array(search) FROM documents_chunk WHERE id = %s", [chunk.pk])
        stems = cursor.fetchone()[0]
    assert "営業" in stems
    assert "業利" not in stems


@pytest.mark.django_db
def test_words_of_other_languages_are_looked_for_where_passages_are_in_them_and_weigh_less(workspace):
    document = DocumentFactory(workspace=workspace)
    ChunkFactory(document=document, index=0, text="Das Dach wird gedeckt.", language="de", section="")
    found = terms_of("roof", workspace, abroad={"de": "dächer dach", "fr": "toit"}).found
    assert [(term.stem, term.asked) for term in found] == [("dach", False)]
