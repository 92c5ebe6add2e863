"""The database: schema, migrations, the writer, backups and upgrades, on SQLite or PostgreSQL."""
