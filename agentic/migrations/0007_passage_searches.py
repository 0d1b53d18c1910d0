from django.db import migrations

OLD, NEW = "search", "passages"


def rename(apps, schema_editor):
    """What was called a search is a search for passages; searches are the agent's from now on."""
    runs = apps.get_model("agentic", "Run").objects.filter(search__isnull=False)
    runs.filter(mode=OLD).update(mode=NEW)
    runs.filter(route=OLD).update(route=NEW)


def rename_back(apps, schema_editor):
    runs = apps.get_model("agentic", "Run").objects.filter(search__isnull=False)
    runs.filter(mode=NEW).update(mode=OLD)
    runs.filter(route=NEW).update(route=OLD)


class Migration(migrations.Migration):
    dependencies = [("agentic", "0006_search_agent")]

    operations = [migrations.RunPython(rename, rename_back)]
