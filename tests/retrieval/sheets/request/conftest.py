"""The same small files and questions as of properties."""

from tests.agentic.properties.conftest import ask, keep

__all__ = ["ask", "keep"]
