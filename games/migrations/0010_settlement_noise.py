from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_league_matches"),
    ]

    operations = [
        # No match was settled before there was a noise to keep.
        migrations.AddField(
            model_name="settlement",
            name="noise",
            field=models.FloatField(default=1.0),
            preserve_default=False,
        ),
    ]
