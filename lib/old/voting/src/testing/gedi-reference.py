"""Collective orders by GEDI's own code, on the profiles of pref-voting-reference.json, for the tests of our rules.

Run: python gedi-reference.py FOLDER > gedi-reference.json, where FOLDER has the gedi.py of
https://github.com/xiutian/GEDI at the commit below (it has no licence, so none of it is here). Needs numpy.

An order is written as "1=3>0>2": option numbers, best first, "=" between tied ones.
"""

import hashlib
import json
import os
import sys
from importlib.metadata import version

COMMIT = "0b13dc8c0204f5fc7cc0b19365673f84efd8bd42"
RULES = ("plurality", "bucklin", "borda_count", "irv", "minimax", "ranked_pairs")
EVERY = 3

sys.path.insert(0, sys.argv[1])
from gedi import cdm  # noqa: E402

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "pref-voting-reference.json")) as file:
    profiles = json.load(file)["profiles"]


def order_of(profile, rule):
    options = [str(option) for option in range(profile["options"])]
    orders = profile["orders"].split()
    ballots = [
        {"preference": list(order)}
        for order, count in zip(orders, profile.get("counts", [1] * len(orders)))
        for _ in range(count)
    ]
    ranks, _ = cdm(options, ballots, rule)
    tiers = {}
    for option in sorted(ranks):
        tiers.setdefault(ranks[option], []).append(option)
    return ">".join("=".join(tiers[rank]) for rank in sorted(tiers))


with open(os.path.join(sys.argv[1], "gedi.py"), "rb") as file:
    digest = hashlib.sha256(file.read()).hexdigest()
print("{")
print(f'"commit": "{COMMIT}",\n"sha256": "{digest}",')
print(f'"versions": {json.dumps({"numpy": version("numpy"), "python": sys.version.split()[0]})},')
print(f'"every": {EVERY},\n"orders": {{')
print(",\n".join(f'"{rule}": "{" ".join(order_of(p, rule) for p in profiles[::EVERY])}"' for rule in RULES))
print("}\n}")
