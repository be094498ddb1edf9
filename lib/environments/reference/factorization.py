"""Computes non-negative matrix factorizations with scikit-learn's multiplicative updates, from a fixed starting point.

Run `pip install scikit-learn numpy`, then `python factorization.py [FOLDER OF MOVIELENS-100K] > factorization.json`.
"""
import json
import sys
import warnings

import numpy as np
import sklearn
from sklearn.decomposition import NMF

warnings.filterwarnings("ignore")


def start(count, rank, shift):
    """Returns the same start as `plainStart` in recommendation.test.ts."""
    return np.array([[0.1 + ((i * 7 + k * 13 + shift) % 17) / 17 for k in range(rank)] for i in range(count)])


def whole(table, rank, iterations):
    model = NMF(rank, init="custom", solver="mu", tol=0, max_iter=iterations)
    rows = model.fit_transform(
        table, W=start(table.shape[0], rank, 0), H=start(table.shape[1], rank, 5).T.copy())
    return float(model.reconstruction_err_ ** 2), rows


table = np.array([[(i * 5 + j * 3) % 6 if (i * j + i + 2 * j) % 4 else 0 for j in range(9)] for i in range(12)], float)
out = {"sklearn": sklearn.__version__, "numpy": np.__version__, "rank": 3, "table": table.astype(int).tolist()}
out["losses"] = {str(n): whole(table, 3, n)[0] for n in (1, 10, 100)}
out["rowFactors"] = whole(table, 3, 100)[1].tolist()
if len(sys.argv) > 1:
    big = np.zeros((943, 1682))
    for line in open(sys.argv[1] + "/u1.base"):
        user, movie, rating, _ = map(int, line.split())
        big[user - 1, movie - 1] = rating
    out["u1.base"] = {"rank": 4, "iterations": 30, "loss": whole(big, 4, 30)[0]}
print(json.dumps(out, indent=1))
