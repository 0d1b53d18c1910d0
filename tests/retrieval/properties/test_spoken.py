"""Which labels of documents a question names."""

from retrieval.annotations.roles import roles
from retrieval.properties.spoken import spoken_in


def test_a_firm_at_the_head_of_a_document_is_no_label_that_one_asks_for():
    role = next(iter(roles().values()))
    labels = {"emil kestrel ag": role, "net weight": role}
    spoken = spoken_in("the net weight on the bill of Emil Kestrel AG", labels)
    assert [(each.start, each.end) for each in spoken] == [(4, 14)]
