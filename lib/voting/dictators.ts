import { AgoraError } from '../error';
import type { Random } from '../random';
import type { RankedRow, RankingProfile } from './profile';
import { rankingRule } from './ranking-rules';
import { byScores, type Result, type Rule } from './rule';

/**
 * Rules that follow a single ballot, or that ignore all ballots. Source: GEDI, section 4.2. `rankingRules` does not
 * include these rules.
 */

/**
 * Returns one ballot's ranking as the result. An option's total is the number of options that the ballot ranks below
 * it.
 */
function decideBy(row: RankedRow, { options }: RankingProfile): Result {
  return byScores(
    options,
    row.tiers.map((tier) => row.tiers.filter((other) => other > tier).length),
  );
}

function needed(random: Random | undefined, rule: string): Random {
  if (random === undefined)
    throw new AgoraError(
      `${rule} needs random numbers. Add a random stream to the election: { ..., random: Random.from(1) }.`,
    );
  return random;
}

/** Blind dictatorship, also called random ballot: one ballot, drawn uniformly at random, decides. Requires `random`. */
export const blindDictatorial: Rule = rankingRule({
  name: 'blind dictatorial',
  explanation:
    'Every agent ranks all proposals from best to worst. The ranking of one randomly chosen agent is the decision.',
  decide(profile, random) {
    let before = needed(random, 'blind dictatorial').below(profile.voters);
    const drawn = profile.rows.find(({ weight }) => (before -= weight) < 0) as RankedRow;
    return decideBy(drawn, profile);
  },
});

/** Builds a rule in which the last ballot decides. The dictator casts this ballot after reading other rankings. */
const lastBallotDecides = (name: string, seen: string): Rule =>
  rankingRule({
    name,
    explanation: `One agent, the dictator, ranks all proposals after reading ${seen}. This ranking is the decision.`,
    decide: (profile) => decideBy(profile.last as RankedRow, profile),
  });

/** Informed dictatorship: the dictator votes last, after reading all other ballots. The dictator's ballot decides. */
export const informedDictatorial: Rule = lastBallotDecides(
  'informed dictatorial',
  'the rankings of all other agents',
);

/** Mis-informed dictatorship: the dictator votes last, after reading made-up ballots. The dictator's ballot decides. */
export const misinformedDictatorial: Rule = lastBallotDecides(
  'mis-informed dictatorial',
  'randomly generated rankings',
);

/**
 * Whether the deciding ballot is cast after reading other ballots. In `election`, the option `dictators` asks for such
 * ballots.
 */
export const readsOtherBallots = ({ name }: Rule): boolean =>
  name === informedDictatorial.name || name === misinformedDictatorial.name;

/** The random baseline: every order of the options is equally likely, regardless of the ballots. Requires `random`. */
export const randomOrder: Rule = rankingRule({
  name: 'random',
  explanation: 'The proposals are put in a random order, and the first proposal is selected.',
  decide({ options }, random) {
    const below = new Array<number>(options.length).fill(0);
    const order = needed(random, 'random').shuffle(options.map((_, option) => option));
    order.forEach((option, place) => (below[option] = options.length - 1 - place));
    return byScores(options, below);
  },
});
