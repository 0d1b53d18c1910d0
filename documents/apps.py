from django.apps import AppConfig
from django.http import multipartparser

# Bytes. Django takes 1,024, in which a name of a hundred Japanese letters has no room that a program sends
# in two forms, one of them percent-encoded, as some libraries do.
LONGEST_FILE_HEADER = 8192


class DocumentsConfig(AppConfig):
    name = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django_q.signals import post_spawn  # its package loads models

        multipartparser.MAX_TOTAL_HEADER_SIZE = LONGEST_FILE_HEADER  # type: ignore[attr-defined]
        post_spawn.connect(_stand_back)


def _stand_back(**_: object) -> None:
    """Let questions go before reading, for the rest of this worker's life and for all that it starts.

    Not from its cluster's beginning: on a machine busy with other programs that took minutes to be ready.
    """
    from django_q.conf import Conf

    from documents.ingestion.priority.cpu_priority import stand_back

    if Conf.CLUSTER_NAME in ("ingestion", "reading"):
        stand_back()
