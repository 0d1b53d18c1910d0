-- The reader's pass: the setting ragsite.pass = '<workspace id>:<digest>'. Only who knows the secret can
-- write the digest, so that a session that manages to SET still cannot name another workspace.
CREATE SCHEMA ragsite_walls;
REVOKE ALL ON SCHEMA ragsite_walls FROM PUBLIC;

CREATE TABLE ragsite_walls.secret (value text NOT NULL);
INSERT INTO ragsite_walls.secret
    SELECT encode(sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')), 'hex')
    FROM generate_series(1, 4);

-- Enveloped in the secret, so that a digest cannot be extended to one of a longer text.
CREATE FUNCTION ragsite_walls.pass_for(workspace text) RETURNS text
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT workspace || ':'
            || encode(sha256(convert_to(value || ':' || workspace || ':' || value, 'UTF8')), 'hex')
        FROM ragsite_walls.secret
    $$;
REVOKE ALL ON FUNCTION ragsite_walls.pass_for(text) FROM PUBLIC;

CREATE FUNCTION ragsite_walls.workspace_of_pass() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT CASE
            WHEN pass = ragsite_walls.pass_for(split_part(pass, ':', 1)) THEN split_part(pass, ':', 1)::bigint
        END
        FROM current_setting('ragsite.pass', true) AS pass
    $$;
REVOKE ALL ON FUNCTION ragsite_walls.workspace_of_pass() FROM PUBLIC;
-- Needed by the policies, which run as the reader; without USAGE on the schema it cannot be named.
GRANT EXECUTE ON FUNCTION ragsite_walls.workspace_of_pass() TO ragsite_views, ragsite_reader;

-- The owner of the tables, which is the application, is neither held nor slowed by these policies.
-- The sub-select makes the pass be checked once for a query, not once for a row.
DO $$
DECLARE
    base text;
BEGIN
    FOREACH base IN ARRAY ARRAY[
        'document', 'page', 'chunk', 'claim', 'metric', 'tablerow', 'entity', 'topic', 'relationship', 'conflict'
    ] LOOP
        EXECUTE format('ALTER TABLE documents_%s ENABLE ROW LEVEL SECURITY', base);
        EXECUTE format(
            'CREATE POLICY workspace_of_pass ON documents_%s FOR SELECT TO ragsite_views '
            'USING (workspace_id = (SELECT ragsite_walls.workspace_of_pass()))', base
        );
        EXECUTE format('GRANT SELECT ON documents_%s TO ragsite_views', base);
    END LOOP;
END
$$;
