from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_names_and_moderation"),
    ]

    operations = [
        migrations.AddField(
            model_name="offer",
            name="waited_s",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="offer",
            index=models.Index(condition=models.Q(("match__isnull", False)), fields=["-made_at"], name="offer_begun"),
        ),
        migrations.AddField(
            model_name="rankedrecord",
            name="lost",
            field=models.CharField(
                blank=True,
                choices=[("", "Nothing"), ("away", "Away"), ("missed", "Missed"), ("seated", "Seated")],
                default="",
                max_length=6,
            ),
        ),
    ]
