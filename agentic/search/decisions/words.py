"""Words by which rules take a question apart: what is done with things, sums, extremes, spans of time."""

from __future__ import annotations

import re

from reading.lexicon import MONTH_NAME
from retrieval.question.counting import NUMBER_OF

WORD = re.compile(r"[^\W_](?:[\w/&.+-]*[^\W_])?|[^\W_]")
LONGEST = 6  # words of a field's name or a value
# Words that say what is done with things, not which: “tires purchased”, “what did we spend on oil”.
ACTS = frozenset(
    """purchase purchases purchased purchasing buy buys buying bought order orders ordered spend spends spent
    spending pay pays paid paying cost costs sold sell sells got get obtained received acquired
    explain describe summarize summarise summary overview list show display enumerate find search report
    provide present compute calculate determine retrieve return name tell give gives given giving offer offers
    offered says said state states stated mention mentions mentioned listed contain contains containing
    appear appears appearing found find occur occurs named called titled about regarding concerning related
    can could should would will must may might please also then than both either overall entire available
    exist exists model models type types kind kinds one ones thing things entry entries record records row
    rows line lines item items value values information details data last first different distinct unique
    shown together across per between among within each every all any some most least more less who whom
    whose where when why have having used use uses using only
    behalf just now ok okay thanks those these them""".split()
)
HOW_MANY = re.compile(rf"\b(?:how many|count(?: of)?)\s+|{NUMBER_OF}\s+", re.IGNORECASE)
COUNTING = re.compile(r"\s*(?:pieces?|units?)\s+of\b", re.IGNORECASE)  # “how many pieces of furniture”
# A value is asked for, which a list of documents is none of.
ASKS_VALUE = re.compile(
    r"^\W*(?:(?:what|who)\s+(?:is|was|has|had|does|did)|when|where|why|how)\b", re.IGNORECASE
)
# “Which lease ends last?”: the end of a date that a verb before it says.
ORDERED = re.compile(r"\b(?:(?P<late>last|latest|longest)|first|earliest|soonest)\W*$", re.IGNORECASE)
VALID = re.compile(r"\bvalid\b|\bin force\b", re.IGNORECASE)
# “What was delivered to Acme?” asks for the lines of its papers.
WHAT_THINGS = re.compile(
    r"^\W*(?:what|which\s+(?:items|articles|goods|products|things))\s+(?:was|were|did|has|have|had)\b",
    re.IGNORECASE,
)
# “What are the tasks of the baker?”, “What conditions does permit P-78 have?”: what stands in a document.
CONTENTS = re.compile(
    r"^\W*(?:what|which)\s+(?:(?:are|were)\s+the\s+(?:[a-z-]+\s+)?(?P<first>[a-z-]{3,}s)\s+(?:of|for|in)\b|"
    r"(?:[a-z-]+\s+)?(?P<third>[a-z-]{3,}s)\s+(?:are|were|have been|must be)\s+"
    r"(?:decided|agreed|taken|planned|proposed|recommended|listed|given|named|required|needed|set)\s+(?:after|for|in|by|on|as)\b|"
    r"(?P<second>[a-z-]{3,}s)\s+(?:do|does|did)\s+.*\s"
    r"(?:have|contain|list|set|name|include|need|require|ask for)\W*$)",
    re.IGNORECASE,
)
HOW_MUCH_OF = re.compile(  # “how much oat milk was delivered”
    r"\bhow much\s+(?!(?:did|do|does|was|were|is|are|has|have|had|money|of)\b)[a-z]", re.IGNORECASE
)
WHEN = re.compile(r"^\W*(?:when|since when|by when)\b", re.IGNORECASE)
TO_DO = re.compile(
    r"\bwhat\s+(?:(?:has|have|needs?|is|are)\s+to|must|should)\s+be\s+done(?:\s+with)?\b|\bwhat\s+is\s+recommended\b",
    re.IGNORECASE,
)
DEEDS = (  # what papers call that which has to be done
    "recommendation", "recommendations", "measure", "measures", "action", "actions", "action required",
    "required action", "corrective action", "to do", "next step", "remedy",
)  # fmt: skip
NUMBERED = re.compile(r"\s+(?:numbers?|nos?\.?|ids?|references?|codes?)(?!\w)", re.IGNORECASE)
NAMED = re.compile(
    r"(?<=[\w,]\s)[A-Z][\w-]+\s$"
)  # a name that does not begin the question, before its number
SUMS = re.compile(
    r"\b(?:total|sum|sums|summed|altogether|combined|in all|add(?:ed)? up|overall|how much)\b", re.IGNORECASE
)
MEANS = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
SPENT = re.compile(r"\b(?:spen[dt]|spending|pa(?:y|id)|cost|costs|worth)\b", re.IGNORECASE)
COSTING = re.compile(r"^\W*(?:and\s+)?(?:what|how much)\s+(?:did|do|does)\b", re.IGNORECASE)
BOUGHT = re.compile(
    r"\b(?:bought|buy|purchased?|ordered|sold|delivered|received|claimed|booked|hired|rented|offered|quoted|"
    r"shipped|supplied|installed|stocked|planted|harvested)\b",
    re.IGNORECASE,
)
LISTS = re.compile(
    r"^\W*(?:please\s+)?(?:(?:at|in|on|to|from|for|by|with|under)\s+(?=which\b))?(?:list|show|find|give|name|enumerate|display|which|what\s+(?!(?:has|does)\b)(?:are\s+)?(?:all\s+)?(?:the\s+)?"
    r"\w+s\b|"
    r"get|search|whose|are there|is there)\b|\b(?:all|every|each)\s+(?:the\s+)?\w+",
    re.IGNORECASE,
)
SUMMARIZES = re.compile(
    r"\b(?:explain|summar\w+|describe|overview|outline|walk me through|steps?|procedure|instructions?|"
    r"how (?:do|to|can|should)|why)\b",
    re.IGNORECASE,
)
HOW_TO = re.compile(
    r"\b(?:how (?:do|to|can|should|must|is|are)(?: (?:i|we|you|one)\b)?|"
    r"what (?:do (?:i|we|you) have|must (?:i|we|you))(?: to)? do|"
    r"how (?:an?|the) [\w -]{3,40}? (?:is|are|has to be|must be)|"
    r"(?:explain )?(?:the )?step(?:s|[- ]by[- ]step)?|procedure|instructions?|walk me through)\b",
    re.IGNORECASE,
)
# Beside which “how” asks for a procedure, and for no number or state.
STEP_BY_STEP = re.compile(
    r"\bsteps?\b|\bprocedure\b|\binstructions?\b|\bexplain\b|\bdescribe\b|\bwalk me through\b|"
    r"\bhow (?:do|should|can|must) (?:i|we|you|one|people|staff)\b|\bhow to\b|"
    r"\bhow (?:is|are) (?:an?|the) [\w -]+ (?:\w+ed|done|taken|made|carried out|given|put|set|kept|held)\b",
    re.IGNORECASE,
)
COMPARES = re.compile(r"\b(?:compare[ds]?|versus|vs\.?|differen\w+|in common)\b", re.IGNORECASE)
BOTH = re.compile(r"\b(?:both|common to|shared by|as well as|in common)\b", re.IGNORECASE)
HIGH = frozenset(
    "longest largest biggest highest greatest maximum max most latest newest heaviest widest".split()
)
LOW = frozenset(
    "shortest smallest lowest least minimum min earliest oldest cheapest lightest narrowest".split()
)
LOWER = frozenset(
    "the shorter|the smaller|the lower|the lesser|the earlier|the cheaper|the lighter|the narrower".split("|")
)
HIGHER = frozenset(
    "the longer|the larger|the bigger|the higher|the greater|the later|the newer|the heavier|the wider".split(
        "|"
    )
)
EXTREME = re.compile(rf"\b(?:{'|'.join((*HIGH, *LOW, *HIGHER, *LOWER))})\b(?! than)", re.IGNORECASE)
# “Who wrote it”, “and who was injured”
WHO_DOES = re.compile(
    r"\bwho\s+(?:(?P<verb>[a-z]{3,})\s+(?:it|them|this)\b|"
    r"(?:was|is|were|are)\s+(?:the\s+)?(?P<what>[a-z]{4,})\W*$)",
    re.IGNORECASE,
)
# What else is asked: “and where does it stand”.
ASKED_BESIDE = re.compile(r"\band\s+(?P<rest>(?:who|whose|where|when|how|what|which)\b.*)$", re.IGNORECASE)
BY_SPAN = re.compile(
    r"\b(?:by|per|for (?:each|every)|of each|in each|each|every|(?:broken|split) (?:down )?by|grouped? by)\s+"
    r"(?:the\s+|calendar\s+)?(?P<span>month|quarter|year|bucket|document|file)\b|\b(?P<ly>monthly|quarterly|yearly|annually)\b",
    re.IGNORECASE,
)
SPANS = {"monthly": "month", "quarterly": "quarter", "yearly": "year", "annually": "year", "file": "document"}
# One-word names that mean too many things to be asked for by themselves.
VAGUE = frozenset(
    """total sum number count item name page unit value date no pos position type description
    from to by""".split()
)
QUANTITY = re.compile(r"(?:quantity|qty|units|pieces|pcs|count|no\. of units)\.?", re.IGNORECASE)
MONEY = re.compile(r"(?:line |net |total )?(?:amount|total|sum|price|cost)(?: \w+)?", re.IGNORECASE)
MONEY_WORDS = re.compile(r"\b(?:amounts?|totals?|costs?|prices?|values?)\b", re.IGNORECASE)
# What is said beside the name of something measured: “lead content”, “the level of nitrate”.
MEASURED_AS = r"(?:contents?|levels?|values?|concentrations?|readings?|figures?)"
MEASURED_BEHIND = re.compile(rf"\s+{MEASURED_AS}\b", re.IGNORECASE)
MEASURED_BEFORE = re.compile(rf"\b{MEASURED_AS}\s+of\s+(?:the\s+)?$", re.IGNORECASE)
WHERE = re.compile(r"^\W*(?:where|at which (?:place|site|point|location))\b", re.IGNORECASE)
PLACE = re.compile(r"\b(?:place|point|site|location|address|station|venue|room|where)\b", re.IGNORECASE)
ROWS = re.compile(r"\b(?:line[- ]items?|rows?|lines?|entries|records?)\b", re.IGNORECASE)
BUCKET = re.compile(r"\s*(?:bucket|folder)s?\b", re.IGNORECASE)  # what is named before it
BUCKET_BEFORE = re.compile(r"\b(?:bucket|folder)s?\s+(?:called\s+|named\s+)?[“\"']?$", re.IGNORECASE)
MEANING = re.compile(r"\bwhat\s+(?:do|does|did)\b.*\b(?P<verb>means?|stands? for)\W*$", re.IGNORECASE)
FOR_WHAT = re.compile(r"\s+(?:for|to|with|from|by|about)\W*$", re.IGNORECASE)  # “what was it granted for”
DEGREES = re.compile(r"\s*degrees?\b(?:\s+(?:celsius|centigrade|fahrenheit)\b)?", re.IGNORECASE)
# What documents come to, or one party had of another: “come to”, “how much did”.
COMES_TO = re.compile(
    r"\b(?:comes?|came|amounts?|add(?:s|ed)?(?: up)?)\s+to\b(?:\s+in total\b|\s+altogether\b)?|"
    r"\bhow much\s+(?:did|do|does|was|were|is|are|has|have)\b",
    re.IGNORECASE,
)
BILLED = re.compile(r"\b(?:(?:get|got|gets)\s+)?(?:billed|invoiced)\b", re.IGNORECASE)
WHICH = re.compile(r"\bwhich\s+(?P<word>[a-z]{4,})\b", re.IGNORECASE)  # is asked for
ALTOGETHER = re.compile(r"\b(?:in total|altogether|in all|combined|all together|summed)\b", re.IGNORECASE)
# “The total weight by supplier”: what is added up for each, which no sentence says. “Paid by” says who did.
ADDS_UP_EACH = re.compile(
    r"\b(?:total|sum|summed|added up|add up|how (?:much|many))\b.*"
    r"(?:(?<!ed )(?<!id )(?<!ade )(?<!old )(?<!ught )(?<!ent )(?<!en )\bby|"
    r"\bper|\bfor (?:each|every)|\bof each)\s+"
    r"(?P<each>(?!(?:day|week|month|year|hour|night|time|dose)\b)[a-z]+)\W*$",
    re.IGNORECASE,
)
# “not issued by”, “other than”: what is named behind it is not meant.
DENIED_BEFORE = re.compile(
    r"\b(?P<no>not|never|except(?: for)?|other than|excluding)\s+(?:\w+\s+){0,3}$", re.IGNORECASE
)
LARGEST_BEFORE = re.compile(r"\b(?:largest|biggest|highest|smallest|lowest)\s+$", re.IGNORECASE)
LEAST_BEGINNING = 4  # letters of a name with which values begin
LEAST_VALUE = 5  # letters of a value in small letters
MOST_OPTIONS = 6
BARE_MONTH = re.compile(rf"\b{MONTH_NAME}\b", re.IGNORECASE)
ASKS_WHO = re.compile(
    r"\b(?:who|whose|which (?:company|vendor|supplier|manufacturer|maker|brand))\b", re.IGNORECASE
)
# A list without a verb: “contracts with ACME under 60 days notice”.
FRAGMENT = re.compile(
    r"^\W*(?:all\s+)?(?:[\w-]+\s+){0,2}[a-z]{3,}s\s+(?:with|under|over|from|above|below|of|that|which|whose|due|"
    r"ending|signed|between|by|to)\b",
    re.IGNORECASE,
)
ASKS = re.compile(
    r"^\W*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can)\b", re.IGNORECASE
)
