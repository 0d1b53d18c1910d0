-- Two roles for SQL that a model wrote. Roles belong to the whole cluster, so that another database,
-- or another process at this moment, may have made them already.
--   ragsite_views   owns the views, is held by row-level security, nobody can sign in as it
--   ragsite_reader  signs in, owns nothing, may SELECT from the views and do nothing else
DO $$
DECLARE
    role_name text;
BEGIN
    FOREACH role_name IN ARRAY ARRAY['ragsite_views', 'ragsite_reader'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT', role_name);
            EXCEPTION
                WHEN duplicate_object OR unique_violation THEN NULL;
                WHEN insufficient_privilege THEN
                    RAISE EXCEPTION 'The database user may not create roles: let an administrator run CREATE ROLE %', role_name;
            END;
        END IF;
    END LOOP;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ragsite_reader' AND rolcanlogin) THEN
        ALTER ROLE ragsite_reader LOGIN CONNECTION LIMIT 20;
    END IF;
    -- Only a member may give its views to the role; a superuser need not be one.
    IF current_setting('is_superuser') <> 'on' THEN
        EXECUTE format('GRANT ragsite_views TO %I', current_user);
    END IF;
END
$$;

-- What the reader finds when it signs in to this database, whoever opens the connection.
DO $$
DECLARE
    setting text;
    wanted text[] := ARRAY[
        'default_transaction_read_only=on', 'statement_timeout=10s', 'lock_timeout=1s',
        'idle_in_transaction_session_timeout=30s', 'work_mem=16MB', 'search_path=public'
    ];
BEGIN
    IF current_setting('is_superuser') = 'on' THEN
        wanted := wanted || ARRAY['temp_file_limit=256MB'];
    END IF;
    FOREACH setting IN ARRAY wanted LOOP
        EXECUTE format(
            'ALTER ROLE ragsite_reader IN DATABASE %I SET %I = %L',
            current_database(), split_part(setting, '=', 1), split_part(setting, '=', 2)
        );
    END LOOP;
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO ragsite_reader', current_database());
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO ragsite_views, ragsite_reader;
