from django.apps import AppConfig
from django.db.models.signals import post_delete


class AgenticConfig(AppConfig):
    name = "agentic"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from agentic.plans.judgements.thresholds import thresholds
        from agentic.running.forgetting import answers_from_the_gone, forget_document
        from agentic.sources.models import DataSource
        from agentic.sources.registering.services import forget_files_of_removed
        from agentic.trace import in_flight
        from documents.ingestion.priority.model_priority import register_question_check
        from documents.library.deletion import register_forgetter
        from documents.library.orphans import register_reference_check

        thresholds()  # a name that is none stops the start
        register_question_check(in_flight)
        register_forgetter(forget_document)
        register_reference_check(answers_from_the_gone)
        post_delete.connect(forget_files_of_removed, sender=DataSource)
