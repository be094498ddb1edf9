"""Times pref_voting and statsmodels on the tasks in bench.mjs, and prints milliseconds as JSON."""

import json
import random
import statistics
import time

import numpy
import statsmodels.api as sm
from pref_voting import c1_methods, iterative_methods, margin_based_methods, scoring_methods
from pref_voting.profiles import Profile

random.seed(1)
options = list(range(5))
profiles = [Profile([random.sample(options, 5) for _ in range(10)]) for _ in range(200)]
methods = {
    "borda": scoring_methods.borda,
    "instantRunoff": iterative_methods.instant_runoff,
    "minimax": margin_based_methods.minimax,
    "rankedPairs": margin_based_methods.ranked_pairs,
    "schulze": margin_based_methods.beat_path,
    "copeland": c1_methods.copeland,
}


def timed(work):
    taken = []
    for _ in range(4):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken[1:])


times = {name: timed(lambda: [method(profile) for profile in profiles]) for name, method in methods.items()}
rows = numpy.random.default_rng(2).normal(size=(700, 40))
outcome = rows[:, 0] + numpy.random.default_rng(3).normal(size=700)
times["ols"] = timed(lambda: sm.OLS(outcome, sm.add_constant(rows)).fit().pvalues)
print(json.dumps(times))
