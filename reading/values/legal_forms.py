"""The legal forms that names of organizations end in."""

from __future__ import annotations

import re

LEGAL_FORMS = (
    r"Incorporated|Inc|Corporation|Corp|Company|Co|L\.?L\.?C|L\.?L\.?P|L\.?P|Limited|Ltd|P\.?L\.?C|plc|DAC"
    r"|GmbH(?: & Co\. KG)?|AG|KGaA|KG|SE|S\.?A\.?S|S\.?A|N\.?V|B\.?V|S\.?p\.?A|S\.?r\.?l|A/S|ASA|AB"
    r"|Oyj|Oy|Pty|PJSC|OJSC|JSC|Bhd|Tbk|Nyrt|Group|Holdings|S\.?A\.?R\.?L|S\.L\.U|S\.L|OHG|e\.\s?K|e\.\s?V|Ltda|Lda|BVBA|V\.O\.F|VOF|S\.n\.c|SNC|GbR|UG|S[àa]rl|EURL"
)
_AT_THE_END = re.compile(rf"(?<=[\w.’'&)])(?:,?\s+(?:{LEGAL_FORMS}|AS|Holding)\b\.?,?)+$", re.IGNORECASE)


def without_legal_form(name: str) -> str:
    """“Acme Tools, Inc.” → “Acme Tools”; a name that is nothing else stays."""
    return _AT_THE_END.sub("", name)
