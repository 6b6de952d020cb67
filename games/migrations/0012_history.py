from django.db import migrations, models
from django.db.models import Q

LISTED = Q(state="finished") & (Q(public=True) | Q(kind="ranked"))


class Migration(migrations.Migration):
    """What the lists of finished matches are read by: from a place on, by time, of one kind or preset too."""

    dependencies = [
        ("games", "0011_period_standing"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["-finished_at", "-id"], condition=LISTED, name="match_listed"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["kind", "-finished_at", "-id"], condition=LISTED, name="match_listed_kind"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["preset", "-finished_at", "-id"], condition=LISTED, name="match_listed_preset"),
        ),
    ]
