"""The daily games, and other deals that many people play."""
