"""What the site played, as tiles, charts and tables."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.presenters.charts import Figure, bars, columns
from games.presenters.dates import written
from games.presenters.figures import Page, Section, Tile, by_preset, minutes, number, of, page, table_of
from games.presenters.wording import COLOURLESS_NAMES, FACE_NAMES

DAYS: Final = 30
LONGEST_MINUTES: Final = 15  # rounds that took so long or longer stand together
CARDS: Final = 12
COLOURS: Final = "RGBY"

type Sums = Mapping[str, int]


def figures_of_site(
    days: Mapping[date, Sums],
    presets: Mapping[str, Sums],
    sizes: Mapping[int, Sums],
    ends: Mapping[str, Mapping[str, int]],
    today: date,
) -> Page:
    """What the site played: sums by day, by preset and by size of table of a year, and how rounds ended."""
    year = {name: sum(sums[name] for sums in presets.values()) for name in ("matches", "rounds", "moves", "round_ms")}
    if not year["rounds"]:
        return Page()
    tiles = (
        Tile(_("Matches"), number(year["matches"])),
        Tile(_("Rounds"), number(year["rounds"])),
        Tile(_("Moves"), number(year["moves"])),
        Tile(_("A round, on average"), minutes(year["round_ms"] / year["rounds"])),
    )
    return page(
        tiles,
        _days(days, today),
        _played("presets", _("By game"), by_preset(presets)),
        _played(
            "sizes",
            _("By size of the table"),
            [(table_of(n), sums) for n, sums in sizes.items()],
        ),
        _lengths(ends["minutes"]),
        _mean_lengths(sizes),
        _winners(ends["card"]),
    )


def first_day(today: date) -> date:
    return today - timedelta(days=DAYS - 1)


def _days(days: Mapping[date, Sums], today: date) -> Section | None:
    shown = [first_day(today) + timedelta(days=n) for n in range(DAYS)]
    matches = [days.get(day, {}).get("matches", 0) for day in shown]
    if not any(matches):
        return None
    rows = [
        (written(day, "j F"), number(n), number(days.get(day, {}).get("rounds", 0)))
        for day, n in zip(shown, matches, strict=True)
    ]
    told = _("Matches on each of the last thirty days.")
    names = [written(day, "j M") for day in shown]
    chart = columns(told, names, matches, heads=(_("Day"), _("Matches"), _("Rounds")), rows=rows)
    return Section("days", _("Matches a day"), _("The last thirty days."), columns=chart)


def _played(key: str, title: str, rows: Sequence[tuple[str, Sums]]) -> Section | None:
    figures = [Figure(name, sums["matches"], number(sums["matches"])) for name, sums in rows if sums["matches"]]
    if not figures:
        return None
    return Section(key, title, _("Matches of the last year."), bars=bars((_("What"), _("Matches")), figures))


def _lengths(counted: Mapping[str, int]) -> Section | None:
    counts = [0] * (LONGEST_MINUTES + 1)
    for key, rounds in counted.items():
        counts[min(int(key), LONGEST_MINUTES)] += rounds
    if not any(counts):
        return None
    names = [*[f"{n}–{n + 1}" for n in range(LONGEST_MINUTES)], f"{LONGEST_MINUTES}+"]
    rows = [(name, number(rounds)) for name, rounds in zip(names, counts, strict=True)]
    told = _("Rounds by how many minutes they took.")
    chart = columns(told, names, counts, heads=(_("Minutes"), _("Rounds")), rows=rows)
    return Section("lengths", _("How long rounds are"), _("In minutes; pauses do not count."), columns=chart)


def _mean_lengths(sizes: Mapping[int, Sums]) -> Section | None:
    figures = []
    for seats, sums in sizes.items():
        if sums["rounds"]:
            mean = sums["round_ms"] / sums["rounds"]
            moves = number(round(sums["moves"] / sums["rounds"]))
            text = _("%(minutes)s · moves: %(moves)s") % {"minutes": minutes(mean), "moves": moves}
            name = table_of(seats)
            figures.append(Figure(name, mean, text))
    if not figures:
        return None
    chart = bars((_("Table"), _("A round, on average")), figures)
    return Section("means", _("A round by size of the table"), "", bars=chart)


def _winners(cards: Mapping[str, int]) -> Section | None:
    """The last cards of winners, the same number or sign of all colours together."""
    total, faces = sum(cards.values()), dict[str, int]()
    if not total:
        return None
    for card, rounds in cards.items():
        face = card[1:] if card[0] in COLOURS else card
        faces[face] = faces.get(face, 0) + rounds
    figures = [
        Figure(_face_name(face), rounds, of(rounds, total), card=face if face[0] == "W" else f"R{face}")
        for face, rounds in sorted(faces.items(), key=lambda one: (-one[1], one[0]))[:CARDS]
    ]
    chart = bars((_("Card"), _("Rounds won with it")), figures)
    return Section("cards", _("With which card rounds are won"), _("All colours of a card together."), bars=chart)


def _face_name(face: str) -> str:
    return str(COLOURLESS_NAMES.get(face) or FACE_NAMES.get(face, face))
