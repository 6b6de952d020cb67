from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.urls import reverse

from games.signals import calls_sought, code_sought, match_finished, player_gone


class LeaguesConfig(AppConfig):
    name = "leagues"

    def ready(self) -> None:
        """Hear of matches, players and codes, say what waits for whom, and have the site's clock run the seasons."""
        from games.services import clock as site_clock
        from games.services import demo as all_demo
        from games.services import own_data as all_data
        from leagues.services import clock, demo, farewell, leagues, own_data, results, waiting

        def take(match: Any, **_: object) -> None:
            results.take_match(match=match)

        def forget(player: Any, names: Any, label: str, now: datetime, **_: object) -> None:
            farewell.forget(player=player, names=names, label=label, now=now)

        def open_league(code: str, **_: object) -> str | None:
            return reverse("leagues:code", args=[code]) if leagues.has_code(code) else None

        def call(player: Any, now: datetime, **_: object) -> list[waiting.Call]:
            return waiting.calls(player=player, now=now)

        calls_sought.connect(call, dispatch_uid="leagues", weak=False)
        code_sought.connect(open_league, dispatch_uid="leagues", weak=False)
        player_gone.connect(forget, dispatch_uid="leagues", weak=False)
        match_finished.connect(take, dispatch_uid="leagues", weak=False)
        all_data.chapters.append(own_data.chapters)
        all_demo.additions.append(demo.add)
        site_clock.each_second.append(clock.take_due)
        site_clock.on_shift.append(clock.shift)
