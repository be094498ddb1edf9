"""Reference values for clusteredMean: statsmodels, OLS on a constant with cov_type="cluster" and use_t.

Run: python clustered-mean-reference.py > clustered-mean-reference.json (versions are recorded).
"""

import json

import numpy as np
import statsmodels
import statsmodels.api as sm

rng = np.random.default_rng(7)
cases = []
for clusters, each in [(2, 3), (5, 1), (12, 4), (40, 7)]:
    sizes = rng.integers(1, each + 1, clusters)
    names = np.repeat(np.arange(clusters), sizes)
    numbers = np.round(rng.normal(1, 2, clusters)[names] + rng.normal(0, 1, names.size), 6)
    fit = sm.OLS(numbers, np.ones(names.size)).fit(
        cov_type="cluster", cov_kwds={"groups": names, "df_correction": True}, use_t=True
    )
    low, high = fit.conf_int()[0]
    cases.append(
        {
            "numbers": numbers.tolist(),
            "clusters": names.tolist(),
            "effect": float(fit.params[0]),
            "low": float(low),
            "high": float(high),
        }
    )
print(json.dumps({"versions": {"statsmodels": statsmodels.__version__, "numpy": np.__version__}, "cases": cases}))
