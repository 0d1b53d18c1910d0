-- Keyword search: each chunk's weights, and in how many chunks of a workspace a term stands.
ALTER TABLE documents_chunk
    ADD COLUMN terms sparsevec(1000000000)
    GENERATED ALWAYS AS (documents_term_weights(language, section, text)) STORED;
-- Ranking reads both of each candidate: beside the row, not in the side table of long values.
ALTER TABLE documents_chunk
    ALTER COLUMN terms SET STORAGE MAIN,
    ALTER COLUMN embedding SET STORAGE MAIN;

-- In how many chunks of a workspace a term stands. Each statement that changes chunks adds what it changed,
-- so that no two writers wait for each other; documents_merge_term_counts sums up. Term 0 counts the chunks.
CREATE FUNCTION documents_count_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO documents_termcount (workspace_id, term, chunks)
        SELECT workspace_id, term, count(*)
        FROM added, LATERAL documents_counted_terms(search) AS term
        WHERE NOT excluded GROUP BY 1, 2 ORDER BY 1, 2;
    ELSE
        INSERT INTO documents_termcount (workspace_id, term, chunks)
        SELECT workspace_id, term, -count(*)
        FROM removed, LATERAL documents_counted_terms(search) AS term
        WHERE NOT excluded GROUP BY 1, 2 ORDER BY 1, 2;
    END IF;
    RETURN NULL;
END $$;

-- A changed chunk by itself, and only where its terms changed: a trigger for the whole statement has to join
-- what was with what is.
CREATE FUNCTION documents_count_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO documents_termcount (workspace_id, term, chunks)
    SELECT workspace_id, term, sum(change)
    FROM (
        SELECT OLD.workspace_id, OLD.search, -1 AS change WHERE NOT OLD.excluded
        UNION ALL
        SELECT NEW.workspace_id, NEW.search, 1 WHERE NOT NEW.excluded
    ) AS changed, LATERAL documents_counted_terms(search) AS term
    GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2;
    RETURN NULL;
END $$;

CREATE TRIGGER count_changed_terms AFTER UPDATE ON documents_chunk FOR EACH ROW
    WHEN (OLD.excluded <> NEW.excluded OR OLD.search IS DISTINCT FROM NEW.search)
    EXECUTE FUNCTION documents_count_changed_terms();

CREATE TRIGGER count_added_terms AFTER INSERT ON documents_chunk
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION documents_count_terms();
CREATE TRIGGER count_removed_terms AFTER DELETE ON documents_chunk
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION documents_count_terms();

-- Sums up the terms that have many counts, and forgets those that no chunk has any more. Rows are found by
-- their numbers: joined by term, a workspace that is new to the planner's statistics costs the square of its
-- terms.
CREATE FUNCTION documents_merge_term_counts(of_workspace bigint) RETURNS void LANGUAGE sql
BEGIN ATOMIC
    WITH crowded AS MATERIALIZED (
        SELECT unnest(array_agg(id)) AS id FROM documents_termcount WHERE workspace_id = of_workspace
        GROUP BY term HAVING count(*) > 8 OR sum(chunks) = 0
    ), mine AS MATERIALIZED (
        SELECT id FROM documents_termcount WHERE id IN (SELECT id FROM crowded)
        FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM documents_termcount WHERE id IN (SELECT id FROM mine) RETURNING term, chunks
    )
    INSERT INTO documents_termcount (workspace_id, term, chunks)
    SELECT of_workspace, term, sum(chunks) FROM gone GROUP BY term HAVING sum(chunks) <> 0;
END;

-- What a workspace's last chunks counted goes with the workspace.
CREATE FUNCTION documents_forget_term_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM documents_termcount WHERE workspace_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER forget_term_counts AFTER DELETE ON documents_workspace
    FOR EACH ROW EXECUTE FUNCTION documents_forget_term_counts();
