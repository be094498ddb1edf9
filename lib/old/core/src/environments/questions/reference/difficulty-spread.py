#!/usr/bin/env python3
"""How widely the difficulty of questions varies, from what 29 real models answered to MMLU-Pro.

Usage: difficulty-spread.py FOLDER  (the folder of test.jsonl and model_predictions.csv; writes difficulty-spread.json)

Model m is right on question q with probability 1 / (1 + (options - 1) * exp(-(skill_m - difficulty_q))), which is what
the simulated raters' random-utility model gives a rater of its own biases; difficulty ~ N(0, spread). For each spread
the skills are set so that every model has its real accuracy; the spread is the one at which the share of models that
are right varies between questions as it really does.
"""
import csv
import json
import os
import sys

import numpy as np

folder = sys.argv[1]
with open(os.path.join(folder, "test.jsonl"), encoding="utf-8") as file:
    options = {q["question_id"]: len(q["options"]) for q in map(json.loads, file)}
with open(os.path.join(folder, "model_predictions.csv"), newline="", encoding="utf-8") as file:
    header, *rows = csv.reader(file)
right = np.array([[answer == row[1] for answer in row[2:]] for row in rows])
wrong_options = np.array([options[int(row[0])] for row in rows]) - 1
accuracies = right.mean(0)
variance = right.mean(1).var()
difficulty = np.random.default_rng(0).standard_normal(len(rows))


def bisect(function, low, high):
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2


def expected_variance(spread):
    def shares(skill):
        return 1 / (1 + wrong_options * np.exp(spread * difficulty - skill))

    skills = [bisect(lambda skill: shares(skill).mean() - accuracy, -15, 25) for accuracy in accuracies]
    p = np.array([shares(skill) for skill in skills])
    return p.mean(0).var() + (p * (1 - p)).sum(0).mean() / len(skills) ** 2


spread = bisect(lambda value: expected_variance(value) - variance, 0.1, 6)
result = {
    "script": "difficulty-spread.py",
    "numpy": np.__version__,
    "questions": len(rows),
    "models": len(header) - 2,
    "varianceOfShareRight": round(float(variance), 6),
    "spread": round(float(spread), 3),
}
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "difficulty-spread.json")
with open(path, "w", encoding="utf-8") as file:
    file.write(json.dumps(result, indent=2) + "\n")
print(result)
