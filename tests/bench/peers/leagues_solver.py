"""The exact least cost of pods by set partitioning, for `tests.bench.leagues oracle`; needs ortools.

Reads {"costs": matrix, "table": size}, tables being as many as are needed and as equal as can be;
writes {"cost": least, "proved": whether it is the least}. Costs of one kind must be far above the next.
"""

import json
import sys
from itertools import combinations

from ortools.sat.python import cp_model

SECONDS = 90


def main() -> None:
    asked = json.load(sys.stdin)
    costs, table = asked["costs"], asked["table"]
    entrants = len(costs)
    tables = -(-entrants // table)
    size, longer = divmod(entrants, tables)
    model = cp_model.CpModel()
    at: list[list[cp_model.IntVar]] = [[] for _ in range(entrants)]
    large, small, terms = [], [], []
    for members, kind in ((size + 1, large), (size, small)):
        if members == size + 1 and not longer:
            continue
        for seats in combinations(range(entrants), members):
            chosen = model.new_bool_var("")
            kind.append(chosen)
            terms.append((chosen, sum(costs[one][two] for one, two in combinations(seats, 2))))
            for one in seats:
                at[one].append(chosen)
    for variables in at:
        model.add_exactly_one(variables)
    if longer:
        model.add(sum(large) == longer)
    model.minimize(sum(cost * chosen for chosen, cost in terms))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    print(json.dumps({"cost": round(solver.objective_value), "proved": status == cp_model.OPTIMAL}))


if __name__ == "__main__":
    main()
