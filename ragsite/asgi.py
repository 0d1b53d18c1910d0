import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ragsite.settings")

from django.core.asgi import get_asgi_application
from django.db import connections

application = get_asgi_application()
# Each request has a thread of its own here, whose kept connection would have no further use.
connections.settings["default"]["CONN_MAX_AGE"] = 0
