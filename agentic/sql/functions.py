"""The functions that a model's statement may call: none reads a file, a setting, the catalog or the clock's
neighbours (locks, sessions, servers), none writes, and none runs text as SQL."""

from __future__ import annotations

from sqlglot import exp

AGGREGATES = """
    any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every
    json_agg json_agg_strict json_arrayagg json_object_agg json_objectagg jsonb_agg jsonb_agg_strict
    jsonb_object_agg max min mode percentile_cont percentile_disc range_agg range_intersect_agg regr_avgx
    regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop
    stddev_samp string_agg sum var_pop var_samp variance grouping
"""
WINDOWS = "cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number"
NUMBERS = """
    abs acos acosd asin asind atan atan2 atand cbrt ceil ceiling cos cosd cosh cot cotd degrees div erf
    exp factorial floor gcd greatest lcm least ln log log10 min_scale mod pi pow power radians random
    round scale sign sin sind sinh sqrt tan tand tanh trim_scale trunc width_bucket numeric_inc isfinite
    bit_count
"""
STRINGS = """
    ascii bit_length btrim casefold char_length character_length chr coalesce concat concat_ws
    convert_from convert_to decode encode format get_byte initcap left length lower lpad ltrim md5
    normalize nullif octet_length overlay parse_ident position quote_ident quote_literal quote_nullable
    repeat replace reverse right rpad rtrim sha224 sha256 sha384 sha512 split_part starts_with
    string_to_array string_to_table strpos substr substring to_ascii to_bin to_hex to_oct translate trim
    unistr upper text similarity word_similarity strict_word_similarity show_trgm unaccent levenshtein
    soundex difference metaphone dmetaphone dmetaphone_alt levenshtein_less_equal collate gen_random_uuid
"""
REGEXPS = """
    regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array
    regexp_split_to_table regexp_substr
"""
CAP = "int4smaller"  # PostgreSQL's own least() of two whole numbers, which leaves NULL as it is
DATES = """
    age clock_timestamp current_date current_time current_timestamp date date_add date_bin date_part
    date_subtract date_trunc extract justify_days justify_hours justify_interval localtime localtimestamp
    make_date make_interval make_time make_timestamp make_timestamptz now overlaps statement_timestamp
    timeofday timezone to_char to_date to_number to_timestamp transaction_timestamp
"""
JSON = """
    array_to_json json_array json_array_elements json_array_elements_text json_array_length
    json_build_array json_build_object json_each json_each_text json_exists json_extract_path
    json_extract_path_text json_object json_object_keys json_query json_scalar json_serialize
    json_strip_nulls json_to_record json_to_recordset json_typeof json_value jsonb_array_elements
    jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_concat
    jsonb_delete jsonb_delete_path jsonb_each jsonb_each_text jsonb_exists jsonb_exists_all
    jsonb_exists_any jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object
    jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz
    jsonb_path_query jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first
    jsonb_path_query_first_tz jsonb_path_query_tz jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls
    jsonb_to_record jsonb_to_recordset jsonb_typeof row row_to_json to_json to_jsonb
"""
ARRAYS_AND_RANGES = """
    array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position
    array_positions array_prepend array_remove array_replace array_reverse array_sample array_shuffle
    array_sort array_to_string array_upper cardinality daterange generate_series generate_subscripts
    int4range int8range isempty lower_inc lower_inf num_nonnulls num_nulls numrange range_merge trim_array
    tsrange tstzrange unnest upper_inc upper_inf
"""
TEXT_SEARCH = """
    array_to_tsvector numnode phraseto_tsquery plainto_tsquery querytree setweight strip to_tsquery
    to_tsvector ts_delete ts_filter ts_headline ts_rank ts_rank_cd tsquery_phrase tsvector_to_array
    websearch_to_tsquery
"""
ALLOWED_FUNCTIONS = frozenset(
    " ".join(
        (AGGREGATES, WINDOWS, NUMBERS, CAP, STRINGS, REGEXPS, DATES, JSON, ARRAYS_AND_RANGES, TEXT_SEARCH)
    ).split()
)

# Operators and syntax that the parser keeps as functions, and functions whose class bears another name.
_SYNTAX = (
    exp.And, exp.Array, exp.ArrayConcat, exp.ArrayContainedBy, exp.ArrayContainsAll, exp.ArrayOverlaps,
    exp.ArraySize, exp.Case, exp.Cast, exp.CurrentDate, exp.CurrentTime, exp.CurrentTimestamp,
    exp.Exists, exp.Explode, exp.ExplodingGenerateSeries, exp.GenerateSeries, exp.GroupConcat, exp.If,
    exp.JSONArrayAgg, exp.JSONBContains, exp.JSONBContainsAllTopKeys, exp.JSONBContainsAnyTopKeys,
    exp.JSONBContainsTopKey, exp.JSONBDeleteAtPath, exp.JSONBExtract, exp.JSONBExtractScalar,
    exp.JSONBObjectAgg, exp.JSONExtract, exp.JSONExtractScalar, exp.LogicalAnd, exp.LogicalOr,
    exp.MatchAgainst, exp.Or, exp.Pad, exp.ParseJSON, exp.Rand, exp.RegexpILike, exp.RegexpLike,
    exp.SHA2, exp.StrPosition, exp.StrToDate, exp.StrToTime, exp.TimeToStr, exp.TimestampTrunc,
    exp.UnixToTime, exp.Unnest, exp.Xor,
)  # fmt: skip


def _known_classes() -> frozenset[type[exp.Expr]]:
    named = (
        cls for cls in exp.ALL_FUNCTIONS if ALLOWED_FUNCTIONS & {name.lower() for name in cls.sql_names()}
    )
    return frozenset((*_SYNTAX, *named))


_CLASSES = _known_classes()


def is_harmless(node: exp.Func) -> bool:
    """Whether a call is on the list; schema-qualified calls are judged by the caller."""
    if isinstance(node, exp.Anonymous):
        return node.name.lower() in ALLOWED_FUNCTIONS
    return type(node) in _CLASSES


def name_of(node: exp.Func) -> str:
    """The function as the writer of the statement would call it."""
    return (node.name if isinstance(node, exp.Anonymous) else node.sql("postgres").split("(")[0]).lower()


def kind_of(node: exp.Func) -> str:
    """What the function is known by: the parser's own name where it has one, quickly told."""
    return (node.name if isinstance(node, exp.Anonymous) else node.sql_name()).lower()
