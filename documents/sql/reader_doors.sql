-- Close what PostgreSQL leaves open to everybody: settings, locks, sleeping, large objects, files, notices,
-- the catalog, functions that run text as SQL. Only a superuser may, and superusers lose nothing by it.
-- Elsewhere `doctor` lists what stays open.
--
-- Functions are closed by default. Open stay: immutable ones, aggregates, what operators and casts call, and
-- the names below, which read neither the server nor the session.
DO $$
DECLARE
    open_names text[] := string_to_array(
        'age,array_sample,array_shuffle,array_to_json,array_to_string,clock_timestamp,concat,concat_ws,'
        'convert_from,convert_to,date_add,date_part,date_subtract,date_trunc,extract,format,gen_random_uuid,'
        'generate_series,in_range,json_build_array,json_build_object,json_populate_record,json_populate_recordset,'
        'json_to_record,json_to_recordset,json_to_tsvector,jsonb_build_array,jsonb_build_object,'
        'jsonb_path_exists_tz,jsonb_path_match_tz,jsonb_path_query_array_tz,jsonb_path_query_first_tz,'
        'jsonb_path_query_tz,jsonb_populate_record,jsonb_populate_recordset,jsonb_to_record,jsonb_to_recordset,'
        'jsonb_to_tsvector,length,make_timestamptz,now,overlaps,phraseto_tsquery,plainto_tsquery,quote_literal,'
        'quote_nullable,random,random_normal,row_to_json,statement_timestamp,timeofday,timestamptz,timezone,'
        'to_char,to_date,to_json,to_jsonb,to_number,to_timestamp,to_tsquery,to_tsvector,transaction_timestamp,'
        'ts_headline,uuidv4,uuidv7,websearch_to_tsquery', ','
    );
    door record;
BEGIN
    IF current_setting('is_superuser') <> 'on' THEN
        RETURN;
    END IF;
    FOR door IN
        SELECT p.oid::regprocedure AS signature
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE p.prokind = 'f' AND p.provolatile <> 'i' AND NOT p.proname = ANY (open_names)
            AND n.nspname NOT LIKE 'ragsite%'
            AND NOT EXISTS (SELECT FROM pg_operator WHERE oprcode = p.oid)
            AND NOT EXISTS (SELECT FROM pg_cast WHERE castfunc = p.oid)
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', door.signature);
    END LOOP;
    REVOKE USAGE ON LANGUAGE plpgsql, sql FROM PUBLIC;
    REVOKE SELECT ON ALL TABLES IN SCHEMA pg_catalog, information_schema FROM PUBLIC;
    REVOKE USAGE ON SCHEMA information_schema FROM PUBLIC;
END
$$;
