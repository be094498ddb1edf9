"""Plurality of real models on MMLU-Pro, with exact fractions and the standard library only.

python3 mmlu-pro-plurality.py PATH/model_predictions.csv > mmlu-pro-plurality.json
Accuracies in percent; an answer tied on the top counts as its chance in a fair draw; a blank answer is an abstention.
"""

import csv
import json
import platform
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations

with open(sys.argv[1], newline="") as file:
    header, *rows = list(csv.reader(file))


def share(answers, gold):
    votes = Counter(answer for answer in answers if answer != "")
    if not votes:
        return Fraction(0)
    top = max(votes.values())
    leaders = [answer for answer, count in votes.items() if count == top]
    return Fraction(1, len(leaders)) if gold in leaders else Fraction(0)


def accuracy(models):
    total = sum((share([row[2 + m] for m in models], row[1]) for row in rows), Fraction(0))
    return 100 * total / len(rows)


n = len(header) - 2
table = []
for quorum in (1, 2, n):
    accuracies = [accuracy(subset) for subset in combinations(range(n), quorum)]
    table.append(
        {
            "quorum": quorum,
            "subsets": len(accuracies),
            "mean": float(sum(accuracies) / len(accuracies)),
            "lowest": float(min(accuracies)),
            "highest": float(max(accuracies)),
        }
    )
print(json.dumps({"python": platform.python_version(), "questions": len(rows), "models": n, "accuracies": table}, indent=2))
