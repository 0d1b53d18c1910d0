from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Allowance",
            fields=[
                ("key", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("until", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveIntegerField(default=0)),
            ],
        ),
        # Counts of the last minutes are worth no log; after a crash all begin anew.
        migrations.RunSQL("ALTER TABLE ragsite_allowance SET UNLOGGED", migrations.RunSQL.noop),
    ]
