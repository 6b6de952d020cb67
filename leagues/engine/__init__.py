"""Pairing, scoring and ranking of leagues: functions of values, without Django, clock or chance of their own."""
