"""What a figure in a sentence measures: the noun phrase that a pattern found, in the sentence's own words.

There is no grammar here, only lists of words: where they do not settle where a phrase begins or ends, or
whether it says enough, there is no name.
"""

from __future__ import annotations

import re

from reading.figures.sentences.clauses import KEPT_BRACKETS, MARK, PRIOR_TIME, THIS_TIME, TIME
from reading.lexicon import FELL, ROSE
from reading.measures.catalogue import MEASURES, find_measures

NAME_WORDS = 14
LEAST_LIST = 2  # pieces between commas from which on the words may be a list
BE = (
    r"(?:was|were|is|are|has\s+been|have\s+been|totall?ed|totals?|amounted\s+to|amounts?\s+to|aggregated|"
    r"equall?ed|stood\s+at|reached|came\s+to|averaged|approximated)"
)
UP = rf"(?:{ROSE}|climbed|gained|(?:was|were)\s+(?:up|higher))"
DOWN = rf"(?:{FELL}|dropped|(?:was|were)\s+(?:down|lower))"
ABOUT = (
    r"(?:(?:approximately|about|nearly|roughly|almost|just|slightly|more\s+than|over|an\s+(?:aggregate|average)"
    r"(?:\s+of)?|a\s+total(?:\s+of)?)\s+)*"
)
_FINITE = (
    r"is|are|was|were|be|been|being|am|has|have|had|will|would|could|may|might|should|can|cannot|must|do|does|"
    r"did|includes?|included|represents?|represented|reflects?|provides?|consists?|exceeds?|excludes?|requires?|"
    r"allows?|permits?|became|began|led|drove|met|kept|lost|won|ran|saw|came|went|gave|took|chose|continues?|"
    r"remains?|expects?|believes?|plans\s+to|intends?|results\s+in|comprises?|accounts\s+for|contributes?|"
    r"grew|rose|fell|pays?|receives?|relates?"
)
_PARTICIPLES = (
    r"[a-z]{2,}ed|paid|sold|bought|held|made|spent|lent|drawn|given|taken|known|built|written|found"
)
_ADJECTIVES = (
    r"unrecogni[sz]ed|limited|unlimited|related|need|speed|seed|deferred|accrued|restricted|unrestricted|"
    r"weighted|combined|consolidated|diluted|unamorti[sz]ed|unearned|unrealized|realized|adjusted|unsecured|"
    r"secured|committed|funded|unfunded|underfunded|overfunded|unbilled|retained|fixed|mixed|advanced|"
    r"aggregated|allocated|unallocated|preferred|billed|detailed|estimated|gross|undistributed|unused|"
    r"unconsolidated|discounted|undiscounted|capitalized|acquired|purchased|structured|insured|leased|owned|"
    r"franchised|licensed|converted|used|installed|branded|cobranded|delayed|listed|hundred|shared|hedged|"
    r"defined|united|accumulated|imputed|vested|unvested|nonvested|unguaranteed|proposed|continued|discontinued|impaired|segmented|tiered|based|borrowed|indebted|increased|decreased"
)
_MARK = re.compile(MARK)
_FINITE_VERB = re.compile(
    rf"\b(?:{_PARTICIPLES})\s+(?=(?:an?|the|our|its|their|approximately)\b)"
    rf"|\b(?:(?:{_FINITE})\b|(?!(?:{_ADJECTIVES})\b)(?:{_PARTICIPLES})\b(?!\s*$|\s*,|\s+(?:by|for|in|under|from|to|"
    rf"and|or|on|as|at|of|with|within|using|during|through|until|upon|but|per|outside|pursuant)\b|\s+{MARK})"
    rf"|\b(?:we|they|it|who|{TIME},)\s+[a-z]+ed\b)",
    re.IGNORECASE,
)
_RELATIVE_CLAUSE = re.compile(  # up to the verb; further inside it leaves words that do not belong together
    r"(?:,\s+(?:which|who|that|(?:as\s+)?reported|recorded|included|representing|inclusive|exclusive|including|"
    r"(?:as\s+)?(?:estimated|measured|determined|calculated|presented|classified|recogni[sz]ed)|based\s+on|"
    r"primarily|net\s+of|consisting|comprised|such\s+as|or|respectively)\b[^,]*)+$",
    re.IGNORECASE,
)
_FIRST_PREDICATE = (
    re.compile(  # “advertising costs are expensed as incurred and” [were $5]: one subject has both
        r"\s+(?:is|are|was|were)\s+(?:\w+ly\s+)?[a-z]{2,}(?:ed|n)\s[^;:]*\band$", re.IGNORECASE
    )
)
_COUNTED = re.compile(  # “the term was 16 years and 15 years and” [the rate was 3%]
    r"^.*\b(?:was|were|is|are)\s+[\d.,]+\s+(?:\w+\s+)?(?:and\s+[\d.,]+\s+(?:\w+\s+)?)?(?:respectively,?\s+)?"
    r"and\s+(?=the\s|our\s)",
    re.IGNORECASE,
)
_LISTED_NOUNS = (
    r"[\w&’'-]+(?:\s[\w&’'-]+)?\s+(?:and|or)\s+[\w&’'-]+(?:,\s+net)?"  # “[property,] plant and equipment”
)
_TIMES = re.compile(rf"\s*{TIME}(?:,?\s+(?:and\s+)?{TIME})+")
_BETWEEN_PIECES = re.compile(r",(?!\s+net\b(?!\s+of\b))")  # “receivables, net” is one
_LEAD_IN = re.compile(
    rf"^(?:(?:additionally|in\s+addition|furthermore|further|also|however|as\s+a\s+result|overall|in\s+total|"
    rf"for\s+example|(?:{TIME},?\s+)?respectively(?:,?\s+and)?|meanwhile|moreover|therefore|as\s+such|similarly|separately|specifically|accordingly|"
    rf"(?:and\s+(?={TIME},))?{TIME}(?:\s+and\s+{TIME})?|[{THIS_TIME}]),?\s+)+",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:excluding|including|on\s+an?\b|at\s+constant|for\s+(?:every|each)|of\s+(?:the|this|these|our)|if|"
    r"when|while|although|because|since|under|based|by|upon|with|without|despite|through|until|to|from|in|at|"
    r"for|during|within|as|after|before|and|or|than|over|on)\b",
    re.IGNORECASE,
)
_NO_SUBJECT = re.compile(
    r"^(?:that|which|who|it|this|these|those|they|there|we|he|she|such|each|both|one|some|all|any|other|others|"
    r"another|none|neither|either|same|following|foregoing|former|latter|respectively|not|only|us|"
    r"of|the\s+company|company)(?:$|\s+(?:increase|decrease|change|amount|growth|decline|and|was|were|of)\b)",
    re.IGNORECASE,
)
_EDGES = re.compile(  # each sign is read in one way only: else what is no edge takes 2ⁿ steps
    r"^(?:[\s,;:.)“”\"'•–—-]|\b(?:the|an?|our|its|their|his|her|of|and|or|also|less|"
    r"plus|other\s+than|each\s+of|both|all\s+of|company['’]s|total\s+of|certain|certain\s+of|"
    r"only|therefore|thus|consequently|net\s+of|an\s+estimated|estimated|additional|new|previously)\b)+"
    r"|(?:[\s,;:(“\"'–—-]|(?<![\w&'’])(?:of|to|by|at|in|for|on|and|or|an?|the|from|with|our|its|that|as|also|"
    r"respectively|each|approximately|both|ended|total|totaling|was|were|per|net|"
    r"(?:available\s+)?in\s+the\s+(?:aggregate\s+)?amount)\b)+$",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(
    rf"(?!(?:{_ADJECTIVES})\b)[a-z]+ed\b|(?:down|up|off|away|out)\s+(?:to|of|by|from)\b|(?:seeking|using|related(?=\s+to\b|$)|relating|attributable|associated|resulting|"
    r"one|shown|including|pursuant|due|comprised|consisting|according|not|yet|then|thereof|outstanding)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"\b(?:this|these|those|such|above|foregoing|aforementioned|said)\b", re.IGNORECASE)
_CHANGED_LEVEL = re.compile(
    r"^(?:higher|lower|increased|decreased|reduced|incremental|greater|fewer|improved|favou?rable|unfavou?rable|"
    r"increases?|decreases?|declines?|reductions?|changes?|additional|non-recurrence|absence)\b",
    re.IGNORECASE,
)
# Words that say nothing without the words that say of what.
_EMPTY = frozenset(
    "a accrual accruals achieved additional adjustment adjustments after aggregate agreement amortization "
    "amount amounts an and annual approximately as asset assets associated at authorized average award "
    "awards balance balances base basis before benefit benefits billion by carrying cash change changes "
    "charge charges combined commitment commitments common company consideration containing contribution "
    "contributions cost costs coupon credit credits cumulative current date deal debt decline decrease "
    "decreases difference dollar dollars effect effective effects equivalent estimated excess exhibit "
    "expense expenses facilities facility fair favorable fee fees first fiscal following for form fourth "
    "from gain gains gross growth high impact impacts in income increase increases index inflow inflows "
    "initial interest investment investments issued item items its level liabilities liability limit loss "
    "losses low majority maximum million minimum month months negative net note notes notional number "
    "obligation obligations of offering on operational or our outflow outflows paid part payment payments "
    "per percent percentage period periods plan plans portion positive pre premium premiums pretax price "
    "prices principal prior proceeds program provision public purchase quarter quarterly quarters range "
    "rate rates ratio realized received recognized recorded recoveries recovery reduction related remainder "
    "remaining repurchased reserve reserves rest result results return returns revenue revenues sale sales "
    "second settlement share shares sold stock tax term that the their these third this those to total "
    "totals transaction unfavorable unit units unrealized upfront us usd value value's values volume "
    "weighted with year years yield".split()
)
# Of those, the ones that a report means as a whole measure of its own.
_ENOUGH = re.compile(
    r"\b(?:interest\s+(?:income|expense|paid)|cash\s+paid|income\s+tax|tax\s+(?:expense|benefits?|rate|provision)|"
    r"amortization\s+expense|annual\s+premium|net\s+(?:income|loss|gains?|losses)|other\s+income|gross\s+profit|"
    r"total\s+(?:assets|liabilities|debt|expenses?|costs?)|common\s+stock|investment\s+income|net\s+debt|"
    r"fair\s+values?\s+of\s+(?:(?:the|our|its|company['’]s)\s+)*(?:\w+\s+)?(?:notes|debt|securities|options|awards)|"
    r"dividends?|share\s+repurchases?|debt\s+(?:issuance|repayment)|cash\s+contributions|capital)\b",
    re.IGNORECASE,
)


_BEFORE_ADJECTIVE = re.compile(
    r"(?:^|\b(?:the|an?|our|its|their|of|for|in|on|from|to|with|by|total|net|other|new|certain|and|all|any|"
    r"non-|more|[a-z]+ed))\s*$",
    re.IGNORECASE,
)


def verbs(text: str) -> list[re.Match[str]]:
    """The finite verbs of `text`, as far as their form and their neighbours tell."""
    return [
        found
        for found in _FINITE_VERB.finditer(text)
        if not (
            (
                re.fullmatch(r"[A-Z]?[a-z]+ed|\w+n", found[0])
                and (found[0][0].isupper() or _BEFORE_ADJECTIVE.search(text[: found.start()]))
            )
            or text[: found.start()].endswith("-")  # “finite-lived”
        )
    ]


_RUN_IN_HEADING = re.compile(
    r"(?<=[a-z)])\s+(?=(?:The|Our|We|Net|Total|Cash(?=\s+(?:used|provided|flows?)\b))\s+[a-z])"
)


_NOMINAL = re.compile(  # “notes for an aggregate principal amount of”
    r"(?:(?:into|through|under|by|of|for|via)\s+|the\s+|an?\s+)*(?P<what>(?:[\w-]+\s+){1,9}?)(?:with|for|in|having)\s+(?:an?\s+)?"
    r"(?P<amount>(?:(?:aggregate|total|combined|gross)\s+)*(?:principal|notional|carrying|face)\s+amounts?)",
    re.IGNORECASE,
)
_OPENS_OBJECT = re.compile(
    r"\b(?:that|which|who|(?<!ed )with(?!\s+respect)|(?<!ed )by|through|resulting\s+in|resulted\s+in|at|"
    r"including|includes?|less|plus|representing|for\s+(?:an?|the|total|aggregate))\s"
)
_OBJECT_ENDS = re.compile(
    rf"[,;:()]|\.(?:\s|$)|{MARK}|\b(?:that|which|who|compared|versus|primarily|driven|due|as|"
    rf"pursuant|until|through|offset|resulting|reflecting|in\s+connection|when|if|because|while|but|where|"
    rf"respectively|"
    rf"at\s+an?|for\s+(?:an?|total|aggregate|{MARK})|"
    rf"and\s+(?:we|our|its|the|an?|in|had|have|paid|received|(?!(?:{_ADJECTIVES})\b)[a-z]+ed)|"
    rf"{_FINITE})\b|\band\s+{ABOUT}{MARK}",
    re.IGNORECASE,
)

_FUNCTION_WORDS = (
    r"(?:an?|the|of|in|on|to|for|from|by|with|at|as|per|which|that|who|we|our|its|it|they|their|net|less|plus|offset|"
    r"driven|led|due|up|down|including|excluding|primarily|mainly|largely|partially|partly|compared|respectively|"
    r"reflecting|resulting|representing|consisting|but|while|also|both|not|no)\b"
)
_LISTED = rf"(?:(?!{_FUNCTION_WORDS})[a-z][\w’'-]*\s+){{0,2}}(?!{_FUNCTION_WORDS})[a-z][\w’'-]*"
_LIST_GOES_ON = re.compile(rf"(?:,\s+{_LISTED})+,?\s+and\s+(?!{_FUNCTION_WORDS})(?=[a-z])")


def subject(text: str) -> str:
    """The name that the words before a verb give, or "" where they are no plain noun phrase."""
    text = re.sub(r"^(?:and|but|while|whereas)\s+", "", text.strip())
    text = _FIRST_PREDICATE.sub("", _COUNTED.sub("", _LEAD_IN.sub("", text)))
    text = _RELATIVE_CLAUSE.sub("", _TIMES.sub("", text).rstrip(" ,"))
    pieces = [piece.strip() for piece in _BETWEEN_PIECES.split(text)]
    if len(pieces) > 1:
        before, last = ", ".join(pieces[:-1]), pieces[-1]
        if verbs(before) or _MARK.search(before):
            is_list = len(pieces) > LEAST_LIST and not (verbs(pieces[-2]) or _MARK.search(pieces[-2]))
            if is_list or not re.match(r"(?:and|but|while|whereas)\b", last):
                return ""
            text = re.sub(r"^(?:and|but|while|whereas)\s+", "", last)
        elif not re.match(rf"(?:and|or)\b|net$|{_LISTED_NOUNS}$", last):
            return ""
    if _CONDITION.match(text) or verbs(text):
        return ""
    return name(text)


def object_before(text: str, *, is_one_of_many: bool = True) -> str:
    """The name that ends where `text` does: “we recorded amortization expense for software” [of $5].

    `is_one_of_many`: whether “a net loss” may be only one of them, as it may where one figure follows.
    """
    text = re.split(r"[;:]", _LEAD_IN.sub("", text.strip()))[-1]
    found = verbs(text)
    phrase = _last_piece(text[found[-1].end() :] if found else text)
    nominal = _NOMINAL.fullmatch(phrase.strip())
    if nominal:
        return name(f"{nominal['amount']} of {nominal['what']}")
    phrase = _OPENS_OBJECT.split(phrase)[-1]
    phrase = re.sub(r"^\s*(?:we|they|it|[Tt]he\s+Company)\s+[a-z]+\s+", "", phrase)
    phrase = re.split(TIME, re.sub(rf"\s*{TIME}\s*$", "", phrase))[-1]
    if is_one_of_many and re.match(r"\s*an?\s", phrase) and canonical(re.sub(r"^total\s+", "", name(phrase))):
        return ""  # “a net loss of” is one of many
    if _CONDITION.match(phrase.strip()) and not re.match(r"\s*(?:and|or)\b", phrase):
        return ""
    return name(phrase)


def _last_piece(phrase: str) -> str:
    """What stands behind the last comma, or "" where the commas may be those of a list."""
    before, comma, last = phrase.rpartition(",")
    if not comma or re.match(r"\s*(?:less|net\s+of|plus|including)\s", last) or not before.strip():
        return last
    return last if _MARK.search(before) and not re.match(r"\s*(?:and|or)\b", last) else ""


def object_after(text: str) -> str:
    """The name that begins `text`, up to the next mark or verb, or comma that no list goes on behind.

    "" where it does not end plainly.
    """
    end = _OBJECT_ENDS.search(text)
    goes_on = _LIST_GOES_ON.match(text, end.start()) if end else None
    if goes_on and not verbs(goes_on[0]):
        end = _OBJECT_ENDS.search(text, goes_on.end())
    phrase = text[: end.start()] if end else text
    if end and end[0] == "," and re.search(r"\band\s+[A-Z]", phrase):
        return ""  # the beginning of a list of which only commas tell the members
    if verbs(phrase) and not re.match(r"\s*[a-z]+ed\s+[a-z]+", phrase):
        return ""
    return name(phrase)


def name(phrase: str) -> str:
    """`phrase` without times and edge words, or "" if it is too long, holds a figure or says too little."""
    phrase = re.sub(rf",?\s*(?:{TIME}|[{THIS_TIME}{PRIOR_TIME}])(?:\s+and\s+{TIME})?", "", phrase)
    phrase = _RUN_IN_HEADING.split(" ".join(phrase.split()))[-1]
    phrase = re.sub(r"\s+([,;:.)])", r"\1", phrase)
    phrase = _EDGES.sub("", _EDGES.sub("", phrase))
    is_long = len(phrase.split()) > NAME_WORDS
    plain = KEPT_BRACKETS.sub("", phrase)
    if is_long or _MARK.search(phrase) or re.search(r"[()\[\]“”\"•|%]|\brespectively\b", plain):
        return ""
    if (
        _NO_SUBJECT.match(phrase)
        or _NO_NOUN.match(phrase)
        or _POINTS_BACK.search(phrase)
        or _CHANGED_LEVEL.match(phrase)
        or not says_enough(phrase)
    ):
        return ""
    return phrase


def says_enough(phrase: str) -> bool:
    """Whether the words say what is measured: “fair value” does not, “fair value of swaps” does."""
    if canonical(phrase) or _ENOUGH.search(phrase):
        return True
    words = re.findall(r"[^\W\d_]{2,}", phrase.lower())
    return any(word not in _EMPTY for word in words)


def canonical(phrase: str) -> str:
    """The canonical name of a phrase that means the whole measure, or ""."""
    for found, start, end in find_measures(phrase):
        if found in MEASURES and start == 0 and end == len(phrase):
            return found
    return ""
