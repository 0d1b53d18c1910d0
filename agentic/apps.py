from django.apps import AppConfig


class AgenticConfig(AppConfig):
    name = "agentic"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from agentic.forgetting import answers_from_the_gone, forget_document
        from agentic.trace import in_flight
        from documents.deletion import register_forgetter
        from documents.orphans import register_reference_check
        from documents.patience import register_question_check

        register_question_check(in_flight)
        register_forgetter(forget_document)
        register_reference_check(answers_from_the_gone)
