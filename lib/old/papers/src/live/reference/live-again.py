"""Effects of GEDI's claims on live elections, computed a second time from the words of claims.json with numpy and scipy.

python live-again.py FOLDER > live-again.json
FOLDER has packed runs of a live model (data/recorded/live-qwen2.5-coder-1.5b); its elections alone are read. The
finished questions that it has at that time are listed in the result, and live-again.test.ts compares on these alone, so
that the runs may grow. Run it again if elections are played anew.
Written by a second reader, from the words of the claims, of the policy and of the rules' own descriptions, and not from
the code that measures: ballots are read from the models' replies (not from the votes on record), and rules, orders,
subsets of raters, sign flips and their inversion are its own. Takes some seconds. Nothing in it is drawn at random.
"""

import gzip
import json
import os
import platform
import sys
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import scipy
from scipy import stats

FOLDER = sys.argv[1]
ENTRY, CONDITION = "elections", "answers"
RATERS = 10


# --------------------------------------------------------------------------------------------- questions and ballots


def ranking_in(text, letters):
    """An order of all options, favourite first; None if the reply is anything else."""
    decision = decision_in(text)
    complete = isinstance(decision, list) and sorted(map(str, decision)) == sorted(letters)
    return tuple(decision) if complete else None


def ratings_in(text, letters):
    """A whole number from 0 to 9 for every option and nothing else; None if the reply is anything else."""
    decision = decision_in(text)
    if not isinstance(decision, dict) or sorted(decision) != sorted(letters):
        return None
    whole = all(type(number) is int and 0 <= number <= 9 for number in decision.values())
    return decision if whole else None


def decision_in(text):
    try:
        return json.loads(text)["decision"]
    except (ValueError, KeyError, TypeError):
        return None


def read_questions(folder):
    """Finished questions by number: the key, valid ballots by rater, the two dictators' rankings (None if unreadable)."""
    index = json.load(open(os.path.join(folder, "runs.json"), encoding="utf-8"))
    files = [run["file"] for run in index["runs"] if (run["entry"], run["condition"]) == (ENTRY, CONDITION)]
    if len(files) != 1:
        sys.exit(f"live-again needs one run {ENTRY}/{CONDITION} in {folder}, got {len(files)}")
    found, finished = {}, set()
    with gzip.open(os.path.join(folder, files[0]), "rt", encoding="utf-8") as file:
        next(file)  # run.json
        for line in file:
            event = json.loads(line)
            kind, number = event.get("type"), event["collaboration"]
            if kind == "started":
                instance = event["instance"]
                found[number] = {
                    "id": instance["id"],
                    "letters": instance["letters"],
                    "key": instance["answer"],
                    "replies": {},
                    "votes": {},
                }
            elif kind == "reply":
                # A later attempt replaces an earlier one of the same agent and phase.
                found[number]["replies"][event["phase"], event["agent"]] = event.get("text", "")
            elif kind == "vote":
                found[number]["votes"][event["phase"], event["by"]] = event["ballot"]
            elif kind == "finished":
                finished.add(number)
    return index["model"], {number: with_ballots(found[number]) for number in sorted(finished)}


def with_ballots(question):
    letters = question["letters"]
    rankings, ratings, dictators, otherwise = [], [], {}, 0
    for (phase, agent), text in question["replies"].items():
        by_ratings = phase == "ballot/rating"
        ballot = ratings_in(text, letters) if by_ratings else ranking_in(text, letters)
        vote = question["votes"].get((phase, agent))
        recorded = vote and (vote.get("ratings") or tuple(vote.get("ranking", [])))
        otherwise += (ballot or None) != (recorded or None)
        if phase.startswith("dictator/"):
            dictators[phase.removeprefix("dictator/")] = ballot
        elif ballot is not None:
            (ratings if by_ratings else rankings).append(ballot)
    return {
        "id": question["id"],
        "key": question["key"],
        "letters": letters,
        "rankings": rankings,
        "ratings": ratings,
        "dictators": dictators,
        "readOtherwise": otherwise,
    }


# ------------------------------------------------------------------------------------------------- the six rules
# A rule takes complete rankings and gives a score to each option: a higher one comes first, equal ones are tied.


def places(rankings, options):
    return {option: [ranking.index(option) for ranking in rankings] for option in options}


def plurality(rankings, options):
    return {option: found.count(0) for option, found in places(rankings, options).items()}


def borda(rankings, options):
    return {option: sum(len(options) - 1 - place for place in found) for option, found in places(rankings, options).items()}


def bucklin(rankings, options):
    """Places are added until an option has more than half of the voters; then the largest count wins."""
    found = places(rankings, options)
    for last in range(len(options)):
        counts = {option: sum(place <= last for place in found[option]) for option in options}
        if max(counts.values()) > len(rankings) / 2:
            return counts


def instant_runoff(rankings, options):
    """All options with the fewest first places leave together; a score is the stage at which one leaves."""
    left, stage, score = list(options), 0, {}
    while left:
        firsts = plurality([[o for o in ranking if o in left] for ranking in rankings], left)
        leaving = [option for option in left if firsts[option] == min(firsts.values())]
        score.update({option: stage for option in leaving})
        left = [option for option in left if option not in leaving]
        stage += 1
    return score


def margins(rankings, options):
    found = places(rankings, options)
    prefer = lambda a, b: sum(x < y for x, y in zip(found[a], found[b]))
    return {(a, b): prefer(a, b) - prefer(b, a) for a, b in permutations(options, 2)}


def minimax(rankings, options):
    """The worst comparison of an option: the largest margin of another over it, below zero if all are won."""
    margin = margins(rankings, options)
    return {option: -max(margin[other, option] for other in options if other != option) for option in options}


def ranked_pairs(rankings, options):
    """
    The best place of an option when wins of equal margin are locked in any order, by trying all orders of them.
    That options with equal best places are tied is the rule's description. Claims.json says no more than "the rule's order,
    ties broken at random": were instead one of all orders drawn that fit one of the lockings, each as likely, then hit rates
    at 3 of two in the first twelve questions would be others (50 for 0, 75 for 100).
    """
    margin = margins(rankings, options)
    wins = {}
    for pair, size in margin.items():
        if size > 0:
            wins.setdefault(size, []).append(pair)
    locked = {frozenset()}
    for size in sorted(wins, reverse=True):
        locked = {lock(before, order) for before in locked for order in permutations(wins[size])}
    # What is locked is transitive: as many as come before an option, so good can its place be at best.
    above = lambda one, option: sum(loser == option for _, loser in one)
    return {option: -min(above(one, option) for one in locked) for option in options}


def lock(pairs, order):
    """Adds wins in this order, each with all that follows from it, unless its loser already comes before its winner."""
    pairs = set(pairs)
    for winner, loser in order:
        if (loser, winner) in pairs:
            continue
        before = {winner} | {a for a, b in pairs if b == winner}
        after = {loser} | {b for a, b in pairs if a == loser}
        pairs |= {(a, b) for a in before for b in after}
    return frozenset(pairs)


RULES = {
    "plurality": plurality,
    "bucklin": bucklin,
    "borda": borda,
    "instant-runoff": instant_runoff,
    "minimax": minimax,
    "ranked pairs": ranked_pairs,
}


# ------------------------------------------------------------------------------------------- outcomes of a question
# All in percent. A question without a valid ballot counts as wrong for every way that needs one.


def hit(scores, key, k):
    """The chance that the key is among the first k options, those with equal scores in random order."""
    above = sum(score > scores[key] for score in scores.values())
    level = sum(score == scores[key] for score in scores.values())
    return 100 * min(Fraction(1), max(Fraction(0), Fraction(k - above, level)))


def by_rule(rule, rankings, question, k=1):
    return hit(RULES[rule](rankings, question["letters"]), question["key"], k) if rankings else 0


def by_subsets(rule, size, question):
    """The mean over all subsets of so many valid rankings; all of them where fewer are valid."""
    rankings = question["rankings"]
    subsets = list(combinations(rankings, min(size, len(rankings))))
    return mean([by_rule(rule, subset, question) for subset in subsets])


def single_hit(question, k=1):
    return mean([100 * (question["key"] in ranking[:k]) for ranking in question["rankings"]])


def single_by_ratings(question):
    return mean([hit(ratings, question["key"], 1) for ratings in question["ratings"]])


def range_voting(question):
    sums = {option: sum(ratings[option] for ratings in question["ratings"]) for option in question["letters"]}
    return hit(sums, question["key"], 1) if question["ratings"] else 0


def dictator(kind, question):
    ranking = question["dictators"].get(kind)
    return 100 * (ranking is not None and ranking[0] == question["key"])


def six_rules(question):
    return mean([by_rule(rule, question["rankings"], question) for rule in RULES])


def mean(values):
    return Fraction(sum(values)) / len(values) if values else Fraction(0)


# --------------------------------------------------------------------------------------------------- a paired mean


def flipped(values, bound):
    """
    Two one-sided p values of a mean by all 2^G flips of signs: that it is no more than the bound, and no less.
    A flip of the clusters S makes the sum as large or larger where the values of S, less the bound, sum to 0 or below.
    Halves of the clusters are listed, and joined by a sorted search.
    """
    centred = np.asarray(values, float) - bound
    near = 1e-9 * max(1, np.abs(centred).max())
    half = len(centred) // 2
    left, right = subset_sums(centred[:half]), np.sort(subset_sums(centred[half:]))
    patterns = len(left) * len(right)
    not_above = np.searchsorted(right, near - left, side="right").sum()
    not_below = patterns - np.searchsorted(right, -near - left, side="left").sum()
    return not_above / patterns, not_below / patterns


def subset_sums(values):
    sums = np.zeros(1)
    for value in values:
        sums = np.concatenate([sums, sums + value])
    return sums


def inverted(values, level=0.05):
    """The bounds that two-sided flips do not reject; both p values are monotone in the bound, so halving finds the ends."""

    def end(kept, inside, outside):
        for _ in range(100):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if kept(middle) else (inside, middle)
        return inside

    values = np.asarray(values, float)
    beyond = 1 + values.max() - values.min()
    low = end(lambda bound: flipped(values, bound)[0] > level / 2, values.mean(), values.mean() - beyond)
    high = end(lambda bound: flipped(values, bound)[1] > level / 2, values.mean(), values.mean() + beyond)
    return low, high


def student(values, bound):
    """Student's t with G - 1 degrees of freedom."""
    values = np.asarray(values, float)
    error = values.std(ddof=1) / np.sqrt(len(values))
    half = stats.t.ppf(0.975, len(values) - 1) * error
    t = (values.mean() - bound) / error
    above, below = stats.t.sf(t, len(values) - 1), stats.t.cdf(t, len(values) - 1)
    return (above, below), (values.mean() - half, values.mean() + half)


def paired_mean(values):
    """Every claim here is above its bound, and the bound is 0; one question is one cluster."""
    clusters = len(values)
    if clusters < 6 or len(set(values)) == 1:
        return None
    values = [float(value) for value in values]
    ps, ends = student(values, 0) if clusters >= 30 else (flipped(values, 0), inverted(values))
    return {
        "effect": float(np.mean(values)),
        "low": float(ends[0]),
        "high": float(ends[1]),
        "clusters": clusters,
        "pHolds": float(ps[0]),
        "pReversed": float(ps[1]),
    }


def at_least(wanted, parts):
    """At least so many parts hold: (m - k + 1) times the k-th smallest p, on either side. Untested parts: no test."""
    if any(part is None for part in parts.values()):
        return None
    times = len(parts) - wanted + 1
    side = lambda name: min(1, times * sorted(part[name] for part in parts.values())[wanted - 1])
    return {"parts": parts, "p": min(1, 2 * min(side("pHolds"), side("pReversed")))}


def every(parts):
    """All parts hold: the largest p. One reversed part reverses: the smallest p times the number of parts."""
    if any(part is None for part in parts.values()):
        return None
    holds = max(part["pHolds"] for part in parts.values())
    reversed_ = min(1, len(parts) * min(part["pReversed"] for part in parts.values()))
    return {"parts": parts, "p": min(1, 2 * min(holds, reversed_))}


def effects(questions):
    def one(difference):
        return at_least(1, {"": paired_mean([difference(question) for question in questions])})

    def parts(names, difference):
        return {name: paired_mean([difference(name, question) for question in questions]) for name in names}

    def plurality_gains(question):
        return by_rule("plurality", question["rankings"], question) - single_hit(question)

    def beyond_plurality_at_three(rule, question):
        rankings = question["rankings"]
        return by_rule(rule, rankings, question, 3) - by_rule("plurality", rankings, question, 3)

    def single_beyond_plurality_at_three(question):
        return single_hit(question, 3) - by_rule("plurality", question["rankings"], question, 3)

    def three_gain(rule, question):
        return by_subsets(rule, 3, question) - single_hit(question)

    return {
        "gedi.votingBeatsOneRater": one(lambda q: six_rules(q) - single_hit(q)),
        "gedi.pluralityBeatsOneRater": one(plurality_gains),
        "gedi.informedDictatorBeatsBlind": one(lambda q: dictator("informed", q) - single_hit(q)),
        "gedi.votingBeatsInformedDictator": one(lambda q: six_rules(q) - dictator("informed", q)),
        "gedi.falseBallotsMislead": one(lambda q: single_hit(q) - dictator("mis-informed", q)),
        "gedi.ratingsLoseToRankings": one(lambda q: six_rules(q) - range_voting(q)),
        "gedi.threeRatersSuffice": at_least(4, parts(RULES, three_gain)),
        "gedi.rangeStartsHigher": one(lambda q: single_by_ratings(q) - single_hit(q)),
        "gedi.bordaExcludesWrongChoices": every(parts(["borda", "ranked pairs"], beyond_plurality_at_three)),
        "gedi.blindDictatorHitsAtThree": one(single_beyond_plurality_at_three),
    }


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return float(f"{value:.8g}") if isinstance(value, float) else value


model, read = read_questions(FOLDER)
cases = list(read.values())
print(
    json.dumps(
        {
            "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__},
            "model": model,
            "run": {"entry": ENTRY, "condition": CONDITION},
            # Collaborations of the run that were finished, by number, with the question of each.
            "cases": {number: question["id"] for number, question in read.items()},
            "ballots": {
                "rankings": sum(len(question["rankings"]) for question in cases),
                "ratings": sum(len(question["ratings"]) for question in cases),
                "dictators": sum(ranking is not None for q in cases for ranking in q["dictators"].values()),
                "of": RATERS * len(cases),
                "readOtherwise": sum(question["readOtherwise"] for question in cases),
            },
            "effects": rounded(effects(cases)),
        },
        indent=2,
    )
)
