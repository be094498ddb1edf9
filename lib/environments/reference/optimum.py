"""Computes reference values for groupOptimum: the largest sum of Cobb-Douglas utilities, by direct maximisation.

This method is independent of the library's dual method. Scipy's L-BFGS-B (on softmax parameters) and SLSQP (on amounts)
maximise the total from several random starts. The best value found is a lower bound with a relative error of about 1e-8.

Run: python optimum.py > optimum.json (numpy and scipy; the output records their versions)
"""

import json

import numpy as np
import scipy
from scipy.optimize import minimize

rng = np.random.default_rng(20)


def total(x, theta):
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(theta > 0, theta * np.log(np.maximum(x, 1e-300)), 0.0)
    return np.exp(logs.sum(axis=1)).sum()


def best_by_softmax(theta, supply):
    n, k = theta.shape

    def value_and_slope(z):
        z = z.reshape(n, k)
        e = np.exp(z - z.max(axis=0))
        share = e / e.sum(axis=0)
        with np.errstate(divide="ignore"):
            logs = np.where(theta > 0, theta * (np.log(np.maximum(share, 1e-300)) + np.log(supply)), 0.0)
        u = np.exp(logs.sum(axis=1))
        claim = u[:, None] * theta
        slope = claim - share * claim.sum(axis=0)
        return -u.sum(), -slope.ravel()

    best = 0.0
    for start in range(12):
        z = rng.normal(0, 0.5 * (start % 4), n * k)
        for _ in range(6):
            z = minimize(value_and_slope, z, jac=True, method="L-BFGS-B",
                         options={"maxiter": 100000, "maxfun": 1000000, "ftol": 1e-16, "gtol": 1e-12, "maxcor": 50}).x
        best = max(best, -value_and_slope(z)[0])
    return best


def best_by_slsqp(theta, supply):
    n, k = theta.shape
    cons = [{"type": "eq", "fun": lambda x, g=g: x.reshape(n, k)[:, g].sum() / supply[g] - 1} for g in range(k)]
    best = 0.0
    for _ in range(4):
        x0 = rng.dirichlet(np.ones(n) * 3, k).T * supply
        out = minimize(lambda x: -total(x.reshape(n, k), theta), x0.ravel(), method="SLSQP", constraints=cons,
                       bounds=[(1e-12, None)] * (n * k), options={"maxiter": 2000, "ftol": 1e-15})
        x = np.maximum(out.x.reshape(n, k), 0)
        x = x / x.sum(axis=0) * supply
        best = max(best, total(x, theta))
    return best


def case(name, theta, supply):
    theta, supply = np.array(theta, float), np.array(supply, float)
    value = max(best_by_softmax(theta, supply), best_by_slsqp(theta, supply))
    return {"name": name, "exponents": theta.tolist(), "supply": supply.tolist(), "optimum": value}


def asymmetric(k):
    theta = np.full((k, k), 0.2 / (k - 1))
    np.fill_diagonal(theta, 0.8)
    return theta


def rounded(theta):
    return np.round(theta, 6)


cases = [case(f"asymmetric, {k} agents", asymmetric(k), [100] * k) for k in (2, 3, 4, 5)]
cases += [
    case("asymmetric, supplies differ", asymmetric(3), [100, 20, 500]),
    case("symmetric as printed", [[0.8, 0.2 / 3, 0.2 / 3]] * 3, [100] * 3),
    case("two want the same, one does not", [[0.8, 0.2], [0.8, 0.2], [0.3, 0.7]], [100, 100]),
    case("an agent ends with nothing", [[0.9, 0.1], [0.1, 0.9], [0.5, 0.5]], [100, 100]),
    case("a third agent in between", [[0.75, 0.25], [0.25, 0.75], [0.5, 0.5]], [100, 100]),
    case("zero exponents", [[1, 0, 0], [0, 0.5, 0.5], [0.5, 0.5, 0]], [100, 100, 100]),
    case("a good that nobody wants", [[0.6, 0.4, 0], [0.4, 0.6, 0]], [100, 100, 100]),
    case("degrees differ", [[0.5, 0.5], [0.3, 0.2], [0.1, 0.05]], [100, 100]),
    case("degrees just below 1", [[0.5, 0.499], [0.3, 0.6999], [0.2, 0.79999]], [100, 100]),
    case("all degrees small", [[0.1, 0.1], [0.05, 0.2], [0.3, 0.01]], [100, 7]),
    case("more goods than agents", [[0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]], [100, 50, 10, 3]),
    case("more agents than goods", [[0.9, 0.1], [0.7, 0.3], [0.5, 0.4], [0.2, 0.8], [0.1, 0.7]], [100, 100]),
]
for draw in range(8):
    n, k = rng.integers(2, 6), rng.integers(2, 6)
    theta = rng.dirichlet(np.ones(k) * 0.7, n)
    theta[theta < 0.03] = 0
    if draw % 2:
        theta *= rng.uniform(0.3, 1, (n, 1))
    cases.append(case(f"random {draw + 1}", rounded(theta * 0.999999), rng.integers(1, 200, k)))

print(json.dumps({"numpy": np.__version__, "scipy": scipy.__version__, "cases": cases}, indent=1))
