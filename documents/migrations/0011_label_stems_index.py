
import django.contrib.postgres.indexes
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('documents', '0010_model_note'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='metric',
            index=django.contrib.postgres.indexes.GinIndex(fields=['label_stems'], name='metric_label_stems'),
        ),
    ]
