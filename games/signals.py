"""The signals: leagues hear by them of games that do not know them."""

from django.dispatch import Signal

# Sent after the commit with `match`, a finished Match.
match_finished = Signal()
# Sent in the transaction that erases a person, with `player`, the `names` they had, the `label` they have from then on,
# and when that is (`now`).
player_gone = Signal()
# Sent with a `code` that no table has; who knows what it opens answers with an address, else None.
code_sought = Signal()
# Sent with a `player` who opens the first page, and `now`; who knows what waits for them answers with a list of calls,
# for `components/league_call.html`. `code` is that of the match which a call leads to, else "".
calls_sought = Signal()
