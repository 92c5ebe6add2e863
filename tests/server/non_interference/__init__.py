"""Compare everything that a client receives in two worlds that it cannot tell apart."""
