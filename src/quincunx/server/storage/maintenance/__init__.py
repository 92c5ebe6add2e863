"""Work on whole stores: `backup` writes one to a file, `restore` reads it back, `upgrade` migrates
the schema when a server starts."""
