"""What `quincunx train` trains: an agent for ColorYam, and the network of a bot for Quivvit."""
