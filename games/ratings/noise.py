"""How much luck is in a format: the noise of a result, by preset, seats and ending.

Measured on 30 November 2026 with our own bots (`games.services.noise_fit` says how, and what is assumed):

    manage.py fit_noise --preset clasic --seats 2 3 4 5 6 7 8 9 10 --deals 20000 --matches 20000 --seed ranked
    manage.py fit_noise --preset mas --seats 2 3 4 5 6 7 8 9 10 --deals 8000 --matches 8000 --seed ranked

The standard error of a figure is 2–8 % of it. MAS UNO tells the bots apart much better than classic does, for
they differ in how they combine; people may differ less, and then its noise is higher. Real results will say:
`manage.py fit_noise --ledger`. A format that was never measured has no noise, and its tables are not rated.
"""

from typing import Final

# In units of mu.
NOISE: Final[dict[tuple[str, str], dict[int, float]]] = {
    ("clasic", "target 500"): {
        2: 4.09,
        3: 8.44,
        4: 13.43,
        5: 19.65,
        6: 23.12,
        7: 27.21,
        8: 42.37,
        9: 57.03,
        10: 61.29,
    },
    ("clasic", "single"): {
        2: 25.90,
        3: 27.28,
        4: 26.46,
        5: 26.19,
        6: 24.88,
        7: 24.61,
        8: 25.16,
        9: 25.63,
        10: 25.33,
    },
    ("mas", "target 500"): {2: 1.69, 3: 2.02, 4: 2.28, 5: 2.54, 6: 3.00, 7: 3.33, 8: 4.05, 9: 5.01, 10: 6.20},
    ("mas", "single"): {2: 5.84, 3: 6.09, 4: 6.20, 5: 6.25, 6: 6.59, 7: 6.84, 8: 6.85, 9: 7.30, 10: 7.32},
}


def noise_of(preset: str, seats: int, ending: str) -> float | None:
    """Give the noise (beta, in units of mu) of a format, None where it was never measured.

    `ending` is written as the rules write it: "target 500", "single".
    """
    return NOISE.get((preset, ending), {}).get(seats)
