"""Counts of LLM-Agora's answers as its own scores read them, for scores.test.ts and metrics/debates/real-replay.test.ts.

Python 3, standard library only:
    python3 agora-counts.py FOLDER_OF_LLM_AGORA > agora-counts.json
"""

import json
import platform
import re
import sys
from collections import Counter
from pathlib import Path


def decimal(text):
    found = re.findall(r"\d+\.?\d*", text)
    return found[-1] if found else None


def number(text):
    found = re.findall(r"\d+", text)
    if found and float(found[-1]):
        return float(found[-1])
    last = decimal(text)
    return None if last is None else float(last)


def choice(text):
    found = re.findall(r"([A-Za-z])\)", text)
    return found[-1].upper() if found else decimal(text)


def number_key(text):
    last = decimal(text)
    return None if last is None else float(last) or None


def of_round(questions, place, read, key_of):
    row = Counter()
    for question in questions:
        key = key_of(question["answer"])
        answers = [read(texts[place]) for texts in question["agent_response"].values()]
        votes = Counter(answer for answer in answers if answer is not None)
        winners = [answer for answer in votes if votes[answer] == max(votes.values())]
        share = (key in winners) / len(winners) if winners else 0
        some = key is not None and key in answers
        row["any"] += some
        row["majority"] += share
        row["last"] += key is not None and answers[-1] == key
        row["mean"] += sum(key is not None and one == key for one in answers) / len(answers)
        row["hidden"] += some and share == 0
        row["tied"] += some and 0 < share < 1
        row["unreadable"] += answers.count(None)
    names = ("any", "majority", "last", "mean", "hidden", "tied", "unreadable")
    return {name: round(row[name], 6) for name in names}


def silent(questions, read):
    """Turns after the first round whose agent has an answer that all others with a text share."""
    count = 0
    for question in questions:
        texts = list(question["agent_response"].values())
        for place in (0, 1):
            said = [text[place] for text in texts]
            for agent, own in enumerate(said):
                others = [read(text) for at, text in enumerate(said) if at != agent and text.strip()]
                view = read(own) if own.strip() else None
                count += view is not None and all(other == view for other in others)
    return count


folder = Path(sys.argv[1])
report = {"python": platform.python_version()}
for name, read, key_of in (("gsm", number, number_key), ("mmlu", choice, str)):
    questions = json.loads((folder / f"{name}_result.json").read_text())
    report[name] = {
        "rounds": [of_round(questions, place, read, key_of) for place in range(3)],
        "silent": silent(questions, read),
    }
print(json.dumps(report, indent=2))
