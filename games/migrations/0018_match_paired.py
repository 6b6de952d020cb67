from django.db import migrations, models


class Migration(migrations.Migration):
    """Whether a league put a match's people together, round by round: how often they met then weighs nothing."""

    dependencies = [("games", "0017_pair_decisions")]

    operations = [
        migrations.AddField(model_name="match", name="paired", field=models.BooleanField(default=False)),
    ]
