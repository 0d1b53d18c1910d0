-- The weights of keyword search over stems by language, and the counts that went with the old ones.
ALTER TABLE documents_chunk
    ADD COLUMN terms sparsevec(1000000000)
    GENERATED ALWAYS AS (documents_term_weights(language, section, text)) STORED;
ALTER TABLE documents_chunk
    ALTER COLUMN terms SET STORAGE MAIN,
    ALTER COLUMN embedding SET STORAGE MAIN;

CREATE TRIGGER count_changed_terms AFTER UPDATE ON documents_chunk FOR EACH ROW
    WHEN (OLD.excluded <> NEW.excluded OR OLD.search IS DISTINCT FROM NEW.search)
    EXECUTE FUNCTION documents_count_changed_terms();

DELETE FROM documents_termcount;
INSERT INTO documents_termcount (workspace_id, term, chunks)
SELECT workspace_id, term, count(*)
FROM documents_chunk, LATERAL documents_counted_terms(search) AS term
WHERE NOT excluded GROUP BY 1, 2;
