"""The functions that a statement may call in a source of each dialect: allow-lists, as for our own database.

None reads a file, a setting, the catalog or another server, none writes, waits, or runs text as SQL.
"""

from __future__ import annotations

from sqlglot import exp

from agentic.sql.functions import AGGREGATES, DATES, NUMBERS, STRINGS, WINDOWS, is_harmless

_SHARED = " ".join(
    (
        AGGREGATES, WINDOWS, NUMBERS, DATES,
        STRINGS.replace("convert_to", "").replace("decode", "").replace("quote_ident", ""),
        "date_diff datediff date_sub dateadd datetime time ifnull iif if instr median mod hex year month day "
        "hour minute second week quarter dayofweek dayofyear dayofmonth dayname monthname weekday last_day "
        "lcase ucase mid space char group_concat unixepoch typeof generate_series unnest regexp_extract "
        "json_extract json_array_length json_type json_valid strftime substring_index total cast try_cast",
    )
)  # fmt: skip
_OWN = {
    "duckdb": "arg_max arg_min max_by min_by quantile quantile_cont quantile_disc list string_agg listagg "
    "product mad skewness kurtosis entropy approx_count_distinct count_if sum_if strptime try_strptime epoch "
    "epoch_ms to_days to_months to_years make_timestamp isodow isoyear weekofyear yearweek era century "
    "decade millennium contains prefix suffix list_contains list_value array_length len list_sort "
    "list_distinct list_aggregate list_sum list_transform list_filter struct_extract struct_pack "
    "row map_keys map_values range regexp_full_match regexp_split_to_array string_split str_split ends_with "
    "jaccard hamming isnan isinf even fdiv fmod today get_current_timestamp time_bucket to_timestamp "
    "current_localtime current_localtimestamp bar json_extract_string first last is_null array_agg",
    "sqlite": "julianday timediff printf glob like likelihood likely unlikely quote "
    "json_each json_tree json_group_array json_group_object unicode",
    "mysql": "date_format str_to_date from_unixtime unix_timestamp timestampdiff timestampadd period_diff "
    "period_add makedate maketime sec_to_time time_to_sec to_days from_days addtime subtime curdate curtime "
    "utc_date utc_timestamp field find_in_set elt conv truncate json_unquote json_keys bit_count "
    "std stddev locate insert greatest least adddate subdate",
}
_NAMES = {dialect: frozenset(f"{_SHARED} {own}".split()) for dialect, own in _OWN.items()}
_SAFE_CLASSES = {
    dialect: frozenset(cls for cls in exp.ALL_FUNCTIONS if names & {name.lower() for name in cls.sql_names()})
    for dialect, names in _NAMES.items()
}
_SYNTAX = (
    exp.Collate, exp.CurrentDatetime, exp.DateAdd, exp.DateDiff, exp.DateStrToDate, exp.DateSub,
    exp.DatetimeSub, exp.RegexpExtract, exp.StrToDate, exp.StrToTime, exp.TimeStrToTime, exp.TimeToStr,
    exp.TimestampAdd, exp.TimestampDiff, exp.TryCast, exp.TsOrDsAdd, exp.TsOrDsDiff, exp.TsOrDsToDate,
    exp.TsOrDsToTime, exp.TsOrDsToTimestamp, exp.UnixToStr, exp.UnixToTime,
)  # fmt: skip


def is_allowed(node: exp.Func, dialect: str) -> bool:
    if dialect == "postgres":
        return is_harmless(node)
    if isinstance(node, exp.Anonymous):
        return node.name.lower() in _NAMES[dialect]
    return type(node) in _SAFE_CLASSES[dialect] or isinstance(node, _SYNTAX) or is_harmless(node)
