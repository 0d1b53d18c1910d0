"""Words of one origin in two languages, and what long words are made of."""

import pytest

from retrieval.alike.kin import BY_PART, kin_of, root_of


@pytest.mark.parametrize(
    "words",
    [
        "temperature temperatura Temperatur temperatuur température",
        "campaign campagna campagne Kampagne campaña",
        "contract contratto contrat contrato Kontrakt",
        "battery Batterie batteria batería batterij",
        "secretary secrétaire secretario Sekretär secretaris",
        "installation instalación installazione installatie instalação",
        "announced annunciato annoncé anunciado",
        "actively Aktive active",
    ],
)
def test_words_of_one_origin_have_one_root(words):
    assert len({root_of(word.lower()) for word in words.split()}) == 1


@pytest.mark.parametrize("words", ["contract contrast", "product production", "laser lease", "port porter"])
def test_other_words_have_others(words):
    one, other = words.split()
    assert root_of(one) != root_of(other)


def test_a_long_word_is_of_its_parts_and_a_prefix_is_no_part():
    assert kin_of("sensor", "en") | kin_of("laser", "en") <= kin_of("lasersensor", "nl")
    assert not kin_of("laser", "en") & kin_of("lasersensor", "fr")
    assert any(mark.startswith(BY_PART) for mark in kin_of("weinkaufen", "de"))
    assert not any(mark.startswith(BY_PART) for mark in kin_of("verkaufen", "de"))
