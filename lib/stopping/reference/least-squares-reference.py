"""Computes reference values for ordinaryLeastSquares with statsmodels: OLS(...).fit(method="pinv").

Run `python least-squares-reference.py > least-squares-reference.json`. The output records all package versions.
Designs omit the column of ones, which both sides add if "intercept" is true. Designs with only zeros and
ones use one string of digits per row. Infinite and undefined values are null.
"""

import json
import platform
import warnings
from fractions import Fraction

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm

warnings.simplefilter("ignore")
rng = np.random.default_rng(7)
cases = []


def plain(values):
    return [float(v) if np.isfinite(v) else None for v in np.atleast_1d(values)]


def case(name, design, response, intercept=True, digits=False):
    design = np.asarray(design, float)
    response = np.asarray(response, float)
    full = sm.add_constant(design, has_constant="add") if intercept else design
    model = sm.OLS(response, full)
    fit = model.fit(method="pinv")
    values = np.linalg.svd(full, compute_uv=False)
    cases.append({
        "name": name,
        "intercept": intercept,
        "design": ["".join(str(int(v)) for v in row) for row in design] if digits else design.tolist(),
        "response": response.tolist(),
        "rank": int(model.rank),
        "degreesOfFreedom": float(fit.df_resid),
        "coefficients": plain(fit.params),
        "standardErrors": plain(fit.bse),
        "t": plain(fit.tvalues),
        "pValues": plain(fit.pvalues),
        "rSquared": plain(fit.rsquared)[0],
        "residualVariance": plain(fit.scale)[0],
        # Distance of the smallest singular values from numpy's rank limit.
        "smallestSingularValues": (values / values[0])[-3:].tolist(),
    })


def multi_hot(rows, columns, share):
    return (rng.random((rows, columns)) < share).astype(float)


x = rng.normal(size=(40, 4))
case("full rank", x, x @ [1.0, -2.0, 0.5, 0.0] + 3 + rng.normal(size=40))
case("full rank, no intercept", x, x @ [1.0, -2.0, 0.5, 0.0] + 3 + rng.normal(size=40), intercept=False)
case("strong effect, far tail of t", x, x @ [50.0, -20.0, 5.0, 0.1] + 0.1 * rng.normal(size=40))

levels = rng.integers(0, 5, size=60)
one_hot = np.eye(5)[levels]
y = np.array([0.2, 0.5, 0.1, 0.9, 0.4])[levels] + 0.1 * rng.normal(size=60)
case("one-hot, all levels and an intercept", one_hot, y, digits=True)
case("one-hot, all levels, no intercept (an implicit constant)", one_hot, y, intercept=False, digits=True)
two = np.hstack([one_hot, np.eye(4)[rng.integers(0, 4, size=60)]])
case("two one-hot factors and an intercept, rank short by two", two, y, digits=True)
case("duplicate columns", x[:, [0, 1, 1, 2, 0]], x[:, 0] - x[:, 1] + rng.normal(size=40))
binary = multi_hot(50, 6, 0.3)
case("duplicate columns of zeros and ones", binary[:, [0, 1, 2, 1, 3, 4, 5, 0, 0]], rng.normal(size=50), digits=True)
zero = x.copy()
zero[:, 2] = 0
case("a column of zeros", zero, x[:, 0] + rng.normal(size=40))
binary[:, 3] = 0
case("a column of zeros among zeros and ones", binary, rng.normal(size=50), digits=True)
case("more predictors than rows", rng.normal(size=(8, 15)), rng.normal(size=8))
case("more predictors than rows, zeros and ones", multi_hot(10, 25, 0.4), rng.normal(size=10), digits=True)
case("as many rows as the rank", rng.normal(size=(5, 4)), rng.normal(size=5))
case("constant response", x, np.full(40, 0.3))
constant = x.copy()
constant[:, 1] = 2.5
case("a constant predictor beside the intercept", constant, x[:, 0] + rng.normal(size=40))
case("a constant predictor, no intercept", constant, x[:, 0] + rng.normal(size=40), intercept=False)
case("badly scaled columns", x * [1e-3, 1.0, 1e2, 1e3], x @ [1.0, 1.0, 1.0, 1.0] + rng.normal(size=40))
near = x.copy()
near[:, 3] = near[:, 0] + 1e-5 * rng.normal(size=40)
case("nearly collinear columns", near, x[:, 0] + rng.normal(size=40))
counts = rng.integers(0, 6, size=(80, 7)).astype(float)
case("counts", counts, counts @ np.linspace(-1, 1, 7) + rng.normal(size=80))
nearly = np.full((60, 2), 900.0)
nearly[:30, 1] += 1
nearly[:, 0] += rng.integers(0, 2, size=60)
case("large counts, nearly collinear", nearly, rng.normal(size=60))

wide = multi_hot(700, 121, 0.12)
wide[:, 20] = wide[:, 21]
wide[:, 40] = 0
wide[:, 60] = ((wide[:, 61] + wide[:, 62]) > 0).astype(float)
wide[:, 62] = wide[:, 60] - wide[:, 61]
wide[:, 90:95] = np.eye(5)[rng.integers(0, 5, size=700)]
effect = rng.normal(size=121) * (rng.random(121) < 0.2)
case("multi-hot 700 x 121, rank short", wide, 0.7 + 0.02 * wide @ effect + 0.1 * rng.normal(size=700), digits=True)
occurrences = np.eye(60)[rng.integers(0, 60, size=600)]
case("one-hot 600 x 60 and an intercept", occurrences, rng.normal(size=600), digits=True)



def exact(design, response):
    """Solves a full-rank problem by elimination in rational numbers, without rounding before the last step."""
    rows = [[Fraction(1)] + [Fraction(v) for v in row] for row in design.tolist()]
    y = [Fraction(v) for v in response.tolist()]
    size = len(rows[0])
    table = [
        [sum(r[i] * r[j] for r in rows) for j in range(size)]
        + [Fraction(int(i == j)) for j in range(size)]
        + [sum(r[i] * v for r, v in zip(rows, y))]
        for i in range(size)
    ]
    for i in range(size):
        table[i] = [v / table[i][i] for v in table[i]]
        for j in range(size):
            if j != i:
                table[j] = [a - table[j][i] * b for a, b in zip(table[j], table[i])]
    solution = [row[-1] for row in table]
    left = sum((v - sum(a * b for a, b in zip(r, solution))) ** 2 for r, v in zip(rows, y))
    variance = left / (len(rows) - size)
    fit = sm.OLS(response, sm.add_constant(design)).fit(method="pinv")
    return {
        "design": design.tolist(),
        "response": response.tolist(),
        "coefficients": [float(v) for v in solution],
        "standardErrors": [float(variance * table[i][size + i]) ** 0.5 for i in range(size)],
        "largestErrorOfStatsmodels": max(abs(float(a) / float(b) - 1) for a, b in zip(fit.params, solution)),
    }


scaled = exact(x * [1e-4, 1.0, 1e3, 1e6], x @ [1.0, 1.0, 1.0, 1.0] + rng.normal(size=40))
print(json.dumps({
    "veryBadlyScaled": scaled,
    "source": "statsmodels OLS, method pinv",
    "versions": {
        "python": platform.python_version(), "numpy": np.__version__,
        "scipy": scipy.__version__, "statsmodels": statsmodels.__version__,
    },
    "cases": cases,
}))
