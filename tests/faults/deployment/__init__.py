"""The servers, workers and database under test, and the proxy between them and the players."""
