"""PuLP with CBC on the joint decisions of a JSON file, as integer programs with a variable for each item and doer.

Prints PuLP's version, the seconds of processor time, CBC's among them, and the rewards found, as JSON.
"""

import json
import resource
import sys
from importlib.metadata import version

import pulp

with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)


def processor_seconds():
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def best(case):
    truth, needs = case["truth"], case["needs"]
    problem = pulp.LpProblem("case", pulp.LpMaximize)
    x = {
        (i, d): pulp.LpVariable(f"x_{i}_{d}", cat=pulp.LpBinary)
        for i in range(len(case["items"]))
        for d in range(len(case["doers"]))
    }
    worth = {(i, d): truth["values"][case["doers"][d]].get(case["items"][i], 0) for i, d in x}
    problem += pulp.lpSum(worth[key] * variable for key, variable in x.items())

    def takes(i, name):
        return needs[case["items"][i]].get(name, 0)

    for name in case["resources"]["shared"]:
        problem += pulp.lpSum(takes(i, name) * variable for (i, _), variable in x.items()) <= truth["shared"].get(name, 0)
    for d, doer in enumerate(case["doers"]):
        for name in case["resources"]["own"]:
            used = pulp.lpSum(takes(i, name) * variable for (i, who), variable in x.items() if who == d)
            problem += used <= truth["own"][doer].get(name, 0)
    for i in range(len(case["items"])):
        problem += pulp.lpSum(variable for (which, _), variable in x.items() if which == i) <= 1
    problem.solve(pulp.PULP_CBC_CMD(msg=False))
    return sum(worth[key] for key, variable in x.items() if (variable.value() or 0) > 0.5)


start = processor_seconds()
rewards = [best(case) for case in cases]
print(json.dumps({"version": version("pulp"), "cpuSeconds": processor_seconds() - start, "rewards": rewards}))
