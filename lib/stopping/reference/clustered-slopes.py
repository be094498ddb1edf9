"""Recomputes the slopes and p-values in clustered-slopes.json from its rows with statsmodels.

Run `pip install statsmodels==0.14.6`, then `python clustered-slopes.py`.
"""

import json

import numpy as np
import statsmodels.api as sm
from scipy import stats

reference = json.load(open("clustered-slopes.json"))
for case in reference["cases"]:
    cluster, group, x, y = (list(column) for column in zip(*case["rows"]))
    clusters = np.unique(cluster, return_inverse=True)[1]
    dummies = (np.array(group)[:, None] == np.unique(group)).astype(float)
    fit = sm.OLS(y, np.column_stack([x, dummies])).fit(
        cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True
    )
    t = (fit.params[0] - case["bound"]) / fit.bse[0]
    freedom = clusters.max()
    case.update(slope=fit.params[0], pAbove=stats.t.sf(t, freedom), pBelow=stats.t.cdf(t, freedom))
print(json.dumps(reference, indent=1))
