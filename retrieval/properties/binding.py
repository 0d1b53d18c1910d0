"""Which property each time, amount and name of a question is said of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from reading.values.units import MONEY_UNITS
from retrieval.annotations.roles import Kind, Role, roles
from retrieval.properties.amounts import Measured, amounts_in
from retrieval.properties.parts import FILLERS, WITH_THEIR, Parts
from retrieval.properties.request import Bounds, Condition
from retrieval.properties.times import Dated
from retrieval.question.naming.mentions import Mention

_SAYING = r"have|has|give|state|specify|contain|mention|include|name"
_HAS = re.compile(
    r"\b(?:with|have|has|having|giv(?:e|es|ing)|stat(?:e|es|ing)|specif(?:y|ies|ying)|contain(?:s|ing)?|"
    r"mention(?:s|ing)?|includ(?:e|es|ing)|nam(?:e|es|ing))\s+(?:an?|the|any|its|their)?\s*$",
    re.IGNORECASE,
)
LACKS = re.compile(
    r"\b(?:without|(?:with|ha(?:ve|s)|giv(?:e|es|ing)|stat(?:e|es|ing)|name)\s+no|lack(?:s|ing)?|"
    r"(?:are |is )?missing|"
    rf"(?:(?:do|does|did)\s+not|(?:do|does|did)n[’'´`]?t)\s+(?:{_SAYING}))\s+(?:an?|the|any|its|their)?\s*$",
    re.IGNORECASE,
)
_EXPIRED = re.compile(r"\b(?:(?:have|has|are|is)\s+)?(?:already\s+)?expired\b", re.IGNORECASE)
_OWED = re.compile(r"owe", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|by)\s+(?:the\s+)?$", re.IGNORECASE)
_ISSUED_BY = re.compile(
    r"\b(?:issued|billed|invoiced|sent|sold|written|made out)\s+by\s+(?:the\s+)?$", re.IGNORECASE
)
_ISSUES = re.compile(r"\s+(?:issued?|sent|sends?|charged?|billed|invoiced)\b", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|for)\s+(?:the\s+)?$", re.IGNORECASE)
STATES = ("status", "state", "stage")
_GOVERNED = re.compile(r"governed by", re.IGNORECASE)
_LAW_OF = re.compile(
    r"\s*(?:the\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?P<name>[A-Z][\w.]*(?:\s+[A-Z][\w.]*)*)(?:\s+law)?"
)
_WORD_BEFORE = re.compile(r"(?<!\w)(?P<word>[^\W\d_]{3,})[\s-]$")
_SAMPLE = re.compile(r"(?:example|sample|specimen)s?", re.IGNORECASE)  # of documents: tells none apart
MOST_WORDS = 3  # before what documents are called
NEAR = 24  # characters between a length of time and the property that follows it: “60 days' written notice”


def bind_times(parts: Parts) -> bool:
    """Each time to the date last named before it; to the documents' own where none is."""
    for time in parts.times:
        role = roles()[time.verb] if time.verb else _dated(parts, time)
        if role is None:
            return False
        parts.conditions.append(Condition((role,), time.bounds))
    return True


def _dated(parts: Parts, time: Dated) -> Role | None:
    before = [each for each in parts.spoken if each.end <= time.start and each.role.kind in ("date", "any")]
    others = [
        each for each in parts.spoken if each.end <= time.start and each.is_verb and each.role.kind == "money"
    ]
    if before:
        return parts.use(before[-1])
    if others and _OWED.match(parts.text[others[-1].start :]):
        return roles()["due"]
    after = [each for each in parts.unbound if each.start >= time.end and each.role.kind == "date"]
    if after and not parts.text[time.end : after[0].start].strip():
        return parts.use(after[0])
    return roles()["date"] if not after else None


def bind_amounts(parts: Parts) -> bool:
    rest = parts.rest()
    for amount in amounts_in(rest):
        role = _measured(parts, amount)
        if role is None:
            return False
        parts.take(amount.start, amount.end)
        parts.conditions.append(Condition((role,), amount.bounds))
    return True


def _measured(parts: Parts, amount: Measured) -> Role | None:
    """The property that the amount bounds: by its unit, the last named before it, else the next."""
    unit = amount.bounds.unit
    kinds: tuple[Kind, ...] = ("duration", "any") if unit == "days" else ("any",)
    kinds = ("money", "any") if unit in MONEY_UNITS else kinds if unit else ("money", "any", "duration")
    before = [each for each in parts.unbound if each.end <= amount.start and each.role.kind in kinds]
    after = [
        each
        for each in parts.unbound
        if amount.end <= each.start <= amount.end + NEAR and each.role.kind in kinds
    ]
    if before or after:
        return parts.use(before[-1] if before else after[0])
    is_price = unit in MONEY_UNITS or (not unit and amount.is_compared)
    return roles()["amount"] if is_price else None


def bind_expired(parts: Parts) -> None:
    """“Expired”: with an end before today, where no other time says when."""
    ends = [
        each for each in parts.unbound if each.role.key == "end" and _EXPIRED.match(parts.text[each.start :])
    ]
    for each in ends:
        bounds = Bounds(None, parts.today - timedelta(days=1), said="expired")
        parts.conditions.append(Condition((parts.use(each),), bounds))


def bind_presence(parts: Parts) -> None:
    """“Without a due date”, “that have a notice period”."""
    for each in list(parts.unbound):
        before = parts.text[: each.start]
        if WITH_THEIR.search(before):
            continue
        lacks, has = LACKS.search(before), _HAS.search(before)
        is_told = has and parts.text[: has.start()].strip()  # “Give the total” asks for it
        if lacks or is_told:
            match = lacks or has
            parts.take(match.start(), each.start)  # type: ignore[union-attr]
            parts.conditions.append(Condition((parts.use(each),), given=not lacks))


def bind_names(parts: Parts) -> None:
    """Organizations, and values that the documents have under some label: “from Acme”."""
    for mention in parts.analysis.organizations:
        if all(parts.free[mention.start : mention.end]) and not _is_part(parts, mention):
            named = [each for each in parts.unbound if each.role in _named_as(parts, mention)]
            of = (parts.use(named[0]),) if named else _party(parts, mention)
            parts.take(mention.start, mention.end)
            parts.conditions.append(Condition(of, name="|".join(mention.names)))
    for each in [each for each in parts.unbound if _GOVERNED.match(parts.text[each.start :])]:
        if law := _LAW_OF.match(parts.text, each.end):
            parts.take(law.start(), law.end())
            parts.conditions.append(Condition((parts.use(each),), name=law["name"]))
    for name in sorted(parts.known.names, key=len, reverse=True):
        found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", parts.rest(), re.IGNORECASE)
        if found and _may_be_name(parts, found):
            of = parts.known.names[name]
            named = [each for each in parts.unbound if each.role in of]
            parts.take(*found.span())
            if named:
                of = (parts.use(named[0]),)
            parts.conditions.append(Condition(of, name=found[0]))


def _is_part(parts: Parts, mention: Mention) -> bool:
    """Whether a longer name that the documents give stands round it: “Roche” in “Moulin de Roche”."""
    said, text = parts.text[mention.start : mention.end].casefold(), parts.text.casefold()
    return any(said in name and said != name and name in text for name in parts.known.names)


def _named_as(parts: Parts, mention: Mention) -> set[Role]:
    """The properties of which the name is a value, however it is written."""
    written = (name.casefold() for name in mention.names)
    return {role for name in written for role in parts.known.names.get(name, ())}


def _party(parts: Parts, mention: Mention) -> tuple[Role, ...]:
    """Whose part they have: the vendor's of “invoices from Acme”, either's of “contracts with Acme”."""
    of = parts.known.names.get(mention.name.casefold(), ())
    from_, to = (pattern.search(parts.text[: mention.start]) for pattern in (_FROM, _TO))
    from_ = from_ or _ISSUES.match(parts.text, mention.end)
    wanted = "vendor" if from_ else "customer" if to else ""
    if roles()["customer"] in of and _ISSUED_BY.search(parts.text[: mention.start]):
        return (roles()["vendor"],)  # whoever is only ever a buyer has issued none
    return (
        (roles()[wanted],) if wanted and roles()[wanted] in of else (roles()["vendor"], roles()["customer"])
    )


def _may_be_name(parts: Parts, found: re.Match[str]) -> bool:
    """Whether it is written as a name, or its property is named too."""
    of = parts.known.names[found[0].casefold()]
    is_state = any(each.noun in STATES for each in of)  # “active contracts”
    return found[0][0].isupper() or is_state or any(each.role in of for each in parts.unbound)


def words_of_titles(parts: Parts) -> Iterator[str]:
    """Words right before what the documents are called, which their titles have: “lease agreements”."""
    for noun in parts.analysis.document_nouns:
        for _ in range(MOST_WORDS):
            found = _WORD_BEFORE.search(f"{parts.rest()[: noun.start].rstrip()} ")
            if found and _SAMPLE.fullmatch(found["word"]):
                parts.take(*found.span("word"))
            elif found and found["word"].casefold() in parts.known.titles - FILLERS:
                parts.take(*found.span("word"))
                yield found["word"].casefold()
            else:
                break
