import pytest

from reading.values.legal_forms import without_legal_form


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Acme Tools, Inc.", "Acme Tools"),
        ("Acme Co. Ltd", "Acme"),
        ("ACME HOLDINGS, INC.", "ACME"),
        ("Acme Holding B.V.", "Acme"),
        ("Acme GmbH & Co. KG", "Acme"),
        ("Acme S.p.A.", "Acme"),
        ("Incorporate", "Incorporate"),
        ("Group Company", "Group"),
        ("Company", "Company"),
    ],
)
def test_drops_legal_forms_from_names(name, short):
    assert without_legal_form(name) == short
