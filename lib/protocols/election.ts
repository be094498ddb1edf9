import { z } from 'zod';
import type { Json, Option } from '../environments/environment';
import { AgoraError, knownOptions, oneOf, wholeNumber } from '../error';
import type { Message } from '../models/model';
import type { Random } from '../random';
import {
  ballotInWords,
  ballotSchema,
  describeBallot,
  toBallot,
  type Ballot,
  type BallotForm,
  type BallotKind,
} from '../voting/ballots';
import { readsOtherBallots } from '../voting/dictators';
import type { Rule } from '../voting/rule';
import { simulatedBallot } from '../voting/simulated-ballot';
import { breakTies, tieBreaks, type TieBreak } from '../voting/ties';
import { promptSettings, type Ending, type Protocol, type Session } from './protocol';

export type Dictator = 'informed' | 'mis-informed';

export interface ElectionOptions {
  /**
   * The voting rules. Rules that use the same kind of ballot count the same ballots. The first rule's decision is the
   * outcome.
   */
  readonly rules: readonly Rule[];
  /** Number of raters. Default: 10, as in the paper. */
  readonly raters?: number;
  /**
   * Dictators, in addition to the raters. Each dictator decides alone, after reading either the raters' rankings
   * ('informed') or made-up rankings ('mis-informed'). An informed dictator needs a rule that counts rankings. Default:
   * none.
   */
  readonly dictators?: readonly Dictator[];
  /**
   * Which profiles are counted. 'whole' (default): only profiles in which every rater's ballot is valid, as in appendix
   * C. 'partial': the valid ballots in every profile, as for cells marked with an asterisk in Tables 2 and 5.
   */
  readonly profiles?: 'whole' | 'partial';
  /**
   * How raters vote. 'written' (default): raters write their ballots. 'probability': a ballot ranks the options by
   * their probability as the first token of the rater's answer. This requires an endpoint that reports
   * log-probabilities, and rules that count rankings or choices. A ballot is unusable if the options' probabilities sum
   * to less than 0.5.
   */
  readonly ballots?: 'written' | 'probability';
  /**
   * How to choose when several options win. Default: 'random', because the paper does not specify how to break ties.
   */
  readonly ties?: TieBreak;
  readonly prompts?: Partial<typeof electionPrompts>;
}

/**
 * An election: raters vote alone, in a single round, on the options of the case. Every rule counts these votes. Source:
 * GEDI, sections 4 and 5.1 and appendix C.
 *
 * Raters fill in only the kinds of ballot that the rules count. If a rule counts ratings, raters fill in a separate
 * ballot with a ranking and scores (section 5.1). Each rater's prompt contains a random rater number (section 5.1).
 *
 * The temperature is 0.7, as in the paper. The paper uses 1.0 for OpenAI's models; to use the same temperature, create
 * the model with `models.openai({ sampling: { temperature: 1 } })`. Departure: a rater whose ballot is unusable gets
 * one repair question.
 */
export function election(options: ElectionOptions): Protocol {
  const { rules, dictators = [] } = options;
  const settings = {
    rules,
    raters: wholeNumber('raters', options.raters ?? 10, 1),
    dictators: dictators.map((one) => oneOf<Dictator>('dictators', one, ['informed', 'mis-informed'])),
    profiles: oneOf('profiles', options.profiles ?? 'whole', ['whole', 'partial']),
    ballots: oneOf('ballots', options.ballots ?? 'written', ['written', 'probability']),
    ties: oneOf('ties', options.ties ?? 'random', tieBreaks),
  };
  knownOptions('election', options, [...Object.keys(settings), 'prompts']);
  if (rules.length === 0) throw new AgoraError('An election needs at least one rule. Add a rule to rules.');
  const consulting = rules.find(readsOtherBallots);
  if (consulting !== undefined)
    throw new AgoraError(
      `${consulting.name} needs a dictator that reads other ballots, but raters vote alone. Remove it from rules, and set dictators: ['${consulting.name.replace(' dictatorial', '')}'].`,
    );
  if (dictators.includes('informed') && rules.every(({ ballot }) => ballot !== 'ranking'))
    throw new AgoraError(
      'An informed dictator reads rankings, but no rule counts rankings. Add a rule that does, such as voting.borda.',
    );
  const other = rules.find(({ ballot }) => ballot !== 'ranking' && ballot !== 'choice');
  if (settings.ballots === 'probability' && other !== undefined)
    throw new AgoraError(
      `Probabilities can produce only rankings and choices, but ${other.name} counts ${other.ballot} ballots. Leave out ${other.name}, or use ballots: 'written'.`,
    );
  return {
    name: 'election',
    settings: { ...settings, rules: rules.map(({ name }) => name), ...promptSettings(options.prompts) },
    sampling: { temperature: 0.7 },
    run: (session) => play(session, settings, { ...electionPrompts, ...options.prompts }),
  };
}

type Settings = Required<Omit<ElectionOptions, 'prompts'>>;

/** A kind of ballot that raters fill in. The first rule that counts this kind determines `form`. */
interface Paper {
  readonly kind: BallotKind;
  readonly form: BallotForm;
}

/** One rater's vote. `ballot` is null if the rater's reply was unusable. */
interface Vote {
  readonly rater: string;
  readonly ballot: Json;
}

async function play<Case, Proposal>(
  session: Session<Case, Proposal>,
  { rules, raters, dictators, profiles, ballots: source, ties }: Settings,
  prompts: typeof electionPrompts,
): Promise<Ending<Proposal>> {
  const { environment, one, random } = session;
  const options = environment.options?.(one) ?? [];
  if (options.length < 2)
    throw new AgoraError(
      `An election needs at least two fixed options, but ${environment.name} has ${options.length}. Add options to it.`,
    );
  const ids = options.map(({ id }) => id);
  const names = Array.from({ length: raters }, (_, at) => `Rater ${at + 1}`);
  const numbers = random
    .split('rater numbers')
    .shuffle(Array.from({ length: Math.max(100, raters) }, (_, at) => at + 1));
  const task = environment.task(one);

  /** Asks one agent for one kind of ballot. */
  const askFor = async (
    { kind, form }: Paper,
    agent: string,
    introduction: string,
    question: string,
  ): Promise<Json> => {
    const messages: Message[] = [
      { role: 'system', content: `${introduction}\n\n${task}` },
      { role: 'user', content: question },
    ];
    const utility = utilities(session, agent, options);
    const answer = await session.ask({
      round: 1,
      phase: kind,
      agent,
      messages,
      schema: paperSchema({ kind, form }, ids),
      simulate: (draws) => ({
        ...(kind === 'rating' && { ranking: simulatedBallot('ranking', ids, utility, draws) }),
        decision: simulatedBallot(kind, ids, utility, draws, form),
      }),
    });
    return answer?.decision ?? null;
  };

  const rankings = new Map<string, Promise<Json>>();
  const probabilities = new Map<string, readonly number[]>();
  /**
   * Asks a rater once for the first token of its answer. Returns the options, most probable first, with equally
   * probable options grouped.
   */
  const askForProbabilities = async (rater: string, introduction: string): Promise<Json> => {
    const utility = utilities(session, rater, options);
    const found = await session.ask({
      round: 1,
      phase: 'probabilities',
      agent: rater,
      messages: [
        { role: 'system', content: `${introduction}\n\n${task}` },
        { role: 'user', content: prompts.firstToken({ ids }) },
      ],
      among: ids,
      schema: probabilitySchema(ids),
      simulate: (draws) => simulatedProbabilities(ids, utility, draws),
    });
    if (found === null) return null;
    const value = ids.map((id) => found[id] ?? 0);
    probabilities.set(rater, value);
    const levels = [...new Set(value)].sort((a, b) => b - a);
    const tiers = levels.map((level) => ids.filter((_, at) => value[at] === level));
    return tiers.map((tier) => (tier.length === 1 ? tier[0]! : tier));
  };
  const byProbability = async (kind: BallotKind, rater: string, introduction: string): Promise<Json> => {
    const asked = rankings.get(rater) ?? askForProbabilities(rater, introduction);
    rankings.set(rater, asked);
    const ranking = (await asked) as (string | string[])[] | null;
    if (ranking === null || kind === 'ranking') return ranking;
    const [first] = ranking;
    return typeof first === 'string' ? first : null; // A tie for first place is not a choice.
  };

  let outcome: Proposal | null = null;
  let isWhole = true;
  const record = (by: string, counted: ReturnType<Rule['count']>): void => {
    const selected = breakTies(counted.winners, ties, random.split('tie', by));
    const proposal = options.find(({ id }) => id === selected)?.proposal ?? null;
    if (by === rules[0]!.name) outcome = proposal;
    session.record({
      type: 'decision',
      round: 1,
      by,
      candidates: ids.map((id) => ({ id, by: [] })),
      totals: counted.totals,
      winners: counted.winners,
      order: counted.order,
      selected,
      standing: selected === null ? null : { candidate: selected, proposal: proposal as Json },
      score: environment.score(one, proposal),
    });
  };

  let shownToDictators: readonly Vote[] = [];
  for (const kind of new Set(rules.map((rule) => rule.ballot))) {
    const { scale, points } = rules.find((rule) => rule.ballot === kind)!;
    const paper: Paper = { kind, form: { scale, points } };
    const votes: Vote[] = await Promise.all(
      names.map(async (rater, at) => {
        const introduction = prompts.rater({ number: numbers[at] ?? at + 1 });
        const ballot =
          source === 'probability'
            ? await byProbability(kind, rater, introduction)
            : await askFor(paper, rater, introduction, prompts.ballot({ ...paper, ids }));
        return { rater, ballot };
      }),
    );
    for (const { rater, ballot } of votes) {
      if (ballot !== null) session.record({ type: 'vote', round: 1, phase: kind, agent: rater, ballot });
      const value = probabilities.get(rater);
      if (value !== undefined)
        session.record({ type: 'label', round: 1, agent: rater, name: 'probabilities', value });
      probabilities.delete(rater); // A second kind of ballot uses the same probabilities, so they are recorded once.
    }
    const valid = votes.filter(({ ballot }) => ballot !== null);
    const isCounted = profiles === 'whole' ? valid.length === raters : valid.length > 0;
    isWhole &&= valid.length === raters;
    if (kind === 'ranking') shownToDictators = isCounted ? valid : [];
    const ballots: Ballot[] = isCounted ? valid.map(({ ballot }) => toBallot(kind, ballot)) : [];
    for (const rule of rules.filter((one) => one.ballot === kind))
      record(
        rule.name,
        rule.count({ options: ids, ballots, electorate: raters, random: random.split('rule', rule.name) }),
      );
  }

  for (const dictator of dictators) {
    const shown =
      dictator === 'informed'
        ? shownToDictators
        : names.map((rater) => ({ rater, ballot: madeUpRanking(random, rater, ids) }));
    const by = `${dictator} dictatorial`;
    const lines = shown.map(({ rater, ballot }) => `${rater} ${ballotInWords('ranking', ballot, 'option')}.`);
    const ballot =
      shown.length === 0
        ? null
        : await askFor(
            { kind: 'ranking', form: {} },
            by,
            prompts.dictator(),
            prompts.consult({ lines, ids }),
          );
    if (ballot !== null) session.record({ type: 'vote', round: 1, phase: 'ranking', agent: by, ballot });
    const first = ballot === null ? [] : (ballot as string[]).slice(0, 1);
    record(by, {
      winners: first,
      order: ballot === null ? [] : (ballot as string[]).map((id) => [id]),
      totals: {},
    });
  }
  return { rounds: 1, cause: isWhole ? 'counted' : 'invalid ballots', outcome, agents: names };
}

/** Returns the schema of a rater's reply: the ballot, plus a ranking if the ballot contains ratings. */
function paperSchema({ kind, form }: Paper, ids: readonly string[]): z.ZodType<{ readonly decision: Json }> {
  const decision = ballotSchema(kind, ids, form) as z.ZodType<Json>;
  if (kind !== 'rating') return z.object({ decision });
  return z.object({ ranking: ballotSchema('ranking', ids), decision });
}

/** The minimum sum of the options' probabilities. A smaller sum means that most replies do not begin with an option. */
const leastProbability = 0.5;

function probabilitySchema(ids: readonly string[]): z.ZodType<Readonly<Record<string, number>>> {
  const shares = z.object(Object.fromEntries(ids.map((id) => [id, z.number().min(0)])));
  return shares.superRefine((given, context) => {
    const total = Object.values(given).reduce((sum, share) => sum + share, 0);
    if (total < leastProbability)
      context.addIssue({
        code: 'custom',
        message: `the options have ${(100 * total).toFixed(1)}% of the probability of the first token`,
      });
  });
}

/** Returns simulated probabilities: a softmax of twice the utilities, with the same noise as in simulated ballots. */
function simulatedProbabilities(
  ids: readonly string[],
  utility: (id: string) => number,
  random: Random,
): Record<string, number> {
  const weights = ids.map((id) => Math.exp(2 * utility(id) + random.normal(0, 0.3)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Object.fromEntries(ids.map((id, at) => [id, weights[at]! / sum]));
}

function utilities<Case, Proposal>(
  { environment, one }: Session<Case, Proposal>,
  agent: string,
  options: readonly Option<Proposal>[],
): (id: string) => number {
  const mind = environment.mind?.(one, agent);
  return (id) => mind?.utility(options.find((option) => option.id === id)!.proposal) ?? 0;
}

const madeUpRanking = (random: Random, rater: string, ids: readonly string[]): Json =>
  random.split('made-up ballot', rater).shuffle(ids);

/**
 * The election prompts. GEDI describes them in section 5.1, but quotes only the sentence that tells raters their
 * numbers.
 */
const electionPrompts = {
  rater: (p: { readonly number: number }): string =>
    `You are rater number ${p.number}. Judge the options for a question on your own.`,

  ballot: (p: Paper & { readonly ids: readonly string[] }): string => {
    const { form, meaning } = describeBallot(p.kind, p.ids, p.form);
    if (p.kind !== 'rating') return `Reply only with JSON in this format: {"decision": ${form}}\n${meaning}`;
    const ranking = describeBallot('ranking', p.ids);
    return `Rank the options, and rate each option. Reply only with JSON in this format: {"ranking": ${ranking.form}, "decision": ${form}}
For "ranking": ${ranking.meaning}
For "decision": ${meaning}`;
  },

  firstToken: (p: { readonly ids: readonly string[] }): string =>
    `Reply only with the id of the one option that you vote for. The ids are ${p.ids.join(', ')}.`,

  dictator: (): string =>
    'Several raters have ranked the options for a question. You alone make the decision.',

  consult: (p: { readonly lines: readonly string[]; readonly ids: readonly string[] }): string => {
    const { form, meaning } = describeBallot('ranking', p.ids);
    return `These are the raters' ballots:
${p.lines.map((line) => `- ${line}`).join('\n')}

Take these ballots into account, and give your own ranking. Reply only with JSON in this format: {"decision": ${form}}
${meaning}`;
  },
};
