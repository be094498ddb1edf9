"""Counts the recorded sets in the third edition's packed files, without using that edition's importers.

Python 3, standard library only:
    python3 recorded-counts.py FOLDER_data/recorded > recorded-counts.json
"""

import gzip
import json
import platform
import re
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

folder = Path(sys.argv[1])


def rows(name):
    with gzip.open(folder / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def percent(share, of):
    return round(float(100 * share / of), 6)


def right_share(points, gold):
    """Returns the probability that a fair draw among the options with the top count picks the right option."""
    best = [option for option in points if points[option] == max(points.values())] if points else []
    return Fraction(gold in best, max(1, len(best)))


def games():
    sheets = json.loads((folder / "llm-deliberation/games.json").read_text())
    stated = json.loads((folder / "llm-deliberation/minimums.json").read_text())
    best, counts = {}, {}
    for game in rows("llm-deliberation/games.jsonl.gz"):
        seats = [p for p in sheets[game["game"]]["parties"] if p["file"] in game["parties"]]
        said = [(t["public"], t["deal"]) for t in game["turns"]]
        if game["final"] is not None:
            said.append((game["final"], game["finalDeal"]))
        mine = counts.setdefault(game["model"], Counter())
        mine["games"] += 1
        mine["turns"] += len(game["turns"])
        mine["brokenOff"] += game["final"] is None
        mine["deals"] += sum(deal is not None for _, deal in said)
        mine["unparsed"] += sum(deal is None and "<DEAL>" in text for text, deal in said)
        mine["finalDeals"] += game["finalDeal"] is not None
        if game["finalDeal"] is None:
            continue
        table = (game["game"], tuple(p["file"] for p in seats))
        if table not in best:
            every = product(*(range(len(row)) for row in seats[0]["scores"]))
            best[table] = max(sum(p["scores"][i][o] for p in seats for i, o in enumerate(deal)) for deal in every)

        def worth(party):
            return sum(party["scores"][ord(issue) - 65][option - 1] for issue, option in game["finalDeal"].items())

        def minimum(party):
            told = stated[game["config"]][party["file"]]["stated"]
            if told is None and game["game"] == "base" and party["file"] == "enviroment":
                return 50
            return party["minimum"] if told is None else told

        content = [p for p in seats if worth(p) >= minimum(p)]
        vetoes = [p for p in seats if p["role"] != "player"]
        mine["unanimous"] += len(content) == len(seats)
        mine["passes"] += len(content) >= len(seats) - 1 and all(p in content for p in vetoes)
        mine["total"] += sum(worth(p) for p in seats)
        mine["optimum"] += best[table]
    return counts


def raters():
    plurality, borda, weak = Fraction(0), Fraction(0), 0
    questions = rows("mmlu-rater-probabilities/llama-13b-ten-prompts.jsonl.gz")
    for question in questions:
        first, points = Counter(), Counter()
        for row in question["probabilities"]:
            top = [option for option in range(4) if row[option] == max(row)]
            weak += len(set(row)) < 4
            for option in top:
                first["ABCD"[option]] += Fraction(1, len(top))
            for option in range(4):
                below = sum(other < row[option] for other in row)
                points["ABCD"[option]] += below + Fraction(sum(other == row[option] for other in row) - 1, 2)
        plurality += right_share(first, question["answer"])
        borda += right_share(points, question["answer"])
    n = len(questions)
    return {"questions": n, "plurality": percent(plurality, n), "borda": percent(borda, n), "weak": weak}


def redux():
    questions = rows("mmlu-redux-votes/fourteen-models.jsonl.gz")

    def plurality(chosen):
        shares = (
            right_share(Counter(v for v in q["votes"].values() if v in list("ABCD")), "ABCD"[int(q["goldIndex"])])
            for q in chosen
        )
        return percent(sum(shares), len(chosen))

    sound = [q for q in questions if q["errorType"] == "ok"]
    unparsed = sum(v not in list("ABCD") for q in questions for v in q["votes"].values())
    return {"all": plurality(questions), "sound": plurality(sound), "soundQuestions": len(sound), "unparsed": unparsed}


def pairs():
    margins, scores, seen = Counter(), {}, set()
    for one in rows("prd-peer-rank/pairwise.jsonl.gz"):
        place = (one["question"], one["reviewer"], one["first"], one["second"])
        if one["reviewer"] == "human" or place in seen:
            continue
        seen.add(place)
        scores.setdefault(one["reviewer"], [0, 0, 0])[one["score"] - 1] += 1
        lead = {1: 1, 2: -1, 3: 0}[one["score"]]
        margins[one["question"], one["first"], one["second"]] += lead
        margins[one["question"], one["second"], one["first"]] -= lead
    names = sorted(scores)
    condorcet = sum(
        any(all(margins[question, a, b] > 0 for b in names if b != a) for a in names) for question in range(1, 81)
    )
    return {"condorcet": condorcet, "firstSecondTie": scores}


def gpqa():
    debates, by_round = rows("gpqa-debates/answers.jsonl.gz"), []
    for place in range(3):
        plurality, mean, agreed = Fraction(0), Fraction(0), 0
        for debate in debates:
            answers = [turn["answer"] for turn in debate["rounds"][place]]
            letters = Counter(a for a in answers if a in list("ABCD"))
            plurality += right_share(letters, debate["correct_letter"])
            mean += Fraction(answers.count(debate["correct_letter"]), len(answers))
            agreed += len(set(answers)) == 1
        n = len(debates)
        by_round.append({"plurality": percent(plurality, n), "mean": percent(mean, n), "agreed": agreed})
    turns = [turn for debate in debates for turn in sum(debate["rounds"], [])]
    tokens = [sum(turn[key] for turn in turns) for key in ("tokens_in", "tokens_out")]
    return {"byRound": by_round, "tokens": tokens, "unparsed": sum(t["answer"] not in list("ABCD") for t in turns)}


def boxed(text):
    start = text.rfind("\\boxed{")
    depth = 0
    for place in range(start + 6, len(text)) if start >= 0 else ():
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return text[start + 7 : place]
    return None


def dylan():
    """Counts the boxed answers, and counts exact copies of the key, which are a lower bound on the right answers."""
    debates = rows("dylan/two-rounds.jsonl.gz")
    found = {"debates": len(debates), "threeAgents": sum(len(d["agents"]) == 3 for d in debates), "byRound": []}
    for place in range(2):
        texts = [(boxed(texts[place]), debate["answer"]) for debate in debates for texts in debate["agents"]]
        same = sum(box is not None and box.replace(" ", "") == key.replace(" ", "") for box, key in texts)
        found["byRound"].append({"texts": len(texts), "boxed": sum(box is not None for box, _ in texts), "same": same})
    return found


def zeroeval():
    right = Counter()
    for question in rows("zeroeval/gsm8k-answers.jsonl.gz"):
        gold = float(question["gold"].split("#")[-1].replace(",", ""))
        for model in ("gpt-4o-mini-2024-07-18", "gpt-3.5-turbo-0125"):
            number = re.search(r"-?\d+(\.\d+)?", (question["answers"][model] or "").replace(",", ""))
            right[model] += number is not None and float(number[0]) == gold
    return right


def talks():
    messages = [text for one in rows("drift-eval/excerpts.jsonl.gz") for text in one["extractedMessages"].values()]
    stances = Counter((re.match(r"\W*(AGREE|DISAGREE)\b", t.replace("\\n", "\n")) or [None, "draft"])[1] for t in messages)
    dialogues = rows("casino-negotiations/dialogues.jsonl.gz")
    return {
        "stances": stances,
        "accepted": sum(one["turns"][-1]["text"] == "Accept-Deal" for one in dialogues),
        "points": sum(sum(one["points"].values()) for one in dialogues),
        "strategies": sum(len(one["strategies"]) for one in dialogues),
    }


def votes():
    elections = rows("gpt4-votes-tree-of-thoughts/votes.jsonl.gz")
    tied = sum(one["votes"].count(max(one["votes"])) > 1 for one in elections)
    return {"elections": len(elections), "tied": tied, "votes": sum(sum(one["votes"]) for one in elections)}


parts = [games, raters, redux, pairs, gpqa, dylan, zeroeval, talks, votes]
found = {"python": platform.python_version(), **{part.__name__: part() for part in parts}}
json.dump(found, sys.stdout, indent=2, sort_keys=True)
print()
