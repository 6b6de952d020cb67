"""What this process counts of the tables it serves; operators read it at /metrics. Never who, never a card."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

QUICK: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

SOCKETS = Gauge("masuno_table_sockets", "Open sockets of tables, those of spectators included.")
ANSWERS = Counter("masuno_command_answers", "Commands at tables by what came of them.", ["answer"])
COMMAND_SECONDS = Histogram("masuno_command_seconds", "From a command's coming to its answer.", buckets=QUICK)
LATE_SECONDS = Histogram("masuno_due_late_seconds", "How late what was due was taken.", ["kind"], buckets=QUICK)
FAILURES = Counter("masuno_due_failures", "Due things that failed and are tried again.", ["kind"])
