"""Deflexion: pyramids, djeds and obelisks around two pharaohs, and two lasers."""
