from django.db import migrations


def keep(apps, schema_editor):
    """Matches of leagues were all rated as paired ones: they stay so, and the ledger folds to what is stored."""
    apps.get_model("games", "Match").objects.filter(kind="league").update(paired=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_match_paired")]

    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
