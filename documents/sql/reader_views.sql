-- What a model's SQL sees. The names of these columns are a contract. They are chosen so that a join of
-- two views makes few names ambiguous. Run again, by a new migration, when a table under a view changes.
CREATE OR REPLACE VIEW public.documents AS
    SELECT d.id, d.workspace_id, d.filename, d.title, d.document_type, d.bucket, d.status, d.summary, d.purpose,
        d.key_conclusion, d.document_date, d.period_start, d.period_end, d.confidence_level,
        d.topics::text[] AS topics, d.organizations::text[] AS organizations, d.people::text[] AS people,
        d.page_count, d.token_count, d.created_at, d.updated_at,
        -- Read once for a query, not once for a document: few are superseded.
        d.id IN (SELECT newer.supersedes_id FROM documents_document newer WHERE newer.supersedes_id IS NOT NULL)
            OR d.id IN (
                SELECT r.target_id FROM documents_relationship r WHERE r.relationship_type = 'supersedes'
            ) AS superseded
    FROM documents_document d;

CREATE OR REPLACE VIEW public.metrics AS
    SELECT id, document_id, metric_name, canonical_name, value, trim_scale(numeric_value) AS numeric_value, unit,
        trim_scale(scale) AS scale, period, period_start, period_end, fiscal_year, fiscal_quarter, context, comparison_base, entity_name,
        category, table_row_id, page, quote, anchored, reader, confidence
    FROM documents_metric;

-- The figures again, each with the name of its document, so that most questions need no join.
CREATE OR REPLACE VIEW public.figures AS
    SELECT m.id, m.document_id, d.filename, d.document_type, d.bucket, m.entity_name,
        coalesce(nullif(m.canonical_name, ''), m.metric_name) AS measure, m.metric_name AS label,
        trim_scale(m.numeric_value) AS amount, m.unit, m.value AS written, m.period, m.period_start AS start_date,
        m.period_end AS end_date, m.fiscal_year, m.fiscal_quarter, m.context, m.page, m.quote
    FROM documents_metric m JOIN documents_document d ON d.id = m.document_id
    WHERE m.anchored AND m.numeric_value IS NOT NULL;

CREATE OR REPLACE VIEW public.table_rows AS
    SELECT id, document_id, "table" AS table_name, table_index, "row" AS row_index, label, properties, page,
        quote, anchored, reader
    FROM documents_tablerow;

CREATE OR REPLACE VIEW public.claims AS
    SELECT id, document_id, claim_text, claim_type, topic, confidence, source_section, is_quantitative,
        can_be_verified, page, quote, anchored, reader
    FROM documents_claim;

CREATE OR REPLACE VIEW public.entities AS
    SELECT id, document_id, entity_name, entity_type, role, title, context, page, quote, anchored, reader
    FROM documents_entity;

CREATE OR REPLACE VIEW public.topics AS
    SELECT id, document_id, topic_name, is_primary, page, quote, anchored, reader
    FROM documents_topic;

CREATE OR REPLACE VIEW public.relationships AS
    SELECT id, source_id AS source_document_id, target_id AS target_document_id, relationship_type, description,
        reader
    FROM documents_relationship;

CREATE OR REPLACE VIEW public.conflicts AS
    SELECT c.id, w.document_id, l.document_id AS other_document_id, c.entity_name, c.measure, c.period_start,
        c.period_end, trim_scale(w.numeric_value) AS winning_value, trim_scale(l.numeric_value) AS other_value,
        w.unit, c.reason, c.explanation, w.page, w.quote
    FROM documents_conflict c
        JOIN documents_metric w ON w.id = c.winner_id
        JOIN documents_metric l ON l.id = c.loser_id;

CREATE OR REPLACE VIEW public.chunks AS
    SELECT id, document_id, index AS chunk_index, section AS section_name, text AS chunk_text, page_start,
        page_end, token_count, section_topic, key_information, retrieval_hint, contextual_note
    FROM documents_chunk
    WHERE NOT excluded;

CREATE OR REPLACE VIEW public.pages AS
    SELECT p.id, p.document_id, p.number AS page_number,
        CASE WHEN EXISTS (
            SELECT FROM documents_chunk c
            WHERE c.document_id = p.document_id AND c.excluded AND p.number BETWEEN c.page_start AND c.page_end
        ) THEN coalesce((
            -- Of a page of which a passage is kept out of answers, only the passages that answer.
            SELECT string_agg(c.text, E'\n\n' ORDER BY c.index) FROM documents_chunk c
            WHERE c.document_id = p.document_id AND NOT c.excluded
                AND p.number BETWEEN c.page_start AND c.page_end
        ), '') ELSE p.text END AS page_text
    FROM documents_page p;

DO $$
DECLARE
    view_name text;
BEGIN
    -- A new owner must be allowed to create in the schema at the moment it takes a view over.
    GRANT CREATE ON SCHEMA public TO ragsite_views;
    FOREACH view_name IN ARRAY ARRAY[
        'documents', 'metrics', 'figures', 'table_rows', 'claims', 'entities', 'topics', 'relationships', 'conflicts', 'chunks',
        'pages'
    ] LOOP
        EXECUTE format('ALTER VIEW public.%I OWNER TO ragsite_views', view_name);
        EXECUTE format('GRANT SELECT ON public.%I TO ragsite_reader', view_name);
    END LOOP;
    REVOKE CREATE ON SCHEMA public FROM ragsite_views;
END
$$;
