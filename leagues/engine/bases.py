"""Schedules without a repeated pair that no closed form gives, found once by search: data.

A line is a round, a word a table, a letter an entrant (0-9, A-Z, a-z). A test checks each.
"""

from functools import cache
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from leagues.engine.rounds import Round

LETTERS: Final = digits + ascii_uppercase + ascii_lowercase
TEXTS: Final = {
    (15, 3): """
        2BE 0AC 178 346 59D
        3CE 1BD 289 045 67A
        4DE 27C 39A 156 08B
        57E 38D 4AB 026 19C
        68E 479 5BC 013 2AD
        09E 58A 6CD 124 37B
        1AE 69B 07D 235 48C
    """,
    (21, 3): """
        4CK 08J 1BI 26F 35E 79A DGH
        9GK 02E 167 34J 5FI 8AD BCH
        0DK 19F 2CJ 37G 46A 58B EHI
        5HK 13A 278 04F 6GJ 9BE CDI
        1EK 25G 3DF 48H 07B 69C AIJ
        6IK 24B 389 01G 7FH 5AC DEJ
        2AK 36H 4EG 09I 18C 57D BFJ
        7JK 03C 459 12H 8GI 6BD AEF
        3BK 47I 0AH 15J 29D 68E CFG
        8FK 14D 056 23I 9HJ 7CE ABG
    """,
    (24, 3): """
        9JN 6IM 0DF 1CK 2AG 348 57E BHL
        AKN 7JM 1EG 2DL 03H 459 68F BCI
        0LN 8KM 2FH 3BE 14I 56A 79G CDJ
        1BN 9LM 3GI 4CF 25J 067 8AH DEK
        2CN ABM 4HJ 5DG 36K 178 09I EFL
        3DN 0CM 5IK 6EH 47L 289 1AJ BFG
        4EN 1DM 6JL 7FI 58B 39A 02K CGH
        5FN 2EM 7BK 8GJ 69C 04A 13L DHI
        6GN 3FM 8CL 9HK 7AD 015 24B EIJ
        7HN 4GM 9BD AIL 08E 126 35C FJK
        8IN 5HM ACE 0BJ 19F 237 46D GKL
    """,
    (27, 3): """
        2EQ 0CI 1NO 3HJ 49B 58P 6AL 7FK DGM
        3FQ 01J 2OP 4IK 5AC 69D 7BM 8GL EHN
        4GQ 12K 3DP 5JL 06B 7AE 8CN 9HM FIO
        5HQ 23L 4DE 6KM 17C 8BF 09O AIN GJP
        6IQ 34M 5EF 7LN 028 9CG 1AP BJO DHK
        7JQ 45N 6FG 8MO 139 0AH 2BD CKP EIL
        8KQ 56O 7GH 9NP 24A 1BI 3CE 0DL FJM
        9LQ 67P 8HI ADO 35B 2CJ 04F 1EM GKN
        AMQ 78D 9IJ BEP 46C 03K 15G 2FN HLO
        BNQ 89E AJK CDF 057 14L 26H 3GO IMP
        COQ 9AF BKL 0EG 168 25M 37I 4HP DJN
        0PQ ABG CLM 1FH 279 36N 48J 5DI EKO
        1DQ BCH 0MN 2GI 38A 47O 59K 6EJ FLP
    """,
    (24, 4): """
        4DHN 0CEM 1BJL 2359 6FGI 78AK
        57IN 1DFM 2CKL 346A 0GHJ 89BE
        68JN 27GM 3DEL 045B 1HIK 9ACF
        09KN 38HM 47FL 156C 2EIJ ABDG
        1AEN 49IM 58GL 026D 3FJK 7BCH
        2BFN 5AJM 69HL 0137 4EGK 8CDI
        3CGN 6BKM 0AIL 1248 5EFH 79DJ
    """,
    (28, 4): """
        5CLR 0EKM 128A 37DQ 4GHJ 6INO 9BFP
        6DMR 1FLN 023B 48EI 59HK 7JOP ACGQ
        7ENR 2GMO 134C 05FJ 69AL 8KPQ BDHI
        8FOR 3HNP 245D 16GK 7ABM 0ILQ 9CEJ
        0GPR 49OQ 356E 27HL 8BCN 1IJM ADFK
        1HQR 5AIP 467F 389M 0CDO 2JKN BEGL
        29IR 6BJQ 578G 04AN 1DEP 3KLO CFHM
        3AJR 7CIK 068H 15BO 2EFQ 4LMP 9DGN
        4BKR 8DJL 0179 26CP 3FGI 5MNQ AEHO
    """,
    (40, 4): """
        0DQd 13AB 2IKR 4FOP 5HYa 6NXc 7GMU 8STW 9JVb CELZ
        078B 1ERd 2HOc 3KUZ 4LVa 5MWb 6GSY 9FNQ AJPX CDIT
        0XYb 1LMP 2FSd 3ENO 4DJR 569B 7HTZ 8IUa AKWc CGQV
        0FMa 189C 2EVX 3GTd 4Sbc 5JOZ 6QRU 7NPW AHIL BDKY
        0NSZ 1FKV 2GLW 3Rab 4HUd 5QTc 67AC 8DOX 9EPY BIJM
        0HRW 1YZc 2DMN 3479 5IVd 6KPa 8FGJ AETb BLQX COSU
        035C 1ISX 2PUb 4KMT 6JWd 7OQY 8HNV 9LRc ADFZ BEGa
        0PTV 1GNb 2QZa 3JLS 458A 6DEH 7KXd 9IOW BFUc CMRY
        029A 1DUW 3IPQ 4GXZ 5EKS 6MOV 7Jac 8LYd BNRT CFHb
        0GIc 1OTa 2368 4EQW 5FRX 7DLb 9MZd AUVY BHPS CJKN
        0KLO 1HJQ 24BC 3FWY 5DGP 6IZb 7RSV 8EMc 9TUX ANad
        0146 2JTY 3DVc 5LNU 7EFI 8PRZ 9GHK AMQS BObd CWXa
        0EJU 1257 3HMX 4INY 6FLT 8KQb 9DSa AGOR BVWZ CPcd
    """,
}


@cache
def stored(entrants: int, table: int) -> tuple[Round, ...]:
    """Give the stored schedule of this size, or none."""
    return tuple(
        tuple(tuple(LETTERS.index(letter) for letter in word) for word in line.split())
        for line in TEXTS.get((entrants, table), "").strip().splitlines()
    )
