import { AgoraError } from '../agora-error';
import {
  ballotForms,
  forms,
  nameWith,
  preferentialRule,
  withVariants,
  type BallotForms,
  type RuleWithVariants,
} from '../make-rule';
import type { RankedRow, RankingProfile } from '../ranking-profile';
import { resultByScore, zeros } from '../result';
import type { Result, VotingRule } from '../voting-rule';

/**
 * One ballot is the collective order: its favourites win. The tally is the number of options that the ballot puts
 * beneath one; those that it leaves out are tied at the end.
 */
function decideBy({ tiers }: RankedRow, options: readonly string[]): Result {
  return resultByScore(
    options,
    tiers.map((tier) => tiers.filter((other) => other > tier).length),
  );
}

function blind(settings: BallotForms): VotingRule<'ranking'> {
  const name = nameWith('blind dictatorial', [], settings);
  return preferentialRule({
    ...forms(settings),
    name,
    source: 'GEDI, section 4.2 (Aziz et al. 2013)',
    explanation:
      'Every agent ranks all proposals from best to worst. One agent is drawn at random, and this ranking is the decision.',
    meets: [],
    decide({ options, rows, voters }, { random }) {
      if (random === undefined)
        throw new AgoraError('missing-help', `${name} draws a ballot: it needs help.random, got none`);
      let before = random.below(voters); // voters to pass before the one who is drawn
      const drawn = rows.find(({ weight }) => (before -= weight) < 0);
      return decideBy(drawn as RankedRow, options);
    },
  });
}

/**
 * Blind dictatorship, or random ballot: one voter is drawn, and this voter's ballot is the decision. Source: GEDI,
 * section 4.2; Aziz, Brandt and Brill (2013). Every voter is as likely as any other.
 *
 * It declares no criteria: the winner depends on the draw, and criteria apply to winners that follow from the ballots.
 * @throws AgoraError 'missing-help' from `count` without `help.random`
 * @example
 * const ballots = [{ kind: 'ranking' as const, ranking: ['B', 'A'] }];
 * const profile = { options: ['A', 'B'], ballots, electorate: 1 };
 * voting.blindDictatorial.count(profile, { random: Random.from(1) }).winners; // => ['B']
 */
export const blindDictatorial: RuleWithVariants<BallotForms> = withVariants(
  'blindDictatorial',
  ballotForms,
  blind,
  blind({}),
);

function consulted(kind: 'informed' | 'mis-informed', settings: BallotForms): VotingRule<'ranking'> {
  const name = nameWith(`${kind} dictatorial`, [], settings);
  const seen = kind === 'informed' ? 'the rankings of all others' : 'rankings made up at random';
  return preferentialRule({
    ...forms(settings),
    name,
    source: 'GEDI, section 4.2',
    explanation: `Every agent ranks all proposals from best to worst. One agent, the dictator, ranks them after reading ${seen}, and this ranking is the decision.`,
    meets: [
      'monotonicity',
      'consistency',
      'independence of irrelevant alternatives',
      'participation',
      'clone independence',
      'reversal symmetry',
      'pareto',
    ],
    decide: (profile, { dictator }) => decideBy(rowOf(name, profile, dictator), profile.options),
  });
}

function rowOf(name: string, profile: RankingProfile, dictator: number | undefined): RankedRow {
  const { handedIn } = profile;
  const held = (place: number): RankedRow | undefined => {
    const row = profile.handedInAt(place);
    return row !== undefined && row.weight > 0 ? row : undefined;
  };
  if (dictator === undefined) {
    let last = handedIn - 1;
    while (held(last) === undefined) last--;
    return held(last) as RankedRow;
  }
  if (!Number.isInteger(dictator) || dictator < 0 || dictator >= handedIn)
    throw new AgoraError(
      'missing-help',
      `${name} needs as help.dictator a place among its ${handedIn} ballots, 0 to ${handedIn - 1}, got ${dictator}`,
    );
  const row = held(dictator);
  if (row === undefined)
    throw new AgoraError(
      'missing-help',
      `${name} got ${dictator} as help.dictator, but no ballot is at this place`,
    );
  return row;
}

/**
 * Informed dictatorship: the dictator sees the ballots of the others and decides alone. `help.dictator` is the place of
 * the dictator's ballot, from 0. Default: the last ballot. Source: GEDI, section 4.2. `misinformedDictatorial` is
 * counted in the same way: the two differ only in what the protocol (`protocols/election`) shows to the dictator.
 *
 * The declared criteria assume that the dictator is always the same voter.
 * @throws AgoraError 'missing-help' from `count` when there is no ballot at the place
 * @example
 * const ballots = ['AB', 'AB', 'BA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.informedDictatorial.count({ options: ['A', 'B'], ballots, electorate: 3 }).winners; // => ['B']
 */
export const informedDictatorial: RuleWithVariants<BallotForms> = withVariants(
  'informedDictatorial',
  ballotForms,
  (settings: BallotForms) => consulted('informed', settings),
  consulted('informed', {}),
);

/**
 * Misinformed dictatorship: like `informedDictatorial`, but the dictator sees random ballots. Source: GEDI, section
 * 4.2.
 * @example
 * voting.misinformedDictatorial.name; // => 'mis-informed dictatorial'
 */
export const misinformedDictatorial: RuleWithVariants<BallotForms> = withVariants(
  'misinformedDictatorial',
  ballotForms,
  (settings: BallotForms) => consulted('mis-informed', settings),
  consulted('mis-informed', {}),
);

/**
 * The random baseline: all orders are equally likely, on any ballots. The ballots are still checked. Source:
 * GEDI, section 4.2 ("random baselines"). The tally is the number of options that come after.
 * @throws AgoraError 'missing-help' from `count` without `help.random`
 * @example
 * const ballots = [{ kind: 'ranking' as const, ranking: ['A'] }];
 * voting.randomOrder.count({ options: ['A'], ballots, electorate: 1 }, { random: Random.from(1) }).winners; // => ['A']
 */
export const randomOrder: VotingRule<'ranking'> = preferentialRule({
  name: 'random',
  source: 'GEDI, section 4.2',
  explanation: 'The proposals are put into a random order, whatever the agents say.',
  meets: [],
  decide({ options }, { random }) {
    if (random === undefined)
      throw new AgoraError('missing-help', 'random draws an order: it needs help.random, got none');
    const after = zeros(options.length);
    random.shuffle([...options.keys()]).forEach((option, place) => {
      after[option] = options.length - 1 - place;
    });
    return resultByScore(options, after);
  },
});
