-- Pages by their row that fits the question best: how much of its label is asked for, and how much of the
-- question its label has.
WITH asked AS (
    SELECT * FROM unnest(%(stems)s::text[], %(shares)s::float8[]) AS asked (stem, share)
), wanted AS (
    SELECT * FROM unnest(%(starts)s::date[], %(ends)s::date[]) AS wanted (first, last)
), rows AS (
    SELECT document_id, page, label_stems,
        NOT EXISTS (SELECT FROM wanted)
        OR bool_or(EXISTS (SELECT FROM wanted WHERE period_end BETWEEN first AND last)) AS timely
    FROM documents_metric
    WHERE workspace_id = %(workspace)s AND anchored AND NOT kept_out AND page IS NOT NULL
        AND label_stems && %(rare)s::text[]
        AND (%(documents)s::bigint[] IS NULL OR document_id = ANY (%(documents)s::bigint[]))
    GROUP BY document_id, page, label_stems
), fitting AS (
    SELECT document_id, page, timely, said.words::float8 / cardinality(label_stems) AS precise, said.share
    FROM rows, LATERAL (
        SELECT count(*) AS words, sum(share) AS share FROM asked WHERE stem = ANY (label_stems)
    ) AS said
    WHERE said.words >= 2 OR said.share >= 0.5
)
SELECT document_id, page,
    max(precise * (0.5 + 0.5 * share) * CASE WHEN timely THEN 1 ELSE 0.5 END)::float8 AS score
FROM fitting GROUP BY document_id, page ORDER BY score DESC, document_id, page LIMIT %(pages)s
