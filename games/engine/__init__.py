"""The rules of MAS UNO and classic Uno as functions of values: no clock, no chance of its own, no input or output."""
