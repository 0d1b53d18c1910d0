"""Chunks that fit the embedder, know their section and pages, and leave tables whole."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from documents.ingestion.chunks.chunk_settings import PRESETS, BadChunking, ChunkSettings, preset_named
from documents.ingestion.chunks.chunking import (
    PAGE_BREAK,
    SPECIAL_TOKENS,
    ChunkDraft,
    embedded_text,
    split_into_chunks,
)
from llm.fakes import HashEmbedder
from reading.formats.media_types import MARKDOWN, PDF
from reading.model import ParsedDocument
from reading.parse import parse_document
from reading.tables.read import read_tables
from tests.data import data_path
from tests.reading.writing import Text, lines, write_pdf

EMBEDDER = HashEmbedder()
SENTENCE = "The {} report describes what was sold and where it was made in the course of the year."


@dataclass(frozen=True)
class FoundTable:
    page: int
    title: str
    char_start: int
    char_end: int


def markdown(tmp_path, text: str) -> ParsedDocument:
    path = tmp_path / "text.md"
    path.write_text(text)
    return parse_document(path, media_type=MARKDOWN)


def sentences(count: int) -> str:
    return " ".join(SENTENCE.format(number) for number in range(count))


def assert_whole(parsed: ParsedDocument, chunks: list[ChunkDraft]) -> None:
    """Chunks keep to the embedder's limit, stand where they say and leave no word out."""
    text = PAGE_BREAK.join(page.text for page in parsed.pages)
    sizes = EMBEDDER.count_tokens([embedded_text(chunk) for chunk in chunks])
    assert max(sizes) <= EMBEDDER.max_tokens - SPECIAL_TOKENS
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert [chunk.text for chunk in chunks] == [
        text[chunk.char_start : chunk.char_end].replace(PAGE_BREAK, "\n") for chunk in chunks
    ]
    assert "".join("".join(chunk.text for chunk in chunks).split()) == "".join(text.split())
    assert [chunk.token_count for chunk in chunks] == EMBEDDER.count_tokens([chunk.text for chunk in chunks])


def test_long_text_is_cut_at_sentence_ends(tmp_path):
    parsed = markdown(tmp_path, sentences(60))
    chunks = split_into_chunks(parsed, [], EMBEDDER)
    assert_whole(parsed, chunks)
    assert len(chunks) > 3
    assert all(chunk.text.endswith("year.") and chunk.text.startswith("The") for chunk in chunks)


def test_chunks_carry_the_path_of_headings_and_begin_with_theirs(tmp_path):
    text = f"# Report\n\n{sentences(5)}\n\n## Sales\n\n{sentences(6)}\n\n## Costs\n\n{sentences(6)}\n"
    chunks = split_into_chunks(parsed := markdown(tmp_path, text), [], EMBEDDER)
    assert_whole(parsed, chunks)
    assert [chunk.section for chunk in chunks] == ["Report", "Report › Sales", "Report › Costs"]
    assert chunks[2].text.startswith("## Costs")
    assert embedded_text(chunks[2]).startswith("Report › Costs\n## Costs")


def test_a_small_tail_joins_the_chunk_before(tmp_path):
    parsed = markdown(tmp_path, f"# Report\n\n{sentences(8)}\n\n## End\n\nThat is all.\n")
    chunks = split_into_chunks(parsed, [], EMBEDDER)
    assert_whole(parsed, chunks)
    assert len(chunks) == 1


def test_a_chunk_over_a_page_break_knows_both_pages(tmp_path):
    parsed = markdown(tmp_path, f"{sentences(3)}\f{sentences(3)}")
    [chunk] = split_into_chunks(parsed, [], EMBEDDER)
    assert (chunk.page_start, chunk.page_end) == (1, 2)
    assert_whole(parsed, [chunk])


def test_words_without_a_sentence_end_are_cut_between_words(tmp_path):
    parsed = markdown(tmp_path, "word " * 2000)
    chunks = split_into_chunks(parsed, [], EMBEDDER)
    assert_whole(parsed, chunks)


def test_text_without_blanks_is_cut_at_sentence_ends_and_long_sentences_behind_commas(tmp_path):
    settings = ChunkSettings(unit="characters", size=200, overlap=0, minimum=50)
    parsed = markdown(tmp_path, "当社の利益は増加した。" * 60 + "項目、" * 100 + "おわり。")
    chunks = split_into_chunks(parsed, [], EMBEDDER, settings)
    assert_whole(parsed, chunks)
    assert {chunk.language for chunk in chunks} == {"ja"}
    assert all(chunk.text.endswith(("。", "、")) for chunk in chunks)


def test_a_table_that_fits_stays_whole_with_its_caption(tmp_path):
    before = sentences(9)
    rows = ["(In thousands)", "2023 2022", *(f"Row {number} 1,000 2,000" for number in range(20))]
    parsed = markdown(tmp_path, "\n".join([before, "", *rows, "", sentences(9)]))
    start = parsed.pages[0].text.index("(In thousands)")
    table = FoundTable(1, "Sales by row", start, parsed.pages[0].text.index("Row 19") + 18)
    chunks = split_into_chunks(parsed, [table], EMBEDDER)
    assert_whole(parsed, chunks)
    [whole] = [chunk for chunk in chunks if "Row 0 " in chunk.text]
    assert whole.text.startswith("(In thousands)")
    assert "Row 19 1,000 2,000" in whole.text
    assert whole.section == "Sales by row"


def test_a_long_table_is_cut_between_its_lines_and_keeps_its_title(tmp_path):
    parsed = markdown(tmp_path, "\n".join(f"Row {number} costs 1,000 and 2,000" for number in range(200)))
    table = FoundTable(1, "Prices", 0, len(parsed.pages[0].text))
    chunks = split_into_chunks(parsed, [table], EMBEDDER)
    assert_whole(parsed, chunks)
    assert len(chunks) > 3
    for chunk in chunks:
        assert chunk.section == "Prices"
        assert chunk.text.startswith("Row")
        assert chunk.text.endswith("2,000")


def test_big_and_bold_lines_of_a_pdf_are_headings(tmp_path):
    body = [Text(SENTENCE.format(number), top=160 + 14 * number) for number in range(12)]
    texts = [Text("Annual Report", top=80, size=22, bold=True), Text("Sales", top=140, bold=True), *body]
    parsed = parse_document(write_pdf(tmp_path / "p.pdf", [texts]), media_type=PDF)
    chunks = split_into_chunks(parsed, [], EMBEDDER)
    assert_whole(parsed, chunks)
    assert chunks[0].section == "Annual Report › Sales"


def test_an_empty_page_gives_no_chunk(tmp_path):
    path = write_pdf(tmp_path / "p.pdf", [[], lines(*[SENTENCE.format(n) for n in range(4)])])
    [chunk] = split_into_chunks(parse_document(path, media_type=PDF), [], EMBEDDER)
    assert chunk.page_start == chunk.page_end == 2


@pytest.mark.data
def test_a_release_is_cut_along_its_exhibits():
    path = data_path("financebench", "ULTABEAUTY_2023Q4_EARNINGS.pdf")
    parsed = parse_document(path, media_type=PDF)
    chunks = split_into_chunks(parsed, read_tables(parsed), EMBEDDER)
    assert_whole(parsed, chunks)
    [income] = [chunk for chunk in chunks if "3,226,773" in chunk.text]
    assert "Exhibit 1" in income.section
    assert "(In thousands, except per share data)" in income.text
    assert all(chunk.section for chunk in chunks)


def test_words_and_characters_limit_a_chunk_as_they_are_set(tmp_path):
    parsed = markdown(tmp_path, sentences(60))
    by_words = split_into_chunks(parsed, [], EMBEDDER, ChunkSettings(unit="words", size=100, minimum=10))
    by_characters = split_into_chunks(
        parsed, [], EMBEDDER, ChunkSettings(unit="characters", size=400, minimum=50)
    )
    assert 80 < max(len(chunk.text.split()) for chunk in by_words) <= 100
    assert 300 < max(len(chunk.text) for chunk in by_characters) <= 400
    for chunks in (by_words, by_characters):
        assert " ".join(chunk.text for chunk in chunks).split() == parsed.pages[0].text.split()
        assert all(chunk.text.startswith("The") and chunk.text.endswith("year.") for chunk in chunks)


def test_chunks_larger_than_the_embedder_reads_are_made_where_asked_for(tmp_path):
    settings = ChunkSettings(unit="words", size=500)
    chunks = split_into_chunks(markdown(tmp_path, sentences(60)), [], EMBEDDER, settings)
    assert chunks[0].token_count > EMBEDDER.max_tokens


def test_an_overlap_repeats_whole_sentences(tmp_path):
    settings = ChunkSettings(unit="words", size=100, overlap=40, minimum=10)
    chunks = split_into_chunks(markdown(tmp_path, sentences(60)), [], EMBEDDER, settings)
    for before, after in pairwise(chunks):
        shared = before.text[after.char_start - before.char_start :]
        assert after.text.startswith(shared)
        assert 17 < len(shared.split()) <= 40
        assert shared.startswith("The") and shared.endswith("year.")  # noqa: PT018
        assert len(after.text.split()) <= 100


def test_a_sentence_longer_than_the_overlap_is_repeated_from_the_start_of_a_word(tmp_path):
    words = [f"word{number}" for number in range(300)]
    settings = ChunkSettings(unit="words", size=50, overlap=10, minimum=10)
    chunks = split_into_chunks(markdown(tmp_path, " ".join(words)), [], EMBEDDER, settings)
    for before, after in pairwise(chunks):
        assert before.text.split()[-10:] == after.text.split()[:10]


def test_headings_and_tables_are_not_repeated(tmp_path):
    text = f"# Report\n\n{sentences(7)}\n\n## Costs\n\n{sentences(7)}\n"
    settings = ChunkSettings(unit="words", size=200, overlap=60, minimum=10)
    _, second = split_into_chunks(markdown(tmp_path, text), [], EMBEDDER, settings)
    assert second.text.startswith("## Costs")


@pytest.mark.parametrize(
    "chosen, words",
    [
        (ChunkSettings(unit="pages"), "choose tokens, words, characters"),
        (ChunkSettings(size=8), "choose 32 to 8,000"),
        (ChunkSettings(unit="characters", size=50), "choose 100 to 8,000"),
        (ChunkSettings(size=9000), "choose 32 to 8,000"),
        (ChunkSettings(size=200, overlap=101), "choose 0 to 100"),
        (ChunkSettings(size=64, minimum=40), "choose 0 to 32"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_a_sentence(chosen, words):
    with pytest.raises(BadChunking, match=words):
        chosen.check()


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_are_possible(preset):
    assert preset.settings.check() == preset_named(preset.name)
