"""Legion: Rome and Egypt, a fortress on each side, and an Assassin that nobody sees."""
