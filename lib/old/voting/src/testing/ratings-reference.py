"""Winner sets on random profiles of ratings, of approvals and of weak rankings, for the tests of our rules.

Run: python ratings-reference.py > ratings-reference.json   (pip install pref_voting==1.18.2 votelib==0.4.0)

Ratings: 600 profiles of 1 to 12 voters and 2 to 6 options on the scale 0 to 5 (a third use only two or three of the
grades, so that there are many ties). Approvals: 500 profiles. Weak rankings: 600 profiles, truncated or with tiers.
Ballots are strings of digits, one an option: its rating; 1 or 0; its tier, or "-" where the ballot leaves it out.

Three references are plain code below, because neither library has them: `majority_judgement_by_removal` (medians
removed one by one, as Balinski and Laraki write it; votelib raises an error on some ties, noted as no winner),
`coombs_to_the_last` (no majority stop), `kemeny_places` (from pref_voting's list of all optimal rankings).
"""

import json
import random
import sys
from importlib.metadata import version

import votelib.evaluate.cardinal as cardinal
from pref_voting import grade_methods as grades
from pref_voting import other_methods as other
from pref_voting.c1_methods import copeland
from pref_voting.grade_profiles import GradeProfile
from pref_voting.margin_based_methods import beat_path, beat_path_defeat
from pref_voting.profiles import Profile
from pref_voting.profiles_with_ties import ProfileWithTies
from pref_voting.utility_methods import sum_utilitarian
from pref_voting.utility_profiles import UtilityProfile

SEED = 20242
chance = random.Random(SEED)


def text(ballots):
    return " ".join("".join("-" if mark is None else str(mark) for mark in ballot) for ballot in ballots)


def winners(sets):
    return " ".join("".join(str(int(option)) for option in sorted(found)) or "-" for found in sets)


def remove_medians(column):
    """The medians in the order of their removal; of an even number the lower one."""
    column, removed = sorted(column), []
    while column:
        removed.append(column.pop((len(column) - 1) // 2))
    return removed


def majority_judgement_by_removal(rows):
    values = [remove_medians(row[option] for row in rows) for option in range(len(rows[0]))]
    return [option for option, value in enumerate(values) if value == max(values)]


def majority_judgement_order(rows):
    values = [remove_medians(row[option] for row in rows) for option in range(len(rows[0]))]
    return [sorted(set(map(tuple, values)), reverse=True).index(tuple(value)) for value in values]


def votelib_majority_judgement(rows):
    votes = {}
    for row in rows:
        ballot = frozenset(enumerate(row))
        votes[ballot] = votes.get(ballot, 0) + 1
    try:
        (found,) = cardinal.MajorityJudgment().evaluate(votes)
        return [found] if isinstance(found, int) else []
    except Exception:  # it cannot settle every tie
        return []


def rating_rows():
    scale = list(range(6)) if chance.random() < 0.67 else chance.sample(range(6), chance.choice((2, 3)))
    options = chance.randint(2, 6)
    return [[chance.choice(scale) for _ in range(options)] for _ in range(chance.randint(1, 12))]


def graded(rows, scale):
    return GradeProfile([dict(enumerate(row)) for row in rows], scale)


def tiers():
    """A weak or truncated ranking: the tier of each option, or None where it is left out; at least one is named."""
    options = SIZE
    order = chance.sample(range(options), options)
    ballot, tier = [None] * options, 0
    named = chance.randint(1, options)
    for place, option in enumerate(order[:named]):
        tier += place > 0 and chance.random() < 0.7
        ballot[option] = tier
    return ballot


def coombs_to_the_last(orders):
    left = set(orders[0])
    while True:
        last = [[option for option in order if option in left][-1] for order in orders]
        most = max(last.count(option) for option in left)
        leaving = {option for option in left if last.count(option) == most}
        if leaving == left:
            return sorted(left)
        left -= leaving


ratings = [rating_rows() for _ in range(600)]
star_scale = list(range(6))
of_ratings = {
    "score_voting": [grades.score_voting(graded(rows, star_scale)) for rows in ratings],
    "sum_utilitarian": [
        sum_utilitarian(UtilityProfile([dict(enumerate(map(float, row))) for row in rows])) for rows in ratings
    ],
    "star": [grades.star(graded(rows, star_scale)) for rows in ratings],
    "majority_judgement": [grades.majority_judgement(graded(rows, star_scale)) for rows in ratings],
    "majority_judgement_by_removal": [majority_judgement_by_removal(rows) for rows in ratings],
    "votelib_majority_judgement": [votelib_majority_judgement(rows) for rows in ratings],
}
judged = [majority_judgement_order(rows) for rows in ratings]

approvals = [
    [[chance.choice((0, 1)) for _ in range(options)] for _ in range(chance.randint(1, 12))]
    for options in (chance.randint(2, 6) for _ in range(500))
]
of_approvals = {"approval": [grades.approval(graded(rows, [0, 1])) for rows in approvals]}

weak, of_weak = [], {"beat_path_support": [], "beat_path_margin": [], "copeland": []}
for _ in range(600):
    SIZE = chance.randint(3, 5)
    ballots = [tiers() for _ in range(chance.randint(3, 12))]
    profile = ProfileWithTies(
        [{option: tier for option, tier in enumerate(ballot) if tier is not None} for ballot in ballots],
        candidates=list(range(SIZE)),
    )
    profile.use_extended_strict_preference()
    weak.append(ballots)
    of_weak["beat_path_support"].append(beat_path(profile, strength_function=profile.support))
    of_weak["beat_path_margin"].append(beat_path(profile))
    of_weak["copeland"].append(copeland(profile))

strict, of_strict, kemeny_places, schulze_defeats = [], {"coombs_to_the_last": []}, [], []
for _ in range(500):
    options = chance.randint(3, 5)
    orders = [chance.sample(range(options), options) for _ in range(chance.randint(3, 9))]
    profile = Profile(orders)
    strict.append(orders)
    of_strict["coombs_to_the_last"].append(coombs_to_the_last(orders))
    optimal = other.kemeny_young_rankings(profile)[0]
    kemeny_places.append([min(list(order).index(option) for order in optimal) for option in range(options)])
    defeats = beat_path_defeat(profile)
    schulze_defeats.append([len(list(defeats.predecessors(option))) for option in range(options)])


def section(profiles, sets, **more):
    return {"profiles": [text(p) for p in profiles], "winners": {k: winners(v) for k, v in sets.items()}, **more}


print(
    json.dumps(
        {
            "versions": {
                "pref_voting": version("pref_voting"),
                "votelib": version("votelib"),
                "python": sys.version.split()[0],
            },
            "seed": SEED,
            "ratings": section(ratings, of_ratings, judged=text(judged)),
            "approvals": section(approvals, of_approvals),
            "weak": section(weak, of_weak),
            "strict": section(strict, of_strict, kemeny=text(kemeny_places), schulze=text(schulze_defeats)),
        },
        indent=0,
    )
)
