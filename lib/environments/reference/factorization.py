"""Computes non-negative matrix factorizations with scikit-learn's multiplicative updates, from a fixed starting point.

Run `pip install scikit-learn numpy`, then `python factorization.py > factorization.json`.
"""
import json
import warnings

import numpy as np
import sklearn
from sklearn.decomposition import NMF

warnings.filterwarnings("ignore")


def start(count, rank, shift):
    """Returns the same start as `plainStart` in recommendation.test.ts."""
    return np.array([[0.1 + ((i * 7 + k * 13 + shift) % 17) / 17 for k in range(rank)] for i in range(count)])


table = np.array([[(i * 5 + j * 3) % 6 if (i * j + i + 2 * j) % 4 else 0 for j in range(9)] for i in range(12)], float)
out = {"sklearn": sklearn.__version__, "numpy": np.__version__, "rank": 3, "table": table.astype(int).tolist()}
model = NMF(3, init="custom", solver="mu", tol=0, max_iter=100)
out["rowFactors"] = model.fit_transform(table, W=start(12, 3, 0), H=start(9, 3, 5).T.copy()).tolist()
print(json.dumps(out, indent=1))
