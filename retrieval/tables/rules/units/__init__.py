"""Figures whose unit stands in a cell beside them."""
