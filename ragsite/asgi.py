import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ragsite.settings")

import django

django.setup(set_prefix=False)

from agentic.mcp.http import WithTools  # noqa: E402 -- models can be imported only now
from ragsite.gate.bodies import BodyLimits, Handler  # noqa: E402
from ragsite.gate.cors import CrossOrigin  # noqa: E402
from ragsite.gate.crowds import CrowdLimits  # noqa: E402

application = CrossOrigin(CrowdLimits(BodyLimits(WithTools(Handler()))))
