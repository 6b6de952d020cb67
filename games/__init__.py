"""The game: its rules, its tables, its players."""
