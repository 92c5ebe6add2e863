"""What can be asked over HTTP, subject by subject."""
