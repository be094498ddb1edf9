"""Recomputes numbers of figures/FINDINGS.md from the recorded sets, with nothing but Python's standard library.

It shares no code with the library. Run `python3 data/makers/check-findings.py` to print them as JSON; the output is kept
in lib/fixtures/findings.json, and a test looks for each number in figures/FINDINGS.md.
"""

import gzip
import json
from collections import defaultdict
from pathlib import Path
from statistics import mean

RECORDED = Path(__file__).resolve().parents[1] / "recorded"


def talks(name):
    with gzip.open(RECORDED / name / "collaborations.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def events(talk, kind):
    return [event for event in talk["events"] if event["type"] == kind]


def tiers(ballot):
    return [entry if isinstance(entry, list) else [entry] for entry in ballot]


def share_of_best(scores, right):
    """The chance that a fair draw among the best options is right, in percent."""
    best = max(scores.values())
    winners = [option for option, score in scores.items() if abs(score - best) < 1e-9]
    return 100 / len(winners) if right in winners else 0


def plurality(ballots, options):
    scores = dict.fromkeys(options, 0.0)
    for ballot in ballots:
        for option in tiers(ballot)[0]:
            scores[option] += 1 / len(tiers(ballot)[0])
    return scores


def borda(ballots, options):
    scores = dict.fromkeys(options, 0.0)
    for ballot in ballots:
        above = 0
        for tier in tiers(ballot):
            places = [len(options) - 1 - place for place in range(above, above + len(tier))]
            for option in tier:
                scores[option] += sum(places) / len(tier)
            above += len(tier)
    return scores


def one_rater(ballots, right):
    """The mean over raters of the chance that a rater's favourite is right, in percent."""
    favourites = [tiers(ballot)[0] for ballot in ballots]
    return 100 * mean(1 / len(tier) if right in tier else 0 for tier in favourites)


def gains(name):
    """Gains of plurality and Borda over one rater, over elections in which every ballot is valid."""
    found = {"plurality": [], "borda": []}
    for talk in talks(name):
        ballots = [vote["ballot"] for vote in events(talk, "vote")]
        if len(ballots) < len(talk["agents"]):
            continue
        right = talk["labels"]["answer"]
        options = sorted({option for ballot in ballots for tier in tiers(ballot) for option in tier})
        alone = one_rater(ballots, right)
        found["plurality"].append(share_of_best(plurality(ballots, options), right) - alone)
        found["borda"].append(share_of_best(borda(ballots, options), right) - alone)
    return {rule: mean(values) for rule, values in found.items()}, len(found["borda"])


def negotiations():
    games = talks("llm-deliberation")
    accepted = [game["outcome"] is not None and game["score"].get("unanimous") == 1 for game in games]
    lost = []
    for game in games:
        if len(game["agents"]) != 6 or game["cause"] == "broken off":
            continue
        whole = [event for event in game["events"] if event["round"] <= game["labels"]["wholeRounds"]]
        decisions = [event for event in whole if event["type"] == "decision"]
        proposals = [event for event in whole if event["type"] == "proposal"]
        if any((event.get("score") or {}).get("unanimous") == 1 for event in proposals):
            lost.append(decisions[-1]["score"].get("unanimous") != 1)
    return accepted, lost


def economies():
    """auc@3 and the first proposals under graded rules less those under single votes, by economy."""
    folder = "live-qwen2.5-coder-1.5b"
    means = {"auc": {}, "first": {}}
    for rule in ["unanimous", "majority", "plurality", "rated", "ranked", "cumulative"]:
        for talk in talks(f"{folder}/economies--{rule}"):
            shares = {event["round"]: event["score"]["share"] for event in events(talk, "decision")}
            means["auc"][talk["case"], rule] = 100 * mean(shares[number] for number in (1, 2, 3))
            first = [100 * ((event.get("score") or {}).get("share") or 0)
                     for event in events(talk, "proposal") if event["round"] == 1]
            if first:
                means["first"][talk["case"], rule] = mean(first)
    found = {}
    for name, values in means.items():
        by_case = defaultdict(lambda: {True: [], False: []})
        for (case, rule), value in values.items():
            by_case[case][rule in ("rated", "ranked", "cumulative")].append(value)
        found[name] = mean(mean(sides[True]) - mean(sides[False]) for sides in by_case.values())
    return found


def judges():
    """How often a judge prefers the answer that it reads first, less 50%: by pair and order, ties as a half."""
    values = defaultdict(lambda: defaultdict(list))
    for talk in talks("prd-peer-rank"):
        if talk["labels"].get("reviewers") != "models":
            continue
        for vote in events(talk, "vote"):
            judge, first = vote["agent"].removesuffix(" first").split(", ")
            top = tiers(vote["ballot"])[0]
            values[judge][talk["index"], first].append(50 if len(top) > 1 else 100 if top[0] == first else 0)
    return {judge: mean(mean(some) for some in own.values()) - 50 for judge, own in values.items()}


def flagged_keys():
    """Agreement of the plurality of fourteen models with the key: sound keys less flagged ones."""
    right = {True: [], False: []}
    for talk in talks("mmlu-redux-votes"):
        ballots = [vote["ballot"] for vote in events(talk, "vote")]
        scores = {option: ballots.count(option) for option in "ABCD"}
        agrees = share_of_best(scores, talk["labels"]["answer"]) if ballots else 0
        right[talk["labels"]["errorType"] == "ok"].append(agrees)
    return mean(right[True]) - mean(right[False])


def main():
    llama, questions = gains("mmlu-rater-probabilities")
    gemma, elections = gains("ranked-voting-csqa")
    accepted, lost = negotiations()
    economy = economies()
    judge = judges()
    numbers = {
        "GEDI: questions of LLaMA-13B": f"{questions:,}",
        "GEDI: elections of Gemma-2-9b in which every ballot is valid": str(elections),
        "GEDI: gain of Borda, LLaMA-13B": f"{llama['borda']:.2f}",
        "GEDI: gain of plurality, LLaMA-13B": f"{llama['plurality']:.2f}",
        "GEDI: gain of Borda, Gemma-2-9b": f"{gemma['borda']:.2f}",
        "GEDI: gain of plurality, Gemma-2-9b": f"{gemma['plurality']:.2f}",
        "Deliberation: negotiations that end on a deal for all, in percent": f"{100 * mean(accepted):.0f}",
        "RoundTable: games in which a deal for all was proposed": str(len(lost)),
        "RoundTable: of these, another deal stands, in percent": f"{100 * mean(lost):.1f}",
        "RoundTable: auc@3, graded rules less single votes": f"{economy['auc']:.1f}",
        "RoundTable: first proposals, graded rules less single votes": f"{economy['first']:.1f}",
        "Real voters: Bard for the answer shown first": f"{judge['bard']:.1f}",
        "Real voters: GPT-4 for the answer shown first": f"{judge['gpt4']:.1f}",
        "Real voters: sound keys less flagged keys": f"{flagged_keys():.1f}",
    }
    print(json.dumps(numbers, indent=2))


if __name__ == "__main__":
    main()
