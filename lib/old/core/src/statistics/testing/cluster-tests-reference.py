"""Reference values for tests over clusters (clusterT, signFlips, spreadTest, regroupings, welch, clusterSlope, wildBootstrap,
exchangeWithin): scipy and statsmodels.

Run: python cluster-tests-reference.py > cluster-tests-reference.json (versions of all packages are recorded).
"""

import json
import platform

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import optimize, stats

rng = np.random.default_rng(26)


def mean_case(groups, bound):
    """A mean over clusters of unequal size: an intercept with cluster-robust errors."""
    sizes = rng.integers(1, 6, groups)
    clusters = np.repeat(np.arange(groups), sizes)
    values = rng.normal(0.3, 1, sizes.sum()) + rng.normal(0, 0.7, groups)[clusters]
    fit = sm.OLS(values, np.ones((len(values), 1))).fit(
        cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True
    )
    t = (fit.params[0] - bound) / fit.bse[0]
    low, high = fit.conf_int()[0]
    return {
        "sums": [[values[clusters == g].sum(), int(sizes[g])] for g in range(groups)],
        "bound": bound,
        "effect": fit.params[0],
        "low": low,
        "high": high,
        "pAbove": stats.t.sf(t, groups - 1),
        "pBelow": stats.t.cdf(t, groups - 1),
    }


def ratio_case(groups, bound):
    v = rng.uniform(1, 5, groups)
    u = 0.6 * v + rng.normal(0, 0.8, groups)

    def two_sided(b):
        return stats.ttest_1samp(u - b * v, 0).pvalue - 0.05

    effect = u.sum() / v.sum()
    return {
        "sums": [[a, b] for a, b in zip(u.tolist(), v.tolist())],
        "bound": bound,
        "effect": effect,
        "low": optimize.brentq(two_sided, effect - 5, effect),
        "high": optimize.brentq(two_sided, effect, effect + 5),
        "pAbove": stats.ttest_1samp(u - bound * v, 0, alternative="greater").pvalue,
        "pBelow": stats.ttest_1samp(u - bound * v, 0, alternative="less").pvalue,
    }


def flips_case(groups, bound):
    """All sign patterns, by scipy's permutation test of paired samples."""
    u = rng.normal(0.4, 1, groups)
    test = lambda side: stats.permutation_test(
        (u - bound,), np.sum, permutation_type="samples", alternative=side, n_resamples=np.inf
    ).pvalue
    return {
        "sums": [[a, 1] for a in u.tolist()],
        "bound": bound,
        "effect": u.mean(),
        "pAbove": test("greater"),
        "pBelow": test("less"),
    }


def spread_case(sizes, shifts):
    groups = [rng.normal(shift, 1, size) for size, shift in zip(sizes, shifts)]
    values = np.concatenate(groups)
    n, k = len(values), len(groups)

    def between(*samples):
        total = np.concatenate(samples).mean()
        return sum(len(s) * (s.mean() - total) ** 2 for s in samples) / n

    found = stats.permutation_test(
        tuple(groups), between, permutation_type="independent", alternative="greater", n_resamples=99999, rng=rng
    )
    beyond = found.statistic - values.var(ddof=1) * (k - 1) / n
    return {
        "cases": [[chr(97 + g), v] for g, own in enumerate(groups) for v in own.tolist()],
        "effect": float(np.sqrt(max(0, beyond))),
        "byChance": float(found.null_distribution.mean()),
        "pAbove": found.pvalue,
        "f": stats.f_oneway(*groups).pvalue,
    }


def groups_case(first, second, bound):
    """Two groups of clusters: all regroupings, and Welch's t."""
    x, y = rng.normal(0.8, 1, first), rng.normal(0, 2, second)
    permuted = lambda side: stats.permutation_test(
        (x - bound, y),
        lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis),
        vectorized=True,
        permutation_type="independent",
        alternative=side,
        n_resamples=np.inf,
    ).pvalue
    welch = lambda side: stats.ttest_ind(x - bound, y, equal_var=False, alternative=side).pvalue
    interval = stats.ttest_ind(x, y, equal_var=False).confidence_interval(0.95)
    return {
        "of": x.tolist(),
        "less": y.tolist(),
        "bound": bound,
        "effect": x.mean() - y.mean(),
        "regrouped": {"pAbove": permuted("greater"), "pBelow": permuted("less")},
        "welch": {
            "low": interval.low,
            "high": interval.high,
            "pAbove": welch("greater"),
            "pBelow": welch("less"),
        },
    }


def slope_case(groups, sets, bound, draws):
    """A slope with a dummy for each set; the wild cluster bootstrap refits every draw, dummies and all."""
    cluster = np.repeat(np.arange(groups), sets)
    member = np.tile(np.arange(sets), groups)
    x = rng.uniform(0, 1, groups * sets) + 0.3 * member
    y = 0.7 * x + 0.4 * member + rng.normal(0, 0.5, groups)[cluster] + rng.normal(0, 0.4, groups * sets)
    dummies = (member[:, None] == np.arange(sets)).astype(float)
    design = np.column_stack([x, dummies])

    def fitted(response):
        return sm.OLS(response, design).fit(cov_type="cluster", cov_kwds={"groups": cluster}, use_t=True)

    fit = fitted(y)
    t = (fit.params[0] - bound) / fit.bse[0]
    low, high = fit.conf_int()[0]
    null = sm.OLS(y - bound * x, dummies).fit()
    webb = np.array([-np.sqrt(1.5), -1, -np.sqrt(0.5), np.sqrt(0.5), 1, np.sqrt(1.5)])
    drawn = []
    for _ in range(draws):
        again = fitted(bound * x + null.fittedvalues + rng.choice(webb, groups)[cluster] * null.resid)
        drawn.append((again.params[0] - bound) / again.bse[0])
    return {
        "cases": [[f"c{c}", f"s{m}", a, b] for c, m, a, b in zip(cluster, member, x.tolist(), y.tolist())],
        "bound": bound,
        "effect": fit.params[0],
        "low": low,
        "high": high,
        "pAbove": stats.t.sf(t, groups - 1),
        "pBelow": stats.t.cdf(t, groups - 1),
        "draws": draws,
        "wildAbove": float(np.mean(np.array(drawn) >= t)),
        "wildBelow": float(np.mean(np.array(drawn) <= t)),
    }


def exchange_case(rows, shifts):
    """The mean of the first two treatments less that of the others, all exchanges within rows."""
    table = rng.normal(0, 1, (rows, len(shifts))) + np.array(shifts)
    contrast = lambda *columns: np.mean(columns[:2]) - np.mean(columns[2:])
    found = lambda side: stats.permutation_test(
        tuple(table.T), contrast, permutation_type="samples", alternative=side, n_resamples=np.inf
    )
    return {
        "table": table.tolist(),
        "effect": found("greater").statistic,
        "pAbove": found("greater").pvalue,
        "pBelow": found("less").pvalue,
    }


print(
    json.dumps(
        {
            "versions": {
                "python": platform.python_version(),
                "numpy": np.__version__,
                "scipy": scipy.__version__,
                "statsmodels": statsmodels.__version__,
            },
            "means": [mean_case(8, 0), mean_case(30, 0.5), mean_case(100, -0.2)],
            "ratios": [ratio_case(30, 0.5), ratio_case(60, 0)],
            "flips": [flips_case(6, 0), flips_case(10, 0.2), flips_case(13, 0.5)],
            "spreads": [spread_case([20, 30, 15], [0, 0.5, 1]), spread_case([12, 12, 12, 12], [0, 0, 0, 0.1])],
            "groups": [groups_case(4, 6, 0), groups_case(8, 7, 0.5), groups_case(3, 9, -0.3)],
            "slopes": [slope_case(12, 3, 0, 9999), slope_case(8, 1, 0.5, 9999), slope_case(10, 2, 1, 9999)],
            "exchanges": [exchange_case(5, [0.9, 0.6, 0]), exchange_case(3, [0, 0, 0, 0.5])],
        }
    )
)
