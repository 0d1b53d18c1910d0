"""The reranker by sentence-transformers, with a tiny model of random weights, the same in each run."""

import pytest

from llm.embedding.reranker import CrossEncoderReranker
from llm.errors import Unavailable


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A cross-encoder of a few thousand weights, as such models are kept in a folder."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    made = {}
    for labels in (1, 3):
        torch.manual_seed(labels)
        path = tmp_path_factory.mktemp(f"labels{labels}")
        words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "how", "so", "many", "tides"]
        (path / "vocab.txt").write_text("\n".join(words))
        BertTokenizerFast(str(path / "vocab.txt")).save_pretrained(path)
        config = BertConfig(
            vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
            intermediate_size=16, max_position_embeddings=64, num_labels=labels,
            initializer_range=0.3,  # the usual .02 leaves the scores of unlike texts nearly equal
        )  # fmt: skip
        BertForSequenceClassification(config).save_pretrained(path)
        made[labels] = str(path)
    return made


def test_each_text_gets_a_score_of_its_own(folder):
    reranker = CrossEncoderReranker(folder[1])
    scores = reranker.scores("how many tides", ["so many tides", "how", "so many tides", "so " * 500])
    assert scores.shape == (4,)
    assert scores[0] == pytest.approx(scores[2], abs=1e-5)
    assert abs(scores[0] - scores[1]) > 0.01
    assert reranker.scores("how", []).shape == (0,)


def test_a_folder_without_a_model_is_told(tmp_path):
    with pytest.raises(Unavailable, match=r"cannot be loaded: set RAGSITE_RERANKER to the folder of a "):
        CrossEncoderReranker(str(tmp_path)).scores("how", ["so"])


def test_a_name_that_is_not_on_this_machine_is_told():
    with pytest.raises(Unavailable, match="nobody/nothing cannot be loaded"):
        CrossEncoderReranker("nobody/nothing").scores("how", ["so"])


def test_a_model_with_several_scores_is_no_reranker(folder):
    with pytest.raises(Unavailable, match="is no reranker"):
        CrossEncoderReranker(folder[3]).scores("how", ["so"])
