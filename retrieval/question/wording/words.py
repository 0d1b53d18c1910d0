"""Words of questions that ask, and name nothing that an answer would have to speak of."""

# Beside what all questions ask with: how a change or a ratio is asked for, and what is said of the asking.
OF_COMPUTING = (
    "ratio ratios calculate compute computed calculation based using use data improve improved improving "
    "develop developed evolve evolved improvement deteriorate deteriorated worsen worsened profile "
    "historical historically trend year-over-year yoy unadjusted reasonable approximation positive negative "
    "minus plus roughly approximately pay pays paid compound compounded move moved moves get gets got gotten "
    "better worse"
)
OF_JUDGING = (
    "reasonably fairly rather quite relatively generally considered regarded seen be business company firm "
    "enterprise financials finances profile position metrics data a an"
)
OF_SERIES = (
    "significant significantly notable notably movement movements level levels trend trends pattern patterns "
    "identify identified discern discerned evolve evolved evolution vary varied fluctuate fluctuated "
    "fluctuation fluctuations shift shifted develop developed development changes over time across "
    "throughout course per distribution broken break breakdown split recent previous prior earlier there "
    "been any what how it way ways stack measure align look looks looked"
)
OF_CHANGE = (
    "change changed changing differ differed moved move much many by than more less higher lower fewer "
    "fastest faster slowest percent percentage points per cent cents rate growth quarter quarters yearly"
)
OF_ANSWERS = (
    "information provided provide mentioned mention described describe stated given disclosed disclose "
    "according reference following question answer explain please name identify specify indicate main "
    "primary major key kind type example examples e.g. data available period date time end beginning "
    "year-end whole entire overall respectively called known exactly precise total sum amount value worth "
    "usd us dollars dollar eur euro euros million millions billion billions thousand thousands result "
    "results business company companies firm group inc corporation document documents filing report annual "
    "form 10-k 10-q pdf text page why drove drive drives driver drivers driven cause causes "
    "caused reason reasons factor factors because led lead"
)
OF_PARTS = "segment segments division divisions business businesses unit units category categories line lines"
EVERY = " ".join((OF_COMPUTING, OF_JUDGING, OF_SERIES, OF_CHANGE, OF_ANSWERS, OF_PARTS))
