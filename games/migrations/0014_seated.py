from django.db import migrations
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce


def fill(apps, schema_editor):
    """How many sat at each match that has begun, as its seats tell."""
    Match, Seat = apps.get_model("games", "Match"), apps.get_model("games", "Seat")
    seats = Seat.objects.filter(match=OuterRef("pk")).order_by().values("match").annotate(n=Count("pk")).values("n")
    Match.objects.filter(started_at__isnull=False, seated=0).update(seated=Coalesce(Subquery(seats), 0))


class Migration(migrations.Migration):
    dependencies = [("games", "0013_statistics_and_search")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
