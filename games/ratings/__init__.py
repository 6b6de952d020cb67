"""Ratings as functions of values: what a result does to them, what is shown, and who helps whom."""
