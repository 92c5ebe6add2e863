"""Tests of the training of the network that forecasts turns."""
