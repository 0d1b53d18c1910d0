-- Facts of passages that a curator keeps out of answers are in no view, and so in no conflict between figures.
DO $$
DECLARE
    base text;
BEGIN
    FOREACH base IN ARRAY ARRAY['claim', 'metric', 'tablerow', 'entity', 'topic'] LOOP
        EXECUTE format(
            'CREATE POLICY kept_out ON documents_%s AS RESTRICTIVE FOR SELECT TO ragsite_views '
            'USING (NOT kept_out)', base
        );
    END LOOP;
END
$$;
