from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0016_borrowed_calendars")]

    operations = [
        migrations.AddField(
            model_name="page",
            name="turns",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Quarter-turns clockwise that set its scan upright."
            ),
        ),
    ]
