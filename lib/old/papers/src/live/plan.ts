import { z } from 'zod';
import { minimumDetectableEffect } from 'agora-core/statistics';
import { deepFreeze, items as listed, lazily, textTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { check, closest, number, oneOf, settings, text, whole } from 'agora-voting/internal';
import { claimSpecs, testOf, type ClaimSpec, type ClaimTest } from '../claim-spec';
import { fewestClusters } from '../claims/evaluate';
import { manyClusters } from '../claims/methods';
import { paperNames } from '../claims/verdicts';
import crossedContent from './crossed-plan.json';
import profilesContent from './hidden-profiles-plan.json';
import content from './plan.json';
import stoppingContent from './stopping-plan.json';

/*
 * Which cases a live model gets, and how many, written before the first call and frozen with a version. The tests of the
 * claims are in each paper's claims.json; a plan says which cases are played for them, and what this number could show.
 */

/** A list, whose type says what is in it. */
function manyOf<Each extends z.ZodType>(what: string, each: Each, least = 0): z.ZodArray<Each> {
  return z.array(each, { error: what }).min(least, { error: `at least ${least} ${what}` });
}

/** Raters answer a question of MMLU, each alone. */
const electionSettings = settings({
  kind: oneOf('election'),
  raters: whole(2, 100),
  shots: whole(0, 5),
  ask: oneOf('answers', 'probabilities'),
});
/** Agents debate a question of GSM8K. The kit's defaults hold for what is not said. */
const debateSettings = settings({
  kind: oneOf('debate'),
  agents: whole(2, 20),
  rounds: whole(1, 20),
  /** Chains of self-consistency; 0 for none. */
  chains: whole(0, 100),
  methods: manyOf('methods', oneOf('MAD', 'S-MAD', 'GD', 'S2-MAD', 'S2-MAD without filter')),
  temperature: number(0, 2),
});
const rulesGiven = manyOf(
  'rules',
  oneOf('unanimous', 'majority', 'plurality', 'rated', 'ranked', 'cumulative'),
  1,
);
/** A round table on an exchange economy, one of its own for each case. */
const economySettings = settings({
  kind: oneOf('economy'),
  agents: whole(2, 20),
  rounds: whole(1, 100),
  rules: rulesGiven,
});
/** A round table on made-up films and ratings. */
const recommendationSettings = settings({
  kind: oneOf('recommendation'),
  rounds: whole(1, 100),
  rules: rulesGiven,
});
/** Joint decisions on the official cases. */
const deliberationSettings = settings({
  kind: oneOf('deliberation'),
  task: oneOf('menu', 'task allocation'),
  rounds: whole(1, 100),
  conditions: manyOf(
    'conditions',
    oneOf('none', 'told', 'called', 'centralized', 'centralized told', 'oracle', 'oracle told'),
    1,
  ),
});
/** Strategies of collaboration on made-up claims. */
const strategySettings = settings({
  kind: oneOf('strategies'),
  rounds: whole(1, 100),
  strategies: manyOf('strategies', text()),
  alone: manyOf('readers', oneOf('consistent', 'all', 'each')),
});
/** Ways of deciding of all five papers on the same made-up claims, each with the same tokens for a case. */
const crossedSettings = settings({
  kind: oneOf('crossed'),
  ways: manyOf(
    'ways',
    oneOf('vote', 'election', 'round table', 'debate', 'S2-MAD', 'deliberation', 'discussion'),
    2,
  ),
  /** Input and output of all calls of a case. Ways with one round use fewer. */
  tokens: whole(1),
  /** The most rounds, even if tokens are left. */
  rounds: whole(1, 100),
});

/** Ways of talk, and none, on the kit's hidden profiles, with the facts distributed and with all facts known to all. */
const hiddenProfileSettings = settings({
  kind: oneOf('hidden profiles'),
  ways: manyOf('ways', oneOf('no talk', 'debate', 'deliberation', 'round table'), 1),
  information: manyOf('kinds of information', oneOf('distributed', 'full'), 1),
  rounds: whole(1, 100),
});

/** A round table on fresh economies that information distance ends. */
const stoppedSettings = settings({
  kind: oneOf('stopped economies'),
  agents: whole(2, 20),
  rounds: whole(1, 100),
  rules: rulesGiven,
  /** The number of the first economy, from 1 on, as the round tables of plan.json have them. */
  first: whole(1),
  /** A talk ends after the first round with a smaller information distance. */
  threshold: number(0, 2),
});

const kinds = z.discriminatedUnion('kind', [
  electionSettings,
  debateSettings,
  economySettings,
  recommendationSettings,
  deliberationSettings,
  strategySettings,
  crossedSettings,
  hiddenProfileSettings,
  stoppedSettings,
]);

const planned = settings({
  /** The claim's name, as in figures/CLAIMS.md. */
  claim: text(),
  /** Clusters after each block. */
  clusters: manyOf('numbers of clusters', whole(0), 1),
  /** The smallest distance from the bound that each could show, at 0.05 over the paper's live tests; null for none. */
  couldShow: manyOf('differences', number(0).nullable(), 1),
});

const entry = settings({
  id: z.string({ error: 'a name' }).regex(/^[a-z0-9-]+$/, { error: 'a name of a-z, 0-9 and -' }),
  paper: oneOf(...paperNames),
  asks: text(4000),
  /** Tables and figures that the runs are evidence for. */
  items: manyOf('items', text()),
  run: kinds,
  /** Cases after each block: never fewer than after the one before. */
  cases: manyOf('numbers of cases', whole(0), 1),
  /** Conditions that are played from the first block on; the others from the second. Default all. */
  early: manyOf('conditions', text(), 1).optional(),
  tests: z.array(planned),
  /** What these runs cannot show, with any result. */
  cannotTell: text(4000),
});

const plan = settings({
  schema: oneOf('agora-live-plan/1'),
  name: text(),
  version: whole(1),
  date: z.iso.date({ error: 'a date' }),
  written: text(4000),
  seed: whole(0),
  /** What each block is for, in words. */
  blocks: manyOf('blocks', text(4000), 1),
  cannotTell: manyOf('sentences', text(4000)),
  entries: z.array(entry).min(1, { error: 'at least 1 entry' }),
});

/** A plan: what is run, and for which tests. */
export type LivePlan = z.infer<typeof plan>;
/** One part of a plan: runs that belong together. */
export type LiveEntry = z.infer<typeof entry>;

/**
 * Reads a plan from the content of its file.
 * @throws AgoraError 'live-plan' in one line: a setting that is missing or wrong, a paper's item or a claim that there is
 * not, a claim without a live test, numbers of cases that fall or do not fit the blocks
 */
export function readLivePlan(given: unknown): LivePlan {
  try {
    check('the plan', plan, given);
  } catch (error) {
    throw new AgoraError('live-plan', (error as Error).message);
  }
  const read = plan.parse(given);
  const ids = new Set<string>();
  for (const one of read.entries) {
    if (ids.has(one.id)) throw fault(`there are two entries "${one.id}"`);
    ids.add(one.id);
    checkCases(one, read.blocks.length);
    one.items.forEach((name) => checkItem(one.id, name));
    one.tests.forEach(({ claim }) => liveTest(claim, one.id));
  }
  return deepFreeze(read);
}

function checkCases({ id, cases }: LiveEntry, blocks: number): void {
  if (cases.length !== blocks)
    throw fault(`"${id}" has numbers of cases for ${cases.length} blocks, and the plan has ${blocks}`);
  const falls = cases.findIndex((count, place) => place > 0 && count < (cases[place - 1] ?? 0));
  if (falls > 0) throw fault(`"${id}" has fewer cases in block ${falls + 1} than in block ${falls}`);
}

function checkItem(id: string, name: string): void {
  const names = listed().map(({ paper, item }) => `${paper} ${item}`);
  if (!names.includes(name)) throw fault(`"${id}" names an unknown item "${name}"${meant(name, names)}`);
}

/**
 * A claim and its live test.
 * @throws AgoraError 'live-plan' for an unknown claim, or a claim without a live test
 */
export function liveTest(name: string, entry = 'the plan'): { claim: ClaimSpec; test: ClaimTest } {
  const claims = paperNames.flatMap((paper) => claimSpecs()[paper].claims);
  const claim = claims.find(({ id }) => id === name);
  if (claim === undefined) {
    const names = claims.map(({ id }) => id);
    throw fault(`"${entry}" names an unknown claim "${name}"${meant(name, names)}`);
  }
  const test = testOf(claim, 'live');
  if (test === null) throw fault(`"${entry}" names "${name}", which has no live test`);
  return { claim: claim, test: test };
}

function meant(name: string, names: readonly string[]): string {
  const near = closest(name, names);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function fault(message: string): AgoraError {
  return new AgoraError('live-plan', `The plan cannot be followed: ${message}.`);
}

/** The names of the kit's further plans. They are played to be read, and test no claim. */
const furtherPlans = ['crossed', 'hidden-profiles', 'stopping'] as const;
type FurtherPlan = (typeof furtherPlans)[number];

const held = lazily<Readonly<Record<'plan' | FurtherPlan, LivePlan>>>({
  plan: () => readLivePlan(content),
  crossed: () => readLivePlan(crossedContent),
  'hidden-profiles': () => readLivePlan(profilesContent),
  stopping: () => readLivePlan(stoppingContent),
});

/** The kit's own plan, plan.json beside this file. */
export function livePlan(): LivePlan {
  return held.plan;
}

/** A further plan by its name, or null. */
export function furtherPlan(name: string): LivePlan | null {
  const found = furtherPlans.find((one) => one === name);
  return found === undefined ? null : held[found];
}

/**
 * The smallest distance from its bound that a live test could show with this many clusters, by the spread that its
 * specification assumes, at 0.05 over all live tests of the paper (Bonferroni, the first step of Holm). Null where it can
 * show nothing: with few clusters even signs that all agree have a larger p (2 of 2 to the power of the clusters).
 */
export function couldShow(name: string, clusters: number): number | null {
  const { test } = liveTest(name);
  const paper = paperNames.find((one) => name.startsWith(`${one}.`)) ?? 'gedi';
  const tests = claimSpecs()[paper].claims.filter((claim) => testOf(claim, 'live') !== null).length;
  const isSigns = clusters < manyClusters && test.method !== 'variation';
  if (clusters < fewestClusters || (isSigns && 2 ** (1 - clusters) > 0.05 / tests)) return null;
  const { spread, groups } = test.detectable;
  const share = groups === undefined ? 1 / clusters : 4 / clusters;
  return minimumDetectableEffect(spread * Math.sqrt(share), clusters, { level: 0.05 / tests });
}

/** The planned tests as a table: clusters after each block, and what they could show. */
export function plannedTestsText(given: LivePlan): string {
  const each = (numbers: readonly (number | null)[]): string =>
    numbers.map((one) => (one === null ? '–' : String(one))).join(', ');
  const rows = given.entries.flatMap(({ id, tests }) =>
    tests.map(({ claim, clusters, couldShow: least }) => {
      const { test } = liveTest(claim);
      return [id, claim, each(clusters), each(least), test.unit, `${test.side} ${test.bound}`];
    }),
  );
  const titles = ['entry', 'claim', 'clusters by block', 'could show', 'unit', 'bound'];
  return textTable(
    titles.map((title) => ({ title: title, width: 60 })),
    rows,
  );
}
