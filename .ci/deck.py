#!/usr/bin/env python3
"""Draws static/cards/deck.svg, one <symbol> a card: `python3 .ci/deck.py`. Nothing but the standard library."""

from math import cos, pi, sin
from pathlib import Path

from deck_outlines import GLYPHS

INK, CREAM, FLAME = "#1b110e", "#fff3e0", "#ffb81c"
# body, darker scenery, figure: cream or ink on each body keeps a contrast of 5 : 1 or more
COLOURS = {
    "R": ("#c81d1b", "#960e10", CREAM),
    "G": ("#14753a", "#0a5226", CREAM),
    "B": ("#1c5dc2", "#103f8f", CREAM),
    "Y": ("#ffc21f", "#f7980a", INK),
}

# A sign for each colour: flame, fir, waves, sun.
SIGNS = {
    "R": "M4-54C10-34 38-20 38 12 38 36 20 52 0 52-20 52-38 36-38 12-38-4-31-15-22-24-21-13-17-7-10-5-14-24-9-42 4-54Z"
    "M2 40C12 40 18 33 18 24 18 13 8 8 6-4-4 4-14 12-14 24-14 33-8 40 2 40Z",
    "G": "M0-54 28-16H15L36 12H20L44 40H9V54H-9V40H-44L-20 12H-36L-15-16H-28Z",
    "B": "".join(
        f"M-50 {y + 10}C-38 {y - 14}-22 {y - 14}-8 {y}S26 {y + 16} 50 {y - 14}V{y + 8}C30 {y + 34} 6 {y + 34}-10 {y + 20}S-40 {y + 12}-50 {y + 32}Z"
        for y in (-42, -8, 26)
    ),
}


def point(radius, turn):
    return f"{radius * sin(turn * 2 * pi):.0f} {-radius * cos(turn * 2 * pi):.0f}"


def rays(number, inner, outer, half, start=0.0):
    wedge = "M{} {} {}Z"
    return "".join(
        wedge.format(point(inner, t - half), point(outer, t), point(inner, t + half))
        for t in (start + k / number for k in range(number))
    )


SIGNS["Y"] = "M0-27A27 27 0 1 1 0 27 27 27 0 1 1 0-27Z" + rays(8, 33, 56, 0.042)

# What stands at the foot of a coloured card, inside the body of 3..117 by 3..177.
FOOT = "V164Q117 177 104 177H16Q3 177 3 164Z"
SCENES = {
    "R": "M3 118C13 112 16 100 12 84 26 92 33 106 32 118 44 106 48 88 41 70 60 82 70 102 66 118"
    " 78 104 84 84 80 60 100 76 108 98 105 116 110 110 114 100 114 92L117 88" + FOOT,
    "G": "M3 122 19 88 33 118 45 96 55 116 80 62 99 108 108 92 117 112" + FOOT,
    "B": "M3 100C18 78 34 82 46 96S72 110 84 88 104 74 117 82" + FOOT,
}


def sun_scene():
    """A sun half risen: rays stop short of the card's edge."""

    def at(radius, turn):
        return f"{60 + radius * sin(turn * 2 * pi):.0f} {158 - radius * cos(turn * 2 * pi):.0f}"

    beams = "".join(
        f"M{at(60, t - 0.022)} {at(long, t)} {at(60, t + 0.022)}Z"
        for t, long in ((-0.125, 76), (-0.05, 84), (0.03, 100), (0.105, 84))
    )
    return "M8 158A52 52 0 0 1 112 158L117 160V164Q117 177 104 177H16Q3 177 3 164V160Z" + beams


SCENES["Y"] = sun_scene()


def turning_arrows():
    """Two arrows that chase each other round a circle."""
    parts = []
    for start in (0.04, 0.54):
        end = start + 0.3
        a, b, c, d = point(50, start), point(50, end), point(26, end), point(26, start)
        tip, out, back = point(41, end + 0.15), point(64, end - 0.01), point(12, end - 0.01)
        parts.append(f"M{a}A50 50 0 0 1 {b}L{out} {tip} {back} {c}A26 26 0 0 0 {d}Z")
    return "".join(parts)


SHAPES = {
    **{f"n{digit}": GLYPHS[digit] for digit in "0123456789"},
    **{f"l{letter}": GLYPHS[letter] for letter in "RGBY"},
    **{f"s{letter}": path for letter, path in SIGNS.items()},
    "plus": GLYPHS["+"],
    "nS": "M0-52A52 52 0 1 1 0 52 52 52 0 1 1 0-52ZM-31-13V13H31V-13Z",
    "nR": turning_arrows(),
    "swap": "M-52-36H16V-56L54-25 16 6V-14H-52ZM52 36H-16V56L-54 25-16-6V14H52Z",
    "bolt": "M14-58-38 10H-6L-16 58 38-12H6Z",
    "pencil": "M20-54 42-32-22 42-50 52-42 22Z",
}


def use(name, x, y, scale, extra=""):
    return f'<use href="#{name}" transform="translate({x} {y})scale({scale})"{extra}/>'


def filled(colour):
    return f' fill="{colour}"'


def body(fill, edge=INK):
    return f'<rect x="1.5" y="1.5" width="117" height="177" rx="14" fill="{fill}" stroke="{edge}" stroke-width="3"/>'


def parts():
    for name, path in SHAPES.items():
        yield f'<path id="{name}" fill-rule="evenodd" d="{path}"/>'
    yield f'<g id="nD">{use("plus", -50, 0, 0.8)}{use("n2", 30, 0, 1)}</g>'
    yield f'<g id="n+4">{use("plus", -56, 0, 0.8)}{use("n4", 30, 0, 1)}</g>'
    for face in "0123456789SRD":
        small, large, x = (0.29, 0.58, 33) if face == "D" else (0.36, 0.74, 28)
        shadow = use(f"n{face}", 63, 133, large, ' fill="#000" fill-opacity=".3"')
        yield f'<g id="f{face}">{use(f"n{face}", x, 29, small)}{shadow}{use(f"n{face}", 60, 129, large)}</g>'
    for colour, (fill, scene, figure) in COLOURS.items():
        marks = f'<g fill="{figure}">{use("s" + colour, 27, 69, 0.33)}{use("l" + colour, 97, 27, 0.23)}</g>'
        yield f'<g id="b{colour}">{body(fill)}<path fill="{scene}" d="{SCENES[colour]}"/>{marks}</g>'
        tile = f'<rect x="-50" y="-50" width="100" height="100" rx="20" fill="{fill}"/>'
        yield f'<g id="t{colour}">{tile}{use("s" + colour, 0, 0, 0.72, filled(figure))}</g>'
    four = "".join(use(f"t{colour}", x, 157, 0.22) for colour, x in zip("RGBY", (21, 47, 73, 99), strict=True))
    yield f'<g id="four">{four}</g>'


def card(name, inside):
    return f'<symbol id="{name}" viewBox="0 0 120 180">{inside}</symbol>'


def coloured():
    for colour, (_, _, figure) in COLOURS.items():
        for face in "0123456789SRD":
            yield card(colour + face, f'<use href="#b{colour}"/><use href="#f{face}" fill="{figure}"/>')


def little_card(colour, turn, x, y):
    return (
        f'<g transform="translate({x} {y})rotate({turn})"><rect x="-19" y="-28" width="38" height="56" rx="6" '
        f'fill="{COLOURS[colour][0]}" stroke="{CREAM}" stroke-width="3"/>{use("s" + colour, 0, 0, 0.26, filled(COLOURS[colour][2]))}</g>'
    )


def colourless():
    dark = body(INK, FLAME)
    tiles = "".join(
        use(f"t{colour}", x, y, 0.46) for colour, x, y in zip("RGBY", (34, 86, 34, 86), (83, 83, 137, 137), strict=True)
    )
    corner = "".join(
        use(f"t{colour}", x, y, 0.17) for colour, x, y in zip("RGBY", (19, 39, 19, 39), (19, 19, 39, 39), strict=True)
    )
    cream, flame = f' fill="{CREAM}"', f' fill="{FLAME}"'
    yield card("WC", dark + corner + tiles)
    yield card("WD", dark + use("n+4", 34, 29, 0.29, cream) + use("n+4", 61, 98, 0.58, cream) + '<use href="#four"/>')
    hands = little_card("B", -16, 36, 104) + little_card("R", 16, 84, 94)
    yield card(
        "WH",
        dark
        + use("swap", 28, 29, 0.33, cream)
        + hands
        + use("swap", 60, 100, 0.4, flame + f' stroke="{INK}" stroke-width="18" paint-order="stroke"')
        + '<use href="#four"/>',
    )
    lines = '<path stroke="#d9bf9d" stroke-width="3" d="M14 64H106M14 84H106M14 104H106M14 124H106"/>'
    for number in "123":
        pencil = use("pencil", 52, 97, 0.62, f'{flame} stroke="{INK}" stroke-width="9" stroke-linejoin="round"')
        tip = f'<path fill="{INK}" d="M21 129 26 111 38 123Z"/><path stroke="{INK}" stroke-width="4" fill="none" stroke-linecap="round" d="M21 136q12-8 20 0t20 0 20 0"/>'
        badge = f'<circle cx="95" cy="26" r="15" fill="{INK}"/>' + use(f"n{number}", 95, 26, 0.15, cream)
        yield card(
            f"W{number}",
            body(CREAM) + lines + use("pencil", 28, 29, 0.36) + badge + pencil + tip + '<use href="#four"/>',
        )
    burst = f'<path fill="#c81d1b" transform="translate(60 92)" d="{rays(14, 30, 55, 0.05)}"/>'
    word = "".join(use(f"w{k}", x, 0, 1) for k, x in enumerate((-146, -20, 98, 178)))
    yield card(
        "WM",
        dark
        + burst
        + use("bolt", 28, 29, 0.36, flame)
        + use("bolt", 60, 78, 0.95, flame)
        + f'<g fill="{CREAM}" stroke="{INK}" stroke-width="26" paint-order="stroke" stroke-linejoin="round" transform="translate(58 112)rotate(-8)scale(.245)">{word}</g>'
        + '<use href="#four"/>',
    )
    ring = f'<path fill="#5c140f" transform="translate(60 90)" d="{rays(16, 20, 150, 0.02)}"/>'
    yield (
        f'<symbol id="BACK" viewBox="0 0 120 180">{body(INK, FLAME)}<svg x="6" y="6" width="108" height="168" viewBox="6 6 108 168">{ring}</svg>'
        f'<circle cx="60" cy="90" r="41" fill="{INK}" stroke="{FLAME}" stroke-width="3"/>'
        + use("sR", 60, 88, 0.58, ' fill="#e2331f"')
        + "</symbol>"
    )


def drawing():
    """The whole file."""
    words = [f'<path id="w{k}" d="{GLYPHS[sign]}"/>' for k, sign in enumerate("MAS!")]
    head = '<svg xmlns="http://www.w3.org/2000/svg"><defs>'
    return "\n".join([head, *words, *parts(), "</defs>", *coloured(), *colourless(), "</svg>", ""])


def main():
    target = Path(__file__).resolve().parent.parent / "static" / "cards" / "deck.svg"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(drawing(), encoding="utf-8")
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
