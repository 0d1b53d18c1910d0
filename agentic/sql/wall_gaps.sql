-- What the reader can do beyond reading its views: a sentence each, no row where the wall is closed.
-- Doors that let a statement wait, write, lock or look further are open to everybody in a new database.
WITH doors AS (
    SELECT string_agg(DISTINCT p.proname, ', ') AS names
    FROM pg_proc p
    WHERE has_function_privilege('ragsite_reader', p.oid, 'EXECUTE') AND p.proname IN (
        'set_config', 'current_setting', 'pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'pg_notify', 'lo_create',
        'pg_advisory_lock', 'pg_advisory_xact_lock', 'lo_from_bytea', 'lo_import', 'query_to_xml', 'ts_stat',
        'table_to_xml', 'schema_to_xml', 'database_to_xml', 'pg_logical_emit_message', 'pg_export_snapshot',
        'pg_current_xact_id', 'txid_current', 'pg_read_file', 'pg_ls_dir', 'pg_terminate_backend', 'dblink',
        'dblink_exec', 'crosstab'
    )
), catalog AS (
    SELECT string_agg(c.relname, ', ') AS names
    FROM pg_class c
    WHERE c.relnamespace = 'pg_catalog'::regnamespace AND has_table_privilege('ragsite_reader', c.oid, 'SELECT')
        AND c.relname IN ('pg_settings', 'pg_stat_activity', 'pg_stats', 'pg_roles', 'pg_class', 'pg_proc')
), others AS (
    SELECT string_agg(c.oid::regclass::text, ', ') AS names
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^(pg_|information_schema$)'
        AND NOT (n.nspname = 'public' AND c.relname = ANY (%(views)s))
        AND has_table_privilege('ragsite_reader', c.oid, 'SELECT, INSERT, UPDATE, DELETE')
), unheld AS (
    SELECT string_agg(c.relname, ', ') AS names
    FROM pg_class c
    WHERE c.relkind = 'r' AND NOT c.relrowsecurity AND has_table_privilege('ragsite_views', c.oid, 'SELECT')
        AND c.relnamespace = 'public'::regnamespace
), mighty AS (
    SELECT string_agg(rolname, ', ') AS names
    FROM pg_roles
    WHERE rolname IN ('ragsite_reader', 'ragsite_views')
        AND (rolsuper OR rolbypassrls OR rolcreatedb OR rolcreaterole OR rolreplication)
), making AS (
    SELECT current_database() AS names
    WHERE has_database_privilege('ragsite_reader', current_database(), 'TEMPORARY, CREATE')
        OR has_schema_privilege('ragsite_reader', 'public', 'CREATE')
)
SELECT format('The role %%s has rights of an administrator: take them away with ALTER ROLE.', names) FROM mighty
    WHERE names IS NOT NULL
UNION ALL
SELECT format('The reader may call %%s: let a superuser revoke EXECUTE from PUBLIC.', names) FROM doors
    WHERE names IS NOT NULL
UNION ALL
SELECT format('The reader may see %%s: let a superuser revoke SELECT from PUBLIC.', names) FROM catalog
    WHERE names IS NOT NULL
UNION ALL
SELECT format('The reader has rights on %%s: revoke them.', names) FROM others WHERE names IS NOT NULL
UNION ALL
SELECT format('Row-level security is off on %%s: switch it on.', names) FROM unheld WHERE names IS NOT NULL
UNION ALL
SELECT format('The reader may create tables in %%s: revoke CREATE and TEMPORARY.', names) FROM making
