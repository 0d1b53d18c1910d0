"""What the sample documents are called: who only names them need not load what draws them."""

from __future__ import annotations

from samples.facts import Invoice, TravelPolicy

AGREEMENT = "Dooncrane-supply-agreement.pdf"


def report(year: int, quarter: int) -> str:
    return f"Skerrivane-Q{quarter}-{year}-report.pdf"


def invoice(invoice: Invoice) -> str:
    return f"Invoice-{invoice.number}.pdf"


def policy(policy: TravelPolicy) -> str:
    return f"Travel-policy-v{policy.version.split('.')[0]}.pdf"
