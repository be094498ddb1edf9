"""scikit-learn's non-negative matrix factorization, multiplicative updates, on the ratings of a JSON file.

Prints its version, the seconds it took by rank, and the squared error reached, as JSON. Imports and the building of the
sparse table are done before the clock starts.
"""

import json
import sys
import time
import warnings
from importlib.metadata import version

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.decomposition import NMF

warnings.filterwarnings("ignore")
with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
table = csr_matrix((np.array(task["values"], float), (task["rows"], task["columns"])), shape=task["shape"])
took = []
for rank in task["ranks"]:
    model = NMF(rank, init="random", solver="mu", tol=0, max_iter=task["iterations"], random_state=0)
    clock, processor = time.perf_counter(), time.process_time()
    model.fit(table)
    took.append({
        "seconds": time.perf_counter() - clock,
        "cpuSeconds": time.process_time() - processor,
        "loss": model.reconstruction_err_ ** 2,
    })
print(json.dumps({"version": version("scikit-learn"), "took": took}))
