"""The conformance kit: what every game must pass, with no exception list."""
