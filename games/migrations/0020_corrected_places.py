from django.db import migrations, models


class Migration(migrations.Migration):
    """A league's correction is rated too: its places stand beside the match's own, and the act is kept."""

    dependencies = [("games", "0019_league_matches_paired")]

    operations = [
        migrations.AddField(model_name="settlement", name="places", field=models.JSONField(blank=True, default=dict)),
        migrations.AlterField(
            model_name="ledgeract",
            name="kind",
            field=models.CharField(choices=[("undo", "Undo"), ("redo", "Redo"), ("correct", "Correct")], max_length=7),
        ),
    ]
