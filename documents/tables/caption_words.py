"""The many ways to write a currency and a scale over a table, in the few that captions are read by."""

from __future__ import annotations

import re

from documents.units import CURRENCIES

_COUNTRIES = {  # words before “dollars”, “francs” …, which alone may be those of another country
    "canadian": "CAD",
    "cdn": "CAD",
    "australian": "AUD",
    "new zealand": "NZD",
    "hong kong": "HKD",
    "singapore": "SGD",
    "new taiwan": "TWD",
    "nt": "TWD",
    "united states": "USD",
    "swiss": "CHF",
    "swedish": "SEK",
    "norwegian": "NOK",
    "danish": "DKK",
    "brazilian": "BRL",
    "indian": "INR",
    "mexican": "MXN",
    "philippine": "PHP",
    "korean": "KRW",
    "japanese": "JPY",
    "polish": "PLN",
    "czech": "CZK",
    "turkish": "TRY",
    "israeli": "ILS",
    "south african": "ZAR",
    "thai": "THB",
    "malaysian": "MYR",
}
_OF_COUNTRY = re.compile(
    rf"\b(?P<country>{'|'.join(_COUNTRIES)})\s?(?:dollars?\b|\$|francs?\b|kron\w+|crowns?\b|reais\b|rupees?\b|"
    r"pesos?\b|won\b|yen\b|zlot\w+|koruna\b|lira\b|(?:new )?shekels?\b|rand\b|baht\b|ringgit\b)",
    re.IGNORECASE,
)
_MARKS = {  # letters that are a mark of money only where a scale follows: “R’m”, “RM’000”, “Rp billion”
    "RM": "MYR",
    "R": "ZAR",
    "Rp": "IDR",
    "Rs": "INR",
    "Rupees": "INR",
    "₱": "PHP",
    "₩": "KRW",
    "NIS": "ILS",
    "TL": "TRY",
    "Ps": "MXN",
    "Baht": "THB",
    "Cdn$": "CAD",
    "$A": "AUD",
    "$NZ": "NZD",
}
_ANY_MARK = "|".join(re.escape(mark) for mark in sorted(_MARKS, key=len, reverse=True))
_MARK = re.compile(
    rf"(?<![\w.&’'$-])(?P<mark>{_ANY_MARK})\.?"
    r"\s?[’']?(?=(?:m|mn|Mn|bn|000s?|(?i:(?:in\s)?(?:millions?|thousands?|billions?|crores?|lakhs?|lacs)))\b(?!\s?\d))"
)
_MONEY = r"(?:[$€£¥₹]|\b[A-Z]{3}\b|\bRs\b\.?)"
_CODE = rf"(?:{'|'.join(sorted(code for code in CURRENCIES if len(code) == 3 and code.isalpha()))})"
_SAID = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"\bThUS\$", "USD thousand"),
        (r"\bMUS\$", "USD million"),
        (r"(?<=\()MM(?=\))|(?<=\bin )(?:MM|[Mm]n|mil\.)(?=\W|$)", "million"),
        (rf"({_MONEY})\s?(?:MM|mm)\b", r"\1 million"),
        (rf"({_MONEY})\s?B(?=\W*$)", r"\1 billion"),
        (r"(R\$)\s?mil\b\.?", r"\1 thousand"),
        (rf"({_MONEY})\s?[Mm]il\b\.?", r"\1 million"),
        (rf"({_MONEY})\s?[Cc]rs?\b\.?", r"\1 crore"),
        (r"\b[Mm]rd\b\.?", "billion"),
        (r"\bTsd\b\.?", "thousand"),
        (r"\b[Mm]illi(?:ons|oni) d(?:e |i |[’'])", "millions of "),
        (r"\b[Mm]illiard[si] d(?:e |i |[’'])", "billions of "),
        (r"\b[Mm]il(?:hões|ioni) d[ei] ", "millions of "),
        (r"\b(?:milhares de|migliaia di) ", "thousands of "),
        (r"\b[Mm]illionen (?=Euro|EUR|€|CHF|US)", "millions of "),
        (r"\bMilliarden (?=Euro|EUR|€|CHF|US)", "billions of "),
        (r"\b[Tt]ausend (?=Euro|EUR|€|CHF|US)", "thousands of "),
        (r"\b(?:milliers|[Mm]iles) d(?:e |[’'])", "thousands of "),
        (r"\b[Mm]illones de ", "millions of "),
        (rf"\b[Mm]({_CODE}\b|[€£])", r"\1 million"),
        (rf"\b[TtKk]({_CODE}\b|[€£])", r"\1 thousand"),
        (rf"\b({_CODE})m\b", r"\1 million"),
        (r"([€$£]|\b[Ee]uros?)/(?=[’']?000|millions?|thousands?)", r"\1 "),
        (rf"^\W*(?:in\s)?({_MONEY})\s1[,. ]?000\W*$", r"\1 thousand"),
        (r"^[\s(]*([Tt]housands|[Mm]illions|[Bb]illions)[\s)]*$", r"(in \1)"),
        (rf"({_MONEY})\s?(?:in\s|\()[’']?000(?:[’']?s)?\b", r"\1 thousand"),
        (rf"({_MONEY}|\b[Aa]mounts) \((?=in\s|thousands|millions)", r"\1 "),
    )
)


def in_plain_words(text: str) -> str:
    """`text` with “Canadian dollars” as “CAD”, “R’m” as “ZAR m”, “$MM” as “$ million”."""
    text = _OF_COUNTRY.sub(lambda found: _COUNTRIES[found["country"].lower()], text)
    text = _MARK.sub(lambda found: f"{_MARKS[found['mark']]} ", text)
    for pattern, words in _SAID:
        text = pattern.sub(words, text)
    return text
