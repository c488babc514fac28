"""Arena: two laser cannons inside a ring of mirrors that turn by themselves."""
