"""The picture of a moment, 1200 × 630: what chats and networks show beside a link to it."""

import io
from functools import lru_cache
from typing import Final

from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from games.presenters.replay import Hand, Position

WIDTH, HEIGHT = 1200, 630
MARGIN: Final = 56
FELT, FELT_DEEP, FLAME, TEXT, MUTED = "#3a1512", "#280d0b", "#ffb81c", "#fff0dd", "#e3bfae"
GROUNDS: Final = {"R": "#c81d1b", "G": "#14753a", "B": "#1c5dc2", "Y": "#ffc21f", "W": "#1f1310"}
INKS: Final = {"Y": "#1f1310"}  # on yellow; elsewhere light
SIGNS: Final = {"R": "«»", "D": "+2", "WC": "W", "WD": "+4", "WH": "H", "WM": "M!"}
FONTS: Final = ("fonts/dela-latin.woff2", "fonts/dela-ro.woff2")
ROMANIAN: Final = "ĂăȘșȚț"
MOST_SEATS: Final = 6  # whose hands there is room for
MOST_CARDS: Final = 12
NAME, SMALLEST = 224, 15  # the room for a name, the smallest letters

type Font = ImageFont.FreeTypeFont


def png(shown: Position, code: str, round_: int) -> bytes:
    """Draw the table after a move, all hands open: only of a round that is over."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 12), fill=FLAME)
    _text(draw, (MARGIN, 44), "MAS UNO", 44, FLAME)
    place = _("Round %(round)d · move %(move)d of %(total)d") % {
        "round": round_,
        "move": shown.number,
        "total": shown.total,
    }
    _text(draw, (WIDTH - MARGIN - _length(place, 28), 56), place, 28, MUTED)
    _told(draw, shown)
    _centre(draw, shown)
    _hands(draw, shown)
    _text(draw, (MARGIN, HEIGHT - 58), code, 28, MUTED)
    kept = io.BytesIO()
    image.quantize(64).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _told(draw: ImageDraw.ImageDraw, shown: Position) -> None:
    for row, line in enumerate(_wrapped(" ".join(shown.told), 38, WIDTH - 2 * MARGIN)[:2]):
        _text(draw, (MARGIN, 116 + row * 50), line, 38, TEXT)


def _centre(draw: ImageDraw.ImageDraw, shown: Position) -> None:
    _card(draw, MARGIN, 248, 176, shown.top)
    if shown.colour:
        draw.rounded_rectangle((MARGIN, 524, MARGIN + 176, 534), 5, fill=GROUNDS[shown.colour])
    if shown.attack:
        _text(draw, (MARGIN + 190, 250), f"+{shown.attack}", 40, FLAME)


def _hands(draw: ImageDraw.ImageDraw, shown: Position) -> None:
    hands = shown.hands[:MOST_SEATS]
    height = min(96, 340 // max(1, len(hands)))
    for row, hand in enumerate(hands):
        _hand(draw, 330, 232 + row * height, height, hand)


def _hand(draw: ImageDraw.ImageDraw, x: int, y: int, height: int, hand: Hand) -> None:
    right = WIDTH - MARGIN
    draw.rounded_rectangle(
        (x, y, right, y + height - 8), 12, fill=FELT_DEEP, outline=FLAME if hand.turn else None, width=3
    )
    size = min(28, height // 3)
    # A long name is written smaller before it is cut.
    small = next((one for one in range(size, SMALLEST, -1) if _length(hand.name, one) <= NAME), SMALLEST)
    _text(draw, (x + 16, y + (height - 8 - small) // 2 - 4), _fitting(hand.name, small, NAME), small, TEXT)
    width = (height - 22) * 2 // 3
    cards = hand.cards[: MOST_CARDS if len(hand.cards) <= MOST_CARDS else MOST_CARDS - 1]
    for place, (card, _name) in enumerate(cards):
        _card(draw, x + 250 + place * (width + 5), y + 7, width, card)
    if len(cards) < len(hand.cards):
        more = len(hand.cards) - len(cards)
        _text(draw, (x + 256 + len(cards) * (width + 5), y + (height - 8 - size) // 2 - 4), f"+{more}", size, MUTED)


def _card(draw: ImageDraw.ImageDraw, x: int, y: int, width: int, name: str) -> None:
    """A card in simple shapes: its ground, an oval, its sign, and the letter of its colour."""
    colour = name[0]
    box = (x, y, x + width, y + width * 3 // 2)
    ink = INKS.get(colour, "#fff3e0")
    draw.rounded_rectangle(box, max(3, width // 9), fill=GROUNDS[colour], outline="#fff3e0", width=max(2, width // 24))
    sign = SIGNS.get(name) or SIGNS.get(name[1], name[1])
    size = width // 2 if len(sign) == 1 else width * 2 // 5
    middle = (x + width / 2, y + width * 3 / 4)
    if sign == "S":
        _skip(draw, middle, width / 4, ink)
    else:
        draw.text(middle, sign, font=_font(size, FONTS[0]), fill=ink, anchor="mm")
    if colour != "W" and width >= 30:
        draw.text((x + width * 0.14, y + width * 0.08), colour, font=_font(max(9, width // 5), FONTS[0]), fill=ink)


def _skip(draw: ImageDraw.ImageDraw, middle: tuple[float, float], radius: float, ink: str) -> None:
    x, y = middle
    width, bar = max(3, round(radius / 3.5)), radius * 0.65
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=ink, width=width)
    draw.line((x - bar, y + bar, x + bar, y - bar), fill=ink, width=width)


def _wrapped(text: str, size: int, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _length(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > 2:
        lines[1] = _fitting(f"{lines[1]} {lines[2]}", size, width)
    return [_fitting(line, size, width) for line in lines]


def _fitting(text: str, size: int, width: int) -> str:
    if _length(text, size) <= width:
        return text
    while text and _length(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _length(text: str, size: int) -> int:
    return round(sum(_font(size, _file(sign)).getlength(sign) for sign in text))


def _text(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, fill: str) -> None:
    """Write letter by letter: the letters of Romanian have a font file of their own."""
    x, y = at
    for sign in text:
        font = _font(size, _file(sign))
        draw.text((x, y), sign, font=font, fill=fill)
        x += font.getlength(sign)


def _file(sign: str) -> str:
    return FONTS[sign in ROMANIAN]


@lru_cache(maxsize=64)
def _font(size: int, file: str) -> Font:
    path = finders.find(file)
    assert isinstance(path, str)
    return ImageFont.truetype(path, size)
