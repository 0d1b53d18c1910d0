"""Keys that open one workspace go on opening that one."""

from django.db import migrations


def forwards(apps, schema_editor):
    keys = apps.get_model("documents", "ApiKey")
    for key in keys.objects.exclude(workspace=None).iterator():
        key.workspaces.add(key.workspace_id)
        keys.objects.filter(pk=key.pk).update(opens_all=False)


def backwards(apps, schema_editor):
    """A key of several workspaces opens one of them, the others no more; one of none is gone."""
    keys = apps.get_model("documents", "ApiKey")
    for key in keys.objects.filter(opens_all=False).iterator():
        first = key.workspaces.order_by("pk").first()
        if first is None:
            key.delete()
        else:
            keys.objects.filter(pk=key.pk).update(workspace=first)


class Migration(migrations.Migration):
    dependencies = [("documents", "0032_keys_open_chosen_workspaces")]

    operations = [migrations.RunPython(forwards, backwards)]
