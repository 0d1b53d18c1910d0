from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('documents', '0005_chunk_settings_of_documents'),
    ]

    operations = [
        migrations.AddField(
            model_name='page',
            name='recognised',
            field=models.JSONField(blank=True, default=list, help_text='[[size, [[word, x0, top, x1, bottom]]]] by line, in points.'),
        ),
        migrations.AddField(
            model_name='page',
            name='title',
            field=models.CharField(blank=True, help_text='As “Slide 3”, where it is not a page.', max_length=300),
        ),
    ]
