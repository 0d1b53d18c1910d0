-- A sparse vector has room for 16,000 terms: of a passage with more, the heaviest.
CREATE OR REPLACE FUNCTION documents_term_weights(heading text, body text) RETURNS sparsevec
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
    SELECT ('{' || coalesce(string_agg(term || ':' || weight, ','), '') || '}/1000000000')::sparsevec
    FROM (
        SELECT documents_term(lexeme) AS term,
            (max(frequency) * 2.2 / (max(frequency) + 1.2 * (0.25 + 0.75 * max(length) / 150)))::real AS weight
        FROM (
            SELECT lexeme, sum(occurrences) AS frequency, sum(sum(occurrences)) OVER () AS length
            FROM (
                SELECT lexeme, 2 * coalesce(cardinality(positions), 1) AS occurrences
                FROM unnest(to_tsvector('english'::regconfig, heading))
                UNION ALL
                SELECT lexeme, coalesce(cardinality(positions), 1)
                FROM unnest(to_tsvector('english'::regconfig, body))
            ) AS written
            GROUP BY lexeme
        ) AS counted
        GROUP BY 1
        ORDER BY weight DESC, term LIMIT 16000
    ) AS weighed;
END;
