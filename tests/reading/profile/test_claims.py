from reading.profile.claims import own_phrases, telling_sentence

RISKS = (
    "The following risks are described in no order of their weight. Our freight contracts end in 2025. "
    "We expect that freight contracts will cost 14% more after that. Freight contracts matter to us."
)


def test_the_sentence_that_states_most_is_told():
    assert telling_sentence(RISKS) == "We expect that freight contracts will cost 14% more after that."


def test_rows_of_a_table_are_no_sentence():
    assert telling_sentence("Net sales 12 14\nNet income 3 4") == ""


def test_the_phrases_used_most_come_first_and_none_shares_a_word_with_another():
    phrases = own_phrases(RISKS)
    assert phrases[0] == "freight contracts"
    words = [word for phrase in phrases for word in phrase.split()]
    assert len(words) == len(set(words))
