"""Products that a document names for certain: with the mark of a brand, under a label, as a table's rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reading.model import EntityDraft, ParsedDocument, Place, RowDraft
from reading.profile.keywords import ordinary_words
from reading.text.sentences import words_near

MOST_PRODUCTS = 40
MOST_MARKED = 1000  # names with a mark, each of which is counted in the whole text
MOST_WORDS = 6  # of a row's label
LONGEST_BRAND = 120  # characters; more need not be looked through, page after page without a mark
CONTEXT_CHARACTERS = 100  # on either side of a brand

_MARK = re.compile("[®™]")
_MARKED = re.compile(r"(?P<name>(?:[A-Z0-9][\w’'-]* ){0,2}[\w’'-]*[A-Z][\w’'-]*) ?[®™]")
_PRODUCT_LABELS = frozenset(
    ("product", "product name", "model", "device", "trade name", "brand", "brand name")
)
_BY_PRODUCT = re.compile(
    r"\bby (?:significant |major |principal |main )?(?:product|brand)s?\b|\bproducts? and services?\b"
    r"|\bproducts? (?:and service offerings?|lines?|categor(?:y|ies)|offerings?|famil(?:y|ies))\b",
    re.IGNORECASE,
)
_TWO_LABELS = re.compile(r"\b(?!and |of |for |the |with )[a-z]{3,} [A-Z]")  # of two columns, run together
_NOT_PRODUCTS = frozenset(
    """total totals net gross other others sales revenue revenues income cost costs expense expenses operating
    margin profit loss percent percentage change changes growth segment segments assets liabilities goodwill
    amortization depreciation tax taxes corporate eliminations unallocated adjustments foreign currency
    year quarter months ended products product services service all rate assumption research development
    general administrative earnings cash basic diluted shares equity domestic international states""".split()
)
_LEADING = frozenset("the our its this these and with of for in by new a an including using".split())


def find_products(
    parsed: ParsedDocument, rows: Sequence[RowDraft], others: Sequence[str] = ()
) -> list[EntityDraft]:
    """Each once, with the words that say that it is a product.

    `rows`: those of the document's tables. `others`: names of organizations and people, which are none.
    """
    found: dict[str, EntityDraft] = {}
    ordinary = {word for word in ordinary_words(parsed) if len(word) > 2}
    whole = "\n".join(page.text for page in parsed.pages)
    repeated: dict[str, bool] = {}
    for page in parsed.pages:
        for name, start, end in _marked(page.text):
            if name not in repeated and len(repeated) < MOST_MARKED:
                repeated[name] = whole.count(name) > 1
            if not repeated.get(name) or {word.lower() for word in name.split()} <= ordinary:
                continue  # a slogan: “All in One Place®”
            quote = " ".join(page.text[start:end].split())
            near = words_near(page.text, start, end, characters=CONTEXT_CHARACTERS)
            found.setdefault(name.casefold(), _draft(name, Place(page=page.number, quote=quote), near))
    for row in rows:
        if name := _labelled(row) or _listed(row, ordinary):
            found.setdefault(name.casefold(), _draft(name, row.place, row.table))
    taken = {name.casefold() for name in others}
    return [draft for name, draft in found.items() if name not in taken][:MOST_PRODUCTS]


def _draft(name: str, place: Place, context: str) -> EntityDraft:
    return EntityDraft(
        place=place, entity_name=name, entity_type="product", context=" ".join(context.split())
    )


def _marked(text: str) -> Iterator[tuple[str, int, int]]:
    end = 0
    for mark in _MARK.finditer(text):
        match = _MARKED.search(text, max(mark.start() - LONGEST_BRAND, end), mark.end())
        if match is None:
            continue
        end, words = match.end(), match["name"].split()
        while words and words[0].lower() in _LEADING:
            words.pop(0)
        if words and not words[-1].isdigit() and words != ["TM"]:
            yield " ".join(words), match.end() - len(" ".join(words)) - 1, match.end()


def _labelled(row: RowDraft) -> str:
    """The value of a property that names the product: “Model: Aurora 12”."""
    if row.table != "properties" or row.label.casefold().strip(" :") not in _PRODUCT_LABELS:
        return ""
    values = [value for value in row.properties.values() if isinstance(value, str)]
    return values[0].strip() if len(values) == 1 and len(values[0].split()) <= MOST_WORDS else ""


def _listed(row: RowDraft, ordinary: set[str]) -> str:
    """The label of a row under a caption that says “by product”; a lone ordinary word says too little."""
    if row.table == "properties" or not _BY_PRODUCT.search(row.table):
        return ""
    name = re.sub(r"\s*\([\w,]{1,3}\)", "", row.label).strip(" :*")
    words = re.findall(r"[^\W\d_]+", name)
    if not words or len(words) > MOST_WORDS or not any(char.isupper() for char in name):
        return ""
    if words[0].lower() in _NOT_PRODUCTS or (len(words) == 1 and words[0].lower() in ordinary):
        return ""
    if _TWO_LABELS.search(name):
        return ""
    return name if any(word.lower() not in _NOT_PRODUCTS for word in words) else ""
