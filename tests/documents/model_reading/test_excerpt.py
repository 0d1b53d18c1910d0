import pytest

from documents.model_reading.excerpt import (
    ChunkText,
    is_table_line,
    long_excerpt,
    split_text,
    telling_excerpt,
    token_estimate,
)
from reading.model import ClaimDraft, EntityDraft, Place, Reading, TopicDraft

PROSE = "The board approved the merger with the southern branch after long talks. " * 4
TABLE = "\n".join(f"Item {n} $ 1,2{n}0 $ (3,4{n}0) 12.5%" for n in range(9))


def chunk(index, text=PROSE, *, section="", page=None):
    page = page or index + 1
    return ChunkText(index, page, page, section, f"{text.strip()}")


def topics(*names):
    place = Place(page=1, quote="")
    return Reading(topics=[TopicDraft(place=place, topic_name=name) for name in names])


def indexes(excerpt):
    return [chunk.index for chunk in excerpt.chunks]


@pytest.mark.parametrize(
    "line, expected",
    [
        ("Net sales $ 3,226 $ 2,729 18.2%", True),
        ("Gross loss (4,378) —", True),
        ("Fiscal 2022 2021", True),
        ("Total sales change (3.9 %) 10.2 %", True),
        ("Sales rose by 3.9 %", False),
        ("Net sales rose 18.2% to $3.2 billion", False),
        ("in 2022 and 2021", False),
        ("", False),
    ],
)
def test_lines_of_figures_are_told_from_prose(line, expected):
    assert is_table_line(line) is expected


def test_sentences_are_pieces_of_the_text_and_never_run_into_a_table():
    text = "Sales rose\nNet sales 3,226 2,729\nIt was a good year. We opened\nstores."
    assert list(split_text(text, tables=True)) == [
        "Sales rose", "Net sales 3,226 2,729", "It was a good year.", "We opened\nstores.",
    ]  # fmt: skip
    assert "Net sales 3,226 2,729" not in list(split_text(text, tables=False))


def test_a_budget_takes_the_beginning_and_telling_sections_in_reading_order():
    chunks = [chunk(n) for n in range(30)]
    chunks[20] = chunk(20, section="Conclusions")
    excerpt = telling_excerpt(chunks, Reading(), tokens=5 * token_estimate(PROSE))
    assert indexes(excerpt) == sorted(indexes(excerpt))
    assert 0 in indexes(excerpt)
    assert 20 in indexes(excerpt)
    assert not excerpt.whole


def test_the_rules_topics_make_a_chunk_telling():
    chunks = [chunk(n) for n in range(30)]
    chunks[25] = chunk(25, PROSE + "Harbour fees and crane hire were discussed.")
    excerpt = telling_excerpt(
        chunks, topics("harbour fees", "crane hire", "board"), tokens=8 * token_estimate(PROSE)
    )
    assert 25 in indexes(excerpt)


def test_what_the_rules_found_stated_makes_a_chunk_telling():
    quotes = [f"{name} bought the {name} Mill." for name in ("Ann", "Bob", "Cem", "Dan")]
    chunks = [chunk(n) for n in range(30)]
    chunks[25] = chunk(25, f"{PROSE} {' '.join(quotes)}")
    claims = [ClaimDraft(place=Place(page=26, quote=quote), claim_text=quote) for quote in quotes]
    tokens = 8 * token_estimate(PROSE)
    assert 25 in indexes(telling_excerpt(chunks, Reading(claims=claims), tokens=tokens))
    assert 25 not in indexes(telling_excerpt(chunks, Reading(), tokens=tokens))


def test_the_sentence_that_says_what_the_subject_is_is_read():
    chunks = [chunk(n) for n in range(30)]
    chunks[25] = chunk(25, PROSE + "Zenith, with its branches, is a maker of clocks.")
    subject = EntityDraft(place=Place(page=1, quote="Zenith Ltd"), entity_name="Zenith Ltd",
                          entity_type="organization", role="subject")  # fmt: skip
    tokens = 8 * token_estimate(PROSE)
    assert 25 in indexes(telling_excerpt(chunks, Reading(entities=[subject]), tokens=tokens))


def test_a_table_of_contents_is_passed_over():
    contents = "\n".join(f"Chapter {n} on the fees of harbours {n}0" for n in range(1, 20))
    chunks = [chunk(0, contents), *(chunk(n) for n in range(1, 30))]
    assert 0 not in indexes(telling_excerpt(chunks, Reading(), tokens=5 * token_estimate(PROSE)))


def test_the_budget_is_spent_on_several_sections():
    chunks = [chunk(n, section="Results › Sales") for n in range(20)]
    chunks += [chunk(n, section=f"Chapter {n}") for n in range(20, 30)]
    excerpt = telling_excerpt(chunks, Reading(), tokens=8 * token_estimate(PROSE))
    assert len({chunk.section for chunk in excerpt.chunks}) >= 4


def test_what_every_form_says_is_not_read():
    text = f"Indicate by check mark whether the registrant is a shell company. {PROSE}"
    rendered = telling_excerpt([chunk(0, text)], Reading(), tokens=1600).render()
    assert "check mark" not in rendered
    assert "southern branch" in rendered


def test_a_page_without_full_stops_is_not_lost_for_one_phrase():
    text = "Spring sale of boats\nVisit www.boats.example\n" + "Blue boat for two with oars\n" * 20
    assert "Blue boat" in telling_excerpt([chunk(0, text)], Reading(), tokens=1600).render()


def test_a_heading_is_no_part_of_the_first_sentence():
    heading, text = "2. Term", "2. Term\n2.1 This lease runs for 36 months."
    (sentence,) = telling_excerpt(
        [chunk(0, text, section=f"Lease › {heading}")], Reading(), tokens=99
    ).sentences
    assert sentence.text == "2.1 This lease runs for 36 months."


def test_a_budget_is_kept():
    chunks = [chunk(n) for n in range(30)]
    excerpt = telling_excerpt(chunks, Reading(), tokens=300)
    assert sum(token_estimate(sentence.text) for sentence in excerpt.sentences) <= 330


def test_tables_are_left_out_where_there_is_prose_enough():
    excerpt = telling_excerpt([chunk(0), chunk(1, f"{PROSE}\n{TABLE}")], Reading(), tokens=500)
    assert "Item 3" not in excerpt.render()


def test_a_document_of_tables_is_read_with_them():
    assert "Item 3" in telling_excerpt([chunk(0, TABLE)], Reading(), tokens=1600).render()


def test_one_chunk_is_read_even_where_the_budget_is_too_small():
    assert indexes(telling_excerpt([chunk(0), chunk(1)], Reading(), tokens=1)) == [0]


def test_a_document_that_fits_is_read_whole():
    excerpt = long_excerpt([chunk(n) for n in range(5)], tokens=100_000)
    assert excerpt.whole
    assert len(excerpt.chunks) == 5


def test_a_longer_one_keeps_its_beginning_and_its_end():
    cost = token_estimate(PROSE.strip())
    excerpt = long_excerpt([chunk(n) for n in range(100)], tokens=50 * cost)
    assert indexes(excerpt) == [*range(30), *range(90, 100)]
    assert not excerpt.whole
