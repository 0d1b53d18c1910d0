from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0015_changed_terms")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="fiscal_year_borrowed",
            field=models.BooleanField(
                default=False, help_text="The fiscal year is told by other documents of the same company."
            ),
        ),
    ]
