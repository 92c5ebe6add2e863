"""Datasets: every decision of many games as one row of a Parquet file, and back to records."""
