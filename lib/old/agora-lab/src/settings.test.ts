import { describe, expect, it } from 'vitest';
import { AgoraError } from 'agora-voting';
import * as agora from './index';
import { isThorough } from '../../core/src/testing/thorough';

/*
 * Every exported function is called with what nobody means, and each of its arguments and settings is set to nonsense.
 * It may do its work all the same, but whatever it throws is an AgoraError, never an unnamed TypeError or RangeError.
 */
const {
  columns,
  environments,
  language,
  metrics,
  models,
  papers,
  protocols,
  report,
  statistics,
  stopping,
  voting,
} = agora;
const rooms = {
  columns,
  environments,
  protocols,
  language,
  statistics,
  stopping,
  metrics,
  report,
  papers,
};

/** Functions that are not called here, and why. */
const exceptions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['show', 'showFigure', 'table'].map((name) => [`report.${name}`, 'display'])),
  ...Object.fromEntries(
    [
      'across.recordedWays',
      'casesOfGains',
      'everyFinding',
      'findingCounts',
      'llmDeliberation.toldRates',
      'realVoters.eachOfFourteen',
      'realVoters.judgements',
    ].map((name) => [`papers.${name}`, 'takes no argument, and reads whole recorded sets each time']),
  ),
};

/** Functions whose defaults alone take seconds, as they count or play thousands of cases: not called with these. */
const heavy = [
  'papers.across.compareWays',
  'papers.across.recordedRules',
  'papers.claimCuts',
  'papers.claimRows',
  'papers.claimTests',
  'papers.untestedClaims',
  'papers.realVoters.fourteenModels',
];

const data = environments.generateRatings({ users: 6, movies: 8, ratings: 20 });
const quick = { rank: 2, iterations: 1 };
const examples = environments.recommendationExamples(data, { count: 1, similarity: quick });
const choices = environments.generateQuestions({ count: 6 });
const run = Object.assign([], { evidence: 'simulated' });
const debate = { index: 0, instance: null, agents: ['A'], events: [], finished: null };
const rules = [voting.borda];
const rows = [{ rule: 'a', round: 3, column: 'utility', value: 1, standardError: null, evidence: 'live' }];
const titles = { title: 't', valueTitle: 'v' };
const table1 = papers.roundtable.table1.published;
const comparison = report.compare(table1, []);
const size = { agents: 5, rounds: 4, question: 90, reply: 80 };
const grouped = { ...size, groups: 2, stages: 2 };

const embedder = {
  name: 'none',
  fingerprint: '1',
  dimensions: 1,
  maxTokens: 1,
  embed: () => Promise.resolve([]),
  close: () => {},
};
const trajectory = {
  collaboration: 0,
  agents: ['A'],
  rounds: [
    {
      round: 1,
      selected: true,
      agreed: true,
      proposals: 1,
      performance: 1,
      distance: null,
      acts: {},
      tokens: 1,
    },
  ],
};
const lastRound = stopping.lastRound();
const fitted = lastRound.fit([trajectory], { direction: 'maximize' });

/** Arguments that do, for functions that need some; the last may be settings, of which each is then set to nonsense. */
const good: Readonly<Record<string, readonly unknown[]>> = {
  'environments.questions': [{ set: choices }],
  'environments.firstOfEachSubject': [choices, 1],
  'environments.withExamples': [choices, 1],
  'environments.sampleQuestions': ['mmlu'],
  'environments.readQuestions': ['mmlu', '/nowhere'],
  'environments.readMathAnswer': ['1', {}],
  'environments.sameMathAnswer': ['1', '2'],
  'environments.groupOptimum': [[[1]], [100]],
  'environments.recommendation': [{ examples }],
  'environments.collaborativeFiltering': [data.known, { epochs: 1 }],
  'environments.recommendationExamples': [data, { count: 1, similarity: quick }],
  'environments.preferenceSimilarity': [data, quick],
  'environments.errorsOf': [{ name: 'four', predict: () => 4 }, data.held],
  'environments.readMovieLens': ['/nowhere'],
  'environments.readJointCases': ['/nowhere'],
  'protocols.roundTable': [{ rule: voting.borda }],
  'protocols.election': [{ rules }],
  'protocols.deliberation': [{ rounds: 2, characters: 9, tools: 'none', unsettled: 'nothing' }],
  'language.messageLength': ['a'],
  'language.readingGrade': ['a'],
  'language.utterances': [debate],
  'language.transitionProbabilities': [[]],
  'language.transitionGraph': ['a', []],
  'language.labelCollaborations': [[debate], language.cueLabeller],
  'language.actsBy': [language.cueLabeller],
  'language.llmLabeller': [models.simulated(), {}],
  'language.scoreLabels': [[], []],
  'language.intendedLabels': [[]],
  'language.roundDistance': [[], [], embedder, {}],
  'language.embeddingSimilarity': [embedder, { threshold: 0.5 }],
  'language.textCosines': [embedder],
  'language.sentenceEmbedder': [{ backend: embedder }],
  'statistics.ordinaryLeastSquares': [[[1], [2], [4]], [1, 2, 3], {}],
  'statistics.correlation': [[1, 2].map((x) => ({ x, y: x })), { method: 'spearman' }],
  'statistics.ratio': [[1, 2], [3, 4], {}],
  'statistics.contrast': [[1, 2].map((collaboration) => ({ collaboration, value: 1 })), { treatment: {} }],
  'stopping.trajectoryOf': [debate, { performance: () => 1 }],
  'stopping.crossValidate': [
    [trajectory, trajectory],
    [lastRound],
    { folds: 2, seed: 1, direction: 'maximize', evidence: 'live' },
  ],
  'stopping.stoppedRound': [fitted, trajectory],
  'stopping.livePolicy': [fitted, { observe: () => Promise.resolve([]) }],
  'columns.economy': [{}],
  'columns.ratings': [{}],
  'columns.answers': [{}],
  'columns.usage': ['round'],
  'columns.elections': [rules, {}],
  'columns.distance': [embedder, {}],
  'columns.acts': [language.cueLabeller, {}],
  'metrics.measure': [run, {}, {}],
  'metrics.averageOver': [[], 'run'],
  'metrics.replayDebates': [run, { countTokens: () => 1 }],
  'papers.s2mad.debateComplexity.mad': [size],
  'papers.s2mad.debateComplexity.groupDebate': [grouped],
  'papers.s2mad.debateComplexity.s2mad': [{ ...grouped, participation: 0.5 }],
  'report.barFigure': [[{ name: 'a', values: [1] }], { ...titles, categories: ['c'] }],
  'report.boxFigure': [[{ name: 'a', values: [[1]] }], { ...titles, categories: ['c'] }],
  'report.lineFigure': [[{ name: 'a', points: [{ x: 1, value: 1 }] }], { ...titles, xTitle: 'x' }],
  'report.heatMapFigure': [{ ...titles, columns: ['c'], rows: ['r'], values: [[1]] }],
  'report.trajectoryFigure': [rows, { ...titles, by: 'rule', value: 'utility' }],
  'report.transitionGraphFigure': [
    [{ title: 'a', edges: [{ from: 'a', to: 'b', probability: 1 }] }],
    { title: 't' },
  ],
  'report.compare': [table1, rows, { by: 'rule' }],
  'report.tablePart': [table1, { name: 'part' }],
  'report.ledgerRow': [comparison, { notebook: 'n' }],
  'report.runs': ['/nowhere'],
  'papers.gedi.showFigure': [papers.gedi.figures[0]],
  'papers.roundtable.evenSplitShare': [3],
  'papers.across.compareWays': [{ ways: [], cases: 1 }],
  'papers.realVoters.fourteenModels': [{ voters: [1] }],
};

const nothing = Symbol('nonsense');
const nonsense = [
  undefined,
  null,
  true,
  -1,
  0.5,
  NaN,
  Infinity,
  1e9,
  '',
  'nope',
  'x'.repeat(100_000),
  {},
  [],
  [3],
  [null],
  ['nope'],
  { nope: 1 },
  () => undefined,
  nothing,
];

/** Whether nothing is said: no argument, or settings that are all left out. */
function isDefault(given: readonly unknown[]): boolean {
  return given.every(
    (one) =>
      one === undefined ||
      (typeof one === 'object' &&
        one !== null &&
        !Array.isArray(one) &&
        Object.values(one).every((value) => value === undefined)),
  );
}

/** What a call throws, at once or later; undefined when it does its work. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    const answer = await call();
    if (typeof answer === 'object' && answer !== null && 'next' in answer)
      await (answer as AsyncIterator<unknown>).next();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Functions by their full names, those in an object of functions too; classes have their own tests. */
function* functionsOf(path: string, value: unknown): Generator<[string, (...given: unknown[]) => unknown]> {
  if (typeof value === 'function' && !/^class\b/.test(String(value)))
    yield [path, value as (...given: unknown[]) => unknown];
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  // A paper has tables beside its functions.
  const isPaper = /^papers\.\w+$/.test(path);
  if (isPaper || (inside.length > 0 && inside.every(([, member]) => typeof member === 'function')))
    for (const [name, member] of inside) yield* functionsOf(`${path}.${name}`, member);
}

const all = Object.entries(rooms).flatMap(([room, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => [...functionsOf(`${room}.${name}`, value)]),
);

/** Called with nonsense beside what is sound these read or compute the same again and again. */
const slow = isThorough ? [] : ['papers.realVoters.fourteenModels', 'papers.verdictCounts'];
const isCalled = ([name]: (typeof all)[number]): boolean =>
  exceptions[name] === undefined && !slow.includes(name);

describe.each(all.filter(isCalled))('%s', (name, called) => {
  const fine = good[name] ?? [{}];
  const isLeftOut = (given: readonly unknown[]) => heavy.includes(name) && isDefault(given);
  const named = (error: unknown, given: readonly unknown[]) => {
    if (error === undefined) return;
    const shown = given.map((one) => (typeof one === 'symbol' ? 'a symbol' : JSON.stringify(one)));
    expect(error, `${name}(${shown.join(', ').slice(0, 200)})`).toBeInstanceOf(AgoraError);
  };

  it('contract: what nobody means is turned away by name', async () => {
    for (const given of [[], ...nonsense.map((one) => [one])])
      if (!isLeftOut(given)) named(await thrownBy(() => called(...given)), given);
    for (const place of fine.keys())
      for (const one of nonsense) {
        const given = fine.with(place, one);
        if (!isLeftOut(given)) named(await thrownBy(() => called(...given)), given);
      }
  });

  it('contract: each of its settings set to nonsense is turned away by name', async () => {
    const place = fine.length - 1;
    const last = fine[place];
    if (typeof last !== 'object' || Array.isArray(last)) return;
    const message = String(await thrownBy(() => called(...fine.with(place, { ...last, '?': 1 }))));
    const known = / knows no \?: its settings are (.*)$/.exec(message)?.[1]?.split(', ') ?? [];
    for (const setting of known)
      for (const one of nonsense) {
        const given = fine.with(place, { ...last, [setting]: one });
        if (isLeftOut(given)) continue;
        const error = await thrownBy(() => called(...given));
        named(error, given);
        if (one === nothing) expect(error).toMatchObject({ code: 'setting' });
      }
  });
});

it('contract: the table above is of arguments that do, or that fail for what they say', async () => {
  for (const [name, called] of all) {
    if (exceptions[name] !== undefined || good[name] === undefined) continue;
    const error = await thrownBy(() => called(...good[name]!));
    if (error !== undefined)
      expect(['debate-record', 'joint-decision', 'no-run', 'question-data', 'rating-data']).toContain(
        (error as AgoraError).code,
      );
  }
});
