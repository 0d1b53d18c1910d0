from reading.values.currencies import DOLLAR_ISSUERS, ISSUERS, NAMES
from reading.values.units import CURRENCIES


def test_currencies_are_known_by_their_names_for_one_and_for_several():
    assert {NAMES[name] for name in ("canadian dollar", "canadian dollars")} == {"CAD"}
    assert (NAMES["swedish krona"], NAMES["swedish kronor"]) == ("SEK", "SEK")
    assert (ISSUERS["israeli"], ISSUERS["south african"]) == ("ILS", "ZAR")
    assert (DOLLAR_ISSUERS["hong kong"], DOLLAR_ISSUERS["us"]) == ("HKD", "USD")


def test_every_currency_with_a_sign_or_code_of_its_own_has_a_name():
    assert set(CURRENCIES.values()) - set(NAMES.values()) == {"RMB"}  # the code of none, yet it is written


def test_currencies_that_are_tender_no_more_are_not_known():
    assert not {"DEM", "FRF", "ITL"} & set(NAMES.values())
