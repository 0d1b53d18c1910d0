import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ragsite.settings")

import django

django.setup(set_prefix=False)

from ragsite.gate.bodies import BodyLimits, Handler  # noqa: E402 -- models can be imported only now
from ragsite.gate.crowds import CrowdLimits  # noqa: E402

application = CrowdLimits(BodyLimits(Handler()))
