"""Reflix: two hidden fortresses, six mirrors between them, and a laser on either side."""
