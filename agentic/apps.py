from django.apps import AppConfig


class AgenticConfig(AppConfig):
    name = "agentic"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from agentic.trace import in_flight
        from documents.patience import register_question_check

        register_question_check(in_flight)
