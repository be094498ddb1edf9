"""Reference values for estimate, bootstrap, the tests and the corrections: scipy and statsmodels.

Run: python tests-reference.py > tests-reference.json (versions of all packages are recorded).
"""

import json
import platform

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from statsmodels.stats.weightstats import ttost_paired

rng = np.random.default_rng(11)


def clustered(n, groups, columns):
    clusters = rng.integers(0, groups, n)
    effects = rng.normal(0, 1, groups)[clusters]
    design = rng.normal(0, 1, (n, columns)) + effects[:, None] / 2
    response = 1 + design.sum(axis=1) + effects + rng.normal(0, 1, n)
    full = sm.add_constant(design, has_constant="add") if columns else np.ones((n, 1))
    fit = sm.OLS(response, full).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    interval = fit.conf_int()
    return {
        "clusters": clusters.tolist(),
        "design": design.tolist(),
        "response": response.tolist(),
        "coefficients": fit.params.tolist(),
        "standardErrors": fit.bse.tolist(),
        "pValues": fit.pvalues.tolist(),
        "low": interval[:, 0].tolist(),
        "high": interval[:, 1].tolist(),
    }


def signed(n, ties):
    d = rng.normal(0.3, 1, n)
    d = np.round(d, 1) if ties else d
    d = d[d != 0]
    exact = not ties and n <= 50
    p = stats.wilcoxon(d, correction=False, method="exact" if exact else "asymptotic").pvalue
    return {"differences": d.tolist(), "pValue": float(p)}


def equivalent(n, margin):
    d = rng.normal(0.1, 0.5, n)
    return {
        "differences": d.tolist(),
        "margin": margin,
        "pValue": float(ttost_paired(d, np.zeros(n), -margin, margin)[0]),
    }


tables = [(0, 0), (1, 9), (5, 5), (0, 12), (40, 61), (300, 250)]
p_values = [0.001, 0.04, 0.03, 0.5, 0.0005, 0.04, 1.0]
print(
    json.dumps(
        {
            "versions": {
                "python": platform.python_version(),
                "numpy": np.__version__,
                "scipy": scipy.__version__,
                "statsmodels": statsmodels.__version__,
            },
            "means": [clustered(40, 7, 0), clustered(60, 25, 0)],
            "regressions": [clustered(50, 8, 2), clustered(120, 40, 3)],
            "mcnemar": [
                {
                    "onlyFirst": b,
                    "onlySecond": c,
                    "pValue": float(mcnemar([[0, b], [c, 0]], exact=True).pvalue) if b + c else 1.0,
                }
                for b, c in tables
            ],
            "wilcoxon": [signed(12, False), signed(30, False), signed(25, True), signed(90, False)],
            "equivalence": [equivalent(20, 0.5), equivalent(50, 0.2), equivalent(15, 0.05)],
            "corrections": {
                "pValues": p_values,
                "holm": multipletests(p_values, method="holm")[1].tolist(),
                "benjaminiHochberg": multipletests(p_values, method="fdr_bh")[1].tolist(),
            },
            "minimumDetectableEffect": [
                {"n": n, "effect": float(TTestPower().solve_power(nobs=n, alpha=0.05, power=0.8))}
                for n in (20, 100, 1000)
            ],
        },
        indent=1,
    )
)
