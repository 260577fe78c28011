"""Measurements from outside: the bench knows the addresses, and nothing behind them."""
