"""Reference values for correlation and a regression line: scipy.

Run: python correlation-reference.py > correlation-reference.json (versions are recorded).
"""

import json

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(14)


def case(n, slope, rounded):
    x = rng.uniform(0, 1, n)
    y = slope * x + rng.normal(0, 1, n)
    if rounded:
        x, y = np.round(x, 1), np.round(y)
    pearson, spearman, line = stats.pearsonr(x, y), stats.spearmanr(x, y), stats.linregress(x, y)
    return {
        "x": x.tolist(),
        "y": y.tolist(),
        "pearson": [float(pearson.statistic), float(pearson.pvalue)],
        "spearman": [float(spearman.statistic), float(spearman.pvalue)],
        "line": [float(line.slope), float(line.rvalue**2), float(line.pvalue)],
    }


print(
    json.dumps(
        {
            "scipy": scipy.__version__,
            "cases": [case(5, 1, False), case(40, 1, True), case(40, 0, False), case(120, -2, True)],
        },
        indent=1,
    )
)
