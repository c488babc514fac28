"""The migrations, newest last; the store runs them at start when the schema is old."""
