import { factCheck, type Environment } from 'agora-core/environments';
import { experiment } from 'agora-core/experiment';
import { aModel, debates } from 'agora-core/internal';
import { measure, type Columns, type Row } from 'agora-core/metrics';
import { fromEnvironment, type ChatModel } from 'agora-core/models';
import {
  deliberation,
  discussion,
  election,
  groupDebate,
  mad,
  roundTable,
  s2mad,
  sparseMad,
  type Protocol,
} from 'agora-core/protocols';
import { livePolicy, roundObserver, type TrainablePolicy } from 'agora-core/stopping';
import { borda, dowdall, majority, range } from 'agora-voting';
import { check, having, listOf, object, settings, text, whole } from 'agora-voting/internal';

/*
 * The ways of deciding of all five papers on one task, on the same cases, by one measure.
 */

/** One way to decide. */
export interface Way {
  readonly name: string;
  /** The paper that describes the way; "no talk" for ways without a paper. */
  readonly paper: string;
  readonly protocol: Protocol;
  /** A different environment with the same cases, for one agent who reads everything. */
  readonly environment?: unknown;
  readonly stop?: TrainablePolicy;
}

/** The cases and the model that all ways share. */
export interface WaysSettings {
  readonly ways?: readonly Way[];
  /** Default: made-up claims, with the evidence spread over the agents. */
  readonly environment?: unknown;
  /** Default 40. The same for all ways. */
  readonly cases?: number;
  readonly seed?: number;
  /** Default: what AGORA_MODEL names, else the simulated agent. */
  readonly model?: ChatModel;
}

const environmentGiven = having('an environment', {
  name: 'string',
  settings: 'object',
  instance: 'function',
  agents: 'function',
  readProposal: 'function',
  score: 'function',
});
const trainable = having('a stopping policy', { name: 'string', fit: 'function' });
const waysGiven = listOf(
  'ways',
  object('a way, as papers.across.usualWays gives it,', {
    name: text(),
    paper: text(),
    protocol: having('a protocol', { name: 'string', settings: 'object', run: 'function' }),
    environment: environmentGiven.optional(),
    stop: trainable.optional(),
  }),
);
const stopArguments = object('arguments', { policy: trainable, ways: waysGiven });
const waysSettings = settings({
  ways: waysGiven.optional(),
  environment: environmentGiven.optional(),
  cases: whole(1).optional(),
  seed: whole(Number.MIN_SAFE_INTEGER).optional(),
  model: aModel.optional(),
});

/**
 * The vote before any talk: all others are compared with it.
 * @example
 * papers.across.majorityVote; // => 'majority vote'
 */
export const majorityVote = 'majority vote';

const atOnce = 'G1-P1-I1-C1';

/**
 * Ways of the five papers.
 * @param rounds - how long agents may talk
 * @example
 * papers.across.usualWays().map(({ paper }) => paper).includes('GEDI'); // => true
 */
export function usualWays(rounds = 4): Way[] {
  return [
    { name: majorityVote, paper: 'no talk', protocol: discussion({ strategy: atOnce, rounds: 1 }) },
    {
      name: 'one agent reads all',
      paper: 'no talk',
      protocol: discussion({ strategy: atOnce, rounds: 1 }),
      environment: factCheck({ reads: 'all' }),
    },
    { name: 'election, Borda', paper: 'GEDI', protocol: election({ rules: [borda] }) },
    { name: 'election, range', paper: 'GEDI', protocol: election({ rules: [range] }) },
    { name: 'round table, majority', paper: 'RoundTable', protocol: roundTable({ rule: majority, rounds }) },
    { name: 'round table, ranked', paper: 'RoundTable', protocol: roundTable({ rule: dowdall, rounds }) },
    { name: 'MAD', paper: 'S2-MAD', protocol: mad({ rounds }) },
    { name: 'S-MAD', paper: 'S2-MAD', protocol: sparseMad({ rounds }) },
    { name: 'GroupDebate', paper: 'S2-MAD', protocol: groupDebate({ rounds }) },
    { name: 'S2-MAD', paper: 'S2-MAD', protocol: s2mad({ rounds }) },
    { name: 'deliberation', paper: 'Deliberation', protocol: deliberation({ rounds }) },
    { name: 'all at once', paper: 'Strategies', protocol: discussion({ strategy: atOnce, rounds }) },
    {
      name: 'led, one at a time',
      paper: 'Strategies',
      protocol: discussion({ strategy: 'G1-P2-I4-C2', rounds }),
    },
    { name: 'led, pairs', paper: 'Strategies', protocol: discussion({ strategy: 'G2-P3-I2-C3', rounds }) },
  ];
}

/**
 * Copies of the ways that a stopping policy ends. The policy needs no training.
 * @example
 * const [way] = papers.across.stoppedBy(stopping.firstAgreement(), papers.across.usualWays(2));
 * way.name.endsWith(', stopped early'); // => true
 */
export function stoppedBy(policy: TrainablePolicy, ways: readonly Way[]): Way[] {
  check('stoppedBy', stopArguments, { policy, ways });
  return ways.map((way) => ({ ...way, name: `${way.name}${stoppedEarly}`, stop: policy }));
}

/** The suffix of the name of a way that was stopped early. */
export const stoppedEarly = ', stopped early';

/**
 * Runs all ways on the same cases. One row for each way, case and column, with `way` and `paper`.
 * @example
 * const ways = papers.across.usualWays(1).slice(0, 1);
 * const rows = await papers.across.compareWays({ ways, cases: 1 });
 * rows.every(({ way }) => way === ways[0].name); // => true
 */
export async function compareWays(options: WaysSettings = {}): Promise<Row[]> {
  check('compareWays', waysSettings, options);
  const {
    ways = usualWays(),
    environment = factCheck(),
    cases = 40,
    seed = 7,
    model = fromEnvironment(),
  } = options;
  const { accuracy, rounds, calls, tokens } = debates();
  const columns = { accuracy, rounds, calls, tokens } as Columns;
  const rows: Row[] = [];
  for (const way of ways) {
    const fitted = way.stop?.fit([], { direction: 'maximize' });
    const run = await experiment({
      name: way.name,
      environment: (way.environment ?? environment) as Environment<never, never>,
      protocol: way.protocol,
      model: model,
      collaborations: cases,
      seed: seed,
      progress: model.evidence === 'live' ? 'auto' : 'none',
      ...(fitted === undefined ? {} : { stop: livePolicy(fitted, { observe: roundObserver() }) }),
    });
    for (const row of await measure(run, columns, { each: true }))
      rows.push({ ...row, way: way.name, paper: way.paper });
  }
  return rows;
}
