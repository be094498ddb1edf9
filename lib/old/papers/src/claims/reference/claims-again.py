"""Effects of the papers' claims, computed a second time from the words of claims.json with numpy and scipy alone.

node answers-read.mjs DU > ANSWERS; python claims-again.py ROOT DU ANSWERS > claims-again.json
ROOT is the project's folder (it reads data/recorded and, for Holm's correction alone, the p values of the other claims in
data/claims); DU the folder of du-debates-unlicensed, which is not in the repository; ANSWERS what the kit's reader read
in it. The effects on DU are computed twice: by the answers of a reader of its own, and by the kit's.
Written by a second reader, from the words of the claims and not from the TypeScript: rules, reader of deals, reader of
answers, sums of clusters and sign flips are its own. Takes some minutes. Random replacements of raters are drawn anew,
so that those effects agree to a tenth of a point only.
"""

import gzip
import itertools
import json
import platform
import re
import sys
from collections import Counter, defaultdict

import numpy as np
import scipy
from scipy import stats

ROOT = sys.argv[1]
SIX = ["plurality", "bucklin", "borda", "instant-runoff", "minimax", "ranked pairs"]


def lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# ------------------------------------------------------------------------------------------------ tests of a mean


ABOVE, BELOW = "above", "below"


def sided(above, below, other_above, other_below, side):
    """One-sided p values: that the claim does not hold at its bound, and that it is not reversed."""
    return {"pHolds": above, "pReversed": other_below} if side == ABOVE else {"pHolds": below, "pReversed": other_above}


def student(values, bound, side=ABOVE, weights=None, clusters=None):
    """A weighted mean of cases, cluster-robust, by Student's t with G - 1 degrees of freedom."""
    values = np.asarray(values, float)
    weights = np.full(len(values), 1 / len(values)) if weights is None else np.asarray(weights, float)
    names = np.arange(len(values)) if clusters is None else np.unique(np.asarray(clusters), return_inverse=True)[1]
    effect = (weights * values).sum() / weights.sum()
    scores = np.bincount(names, weights * (values - effect)) / weights.sum()
    groups = len(scores)
    error = np.sqrt(groups / (groups - 1) * (scores**2).sum())
    half = stats.t.ppf(0.975, groups - 1) * error
    t = (effect - bound) / error
    above, below = stats.t.sf(t, groups - 1), stats.t.cdf(t, groups - 1)
    return {
        "effect": effect,
        "standardError": error,
        "low": effect - half,
        "high": effect + half,
        "clusters": groups,
        **sided(above, below, above, below, side),
    }


def all_flips(values, bound):
    """The share of all 2^G patterns of signs whose sum is as large: each half is listed, and the halves are joined."""
    centred = np.asarray(values, float) - bound
    half = len(centred) // 2

    def sums(part):
        signs = np.array(list(itertools.product((-1, 1), repeat=len(part))))
        return signs @ part

    left, right = sums(centred[:half]), np.sort(sums(centred[half:]))
    total, small = centred.sum(), 1e-9 * np.abs(centred).max()
    above = (len(right) - np.searchsorted(right, total - small - left, side="left")).sum()
    below = np.searchsorted(right, total + small - left, side="right").sum()
    return above / (len(left) * len(right)), below / (len(left) * len(right))


def flips(by_cluster, bound, reversed_at=None):
    """Means of clusters, by all flips of signs. A size is reversed at another bound than its own."""
    values = np.array(list(by_cluster.values()))
    above, below = all_flips(values, bound)
    others = (above, below) if reversed_at is None else all_flips(values, reversed_at)
    return {
        "effect": values.mean(),
        "standardError": values.std(ddof=1) / np.sqrt(len(values)),
        "clusters": len(values),
        **sided(above, below, *others, ABOVE),
    }


def one(test):
    return {"parts": {"": test}, "p": min(1, 2 * min(test["pHolds"], test["pReversed"]))}


def at_least(parts, wanted):
    """Partial conjunction: (m - k + 1) times the k-th smallest, on either side."""
    order = sorted(parts, key=lambda name: parts[name]["pHolds"])
    others = sorted(part["pReversed"] for part in parts.values())
    times = len(parts) - wanted + 1
    holds = min(1, times * parts[order[wanted - 1]]["pHolds"])
    against = min(1, times * others[wanted - 1])
    return {"parts": parts, "decides": order[wanted - 1], "p": min(1, 2 * min(holds, against))}


def every(parts):
    """All parts hold; one reversed part reverses, by Bonferroni."""
    decides = max(parts, key=lambda name: parts[name]["pHolds"])
    against = min(1, len(parts) * min(part["pReversed"] for part in parts.values()))
    return {"parts": parts, "decides": decides, "p": min(1, 2 * min(parts[decides]["pHolds"], against))}


def holm(p):
    """By name; sorted p times what is left of the family, and no smaller than the one before."""
    found, least = {}, 0.0
    for place, name in enumerate(sorted(p, key=p.get)):
        least = max(least, min(1, (len(p) - place) * p[name]))
        found[name] = least
    return found


# ------------------------------------------------------------------------------- elections of four options

ORDERS = list(itertools.permutations(range(4)))
POSITION = np.array([[order.index(option) for option in range(4)] for order in ORDERS])
PAIRS = list(itertools.combinations(range(4), 2))


def ranked_pairs(margins):
    """Who can come first when pairs of equal margin are locked in any order."""
    won = [(abs(m), (a, b) if m > 0 else (b, a)) for m, (a, b) in zip(margins, PAIRS) if m != 0]
    levels = [[pair for size, pair in won if size == level] for level in sorted({s for s, _ in won}, reverse=True)]
    winners = set()

    def reaches(locked, start, end):
        return start == end or any(reaches(locked, y, end) for x, y in locked if x == start)

    def lock(locked, rest):
        if not rest:
            winners.update(o for o in range(4) if all(y != o for _, y in locked))
            return
        for order in itertools.permutations(rest[0]):
            grown = set(locked)
            for a, b in order:
                if not reaches(grown, b, a):
                    grown.add((a, b))
            lock(frozenset(grown), rest[1:])

    lock(frozenset(), levels)
    return winners


PATTERNS = {}


def winners_of(profiles):
    """By rule, which options win each profile; profiles[N, raters] are places in ORDERS."""
    position = POSITION[profiles]
    n = profiles.shape[1]
    top = lambda scores: scores == scores.max(axis=1, keepdims=True)
    firsts = (position == 0).sum(axis=1)
    # Bucklin: the first level at which an option has more than half of the ballots.
    total, bucklin, open_ = np.zeros_like(firsts), np.zeros_like(firsts), np.ones(len(firsts), bool)
    for level in range(4):
        total = total + (position == level).sum(axis=1)
        done = open_ & (2 * total.max(axis=1) > n)
        bucklin[done] = total[done]
        open_ &= ~done
    # Instant runoff: all with the fewest first places leave together; if that is all who are left, they tie.
    alive = np.ones((len(profiles), 4), bool)
    for _ in range(3):
        chosen = np.where(alive[:, None, :], position, 9).argmin(axis=2)
        votes = np.stack([(chosen == option).sum(axis=1) for option in range(4)], axis=1)
        fewest = np.where(alive, votes, 99).min(axis=1, keepdims=True)
        staying = alive & (votes > fewest)
        alive = np.where(staying.any(axis=1, keepdims=True), staying, alive)
    over = np.stack(
        [np.stack([(position[:, :, a] < position[:, :, b]).sum(axis=1) for b in range(4)], axis=1) for a in range(4)],
        axis=1,
    )
    margin = over - over.transpose(0, 2, 1)  # margin[., a, b] of a over b
    worst = margin.max(axis=1)  # of b: the largest margin of any a over it
    six = np.stack([margin[:, a, b] for a, b in PAIRS], axis=1)
    kinds, place = np.unique(six, axis=0, return_inverse=True)
    first = np.zeros((len(kinds), 4), bool)
    for row, kind in enumerate(kinds):
        sizes = sorted({abs(int(m)) for m in kind} | {0})
        key = tuple(int(np.sign(m)) * sizes.index(abs(int(m))) for m in kind)
        if key not in PATTERNS:
            PATTERNS[key] = ranked_pairs(key)
        first[row, list(PATTERNS[key])] = True
    return [top(firsts), top(bucklin), top((3 - position).sum(axis=1)), alive, worst == worst.min(axis=1, keepdims=True), first[place.reshape(-1)]]


def accuracy(profiles, keys):
    """By rule and profile, the chance in percent that a fair draw among the winners is the key."""
    found = []
    for start in range(0, len(profiles), 200_000):
        part, own = profiles[start : start + 200_000], keys[start : start + 200_000]
        found.append(np.stack([100 * w[np.arange(len(own)), own] / w.sum(axis=1) for w in winners_of(part)]))
    return np.concatenate(found, axis=1)


def gedi():
    rows = lines(f"{ROOT}/data/recorded/mmlu-rater-probabilities/llama-13b-ten-prompts.jsonl.gz")
    keys = np.array(["ABCD".index(row["answer"]) for row in rows])
    may = []  # [question][rater]: the orders that a rater's probabilities allow
    for row in rows:
        may.append(
            [
                [i for i, order in enumerate(ORDERS) if all(p[a] >= p[b] for a, b in zip(order, order[1:]))]
                for p in row["probabilities"]
            ]
        )
    single = np.array(
        [100 * np.mean([np.mean([ORDERS[i][0] == key for i in orders]) for orders in raters]) for raters, key in zip(may, keys)]
    )
    profiles, owner = [], []
    for question, raters in enumerate(may):
        for profile in itertools.product(*raters):
            profiles.append(profile)
            owner.append(question)
    profiles, owner = np.array(profiles), np.array(owner)

    def by_question(subsets):
        """By rule and question, the mean over orders and subsets of raters."""
        total, count = np.zeros((6, len(rows))), np.zeros(len(rows))
        for subset in subsets:
            for rule, values in enumerate(accuracy(profiles[:, list(subset)], keys[owner])):
                total[rule] += np.bincount(owner, values, len(rows))
            count += np.bincount(owner, minlength=len(rows))
        return total / count

    ten = by_question([range(10)])
    two = by_question(itertools.combinations(range(10), 2))
    three = by_question(itertools.combinations(range(10), 3))
    summed = []
    for row, key in zip(rows, keys):
        sums = np.round(1e5 * np.array(row["probabilities"]).sum(axis=0))
        summed.append(100 * (sums[key] == sums.max()) / (sums == sums.max()).sum())
    summed = np.array(summed)

    rng = np.random.default_rng(20261123)
    draws = 200

    certain = np.array([[orders[0] for orders in raters] for raters in may])
    level = [(q, r) for q, raters in enumerate(may) for r, orders in enumerate(raters) if len(orders) > 1]

    def unreliable(count):
        """By rule and question, accuracy with so many raters replaced by random rankings, equal options in random order."""
        sums = np.zeros((6, len(rows)))
        for _ in range(draws):
            drawn = certain.copy()
            for q, r in level:
                drawn[q, r] = rng.choice(may[q][r])
            replaced = rng.permuted(np.tile(np.arange(10), (len(rows), 1)), axis=1)[:, :count]
            drawn[np.arange(len(rows))[:, None], replaced] = rng.integers(24, size=replaced.shape)
            sums += accuracy(drawn, keys)
        return sums / draws

    bad = {count: unreliable(count) for count in (3, 4, 5, 6)}
    lost = {count: ten - bad[count] for count in bad}
    wide = np.mean([lost[4], lost[5], lost[6]], axis=0)

    def parts(value, rules, bound=0, side=ABOVE):
        return {SIX[rule]: student(value(rule), bound, side) for rule in rules}

    return {
        "gedi.votingBeatsOneRater": one(student(ten.mean(axis=0) - single, 0)),
        "gedi.pluralityBeatsOneRater": one(student(ten[0] - single, 0)),
        "gedi.votingNeverLoses": every(parts(lambda rule: ten[rule] - single, range(6), -0.5)),
        "gedi.threeRatersSuffice": at_least(parts(lambda rule: three[rule] - single, range(6)), 4),
        "gedi.twoRatersDoNotHelp": at_least(
            parts(lambda rule: two[rule] - single - 0.5 * (three[rule] - single), [1, 2, 4, 5], 0, BELOW), 2
        ),
        "gedi.pluralityIsRobust": {**at_least(parts(lambda rule: wide[rule] - wide[0], range(1, 6)), 3), "drawn": True},
        "gedi.threeUnreliableAreBorne": {
            **at_least(parts(lambda rule: lost[3][rule], range(6), 0.5, BELOW), 4),
            "drawn": True,
        },
        "gedi.ratingsLoseToRankings": at_least(parts(lambda rule: ten[rule] - summed, range(6)), 4),
    }


# ------------------------------------------------------------------------------------------------- negotiations


def options_named(text, issues):
    named = defaultdict(set)
    for issue, option in re.findall(r"\b([A-Z]) ?([0-9])(?:\.[0-9])?\b", text):
        if issue in issues:
            named[issue].add(int(option))
    return named


def read_deal(text, sheet):
    """The last place that names exactly one option of every issue: a DEAL tag, a sentence, a list of lines."""
    issues = sorted(sheet)
    places = []
    for piece in re.split(r"(<DEAL>.*?(?:</DEAL>|$))", text, flags=re.S | re.I):
        if piece[:6].upper() == "<DEAL>":
            places.append(re.sub(r"</?DEAL>", "", piece, flags=re.I))
            continue
        block = []
        for line in [line for line in piece.split("\n") if line.strip()] + [""]:
            if len(options_named(line, issues)) == 1:
                block.append(line)
                continue
            if block:
                places.append("\n".join(block))
                block = []
            places.extend(re.split(r"(?<=[.!?])\s+", line))
    for place in reversed(places):
        named = options_named(place, issues)
        if len(named) == len(issues) and all(len(options) == 1 for options in named.values()):
            deal = {issue: next(iter(named[issue])) for issue in issues}
            return deal if all(1 <= deal[i] <= len(sheet[i]) for i in issues) else None
    return None


MODELS = {"llama2_13b": "llama2-13b", "llama2_70b": "llama2-70b", "llama3_70b": "llama3-70b"}


def games():
    sheets = json.load(open(f"{ROOT}/data/recorded/llm-deliberation/games.json"))
    rows = [row for row in lines(f"{ROOT}/data/recorded/llm-deliberation/games.jsonl.gz") if row["final"] is not None]
    many = Counter(row["config"] for row in rows)
    found = []
    for row in rows:
        if many[row["config"]] < 5:
            continue
        by_file = {party["file"]: party["scores"] for party in sheets[row["game"]]["parties"]}
        seats = {
            party: {"ABCDEFGH"[i]: values for i, values in enumerate(by_file[party])} for party in row["parties"]
        }
        sheet = next(iter(seats.values()))
        turns = []
        for place, turn in enumerate(row["turns"]):
            deal = read_deal(turn["public"], sheet)
            turns.append({"round": -(-place // len(seats)), "party": turn["party"], "text": turn["public"], "deal": deal})
        model = "gpt-4 with gpt-3.5 in a role" if "gpt-3.5" in row["model"] else MODELS.get(row["model"], row["model"])
        found.append({"config": row["config"], "model": model, "seats": seats, "turns": turns})
    return found


def worth(deal, sheet):
    return sum(sheet[issue][option - 1] for issue, option in deal.items())


def share_after(game, round_):
    deal = next((t["deal"] for t in reversed(game["turns"]) if t["round"] <= round_ and t["deal"]), None)
    if deal is None:
        return 0.0
    seats = game["seats"].values()
    best = sum(
        max(sum(s[issue][o] for s in seats) for o in range(len(options))) for issue, options in next(iter(seats)).items()
    )
    return 100 * sum(worth(deal, sheet) for sheet in seats) / best


def remainders(weights, points):
    total = sum(weights)
    exact = [points * w / total for w in weights]
    given = [int(e // 1) for e in exact]
    order = sorted(range(len(exact)), key=lambda i: (-(exact[i] - given[i]), i))
    for i in order[: points - sum(given)]:
        given[i] += 1
    return given


def ballots_on(agenda, game, latest):
    """By party: utilities, its choice, ranking (places of the agenda), ratings and points."""
    found = []
    for party, sheet in game["seats"].items():
        u = [worth(deal, sheet) for deal in agenda]
        low, high = min(u), max(u)
        own = latest.get(party)
        order = sorted(range(len(u)), key=lambda i: (-u[i], agenda[i] != own, i))
        flat = high == low
        ratings = [3 if flat else int((1 + 4 * (x - low) / (high - low) + 0.5) // 1) for x in u]
        points = remainders([1] * len(u) if flat else [x - low for x in u], len(u))
        found.append((order, ratings, points))
    return found


def select(rule, agenda, game, latest):
    ballots = ballots_on(agenda, game, latest)
    scores = [0.0] * len(agenda)
    for order, ratings, points in ballots:
        for place, candidate in enumerate(order):
            if rule in ("majority", "plurality"):
                scores[candidate] += place == 0
            elif rule == "ranked":
                scores[candidate] += 1 / (place + 1)
            elif rule == "rated":
                scores[candidate] += ratings[candidate]
            else:
                scores[candidate] += points[candidate]
    best = max(scores)
    winners = [i for i, score in enumerate(scores) if abs(score - best) < 1e-9]
    if rule == "majority" and 2 * best <= len(game["seats"]):
        return None
    if rule in ("majority", "plurality") and len(winners) > 1:
        return None
    return agenda[winners[0]]


def kept_share(game, rule):
    latest, standing, kept = {}, None, []
    last = max(t["round"] for t in game["turns"])
    whole = (len(game["turns"]) - 1) // len(game["seats"])
    for round_ in range(0, last + 1):
        for turn in game["turns"]:
            if turn["round"] == round_ and turn["deal"]:
                latest[turn["party"]] = turn["deal"]
        if round_ == 0 or round_ > whole:
            continue
        agenda = []
        for deal in [latest[p] for p in game["seats"] if p in latest] + ([standing] if standing else []):
            if deal not in agenda:
                agenda.append(deal)
        after = (select(rule, agenda, game, latest) if agenda else None) or standing
        kept.append(after == standing)
        standing = after
    return 100 * np.mean(kept)


def config_means(all_games, value):
    by = defaultdict(list)
    for game in all_games:
        by[game["config"]].append(value(game))
    return {config: float(np.mean(values)) for config, values in by.items()}


def leave_out(some, test):
    """The test with all models, and the largest one-sided p values with any one model left out."""
    models = sorted({one["model"] for one in some})
    whole = test(some)
    runs = [whole] + [test([one for one in some if one["model"] != model]) for model in models]
    return {**whole, **{side: max(run[side] for run in runs) for side in ("pHolds", "pReversed")}}


def roundtable():
    negotiated = games()

    def growth(some):
        by = defaultdict(lambda: ([], []))
        for game in some:
            for turn in game["turns"]:
                count = len(re.sub(r"</?DEAL>", " ", turn["text"], flags=re.I).split())
                if turn["round"] in (1, 4):
                    by[game["config"]][turn["round"] == 4].append(count)
        return flips({c: 100 * (np.mean(late) / np.mean(early) - 1) for c, (early, late) in by.items()}, 42, 0)

    rules = ("majority", "plurality"), ("rated", "ranked", "cumulative")
    for game in negotiated:
        game["kept"] = {rule: kept_share(game, rule) for rule in rules[0] + rules[1]}
        game["shares"] = {round_: share_after(game, round_) for round_ in (1, 2, 4)}

    def mean_of(value):
        return leave_out(negotiated, lambda some: flips(config_means(some, value), 0))

    pairs = {
        f"{rule} against {other}": mean_of(lambda game: game["kept"][rule] - game["kept"][other])
        for rule in rules[0]
        for other in rules[1]
    }
    return {
        "roundtable.messagesGrow": one(leave_out(negotiated, growth)),
        "roundtable.firstRoundsImprove": one(mean_of(lambda game: game["shares"][2] - game["shares"][1])),
        "roundtable.utilityPeaksEarly": one(mean_of(lambda game: game["shares"][2] - game["shares"][4])),
        "roundtable.singleChoicesAreRigid": every(pairs),
    }


# ------------------------------------------------------------------------------------------------------ debates


def number_in(text):
    boxed = re.findall(r"boxed\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}", text)
    for place in reversed(boxed or [text]):
        numbers = re.findall(r"-?\$?\d[\d,]*(?:\.\d+)?", place.replace("\\,", "").replace("\\$", "").replace("{,}", ""))
        if numbers:
            return float(numbers[-1].replace(",", "").replace("$", ""))
    return None


def letter_in(text):
    named = re.findall(r"\(([A-D])\)", text)
    return named[-1] if named else None


def redundant(answers):
    found = []
    for reader in range(len(answers)):
        known = [answers[reader]]
        for other, opinion in enumerate(answers):
            if other != reader:
                found.append(opinion is not None and opinion in known)
                known.append(opinion)
    return 100 * np.mean(found)


def vote(answers, key):
    votes = Counter(a for a in answers if a is not None)
    best = max(votes.values(), default=0)
    winners = [a for a, count in votes.items() if count == best]
    return 100 * (key in winners) / len(winners) if winners else 0.0


def debates(folder):
    """By this program's own reader: of each debate the answers by round and agent, and the key."""
    found = []
    for row in lines(f"{folder}/debates.jsonl.gz"):
        read = number_in if row["task"].startswith("gsm") else letter_in
        key = number_in(row["answer"].split("####")[-1]) if read is number_in else row["answer"].strip()
        found.append(
            {
                "model": row["model"].split(" (")[0],
                "set": (row["model"], row["task"]),
                "question": row["question"],
                "answers": [[read(agent[r]) for agent in row["replies"]] for r in (0, 1)],
                "key": key,
            }
        )
    return found


def as_read(rows, path):
    """The same debates with the answers that the kit's reader read: [debate][round][agent], right ones as "right"."""
    return [{**row, "answers": answers, "key": "right"} for row, answers in zip(rows, json.load(open(path)), strict=True)]


def s2mad(rows):
    for row in rows:
        first, last = row["answers"]
        row["redundant"] = redundant(first)
        row["change"] = vote(last, row["key"]) - vote(first, row["key"])

    def test(what, bound):
        def run(some):
            sizes = Counter(row["set"] for row in some)
            weights = [1 / sizes[row["set"]] / len(sizes) for row in some]
            return student([row[what] for row in some], bound, ABOVE, weights, [row["question"] for row in some])

        return leave_out(rows, run)

    return {"s2mad.muchIsRedundant": one(test("redundant", 50)), "s2mad.debateBeatsOneChain": one(test("change", 0))}


def committed_p(paper):
    """The p values of all recorded tests of a paper; 1 where a test was not run."""
    tests = json.load(open(f"{ROOT}/data/claims/{paper}.json"))["tests"]
    return {name: test.get("p", 1) for name, test in tests.items()}


def plain(value):
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, bool) or isinstance(value, str):
        return value
    if isinstance(value, (np.floating, float)):
        return float(f"{value:.8g}")
    return int(value) if isinstance(value, np.integer) else value


own = debates(sys.argv[2])
effects = {**gedi(), **roundtable(), **s2mad(as_read(own, sys.argv[3]))}
for paper in ("gedi", "roundtable", "s2mad"):
    again = {name: effect["p"] for name, effect in effects.items() if name.startswith(f"{paper}.")}
    for name, corrected in holm({**committed_p(paper), **again}).items():
        if name in again:
            effects[name]["holm"] = corrected
versions = {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__}
found = {"versions": versions, "effects": effects, "byItsOwnReader": s2mad(own)}
json.dump(plain(found), sys.stdout, indent=1)
print()
