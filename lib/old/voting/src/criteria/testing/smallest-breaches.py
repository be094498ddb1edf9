"""Writes smallest-breaches.json: the fewest voters with which pref_voting's axioms find a breach.

python smallest-breaches.py   (pref_voting 1.18.2)
Profiles of strict rankings, every multiset that holds the ranking 0 > 1 > 2 ... at least once (enough for neutral
rules). `voters` is null where no profile up to `upTo` voters breaks the axiom.
"""

import itertools
import json
import os
from importlib.metadata import version

from pref_voting.dominance_axioms import (
    has_condorcet_loser_violation,
    has_condorcet_winner_violation,
    has_pareto_dominance_violation,
    has_smith_violation,
)
from pref_voting.iterative_methods import instant_runoff, instant_runoff_put
from pref_voting.margin_based_methods import minimax
from pref_voting.monotonicity_axioms import has_monotonicity_violation
from pref_voting.other_axioms import has_reversal_symmetry_violation
from pref_voting.profiles import Profile
from pref_voting.scoring_methods import borda, plurality
from pref_voting.variable_candidate_axioms import has_independence_of_clones_violation
from pref_voting.variable_voter_axioms import has_participation_violation, has_reinforcement_violation

RULES = {
    "plurality": plurality,
    "borda": borda,
    "instant-runoff, all lowest": instant_runoff,
    "instant-runoff, parallel universes": instant_runoff_put,
    "minimax": minimax,
}


def set_participation(preference):
    def check(profile, rule):
        return profile.num_voters > 1 and has_participation_violation(profile, rule, set_preference=preference)

    return check


AXIOMS = {
    "condorcet": has_condorcet_winner_violation,
    "condorcet loser": has_condorcet_loser_violation,
    "smith": has_smith_violation,
    "pareto": has_pareto_dominance_violation,
    "monotonicity": has_monotonicity_violation,
    "reversal symmetry": has_reversal_symmetry_violation,
    "clone independence": has_independence_of_clones_violation,
    "consistency": lambda profile, rule: profile.num_voters > 1 and has_reinforcement_violation(profile, rule),
    "participation, optimist": set_participation("optimist"),
    "participation, pessimist": set_participation("pessimist"),
    "participation, sole winners": set_participation("single-winner"),
}
SIZES = {3: 6, 4: 3}


def smallest(options, rule, axiom):
    rankings = list(itertools.permutations(range(options)))
    for voters in range(1, SIZES[options] + 1):
        for rest in itertools.combinations_with_replacement(rankings, voters - 1):
            kinds = {}
            for ranking in (rankings[0],) + rest:
                kinds[ranking] = kinds.get(ranking, 0) + 1
            profile = Profile(list(kinds), rcounts=list(kinds.values()))
            if axiom(profile, rule):
                return voters
    return None


rows = [
    {"rule": rule, "criterion": axiom, "options": options, "upTo": SIZES[options], "voters": smallest(options, RULES[rule], AXIOMS[axiom])}
    for options in SIZES
    for rule in RULES
    for axiom in AXIOMS
]
target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "smallest-breaches.json")
with open(target, "w") as file:
    json.dump({"pref_voting": version("pref_voting"), "rows": rows}, file, indent=1)
    file.write("\n")
