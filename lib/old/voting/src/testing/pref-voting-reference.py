"""Winner sets of pref_voting on random profiles, for the tests of our rules.

Run: python pref-voting-reference.py > pref-voting-reference.json   (pip install pref_voting==1.18.2; some minutes)

Profiles have 3 to 6 options and 3 to 15 voters. A third are drawn evenly from all profiles, a third from an urn
(voters repeat each other), a third around one order (neighbours swapped); every fourth is given with counts.
Orders and winners are written as strings of option numbers; read-reference.ts reads them.

ranked_pairs tries every way of ordering equal margins, n! of n. Above 5,000 ways its other algorithm, from_stacks
(the same winners: Zavist and Tideman 1989), is used; where the first is used, one profile in ten is checked with both.
"""

import json
import math
import random
import sys
from collections import Counter
from importlib.metadata import version

from pref_voting import c1_methods as c1
from pref_voting import combined_methods as combined
from pref_voting import iterative_methods as iterative
from pref_voting import margin_based_methods as margins
from pref_voting import other_methods as other
from pref_voting import scoring_methods as scoring
from pref_voting.profiles import Profile

SEED = 20241
PROFILES_PER_SIZE = 600
SIZES = (3, 4, 5, 6)


def draw(chance, options, voters, culture):
    orders = []
    centre = chance.sample(range(options), options)
    for _ in range(voters):
        if culture == "urn" and orders and chance.random() < 0.5:
            orders.append(chance.choice(orders))
        elif culture == "around":
            order = list(centre)
            for _ in range(chance.randrange(2 * options)):
                place = chance.randrange(options - 1)
                order[place], order[place + 1] = order[place + 1], order[place]
            orders.append(order)
        else:
            orders.append(chance.sample(range(options), options))
    return orders


def ways(profile):
    """In how many ways the pairs of equal margin can be ordered."""
    strengths = Counter(
        profile.margin(a, b)
        for a in profile.candidates
        for b in profile.candidates
        if a != b and profile.margin(a, b) >= 0
    )
    return math.prod(math.factorial(count) for count in strengths.values())


def ranked_pairs(profile, number):
    if profile.condorcet_winner() is None and ways(profile) > 5000:
        return margins.ranked_pairs(profile, algorithm="from_stacks")
    winners = margins.ranked_pairs(profile)
    if number % 10 == 0 and margins.ranked_pairs(profile, algorithm="from_stacks") != winners:
        sys.exit(f"profile {number}: the two algorithms for ranked pairs disagree")
    return winners


def strings(lists):
    return " ".join("".join(str(int(number)) for number in numbers) for numbers in lists)


RULES = {
    "plurality": scoring.plurality,
    "borda": scoring.borda,
    "anti_plurality": scoring.anti_plurality,
    "dowdall": scoring.dowdall,
    "bucklin": other.bucklin,
    "simplified_bucklin": other.simplified_bucklin,
    "instant_runoff": iterative.instant_runoff,
    "instant_runoff(exit_on_majority=False)": lambda p: iterative.instant_runoff(p, exit_on_majority=False),
    "instant_runoff_tb": iterative.instant_runoff_tb,
    "instant_runoff_tb(exit_on_majority=False)": lambda p: iterative.instant_runoff_tb(p, exit_on_majority=False),
    "instant_runoff_put": iterative.instant_runoff_put,
    "instant_runoff_put(exit_on_majority=False)": lambda p: iterative.instant_runoff_put(p, exit_on_majority=False),
    "coombs": iterative.coombs,
    "coombs_tb": iterative.coombs_tb,
    "coombs_put": iterative.coombs_put,
    "baldwin": iterative.baldwin,
    "baldwin_tb": iterative.baldwin_tb,
    "baldwin_put": iterative.baldwin_put,
    "strict_nanson": iterative.strict_nanson,
    "weak_nanson": iterative.weak_nanson,
    "condorcet": c1.condorcet,
    "top_cycle": c1.top_cycle,
    "copeland": c1.copeland,
    "llull": c1.llull,
    "blacks": combined.blacks,
    "minimax": margins.minimax,
    "minimax_support": margins.minimax_support,
    "beat_path": margins.beat_path,
    "ranked_pairs": None,
    "ranked_pairs_tb": margins.ranked_pairs_tb,
    "ranked_pairs_zt": margins.ranked_pairs_zt,
    "kemeny_young": other.kemeny_young,
}

chance = random.Random(SEED)
profiles, winners = [], {name: [] for name in RULES}
for options in SIZES:
    for _ in range(PROFILES_PER_SIZE):
        number = len(profiles)
        orders = draw(chance, options, chance.randint(3, 15), ("even", "urn", "around")[number % 3])
        if number % 4 == 3:
            counted = Counter(map(tuple, orders))
            distinct, counts = list(counted), list(counted.values())
            profiles.append({"options": options, "orders": strings(distinct), "counts": counts})
            profile = Profile(distinct, counts)
        else:
            profiles.append({"options": options, "orders": strings(orders)})
            profile = Profile(orders)
        for name, rule in RULES.items():
            found = ranked_pairs(profile, number) if rule is None else rule(profile)
            winners[name].append(sorted(int(option) for option in found))

print("{")
print(f'"versions": {json.dumps({"pref_voting": version("pref_voting"), "numpy": version("numpy"), "python": sys.version.split()[0]})},')
print(f'"seed": {SEED},')
print('"profiles": [')
print(",\n".join(json.dumps(profile, separators=(",", ":")) for profile in profiles))
print('],\n"winners": {')
# an empty winner set is written "-"
print(",\n".join(f'{json.dumps(name)}: "{" ".join("".join(map(str, w)) or "-" for w in sets)}"' for name, sets in winners.items()))
print("}\n}")
