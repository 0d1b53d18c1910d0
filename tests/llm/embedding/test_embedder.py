"""The real MiniLM."""

import subprocess
import sys
import threading
from concurrent.futures import CancelledError

import numpy as np
import pytest

from llm.embedding.embedder import MiniLMEmbedder, _batches, _windows, find_embedder_folder


def test_similar_sentences_are_nearer(embedder):
    asked, near, far = embedder.embed(
        ["How much did the company sell?", "Revenue was four million dollars.", "The cat sleeps on the sofa."]
    )
    assert asked @ near > asked @ far + 0.1


def test_vectors_are_normalised_float32(embedder):
    vectors = embedder.embed(["one", "two words", ""])
    assert vectors.shape == (3, embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1])


def test_no_texts_give_no_vectors(embedder):
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_the_end_of_a_long_text_counts(embedder):
    start = "The harbour was quiet in the morning. " * 40
    about_wages, about_fish = embedder.embed(
        [start + "Wages of dock workers rose. " * 60, start + "Fish was sold at the pier. " * 60]
    )
    asked = embedder.embed(["pay of workers"])[0]
    assert asked @ about_wages > asked @ about_fish + 0.05


def test_a_text_with_others_gets_the_vector_it_gets_alone(embedder):
    texts = ["short", "a somewhat longer text " * 20, "another"]
    alone = np.vstack([embedder.embed([text]) for text in texts])
    assert (embedder.embed(texts) * alone).sum(axis=1).min() > 0.999


def test_tokens_are_counted_where_they_begin(embedder):
    text = "Net sales grew\n 15.6%."
    starts = embedder.token_starts(text)
    assert embedder.count_tokens([text, ""]) == [len(starts), 0]
    assert [text[at : at + 2] for at in starts] == ["Ne", "sa", "gr", "15", ".6", "6%", "%.", "."]


def test_tokens_beyond_the_models_limit_are_counted_too(embedder):
    assert embedder.count_tokens(["word " * 1000]) == [1000]


def test_bf16_is_as_good_as_fp32(embedder):
    texts = ["Net sales rose 12%.", "The lease ends in 2024.", "Either party may terminate with notice."]
    exact = MiniLMEmbedder(precision="float32").embed(texts)
    assert (MiniLMEmbedder(precision="bfloat16").embed(texts) * exact).sum(axis=1).min() > 0.999


def test_counting_loads_no_torch_and_embedding_no_library_of_all_models():
    code = (
        "import sys; from llm.embedding.embedder import MiniLMEmbedder; "
        "embedder = MiniLMEmbedder(); embedder.count_tokens(['a']); "
        "counting = 'torch' in sys.modules; "
        "embedder.embed(['a']); "
        "sys.exit(counting or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_vectors_are_those_of_sentence_transformers(embedder):
    from sentence_transformers import SentenceTransformer

    texts = ["Net sales rose 12%.", "", "The lease ends in 2024. " * 12, "Either party may terminate." * 9]
    reference = SentenceTransformer(str(find_embedder_folder()), device="cpu").encode(texts)
    assert MiniLMEmbedder(precision="float32").embed(texts) == pytest.approx(reference, abs=1e-5)


def test_texts_in_many_batches_keep_their_order(embedder):
    texts = [f"word {number} " * (1 + number % 40) for number in range(90)]
    vectors = embedder.embed(texts)
    for number in (0, 39, 40, 89):
        assert vectors[number] @ embedder.embed([texts[number]])[0] > 0.999


def test_the_last_words_of_a_long_text_do_not_outweigh_the_rest(embedder):
    whole, rest = "turbine " * (embedder.max_tokens - 2), "lemon tart"
    long, start, end = embedder.embed([f"{whole}{rest}", whole, rest])
    assert long @ start > 0.99
    assert long @ end < 0.5


def test_vectors_come_part_by_part_and_the_rest_is_given_up(embedder):
    texts = [f"word {number} " * 120 for number in range(60)]
    whole = embedder.embed(texts)
    with embedder.embedding(texts) as parts:
        indexes, vectors = next(parts)
    assert 0 < len(indexes) < len(texts)
    assert (vectors * whole[indexes]).sum(axis=1).min() > 0.999
    with pytest.raises(CancelledError):
        list(parts)


def test_texts_of_many_lengths_are_embedded_with_little_padding():
    lengths = [20, 250, 21, 60, 240, 22, 250, 61, 150, 245, 5, 600]
    batches = list(_batches([_windows(np.zeros(length), 254) for length in lengths]))
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    assert [11] in batches  # the one of many windows is alone
    padded = sum(len(batch) * max(lengths[index] for index in batch) for batch in batches)
    assert padded < 1.03 * sum(lengths)
    full = list(_batches([[np.zeros(254)]] * 20))
    assert sorted(map(len, full)) == [4, 8, 8]


def test_whoever_begins_goes_on_while_the_model_is_loaded(embedder):
    went_on = threading.Event()

    class Late(MiniLMEmbedder):
        @property
        def model(self):
            assert went_on.wait(5)
            return embedder.model

    with Late().embedding(["one"]) as parts:
        went_on.set()
        ((indexes, vectors),) = parts
    assert (list(indexes), vectors.shape) == ([0], (1, embedder.dimensions))


def test_it_calls_back_between_the_steps_of_the_model():
    called = list[int]()
    embedder = MiniLMEmbedder(between=lambda: called.append(threading.get_ident()))
    assert not called
    embedder.embed(["Net sales rose."])
    assert len(called) >= 6  # layers
    assert threading.get_ident() not in called
