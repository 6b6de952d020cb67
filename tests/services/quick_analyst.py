"""The process that looks at finished rounds, with its share of the machine: the real one steps back behind everything
else, and finds nothing for minutes where the others are busy."""

from typing import Any
from unittest.mock import patch

from games.services import analyst


def unhurried(monkeypatch: Any) -> None:
    """Have rounds looked at by this one, and wait for what it finds however busy the machine is."""
    monkeypatch.setattr("games.services.analysts.MODULE", "tests.services.quick_analyst")
    monkeypatch.setattr("games.services.analysing.PATIENCE", 300.0)


if __name__ == "__main__":
    with patch.object(analyst, "step_back"):
        analyst.main()
