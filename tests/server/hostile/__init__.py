"""Input that no real client would send: broken frames, messages and requests."""
