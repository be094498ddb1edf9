"""The Python peer of stopping.bench.mjs: the dialogue-act method of RoundTable, Appendix D.7.1, with statsmodels.

Reads the trajectories and folds that the bench wrote, and does for each condition and fold what the library does: a
statsmodels OLS (method pinv) on the pairs, then all 180 settings on the training collaborations, vectorised with
numpy. Pairs are counted once per collaboration, not once per fold. Prints the seconds and the results as JSON.
Usage: python stopping-peer.py FILE
"""

import json
import sys
import time
import warnings
from itertools import product

import numpy as np
import statsmodels
import statsmodels.api as sm

warnings.simplefilter("ignore")
TOP, P_VALUES, COUNTS = range(1, 6), (0.05, 0.1, 0.2, None), (1, 2, 3)
SETTINGS = [(t, p, c, s) for t in TOP for p in P_VALUES for c in COUNTS for s in range(1, t + 1)]


def count_pairs(trajectories, acts):
    """Collaborations x rounds x pairs; a pair links an agent's act to another agent's in the next round."""
    number = {act: place for place, act in enumerate(acts)}
    size = len(acts)
    counts = np.zeros((len(trajectories), max(len(c["rounds"]) for c in trajectories), size * size), dtype=np.int32)
    for i, trajectory in enumerate(trajectories):
        said = [{agent: [number[a] for a in acts] for agent, acts in r["acts"].items()} for r in trajectory["rounds"]]
        for r in range(1, len(said)):
            for (before, first), (now, second) in product(said[r - 1].items(), said[r].items()):
                if before != now:
                    for a in first:
                        for b in second:
                            counts[i, r, a * size + b] += 1
    return counts


def learn(counts, performance):
    """Pairs in order of merit (lowest coefficient last), their coefficients and p-values."""
    rows = counts[:, 1:].reshape(-1, counts.shape[2])
    y = performance[:, 1:].ravel()
    decided = ~np.isnan(y)
    rows, y = rows[decided], y[decided]
    pairs = np.flatnonzero(rows.any(axis=0))
    fit = sm.OLS(y, sm.add_constant((rows[:, pairs] > 0).astype(float), has_constant="add")).fit(method="pinv")
    return pairs, fit.params[1:], fit.pvalues[1:]


def search(counts, performance, pairs, coefficients, p_values, sign, undecided):
    """The best of all settings on the training collaborations."""
    unit = 1e-9 * np.abs(coefficients).max() or 1
    order = np.lexsort((pairs, -sign * np.floor(coefficients / unit + 0.5)))
    pairs, p_values = pairs[order], p_values[order]
    passing = {p: pairs if p is None else pairs[p_values < p] for p in P_VALUES}
    enough = {c: counts >= c for c in COUNTS}
    value = np.where(np.isnan(performance), np.nan if undecided is None else undecided, performance)
    collaborations, rounds = performance.shape
    every = np.arange(collaborations)
    best = None
    for setting in SETTINGS:
        top, p, count, score = setting
        chosen = passing[p][:top]
        fires = enough[count][:, :, chosen].sum(axis=2) >= score
        stops = np.where(fires.any(axis=1), fires.argmax(axis=1), rounds - 1)
        worth = np.nanmean(value[every, stops])
        result = (sign * worth, -(stops + 1).mean())
        if best is None or better(result, best[0]):
            best = (result, setting, chosen)
    return best[1], best[2]


def better(a, b):
    if abs(a[0] - b[0]) <= 1e-12 * max(abs(a[0]), abs(b[0])):
        return a[1] > b[1] + 1e-12
    return a[0] > b[0]


def main():
    with open(sys.argv[1]) as file:
        data = json.load(file)
    times = []
    for _ in range(data["repeats"]):
        start = time.perf_counter()
        cpu = time.process_time()
        results = []
        for condition in data["conditions"]:
            trajectories = condition["trajectories"]
            counts = count_pairs(trajectories, data["acts"])
            performance = np.array(
                [[np.nan if r["performance"] is None else r["performance"] for r in c["rounds"]] for c in trajectories]
            )
            sign = 1 if condition["direction"] == "maximize" else -1
            for test in data["folds"]:
                training = np.setdiff1d(np.arange(len(trajectories)), test)
                pairs, coefficients, p_values = learn(counts[training], performance[training])
                setting, chosen = search(
                    counts[training], performance[training], pairs, coefficients, p_values, sign,
                    condition["undecided"],
                )
                results.append((pairs, coefficients, p_values, setting, chosen))
        times.append((time.perf_counter() - start, time.process_time() - cpu))
    name = lambda pair: f"{data['acts'][pair // len(data['acts'])]} -> {data['acts'][pair % len(data['acts'])]}"
    print(json.dumps({
        "versions": f"statsmodels {statsmodels.__version__}, numpy {np.__version__}",
        "seconds": [t[0] for t in times],
        "cpuSeconds": [t[1] for t in times],
        "results": [
            {
                "signals": {name(p): [float(c), float(v)] for p, c, v in zip(pairs, coefficients, p_values)},
                "setting": list(setting),
                "chosen": [name(p) for p in chosen],
            }
            for pairs, coefficients, p_values, setting, chosen in results
        ],
    }))


main()
