#!/usr/bin/env python
"""The catalogues: collects every text of the site, keeps its translations, writes .po and .mo.

    python .ci/messages.py [--check] [FILE.po …]

Translations of the FILEs are taken over (as others hand them in); --check changes nothing and answers 1
where something is missing or stale. Plain Python: no gettext tools are needed.
"""

import argparse
import ast
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import allauth
import django
import polib

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALE: Final = ROOT / "masuno_site" / "locale"
ALLAUTH_HOME: Final = Path(allauth.__file__).parent
DJANGO_HOME: Final = Path(django.__file__).parent
PLURALS: Final = {
    "ro": "nplurals=3; plural=(n==1 ? 0 : (n==0 || (n%100>0 && n%100<20)) ? 1 : 2);",
    "en": "nplurals=2; plural=(n != 1);",
}
FORMS: Final = {"ro": 3, "en": 2}
# What allauth says in its own Python code, and in templates that we have not made our own.
ALLAUTH: Final = (
    *("account/adapter.py", "account/fields.py", "account/forms.py"),
    *("mfa/adapter.py", "mfa/models.py", "mfa/totp/forms.py", "mfa/webauthn/forms.py"),
    *("templates/account", "templates/mfa", "templates/usersessions"),
)
# What of Django people get to read here; of these only what Django itself has not translated.
DJANGO: Final = (
    *("contrib/auth/password_validation.py", "contrib/humanize/templatetags/humanize.py"),
    *("core/validators.py", "forms/fields.py"),
)
DJANGO_CATALOGUES: Final = ("conf", "contrib/auth", "contrib/humanize")
# What Django has translated otherwise than we talk: it keeps its distance, and writes cedillas for commas.
REWORDED: Final = (
    "Ensure this value is greater than or equal to %(limit_value)s.",
    "Ensure this value is less than or equal to %(limit_value)s.",
    "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
    "Enter a number.",
    "Enter a whole number.",
    "Enter a valid email address.",
    "Select a valid choice. %(value)s is not one of the available choices.",
)

# gettext function -> which arguments are context, text and plural
CALLS: Final = {
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
ALIASES: Final = {"_": "gettext"} | {f"{name}{end}": name for name in CALLS for end in ("", "_lazy", "_noop")}
IN_TEMPLATE: Final = re.compile(r"(?<![\w.])(n?p?gettext|_)\(")
PLACEHOLDER: Final = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")

Key = tuple[str | None, str]


@dataclass
class Text:
    plural: str | None = None
    places: set[str] = field(default_factory=set)


Texts = dict[Key, Text]


def collect() -> Texts:
    """Every text of our own, and the borrowed ones."""
    texts: Texts = defaultdict(Text)
    for path in _sources(ROOT, "games", "leagues", "masuno_site", "templates"):
        _add(texts, path, path.relative_to(ROOT).as_posix())
    for path in _sources(ALLAUTH_HOME, *ALLAUTH):
        inside = path.relative_to(ALLAUTH_HOME / "templates") if "templates" in path.parts else None
        if inside is None or not (ROOT / "templates" / inside).exists():
            _add(texts, path, f"allauth/{path.relative_to(ALLAUTH_HOME).as_posix()}")
    for path in _sources(DJANGO_HOME, *DJANGO):
        _add(texts, path, f"django/{path.relative_to(DJANGO_HOME).as_posix()}", but=_translated_by_django())
    return dict(texts)


def _sources(home: Path, *parts: str) -> Iterator[Path]:
    for part in parts:
        paths = sorted((home / part).rglob("*")) if (home / part).is_dir() else [home / part]
        yield from (path for path in paths if path.suffix in {".py", ".html", ".txt"} and path.is_file())


def _translated_by_django() -> set[Key]:
    catalogues = (DJANGO_HOME / part / "locale/ro/LC_MESSAGES/django.po" for part in DJANGO_CATALOGUES)
    return {key for catalogue in catalogues for key in read(catalogue)} - {(None, text) for text in REWORDED}


def _add(texts: Texts, path: Path, place: str, but: Collection[Key] = ()) -> None:
    find = python_texts if path.suffix == ".py" else template_texts
    for context, text, plural in find(path.read_text(encoding="utf-8")):
        if (context, text) in but:
            continue
        entry = texts[context, text]
        entry.plural = entry.plural or plural
        entry.places.add(place)


def python_texts(source: str) -> Iterator[tuple[str | None, str, str | None]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ALIASES and (found := _call(ALIASES[name], node)):
                yield found


def _call(name: str, node: ast.Call) -> tuple[str | None, str, str | None] | None:
    def text(place: int | None) -> str | None:
        if place is None or place >= len(node.args):
            return None
        value = node.args[place]
        return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None

    context, message, plural = map(text, CALLS[name])
    return (context, message, plural) if message else None


def template_texts(source: str) -> Iterator[tuple[str | None, str, str | None]]:
    """Django turns a template into calls of gettext between runs of X; each call is Python by itself."""
    from django.utils.translation.template import templatize

    calls = templatize(source)
    for match in IN_TEMPLATE.finditer(calls):
        node = _balanced(calls, match.start())
        if node and (found := _call(ALIASES[match[1]], node)):
            context, text, plural = found
            yield context, text, plural


def _balanced(source: str, start: int) -> ast.Call | None:
    """The shortest piece from `start` that ends with a bracket and is a call."""
    for end in (m.end() for m in re.finditer(r"\)", source[start:])):
        try:
            node = ast.parse(source[start : start + end].strip(), mode="eval").body
        except SyntaxError:
            continue
        return node if isinstance(node, ast.Call) else None
    return None


def merged(language: str, texts: Texts, known: dict[Key, polib.POEntry]) -> polib.POFile:
    po = polib.POFile(wrapwidth=110)
    po.metadata = {
        "Project-Id-Version": "MAS UNO",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for (context, message), text in sorted(texts.items(), key=lambda item: (item[0][1], item[0][0] or "")):
        entry = polib.POEntry(
            msgid=message,
            msgctxt=context,
            msgid_plural=text.plural or "",
            occurrences=[(place, "") for place in sorted(text.places)],
            flags=["python-format"] if re.search(r"%(\(\w+\))?[sd]", message) else [],
        )
        _translate(language, entry, known.get((context, message)))
        po.append(entry)
    return po


def _translate(language: str, entry: polib.POEntry, known: polib.POEntry | None) -> None:
    if entry.msgid_plural:
        forms = known.msgstr_plural if known else {}
        own = {n: entry.msgid_plural if n else entry.msgid for n in range(2)} if language == "en" else {}
        entry.msgstr_plural = {n: forms.get(n) or own.get(n, "") for n in range(FORMS[language])}
    else:
        entry.msgstr = (known and known.msgstr) or (entry.msgid if language == "en" else "")


def faults(po: polib.POFile) -> Iterator[str]:
    """What is wrong with a catalogue: texts without translation, unequal placeholders, cedillas."""
    for entry in po:
        translations = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        if not all(translations):
            yield f"not translated: {entry.msgid!r}"
            continue
        if entry.fuzzy:
            yield f"fuzzy: {entry.msgid!r}"
        allowed = [placeholders(entry.msgid), placeholders(entry.msgid_plural or entry.msgid)]
        for translation in translations:
            if placeholders(translation) not in allowed:
                yield f"other placeholders: {entry.msgid!r} → {translation!r}"
            if set(translation) & set("şŞţŢ"):
                yield f"cedilla for comma: {translation!r}"


def placeholders(text: str) -> list[str]:
    return sorted(match[0] for match in PLACEHOLDER.finditer(text.replace("%%", "")))


def path(language: str, kind: str = "po") -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{kind}"


def read(file: Path) -> dict[Key, polib.POEntry]:
    if not file.exists():
        return {}
    return {(e.msgctxt, e.msgid): e for e in polib.pofile(str(file)) if e.translated() and not e.obsolete}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    texts, wrong = collect(), []
    for language in PLURALS:
        known = read(ALLAUTH_HOME / "locale" / language / "LC_MESSAGES" / "django.po")
        known |= read(path(language))
        for file in options.files if language == "ro" else ():
            known |= read(file)
        po = merged(language, texts, known)
        wrong += [f"{language}: {fault}" for fault in faults(po)]
        wrong += stale(language, po) if options.check else _write(language, po)
    print(*wrong, f"{len(texts)} texts, {len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


def stale(language: str, po: polib.POFile) -> list[str]:
    same: dict[str, Callable[[], bytes]] = {"po": lambda: str(po).encode(), "mo": po.to_binary}
    return [
        f"{language}: django.{kind} is stale: run `make messages`"
        for kind, content in same.items()
        if not path(language, kind).exists() or path(language, kind).read_bytes().strip() != content().strip()
    ]


def _write(language: str, po: polib.POFile) -> list[str]:
    path(language).parent.mkdir(parents=True, exist_ok=True)
    po.save(str(path(language)))
    po.save_as_mofile(str(path(language, "mo")))
    return []


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masuno_site.settings")
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
