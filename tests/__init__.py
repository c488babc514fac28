"""Ricochet's tests; the folders mirror the packages they hold to their word."""
