"""Rows beyond the average: of all rows, or of those that have the same group."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.plan import Filter, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import dimensions, measuring, spoken
from retrieval.tables.rules.vocabulary.words import FEWER, IS, MORE

_HAVE = rf"(?:(?:that|which|who|whose|with|having|have|has|had|{IS}|a|an|the|their|its) )*"
_AVERAGE = r"(?:the )?(?:overall )?(?:average|mean)"
_OWN = (
    r"(?: (?:of|in|for|within|at|across) "
    r"(?P<own>their own|its own|their|its|his|her|the same|each|all)(?: the)? #S)?"
)


def take_averages(reader: Marked) -> None:
    """“Books longer than the average”, “doctors who earn more than the average of their department”."""

    def beyond(table: Mark, column: Mark, rest: list[Mark], match: re.Match[str], *, more: bool) -> str:
        peers = [mark for mark in rest if mark not in (table, column)]
        is_own = bool(match["own"]) and match["own"] != "all"
        places = _of(table, column)
        if len(places) != 1 or len(peers) > 1 or bool(peers) != bool(match["own"]):
            return kept_out(match)
        if peers and not is_own and peers[0].tables != table.tables:
            return kept_out(match)
        mark = Mark("C", column.words, places=tuple(places))
        operator = "> average" if more else "< average"
        reader.plan.filters.append(Filter(mark, operator, tuple(peers) if is_own else ()))
        return f"<T{reader.marks.index(table)}>"

    for words, more in ((MORE, True), (FEWER, False)):

        def column(marks: list[Mark], match: re.Match[str], more: bool = more) -> str:
            return beyond(marks[0], marks[1], marks[2:], match, more=more)

        named = r"(?: (?P<again>#C))?"
        reader.take(rf"#T {_HAVE}#C (?:(?:{IS}) )*(?:{words}) {_AVERAGE}{named}{_OWN}", column)
        for verbs, names in measuring():

            def measured(
                marks: list[Mark], match: re.Match[str], more: bool = more, names: frozenset[str] = names
            ) -> str:
                mark = told_by(marks[0], names)
                return beyond(marks[0], mark, marks[1:], match, more=more) if mark else kept_out(match)

            reader.take(
                rf"#T (?:(?:that|which|who) )?(?:{verbs}) (?:{words}) {_AVERAGE}{named}{_OWN}", measured
            )
    for most, least, names in dimensions():
        for adjectives, more in ((most, True), (least, False)):
            forms = _comparatives(adjectives.split("|"))

            def longer(
                marks: list[Mark], match: re.Match[str], more: bool = more, names: frozenset[str] = names
            ) -> str:
                mark = told_by(marks[0], names)
                up = more and not names & {"birth"}
                return beyond(marks[0], mark, marks[1:], match, more=up) if mark else match[0]

            known = [n for n, mark in enumerate(reader.marks) if mark.kind == "T" and told_by(mark, names)]
            if forms and known and "birth" not in names:
                table = f"<T(?:{'|'.join(map(str, known))})>"
                than = rf"(?:{'|'.join(forms)}) than {_AVERAGE}(?: (?:#C|#T))?"
                reader.take(rf"{table} {_HAVE}{than}{_OWN}", longer)


def _comparatives(superlatives: Sequence[str]) -> list[str]:
    found = [f"{word[:-3]}er" for word in superlatives if re.fullmatch("[a-z]+est", word)]
    for most, more in (("most ", "more "), ("least ", "less ")):
        found += [word.replace(most, more) for word in superlatives if word.startswith(most)]
    return found


def take_measuring(reader: Marked) -> None:
    """“Shipments that weigh more than 200”: by the one column that a verb tells."""
    from_words = [(MORE, ">"), (FEWER, "<"), ("at least|no less than", ">="), ("at most|up to", "<=")]
    for verbs, names in measuring():
        told = {n: by for n, mark in enumerate(reader.marks) if (by := told_by(_owner(mark), names))}
        for words, operator in from_words if told else ():

            def compared(
                marks: list[Mark],
                match: re.Match[str],
                sign: str = operator,
                told: dict[int, Mark] = told,
            ) -> str:
                at = reader.marks.index(marks[0])
                reader.plan.filters.append(Filter(told[at], sign, (marks[1],)))
                is_named = match["each"] in (None, *spoken(told[at].places[0].column.name))
                rest = "" if is_named else f" ~{match['each']}"
                own = reader.put(_owner(marks[0]))
                return f"{own}{f' ; <V{at}>' if marks[0].kind == 'V' else ''}{rest}"

            known = "|".join(f"<{reader.marks[n].kind}{n}>" for n in told)
            each = "(?: (?:an?|per|each|every) (?P<each>[a-z]+))?"
            reader.take(rf"(?:{known}) (?:(?:that|which|who) )?(?:{verbs}) (?:{words}) #N{each}", compared)


def _owner(mark: Mark) -> Mark:
    """The table; of a value that one, if one alone holds it."""
    tables = {place.table.path: place.table for place in mark.places}
    if mark.kind != "V" or len(tables) != 1:
        return mark
    return Mark("T", mark.words, tables=tuple(tables.values()))


def told_by(table: Mark, names: frozenset[str]) -> Mark | None:
    """The one column of figures of the table that is called by one of the names."""
    if table.kind != "T" or len(table.tables) != 1:
        return None
    own = table.tables[0]
    found = [c for c in own.columns if c.kind == "number" and names & {*spoken(c.name)}]
    return Mark("C", found[0].name, places=(Place(own, found[0]),)) if len(found) == 1 else None


def _of(table: Mark, column: Mark) -> list[Place]:
    own = {each.path for each in table.tables}
    return [place for place in column.places if place.table.path in own and place.column.kind == "number"]
