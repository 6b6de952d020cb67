from django.db import migrations


def name(apps, schema_editor):
    """Tell the matches of leagues whose they are, and those of public leagues that everybody may find them."""
    LeagueTable, Match = apps.get_model("leagues", "LeagueTable"), apps.get_model("games", "Match")
    league = "matchday__division__season__league__"
    rows = LeagueTable.objects.filter(match__isnull=False, match__league="")
    for pk, slug, called, visibility in rows.values_list(
        "match", f"{league}slug", f"{league}name", f"{league}visibility"
    ).iterator(chunk_size=1000):
        Match.objects.filter(pk=pk).update(league=slug, league_name=called, public=visibility == "public")


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_schedules_and_pauses"), ("games", "0014_seated")]

    operations = [migrations.RunPython(name, migrations.RunPython.noop)]
