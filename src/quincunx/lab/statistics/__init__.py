"""The mathematics of experiments: intervals, ratings and sequential tests. Pure functions."""
