"""Small documents, read as uploads are."""

from tests.agentic.properties.conftest import ask, keep

__all__ = ["ask", "keep"]
