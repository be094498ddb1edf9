"""Writes label-scores.json: scores of invented labels by scikit-learn, an independent oracle for scoreLabels.

`pip install scikit-learn==1.9.1`, then `python label-scores.py > label-scores.json`.
"""

import json
import math
import random
import warnings

import numpy
import sklearn
from sklearn.metrics import precision_recall_fscore_support

warnings.filterwarnings("ignore")
ACTS = "Inform Request Confirm Summarize Evaluate Propose Compromise Defend Accept Decline Others".split()
chance = random.Random(7)


def some(acts):
    chosen = [act for act in acts if chance.random() < 0.3]
    return chosen or ["Others"]


def table(labels):
    return numpy.array([[act in acts for act in ACTS] for acts in labels], dtype=int)


def numbers(row):
    return [None if math.isnan(value) else float(value) for value in row]


# Compromise is never expected, Decline never given.
expected = [some([act for act in ACTS[:-1] if act != "Compromise"]) for _ in range(60)]
given = [some([act for act in ACTS[:-1] if act != "Decline"]) for _ in range(60)]
by_act = precision_recall_fscore_support(table(expected), table(given), average=None, zero_division=numpy.nan)
micro = precision_recall_fscore_support(table(expected), table(given), average="micro")
macro = precision_recall_fscore_support(
    table(expected), table(given), average="macro", zero_division=numpy.nan
)
result = {
    "versions": {"scikit-learn": sklearn.__version__},
    "expected": expected,
    "given": given,
    "precision": dict(zip(ACTS, numbers(by_act[0]))),
    "recall": dict(zip(ACTS, numbers(by_act[1]))),
    "f1": dict(zip(ACTS, numbers(by_act[2]))),
    "support": dict(zip(ACTS, (int(value) for value in by_act[3]))),
    "micro": [float(value) for value in micro[:3]],
    "macro": [float(value) for value in macro[:3]],
}
print(json.dumps(result))
