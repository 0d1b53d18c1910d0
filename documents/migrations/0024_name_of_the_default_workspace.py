from django.db import migrations


def rename(apps, schema_editor):
    """A name of its own for the default workspace where nobody has given it one."""
    workspaces = apps.get_model("documents", "Workspace").objects
    workspaces.filter(slug="default", name="Documents").update(name="Main workspace")


class Migration(migrations.Migration):
    dependencies = [("documents", "0023_room_for_odd_values")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
