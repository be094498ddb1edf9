#!/usr/bin/env python3
"""Draws the texts whose final answers were labelled by hand in ../hand-checked.json, and prints them for reading.

Usage: draw-hand-checked.py FOLDER [SEED]  (the folder that holds gsm8k/ and llm-agora/; needs Python 3.9 or newer)
Seed 5 drew the sample; it prints texts of llm-agora, which have no licence: keep the output out of the project.
"""
import json
import os
import random
import sys

folder = sys.argv[1]
chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 5)
with open(os.path.join(folder, "gsm8k", "example_model_solutions.jsonl"), encoding="utf-8") as file:
    solutions = [json.loads(line) for line in file]
with open(os.path.join(folder, "llm-agora", "gsm_result.json"), encoding="utf-8") as file:
    debates = json.load(file)

models = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"]
of_solutions = [(row, model) for row in range(len(solutions)) for model in models]
of_debates = [(row, model, turn) for row in range(len(debates)) for model in ["llama", "wizardlm", "orca"] for turn in range(3)]
for row, model in chance.sample(of_solutions, 50):
    print(f"##### gsm8k row {row} {model}\n{solutions[row][model]['solution']}")
for row, model, turn in chance.sample(of_debates, 50):
    print(f"##### llm-agora row {row} {model} round {turn + 1}\n{debates[row]['agent_response'][model][turn]}")
