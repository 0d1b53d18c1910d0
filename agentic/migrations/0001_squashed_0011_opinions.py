"""The tables in one step, for a database that has none of them yet."""

import django.core.serializers.json
import django.db.models.deletion
import pgvector.django.halfvec
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    replaces = [
        ("agentic", "0001_initial"),
        ("agentic", "0002_searches"),
        ("agentic", "0003_waiting_and_quick_answers"),
        ("agentic", "0004_plans_in_the_trace"),
        ("agentic", "0005_data_sources"),
        ("agentic", "0006_search_agent"),
        ("agentic", "0007_passage_searches"),
        ("agentic", "0008_source_state"),
        ("agentic", "0009_outcomes_of_runs"),
        ("agentic", "0010_route_successes"),
        ("agentic", "0011_opinions"),
    ]

    dependencies = [
        ('documents', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DataSource',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.SlugField(help_text='By which questions name it.', max_length=60)),
                ('description', models.CharField(blank=True, max_length=500)),
                ('kind', models.CharField(choices=[('postgresql', 'PostgreSQL'), ('mysql', 'MySQL'), ('sqlite', 'SQLite file'), ('duckdb', 'DuckDB, CSV, Parquet or Excel files'), ('document', 'Table or sheet of a document')], max_length=12)),
                ('connection', models.TextField(editable=False)),
                ('place', models.CharField(blank=True, editable=False, max_length=500)),
                ('use_role', models.CharField(choices=[('viewer', 'Viewer'), ('editor', 'Editor'), ('owner', 'Owner')], default='viewer', help_text='Who may ask it.', max_length=10)),
                ('manage_role', models.CharField(choices=[('viewer', 'Viewer'), ('editor', 'Editor'), ('owner', 'Owner')], default='owner', max_length=10)),
                ('may_write', models.BooleanField(default=False, editable=False, help_text='Its credentials could write, and its owner insists on them.')),
                ('schema', models.JSONField(blank=True, default=dict, editable=False, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('schema_version', models.CharField(blank=True, editable=False, max_length=16)),
                ('changes', models.JSONField(blank=True, default=list, editable=False, help_text='At the last refresh.')),
                ('trouble', models.TextField(blank=True, editable=False, help_text='Why the last refresh failed.')),
                ('read_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('document', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sources', to='documents.document')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sources', to='documents.workspace')),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('workspace', 'name'), name='one_source_per_name')],
            },
        ),
        migrations.CreateModel(
            name='CachedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('found', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cached', to='agentic.datasource')),
            ],
            options={
                'indexes': [models.Index(fields=['created_at'], name='cached_result_age')],
            },
        ),
        migrations.CreateModel(
            name='ApprovedQuery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question', models.TextField()),
                ('sql', models.TextField()),
                ('embedding', pgvector.django.halfvec.HalfVectorField(editable=False, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('approved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='approved', to='agentic.datasource')),
            ],
            options={
                'verbose_name_plural': 'approved queries',
                'ordering': ['-created_at'],
                'constraints': [models.UniqueConstraint(fields=('source', 'question'), name='one_query_per_question')],
            },
        ),
        migrations.CreateModel(
            name='RouteSuccess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text='What is asked for, and whether by fields or words.', max_length=30)),
                ('route', models.CharField(max_length=12)),
                ('is_fallback', models.BooleanField(default=False, help_text='Taken after another gave too little.')),
                ('asked', models.PositiveIntegerField(default=0)),
                ('answered', models.PositiveIntegerField(default=0)),
                ('asked_back', models.PositiveIntegerField(default=0)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.workspace')),
            ],
            options={
                'verbose_name_plural': 'route successes',
                'ordering': ['workspace', 'kind', '-asked'],
                'constraints': [models.UniqueConstraint(fields=('workspace', 'kind', 'route', 'is_fallback'), name='one_a_route')],
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('question', models.TextField()),
                ('history', models.JSONField(blank=True, default=list, help_text='[{role, text}] of the messages before.')),
                ('source_state', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, help_text='How far it came, and by which SQL.')),
                ('document_ids', models.JSONField(blank=True, default=list, help_text='Only these documents; empty for all.')),
                ('search', models.JSONField(blank=True, help_text='Of a search for passages alone: its method and conditions.', null=True)),
                ('choices', models.JSONField(blank=True, default=list, help_text='What the user chose where the search agent asked back, in order.')),
                ('options', models.JSONField(blank=True, default=dict, help_text='{use_prefilter, max_documents, max_candidates}, where given.')),
                ('session', models.UUIDField(blank=True, help_text='Questions of one conversation of a program.', null=True)),
                ('mode', models.CharField(choices=[('auto', 'Auto'), ('facts', 'Facts'), ('map', 'Map'), ('sql', 'Sql'), ('search', 'Search'), ('passages', 'Passages'), ('source', 'Source')], default='auto', max_length=10)),
                ('route', models.CharField(blank=True, max_length=10)),
                ('way', models.CharField(blank=True, help_text='Of the search agent, that answered.', max_length=12)),
                ('outcome', models.CharField(blank=True, choices=[('answered', 'Answered'), ('no_hit', 'no hit'), ('clarified', 'asked back'), ('stopped', 'Stopped'), ('failed', 'Failed')], help_text='Empty until it is over.', max_length=10)),
                ('fallbacks', models.PositiveSmallIntegerField(default=0, help_text='How many ways gave too little before the one that answered.')),
                ('tool_calls', models.PositiveSmallIntegerField(default=0)),
                ('tier', models.CharField(blank=True, max_length=10)),
                ('model', models.CharField(blank=True, max_length=100)),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('stopped', 'Stopped'), ('failed', 'Failed')], default='queued', max_length=10)),
                ('stop_requested', models.BooleanField(default=False)),
                ('quick_requested', models.BooleanField(default=False, help_text='The user wants at once what rules and text search have.')),
                ('quick', models.BooleanField(default=False, help_text='Rules and text search answered in place of the model, as the user asked.')),
                ('partial', models.TextField(blank=True, help_text='The answer so far, while it is being written.')),
                ('answer', models.TextField(blank=True)),
                ('answered', models.BooleanField(default=False)),
                ('result', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, help_text='agentic.evidence.Answer as JSON.')),
                ('clarification', models.TextField(blank=True)),
                ('error', models.TextField(blank=True)),
                ('iterations', models.PositiveSmallIntegerField(default=0)),
                ('timings', models.JSONField(blank=True, default=dict, help_text='Step → seconds.')),
                ('usage', models.JSONField(blank=True, default=dict, help_text='{input_tokens, output_tokens, calls, cached_tokens}')),
                ('prompt_versions', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('source', models.ForeignKey(blank=True, help_text='A database asked.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='agentic.datasource')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to=settings.AUTH_USER_MODEL)),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='documents.workspace')),
            ],
            options={
                'ordering': ['-created_at'],
                'indexes': [models.Index(fields=['status', 'created_at'], name='run_in_flight'), models.Index(fields=['created_at'], name='run_created'), models.Index(condition=models.Q(('session__isnull', False)), fields=['user', 'session'], name='run_session')],
            },
        ),
        migrations.CreateModel(
            name='Opinion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_right', models.BooleanField()),
                ('created_at', models.DateTimeField(auto_now=True)),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='opinions', to='agentic.datasource')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='opinions', to='agentic.run')),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [models.UniqueConstraint(fields=('run', 'user'), name='one_opinion_of_each')],
            },
        ),
        migrations.CreateModel(
            name='RunStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('analyse', 'Analyse'), ('prefilter', 'Prefilter'), ('route', 'Route'), ('decompose', 'Decompose'), ('plan', 'Plan'), ('review', 'Review'), ('write', 'Write'), ('sql', 'Sql'), ('read', 'Read'), ('search', 'Search'), ('map', 'Map'), ('compose', 'Compose'), ('verify', 'Verify')], max_length=12)),
                ('title', models.CharField(help_text='Why, in words a user understands.', max_length=300)),
                ('input', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('output', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('sql', models.TextField(blank=True)),
                ('rows', models.PositiveIntegerField(blank=True, null=True)),
                ('error', models.TextField(blank=True)),
                ('seconds', models.FloatField(blank=True, help_text='Empty while the step runs.', null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='agentic.run')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('run', 'position'), name='one_step_per_position')],
            },
        ),
        migrations.CreateModel(
            name='SavedQuestion',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('question', models.TextField()),
                ('every', models.CharField(blank=True, choices=[('', 'by hand'), ('hour', 'Hour'), ('day', 'Day'), ('week', 'Week')], default='', max_length=5)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='agentic.run')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved', to='agentic.datasource')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='SchemaElement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('element', models.CharField(help_text='table:…, column:… or rel:…', max_length=300)),
                ('text', models.TextField()),
                ('metadata', models.JSONField(default=dict)),
                ('embedder', models.CharField(max_length=200)),
                ('embedding', pgvector.django.halfvec.HalfVectorField()),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='elements', to='agentic.datasource')),
            ],
            options={
                'db_table': 'vector_schema_embeddings',
                'constraints': [models.UniqueConstraint(fields=('source', 'element'), name='one_vector_per_element')],
            },
        ),
    ]
