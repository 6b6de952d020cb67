"""Leagues of several rounds."""
