"""PURE: a round that is over, looked at move by move. Uses the engine and the bots, and has no rules of its own."""
