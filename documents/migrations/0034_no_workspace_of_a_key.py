"""A key's chosen workspaces stand in place of its only one."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("documents", "0033_keys_of_one_workspace")]

    operations = [migrations.RemoveField(model_name="apikey", name="workspace")]
