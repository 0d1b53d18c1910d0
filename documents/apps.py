from django.apps import AppConfig
from django.http import multipartparser

# Bytes. Django takes 1,024, in which a name of a hundred Japanese letters has no room that a program sends
# in two forms, one of them percent-encoded, as some libraries do.
LONGEST_FILE_HEADER = 8192


class DocumentsConfig(AppConfig):
    name = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        multipartparser.MAX_TOTAL_HEADER_SIZE = LONGEST_FILE_HEADER  # type: ignore[attr-defined]
