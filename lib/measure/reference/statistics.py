"""Computes reference values for estimate with statsmodels. The tests read `statistics.json`.

To check the values, run `python statistics.py > new.json` and compare the files. The script reads the input values
from statistics.json.
"""

import json
import sys

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm

kept = json.load(open(sys.path[0] + "/statistics.json"))


def mean(values, clusters):
    groups = np.array(clusters)
    fit = sm.OLS(values, np.ones((len(values), 1))).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    low, high = fit.conf_int()[0]
    return {"values": values, "clusters": clusters, "value": fit.params[0], "low": low, "high": high}


print(
    json.dumps(
        {
            "versions": {"numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__},
            "means": [mean(one["values"], one["clusters"]) for one in kept["means"]],
        },
        indent=1,
    )
)
