"""Words of one origin in two languages: “Temperatur” and “temperatura”, “campaign” and “campagna”.

Their spelling and their endings differ by rules: what is left of a word by these is its root. German and
Dutch words are taken apart, too, so that “lasersensor” has the roots of “laser” and of “sensor”.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reading.text.letters import folded
from retrieval.alike.compounds import COMPOUNDING
from retrieval.alike.everyday import marks_of

SHORTEST, SHORTEST_ROOT = 5, 4  # letters of a word that has a root, and of that
SHORTEST_PART, SHORTEST_ROOT_OF_PART = 4, 5  # of a word within another
SHORTEST_BEFORE = 2  # letters before an ending
KEPT_WORDS = 20_000
WORD = re.compile(r"[^\W\d_]+")
MARK = "§~"
BY_PART = "§x"  # before the mark of a word that a longer one ends with, or has the stem of
# As all spell it, one after another.
SPELT = tuple(
    (re.compile(pattern), spelt)
    for pattern, spelt in (
        ("ph", "f"),
        ("[tr]h", lambda found: found[0][0]),
        ("ch|ck|qu", "k"),
        ("c(?=[eiy])|[zx]", "s"),
        ("c", "k"),
        ("[yj]", "i"),
        ("w", "v"),
        ("[kp]t", "t"),
        ("aign|agn", "an"),
        ("gn", "n"),
        ("[ao]e", "e"),
        ("u", "o"),
        (r"(.)\1", r"\1"),
    )
)
# Endings that stand for one another, and what all of them are put as.
ENDINGS = tuple(
    (re.compile(f"(?:{pattern})$"), mark)
    for pattern, mark in (
        ("[ts]ion[eis]{0,2}|kao|ties?", "SION"),
        ("iteit(?:en)?|idad(?:es?)?|itat(?:en)?|it(?:ies|es|[aei])", "IT"),
        ("ik(?:al[ei]?|os|as|es|en|er|[oaei])?|isk(?:e[nrsm]?)?", "IK"),
        ("i?[ae]l(?:es?|en|os|i|e|s)?", "AL"),
        ("[ae]ns(?:ias?|ie|es?|as?|i)?|[ae]ntie", "ANS"),
        ("miento|ment(?:os|[oeis])?", "MENT"),
        ("ist(?:en|as|es|[aei])?", "IST"),
        ("iv(?:os|as|e[nrs]?|[oai])?|ief|if", "IV"),
        ("ai?r(?:i?[oa]s|i[oae]|ies|is|[ei])?", "AR"),
        ("e?or(?:es|as|en|[aei])?s?", "OR"),
        (
            "at(?:ed|es?|ing)?|at[oaei]|ad[oa]s?|i?ert(?:en?)?|ieren|eerde?n?|eren|ed|ing|are|[aei]r",
            "",
        ),  # of verbs
    )
)
LAST = re.compile(r"(?:en|om|[aeios])+$")
# Before which a German or Dutch word is no compound: “verkaufen” is not “kaufen”.
BEFORE = frozenset(
    "unter uber nach zuruck wieder gegen ver vor aus auf ein ent zer her hin mit ab an be ge er durch onder "
    "over terug tegen achter mede ont voor uit op in af".split()
)


@lru_cache(maxsize=KEPT_WORDS)
def root_of(word: str) -> str:
    """What words of one origin share; "" of one too short to tell."""
    if len(word) < SHORTEST:
        return ""
    spelt = folded(word).removesuffix("ly")
    for pattern, other in SPELT:
        spelt = pattern.sub(other, spelt)
    for pattern, mark in ENDINGS:
        stem, found = pattern.subn("", spelt)
        if found and mark and len(stem) >= SHORTEST_BEFORE:
            return f"{stem}{mark}"
        if found and len(stem) >= SHORTEST_ROOT:
            spelt = stem
    stem = LAST.sub("", spelt)
    return next((each for each in (stem, spelt) if len(each) >= SHORTEST_ROOT), "")


@lru_cache(maxsize=KEPT_WORDS)
def kin_of(word: str, language: str) -> frozenset[str]:
    """The marks of a word's root and of the words that it is made of. `word`: in small letters."""
    found = {root_of(word)}
    marks: set[str] = set()
    if language in COMPOUNDING:
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            first, last = word[:at], word[at:]
            if folded(first) in BEFORE:
                continue
            found |= {root for root in (root_of(first), root_of(last)) if len(root) >= SHORTEST_ROOT_OF_PART}
            marks |= {f"{BY_PART}{mark}" for mark in marks_of(last, language)}
    return frozenset(f"{MARK}{root}" for root in found if root) | marks


def kin_in(text: str, language: str) -> frozenset[str]:
    """The marks of all words of a text."""
    return frozenset().union(*(kin_of(word, language) for word in set(WORD.findall(text.lower()))))
