"""The settings under test: ragsite's own, in a home of this checkout, with no key that costs money."""

import os
from pathlib import Path

for name in ("GEMINI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_KEY", "RAGSITE_LOCAL_URL"):
    os.environ.pop(name, None)
os.environ.setdefault("RAGSITE_TEST_HOME", str(Path(__file__).resolve().parent.parent / "var" / "test"))
os.environ["RAGSITE_HOME"] = os.environ["RAGSITE_TEST_HOME"]
os.environ["RAGSITE_LLM"] = "none"

from ragsite.settings import *  # noqa: E402, F403

# Those that test limits set their own.
RAGSITE_QUESTIONS_PER_MINUTE = RAGSITE_SEARCHES_PER_MINUTE = RAGSITE_UPLOADS_PER_MINUTE = 0
RAGSITE_REQUESTS_PER_MINUTE = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405 -- whitenoise warns of a missing folder
