-- The “Label: value” lines of documents by their values. `=` on these columns is leakproof, so that the database looks
-- a label and a value up in an index also behind the wall, which it does with no function of the rows' own JSON.
CREATE VIEW public.property_values AS
    SELECT document_id, label, small_value AS value,
        CASE WHEN jsonb_typeof(properties -> label) = 'number' THEN (properties ->> label)::numeric END AS number,
        properties ->> (label || ' (unit)') AS unit
    FROM documents_tablerow
    WHERE "table" = 'properties' AND anchored;

DO $$
BEGIN
    GRANT CREATE ON SCHEMA public TO ragsite_views;
    ALTER VIEW public.property_values OWNER TO ragsite_views;
    GRANT SELECT ON public.property_values TO ragsite_reader;
    REVOKE CREATE ON SCHEMA public FROM ragsite_views;
END
$$;
