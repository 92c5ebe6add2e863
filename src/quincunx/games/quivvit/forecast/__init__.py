"""Forecast what the next turns will take, with a trained network.

`quincunx.batch.quivvit.forecast` trains the network and explains it. This package computes it with
NumPy only, from the weights in `weights.npz`.
"""
