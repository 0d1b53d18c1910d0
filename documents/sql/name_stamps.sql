-- A mark that changes whenever the names of a workspace do, so that what was made of them can be kept.
-- Writers have a row each, by the number of their process, and so seldom wait for each other. A value is
-- never given twice: a transaction that is rolled back takes its own with it.
CREATE SEQUENCE documents_name_stamps;
CREATE TABLE documents_name_stamp (
    workspace_id bigint NOT NULL,
    writer smallint NOT NULL,
    stamp bigint NOT NULL,
    PRIMARY KEY (workspace_id, writer)
);

CREATE FUNCTION documents_stamp_names(workspaces bigint[]) RETURNS void LANGUAGE sql
BEGIN ATOMIC
    INSERT INTO documents_name_stamp
    SELECT workspace_id, pg_backend_pid() % 256, nextval('documents_name_stamps')
    FROM (SELECT DISTINCT unnest(workspaces) AS workspace_id ORDER BY 1) AS changed
    ON CONFLICT (workspace_id, writer) DO UPDATE SET stamp = EXCLUDED.stamp;
END;

CREATE FUNCTION documents_names_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM documents_stamp_names(ARRAY(SELECT DISTINCT workspace_id FROM changed));
    RETURN NULL;
END $$;

-- Of a document only what the names are made of: its progress changes all the time.
CREATE FUNCTION documents_described_anew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    workspaces bigint[] := ARRAY(
        SELECT DISTINCT n.workspace_id FROM added n JOIN removed o USING (id)
        WHERE (n.status = 'ready') <> (o.status = 'ready') OR (
            n.status = 'ready' AND (
                n.bucket, n.topics, n.period_end, n.fiscal_year_end_month, n.fiscal_year_offset
            ) IS DISTINCT FROM (
                o.bucket, o.topics, o.period_end, o.fiscal_year_end_month, o.fiscal_year_offset
            )
        )
    );
BEGIN
    IF cardinality(workspaces) > 0 THEN
        PERFORM documents_stamp_names(workspaces);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION documents_forget_name_stamps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM documents_name_stamp WHERE workspace_id = OLD.id;
    RETURN NULL;
END $$;

CREATE TRIGGER names_added AFTER INSERT ON documents_entity
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
CREATE TRIGGER names_changed AFTER UPDATE ON documents_entity
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
CREATE TRIGGER names_removed AFTER DELETE ON documents_entity
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
CREATE TRIGGER names_of_document_added AFTER INSERT ON documents_document
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
CREATE TRIGGER names_of_document_removed AFTER DELETE ON documents_document
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
CREATE TRIGGER names_of_document_changed AFTER UPDATE ON documents_document
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION documents_described_anew();
CREATE TRIGGER forget_name_stamps AFTER DELETE ON documents_workspace
    FOR EACH ROW EXECUTE FUNCTION documents_forget_name_stamps();
