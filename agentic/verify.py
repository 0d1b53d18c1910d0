"""`verify(draft, evidence) -> Answer` under the name that programs outside import it by."""

from agentic.verification.verify import verify

__all__ = ["verify"]
