"""Figures of months and years in tables that count one thing: births by month and year, deaths by day."""
