import { join } from 'node:path';
import {
  type Environment,
  exchangeEconomy,
  factCheck,
  generateRatings,
  hiddenProfile,
  menu,
  questions,
  type QuestionSet,
  readJointCases,
  recommendation,
  recommendationExamples,
  sampleQuestions,
  taskAllocation,
} from 'agora-core/environments';
import { roundDistanceBelow, shippedFolder } from 'agora-core/internal';
import { roundDistance, sentenceEmbedder, type SentenceEmbedder } from 'agora-core/language';
import {
  deliberation,
  discussion,
  election,
  groupDebate,
  mad,
  roundTable,
  s2mad,
  selfConsistency,
  sparseMad,
  type DebateOptions,
  type Protocol,
  type StoppingPolicy,
  type StrategyName,
} from 'agora-core/protocols';
import { livePolicy, roundObserver, tokenBudget } from 'agora-core/stopping';
import {
  AgoraError,
  borda,
  informedDictatorial,
  majority,
  misinformedDictatorial,
  Random,
  range,
} from 'agora-voting';
import { ruleByName } from '../roundtable/rules';
import { ablations } from '../s2-mad/presets';
import type { LiveEntry } from './plan';

/** One run of an entry: cases in a fixed order, of which a block plays the first few. */
export interface LiveCondition {
  readonly entry: string;
  /** Within its entry, and the name of its folder: "majority", "S2-MAD". */
  readonly name: string;
  readonly environment: Environment<never, never>;
  readonly protocol: Protocol;
  readonly stop?: StoppingPolicy;
}

type Run = LiveEntry['run'];
type RunOf<Kind extends Run['kind']> = Extract<Run, { readonly kind: Kind }>;
type Named = Omit<LiveCondition, 'entry'>;

/**
 * The runs of an entry, in the order in which they are played.
 * @throws AgoraError 'setting' for an unknown strategy; 'live-plan' for more cases than there are
 */
export function conditionsOf({ id, run, cases, early = [] }: LiveEntry): LiveCondition[] {
  const most = mostCases(run);
  const wanted = cases.at(-1) ?? 0;
  if (wanted > most)
    throw new AgoraError(
      'live-plan',
      `The plan cannot be followed: "${id}" wants ${wanted} cases, and there are ${most}.`,
    );
  const named = namedConditions(run);
  const unknown = early.find((name) => !named.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new AgoraError(
      'live-plan',
      `The plan cannot be followed: "${id}" has no condition "${unknown}", only ${named.map(({ name }) => name).join(', ')}.`,
    );
  return named.map((one) => ({
    entry: id,
    name: one.name,
    environment: one.environment,
    protocol: one.protocol,
    ...(one.stop === undefined ? {} : { stop: one.stop }),
  }));
}

function namedConditions(run: Run): Named[] {
  switch (run.kind) {
    case 'election':
      return elections(run);
    case 'debate':
      return debates(run);
    case 'economy':
      return roundTables(run, drawnEconomies(run.agents, 1));
    case 'recommendation':
      return roundTables(run, madeUpRatings());
    case 'deliberation':
      return deliberations(run);
    case 'strategies':
      return strategies(run);
    case 'crossed':
      return crossed(run);
    case 'hidden profiles':
      return hiddenProfiles(run);
    case 'stopped economies':
      return stoppedRoundTables(run);
  }
}

function mostCases(run: Run): number {
  if (run.kind === 'election') return 100;
  if (run.kind === 'debate') return 60;
  if (run.kind === 'deliberation') return 12;
  if (run.kind === 'recommendation') return 8;
  if (run.kind === 'hidden profiles') return 24;
  return 1000;
}

/** 100 of the 114 test questions of MMLU in data/questions, drawn with seed 1. */
function mmluQuestions(): QuestionSet {
  const set = sampleQuestions('mmlu');
  return {
    ...set,
    questions: Random.from(1, 'live questions')
      .shuffle([...set.questions])
      .slice(0, 100),
  };
}

function elections({ raters, shots, ask }: RunOf<'election'>): Named[] {
  const environment = questions({ set: mmluQuestions(), agents: raters, shots: shots });
  const protocol =
    ask === 'probabilities'
      ? election({ rules: [borda], ask: 'probabilities' })
      : election({
          rules: [range, borda, informedDictatorial, misinformedDictatorial],
          dictatorNeeds: 'any ballot',
          validity: 'valid ballots',
        });
  return [{ name: ask, environment: environment as never, protocol: protocol }];
}

/** The first 60 questions of data/questions/gsm8k.jsonl. */
function debates({ agents, rounds, chains, methods, temperature }: RunOf<'debate'>): Named[] {
  const sample = sampleQuestions('gsm8k');
  const set = { ...sample, questions: sample.questions.slice(0, 60) };
  const options = { rounds: rounds, temperature: temperature };
  const single: Named[] =
    chains === 0
      ? []
      : [
          {
            name: 'chains',
            environment: questions({ set: set, agents: 1 }) as never,
            protocol: selfConsistency({ paths: chains, temperature: temperature }),
          },
        ];
  const environment = questions({ set: set, agents: agents }) as never;
  return [
    ...single,
    ...methods.map((method) => ({
      name: method,
      environment: environment,
      protocol: debateBy[method](options),
    })),
  ];
}

const debateBy: Readonly<Record<RunOf<'debate'>['methods'][number], (options: DebateOptions) => Protocol>> = {
  MAD: mad,
  'S-MAD': sparseMad,
  GD: groupDebate,
  'S2-MAD': s2mad,
  'S2-MAD without filter': (options) => s2mad({ ...options, ...ablations['no filter'] }),
};

function roundTables(
  { rounds, rules }: Pick<RunOf<'economy'>, 'rounds' | 'rules'>,
  environment: Environment<never, never>,
): Named[] {
  return rules.map((name) => ({
    name: name,
    environment: environment,
    protocol: roundTable({ rule: ruleByName(name), rounds: rounds }),
  }));
}

/**
 * Economy i has its own preferences: each agent's exponent of its own good is drawn uniformly from 0.6 to 0.9, the rest is
 * shared equally by the other goods. So a case is a cluster; the paper plays one economy again and again.
 */
function drawnEconomies(agents: number, first: number): Environment<never, never> {
  const usual = exchangeEconomy({ agents: agents });
  return {
    ...usual,
    settings: {
      agents: agents,
      goods: agents,
      supply: 100,
      preferences: 'own good from 0.6 to 0.9',
      ...(first === 1 ? {} : { first: first }),
    },
    instance: (index: number) =>
      exchangeEconomy({ preferences: drawnExponents(first + index, agents) }).instance(0),
  } as never;
}

/** @param economy - its number, from 1 on */
export function drawnExponents(economy: number, agents: number): number[][] {
  const random = Random.from(economy, 'economy');
  return Array.from({ length: agents }, (_, agent) => {
    const own = Number((0.6 + 0.3 * random.uniform()).toFixed(3));
    return Array.from({ length: agents }, (_, good) => (good === agent ? own : (1 - own) / (agents - 1)));
  });
}

function stoppedRoundTables(run: RunOf<'stopped economies'>): Named[] {
  // Loaded when a second round ends, so that a plan can be read without it.
  let embedder: SentenceEmbedder | undefined;
  const observe = roundObserver({
    distance: (previous, current) => {
      embedder ??= sentenceEmbedder();
      return roundDistance(said(previous), said(current), embedder);
    },
  });
  const stop = livePolicy(roundDistanceBelow(run.threshold), { observe: observe });
  return roundTables(run, drawnEconomies(run.agents, run.first)).map((one) => ({ ...one, stop: stop }));
}

/** Empty messages have no distance. */
const said = (texts: readonly string[]): string[] => texts.filter((text) => text.trim() !== '');

function madeUpRatings(): Environment<never, never> {
  const examples = recommendationExamples(generateRatings({ seed: 1 }), { count: 8, rows: 6, seed: 1 });
  return recommendation({ examples: examples }) as never;
}

/** The first 12 official menus, and four official task allocations of each of three domains. */
function deliberations({ task, rounds, conditions }: RunOf<'deliberation'>): Named[] {
  const folder = shippedFolder('joint-decisions');
  if (folder === null)
    throw new AgoraError('live-plan', 'The official cases (data/joint-decisions) are not here.');
  const cases = readJointCases(join(folder, task === 'menu' ? 'menu.jsonl' : 'task-allocation.jsonl'));
  return conditions.map((name) => {
    const who = name.replace(/^(?:none|told|called)$/, 'partial').replace(' told', '');
    const information = who as 'partial' | 'centralized' | 'oracle';
    const environment =
      task === 'menu'
        ? menu({ cases: cases, observations: 'numeric', information: information })
        : taskAllocation({ cases: cases, information: information });
    return {
      name: name,
      environment: environment as never,
      protocol: deliberation({
        rounds: rounds,
        // As the official code has it.
        unsettled: task === 'menu' ? 'nothing' : 'last proposal',
        tools: name.endsWith('told') ? 'told' : name === 'called' ? 'called' : 'none',
      }),
    };
  });
}

function strategies({ rounds, strategies: names, alone }: RunOf<'strategies'>): Named[] {
  const single = alone.map((reads): Named => {
    const protocol = discussion({ strategy: 'G1-P1-I1-C1', rounds: 1 });
    return { name: `alone ${reads}`, environment: factCheck({ reads: reads }) as never, protocol: protocol };
  });
  const groups = names.map((name): Named => {
    const protocol = discussion({ strategy: name as StrategyName, rounds: rounds });
    return { name: name, environment: factCheck() as never, protocol: protocol };
  });
  return [...single, ...groups];
}

/** All ways have the same claims, seed and budget. Each agent knows one sentence, as in the runs of strategies. */
function crossed({ ways, tokens, rounds }: RunOf<'crossed'>): Named[] {
  const fitted = tokenBudget(tokens).fit([], { direction: 'maximize' });
  return ways.map((name): Named => ({
    name: name,
    environment: factCheck() as never,
    protocol: wayBy[name](rounds),
    stop: livePolicy(fitted, { observe: roundObserver() }),
  }));
}

const wayBy: Readonly<Record<RunOf<'crossed'>['ways'][number], (rounds: number) => Protocol>> = {
  vote: () => discussion({ strategy: 'G1-P1-I1-C1', rounds: 1 }),
  election: () => election({ rules: [borda] }),
  'round table': (rounds) => roundTable({ rule: majority, rounds: rounds }),
  debate: (rounds) => mad({ rounds: rounds }),
  'S2-MAD': (rounds) => s2mad({ rounds: rounds }),
  deliberation: (rounds) => deliberation({ rounds: rounds }),
  discussion: (rounds) => discussion({ strategy: 'G2-P3-I1-C3', rounds: rounds }),
};

/** "debate" where facts are distributed, "debate full" where all know all of them. */
function hiddenProfiles({ ways, information, rounds }: RunOf<'hidden profiles'>): Named[] {
  return ways.flatMap((way) =>
    information.map((known): Named => ({
      name: profileCondition(way, known),
      environment: hiddenProfile({ information: known }) as never,
      protocol: talkBy[way](rounds),
    })),
  );
}

/** The name of a condition of hidden profiles. */
export function profileCondition(way: string, information: 'distributed' | 'full'): string {
  return information === 'full' ? `${way} full` : way;
}

const talkBy: Readonly<Record<RunOf<'hidden profiles'>['ways'][number], (rounds: number) => Protocol>> = {
  'no talk': () => mad({ rounds: 1 }),
  debate: (rounds) => mad({ rounds: rounds }),
  deliberation: (rounds) => deliberation({ rounds: rounds }),
  'round table': (rounds) => roundTable({ rule: majority, rounds: rounds }),
};
