-- Sums up the terms that have many counts, and forgets those that no chunk has any more. Rows are found by
-- their numbers: joined by term, a workspace that is new to the planner's statistics costs the square of its
-- terms, seconds after its first report.
CREATE OR REPLACE FUNCTION documents_merge_term_counts(of_workspace bigint) RETURNS void LANGUAGE sql
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
