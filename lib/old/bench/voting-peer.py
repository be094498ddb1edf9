"""pref_voting, and GEDI's cdm where AGORA_BENCH_GEDI names a folder with gedi.py, on the profiles of a JSON file.

Prints microseconds a profile by function name, with pref_voting's winners, as JSON. Profiles are built and every
function is called once before the clock starts; the best of five passes of processor time. Of a single profile, which is
a large one, the seconds that it takes to build it and count Borda, the best of three.
"""

import json
import math
import os
import sys
import time
from collections import Counter
from importlib.metadata import version

from pref_voting import iterative_methods as iterative
from pref_voting import margin_based_methods as margins
from pref_voting import other_methods as other
from pref_voting import scoring_methods as scoring
from pref_voting.profiles import Profile

with open(sys.argv[1], encoding="utf-8") as file:
    orders = json.load(file)
if len(orders) == 1:
    passes = []
    for _ in range(3):
        start = time.process_time()
        scoring.borda(Profile(orders[0]))
        passes.append(time.process_time() - start)
    print(json.dumps({"million": min(passes)}))
    sys.exit()
size = len(orders[0][0])
names = [chr(65 + option) for option in range(size)]
profiles = [Profile(ballots) for ballots in orders]


def timed(function, items):
    function(items[0])
    passes = []
    for _ in range(5):
        start = time.process_time()
        results = [function(item) for item in items]
        passes.append((time.process_time() - start) / len(items) * 1e6)
    return min(passes), results


def is_quick(profile):
    """Whether ranked_pairs, which tries every order of equal margins, has at most 5,000 to try."""
    if profile.condorcet_winner() is not None:
        return True
    strengths = Counter(
        profile.margin(a, b) for a in range(size) for b in range(size) if a != b and profile.margin(a, b) >= 0
    )
    return math.prod(math.factorial(count) for count in strengths.values()) <= 5000


def opposition(profile):
    scores = margins.minimax_scores(profile, score_method="pairwise_opposition")
    return [option for option in scores if scores[option] == max(scores.values())]


functions = {
    "plurality": scoring.plurality,
    "borda": scoring.borda,
    "bucklin": other.bucklin,
    "instant_runoff": iterative.instant_runoff,
    "minimax": margins.minimax,
    "minimax_support": margins.minimax_support,
    "minimax_scores": opposition,
    "ranked_pairs_tb": margins.ranked_pairs_tb,
}
answer = {"versions": f"pref_voting {version('pref_voting')}", "prefVoting": {}}
for name, function in functions.items():
    microseconds, winners = timed(function, profiles)
    answer["prefVoting"][name] = {"microseconds": microseconds, "winners": [[int(w) for w in sorted(s)] for s in winners]}
if size <= 4:
    quick = [number for number, profile in enumerate(profiles) if is_quick(profile)]
    microseconds, found = timed(margins.ranked_pairs, [profiles[number] for number in quick])
    winners = [None] * len(profiles)
    for number, one in zip(quick, found):
        winners[number] = [int(w) for w in sorted(one)]
    answer["prefVoting"]["ranked_pairs"] = {"microseconds": microseconds, "winners": winners}
    answer["versions"] += f" (ranked_pairs on the {len(quick)} of {len(profiles)} profiles that it can do)"

folder = os.environ.get("AGORA_BENCH_GEDI")
if folder:
    sys.path.insert(0, folder)
    from gedi import cdm

    raw = [[{"preference": [names[option] for option in ballot]} for ballot in ballots] for ballots in orders]
    answer["gedi"] = {}
    for name in ("blind_dictatorial", "plurality", "bucklin", "borda_count", "irv", "minimax", "ranked_pairs"):
        microseconds, _ = timed(lambda ballots: cdm(list(names), ballots, name), raw)
        answer["gedi"][name] = {"microseconds": microseconds}
print(json.dumps(answer))
