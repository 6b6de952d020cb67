"""Imports go down only, and the rules' own rooms stay pure."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("games", "leagues")
PURE = {"engine", "bots", "analysis", "sentences", "ratings"}
# The one library that a pure room may use.
LIBRARIES = {"games.sentences": {"lark"}, "leagues.engine": {"networkx"}}

# Room -> the rooms of the same app that it may import. Files of one room may import each other.
# A door may name a model, for its type or its states; its rows it gets from queries and services (below).
DOORS = {"services", "queries", "presenters", "forms", "live", "screens", "models"}
ROOMS: dict[str, set[str]] = {
    "engine": set(),
    "bots": {"engine"},
    "analysis": {"engine", "bots"},
    "sentences": {"engine"},
    "ratings": {"engine"},
    "live": set(),
    "models": {"engine"},
    "queries": {"models", "ratings"},
    "services": {"models", "queries", "engine", "bots", "analysis", "sentences", "ratings", "live"},
    "presenters": {"engine", "analysis", "sentences", "ratings"},
    # What presenters tell, drawn for where no page can be shown.
    "pictures": {"presenters"},
    "forms": {"models", "engine", "sentences"},
    # What both doors show and answer.
    "screens": DOORS - {"models"},
    "views": DOORS | {"pictures"},
    "consumers": DOORS,
    "admin": {"services", "queries", "presenters", "engine", "models"},
    "management": {"services", "queries", "engine", "sentences", "ratings"},
    # How allauth is told about the players.
    "accounts": {"models", "services"},
    # What Django loads by itself.
    "routing": {"consumers"},
    "urls": {"views"},
    "migrations": {"models"},
    "templatetags": {"presenters", "forms"},
    "apps": {"signals", "services"},
    # Words and shapes that import nothing of ours; every room but the pure ones may use them.
    "metrics": set(),
    "names": set(),
    "signals": set(),
    "option_texts": set(),
    "phrases": set(),
    "letter_texts": set(),
    "refusals": set(),
    "wall_clock": set(),
}
LEAVES = {"metrics", "names", "signals", "option_texts", "phrases", "letter_texts", "refusals", "wall_clock"}
FILES = {
    "account_forms": "forms",
    "adapter": "accounts",
    "attendance": "consumers",
    "calendars": "presenters",
    "context": "screens",
    "counting_forms": "forms",
    "custom_card_forms": "forms",
    "desk_forms": "forms",
    "backends": "accounts",
    "file_forms": "forms",
    "frames": "screens",
    "history_forms": "forms",
    "ladder_forms": "forms",
    "hub": "consumers",
    "moderation_forms": "forms",
    "option_forms": "forms",
    "paper_forms": "forms",
    "replies": "screens",
    "signed_in": "consumers",
    "talks": "screens",
    "together": "consumers",
}
LEAGUES_MAY_USE = {"models", "queries", "services", "engine", "ratings", "signals"}
# A rule is a function of values: time and chance are given to it, and it tells nobody.
IMPURE = {"asyncio", "datetime", "logging", "os", "random", "secrets", "socket", "threading", "time", "uuid"}


def faults(module: str, source: str) -> Iterator[str]:
    """What this source may not import where it lives."""
    for imported in imports(module, ast.parse(source)):
        if not allowed(module, imported):
            yield f"{module} imports {imported}"


def imports(module: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = parent(module, node)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def parent(module: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    above = module.split(".")[: -node.level]
    return ".".join([*above, node.module] if node.module else above)


def allowed(module: str, imported: str) -> bool:
    app, own = module.split(".")[0], room(module)
    target = imported.split(".")[0]
    if target == app:
        return room(imported) in ROOMS[own] | {own} | (LEAVES if own not in PURE else set())
    if own in PURE:
        # A bot may be of two minds; a rule may not.
        impure = IMPURE - {"random"} if own == "bots" else IMPURE
        known = target in sys.stdlib_module_names or target in LIBRARIES.get(f"{app}.{own}", ())
        return crosses(app, own, imported) or (known and target not in impure)
    if target in APPS:
        # The rules of a league's matches are filled in as those of a table are.
        forms = own == room(imported) == "forms"
        return app == "leagues" and (room(imported) in LEAGUES_MAY_USE or forms)
    return target not in {"masuno_site", "tests"}


def crosses(app: str, own: str, imported: str) -> bool:
    """Pairings and standings may read the rules of the game: both are pure."""
    return app == "leagues" and imported.split(".")[0] == "games" and room(imported) == own == "engine"


def room(module: str) -> str:
    """The part of its app that a module belongs to; an app's own __init__ belongs to no room."""
    parts = module.split(".")
    name = parts[1] if len(parts) > 1 else ""
    divided = re.fullmatch(r"(admin|models|queries|urls|views)_\w+", name)
    return divided[1] if divided else FILES.get(name, name)


def modules(*packages: str) -> Iterator[tuple[str, Path]]:
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


def test_every_file_has_a_room() -> None:
    homeless = {module for module, _ in modules(*APPS) if room(module) not in {*ROOMS, "__init__"}}
    assert homeless == set()


def test_imports_go_down_only() -> None:
    found = [fault for module, path in modules(*APPS) for fault in faults(module, path.read_text())]
    assert found == []


def test_imports_stand_at_the_top() -> None:
    hidden = [
        f"{module}:{node.lineno}"
        for module, path in modules(*APPS)
        if room(module) != "apps"
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


def test_rows_are_read_and_written_behind_the_doors() -> None:
    found = [
        f"{module}:{node.lineno}"
        for module, path in modules(*APPS)
        if room(module) in {"views", "consumers", "screens", "presenters", "templatetags"}
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in {"objects", "save", "delete", "bulk_create"}
    ]
    assert found == []


PLANTED = {
    "games.engine.apply": "from django.utils import timezone",
    "games.engine.deal": "import random",
    "games.engine.state": "from games import names",
    "games.bots.clever": "from games.queries import hand",
    "games.analysis.rounds": "from games.services.play import submit",
    "games.analysis.chances": "import random",
    "games.bots.sensible": "from games.analysis.chances import estimate",
    "games.sentences.telling": "from games.option_texts import WHO",
    "games.ratings.update": "from games.models import Rating",
    "games.ratings.periods": "from datetime import datetime",
    "games.models": "from games.services.play import submit",
    "games.queries": "from .services import play",
    "games.presenters.table": "from games.models import Match",
    "games.screens": "from games.models import Match",
    "games.views": "from games.bots import sensible",
    "games.live": "from games.models import Match",
    "games.services.play": "import leagues.models",
    "games.services.clock": "from masuno_site import settings",
    "leagues.views": "from games.presenters import table",
    "leagues.engine.pairing": "from games.models import Match",
    "games.engine.pairing": "import networkx",
}


@pytest.mark.parametrize(("module", "line"), PLANTED.items(), ids=PLANTED)
def test_a_planted_import_upwards_is_found(module: str, line: str) -> None:
    assert list(faults(module, f"def late():\n    {line}\n")) != []


def test_what_the_plan_allows_is_not_refused() -> None:
    sources = {
        "games.engine.apply": "from games.engine.state import State\nfrom dataclasses import replace",
        "games.services.play": "from games import live\nfrom games.engine import apply",
        "games.views": "from games.services import play",
        "leagues.services.rounds": "from games.services.matches import open_table",
    }
    assert [fault for module, source in sources.items() for fault in faults(module, source)] == []
