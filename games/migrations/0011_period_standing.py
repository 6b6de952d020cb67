from collections import defaultdict
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import migrations, models

CALENDAR = ZoneInfo("Europe/Bucharest")


def keys(moment: datetime) -> tuple[str, str]:
    """The month and the season of a moment, as they were named then."""
    day = moment.astimezone(CALENDAR)
    december = day.month == 12
    season = f"{day.year + december:04}-S{1 if december else day.month // 3 + 1}"
    return f"{day.year:04}-{day.month:02}", season


def add_up(apps: Any, schema_editor: Any) -> None:
    """What each player's tables of a period come to, from the lines of the ledger."""
    totals: defaultdict[tuple[str, int, str], int] = defaultdict(int)
    changes = apps.get_model("games", "RatingChange").objects.filter(settlement__undone_at__isnull=True)
    for ladder, player, score, moment in changes.values_list("ladder", "player", "score", "settlement__settled_at"):
        for period in keys(moment):
            totals[ladder, player, period] += score
    rows = list(apps.get_model("games", "PeriodScore").objects.all())
    for row in rows:
        row.total = totals[row.ladder, row.player_id, row.period]
        row.standing = row.points * 5041 + row.total // max(1, row.games)
    apps.get_model("games", "PeriodScore").objects.bulk_update(rows, ["total", "standing"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_boards_and_refusals"),
        ("games", "0010_settlement_noise"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="periodscore", name="period_score_board_all"),
        migrations.AddField("periodscore", "total", models.PositiveIntegerField(default=0)),
        migrations.AddField("periodscore", "standing", models.PositiveIntegerField(default=0)),
        migrations.RunPython(add_up, migrations.RunPython.noop),
        migrations.AddIndex(
            "periodscore",
            models.Index(fields=["ladder", "period", "-standing", "player", "games"], name="period_score_board_ties"),
        ),
    ]
