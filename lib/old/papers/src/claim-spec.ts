import { z } from 'zod';
import { deepFreeze, lazily } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { check, number, oneOf, positive, settings, text, whole } from 'agora-voting/internal';
import deliberation from './deliberation/claims.json';
import gedi from './gedi/claims.json';
import roundtable from './roundtable/claims.json';
import s2mad from './s2-mad/claims.json';
import strategies from './strategies/claims.json';

/*
 * What a paper says it found, and how each sentence is tested: written from the paper before its test is run, and frozen
 * with a version. The policy that all papers share (clusters, sides, bounds, several models, Holm's correction, words of
 * verdicts) is claims-policy.md. Nothing here computes a test.
 */

const words = text(4000);

/** How the frozen files call percentage points. */
const frozenWords = 'percent points';

/** The units of effects. */
export const units = [
  'percentage points',
  frozenWords,
  'percent',
  'rating points',
  'words',
  'grades',
  'cosine distance',
  'cosine',
  'rounds',
  'times',
  'correlation',
  'points per unit',
  'natural log',
] as const;

const unit = oneOf(...units);

const pattern = z.string({ error: 'a regular expression' }).refine(
  (given) => {
    try {
      return new RegExp(given) instanceof RegExp;
    } catch {
      return false;
    }
  },
  { error: 'a regular expression' },
);

/**
 * Printed cells of a table in data/published. Named groups in `rows` and `columns` say which cells belong together: two
 * selections are joined where the groups that both have agree. `take` makes one number of the cells with equal groups;
 * `steps` are the differences of each cell and the one before it in its row.
 */
const cells = settings({
  table: text(),
  rows: pattern,
  columns: pattern,
  part: oneOf('value', 'standardError').optional(),
  take: oneOf('mean', 'sum', 'highest', 'lowest', 'range', 'steps').optional(),
});
/** A number that the text prints, by its name in data/published. */
const quoted = settings({ quoted: text(), key: text() });
const selections = z.record(
  z.string().regex(/^[a-z]$/, { error: 'a name of one letter' }),
  z.union([cells, quoted], { error: 'printed cells or a quoted number' }),
  { error: 'selections of printed numbers by name' },
);
/** Arithmetic on the names in `let`: + - * /, brackets, abs, min and max. */
const expression = z
  .string({ error: 'an expression' })
  .regex(/^(?:abs|min|max|[a-z]\b|[\d.]+|[-+*/(), ])+$/, { error: 'an expression of names and numbers' });

const bounds = z
  .strictObject(
    {
      above: number().optional(),
      atLeast: number().optional(),
      below: number().optional(),
      atMost: number().optional(),
    },
    { error: 'bounds: above, atLeast, below or atMost' },
  )
  .refine((given) => Object.keys(given).length > 0, { error: 'a bound: above, atLeast, below or atMost' });

const condition = settings({
  says: words,
  let: selections,
  value: expression,
  must: bounds,
  /** How many of the joined values: all, more than half, nine in ten, one, or a number. */
  which: z.union([oneOf('every', 'most', 'almost all', 'some'), settings({ atLeast: whole(1) })], {
    error: '"every", "most", "almost all", "some" or { atLeast: a number }',
  }),
});
/** A condition on words rather than numbers, which one of our named programs decides. */
const byProgram = settings({ says: words, program: words });

/** Whether the printed numbers are consistent with the sentence. */
const printed = z.union(
  [
    settings({
      conditions: z.array(z.union([condition, byProgram], { error: 'a condition' })).min(1),
    }),
    settings({ cannot: words }),
  ],
  { error: 'conditions on the printed numbers, or why they cannot be checked' },
);

const published = settings({
  /** The printed effect; null if there is none. */
  value: number().nullable(),
  unit: unit,
  /** How it follows from printed numbers: the mean of several joined values, unless `take` says otherwise. */
  follows: z.union(
    [
      settings({
        let: selections,
        value: expression,
        take: oneOf('mean', 'highest', 'lowest', 'range').optional(),
      }),
      words,
    ],
    { error: 'how the value follows from printed numbers, or words' },
  ),
});

const test = settings({
  population: text(),
  /** What distinguishes this test from others on the same population. */
  contrast: settings({ outcome: words, of: words, less: words.nullable() }),
  /** In words that are precise enough to be programmed. */
  statistic: words,
  combine: z.union([oneOf('one number', 'every part'), settings({ atLeast: whole(1) })], {
    error: '"one number", "every part" or { atLeast: how many parts }',
  }),
  parts: z.array(words).min(2, { error: 'at least 2 parts' }).optional(),
  models: oneOf('one model', 'each model', 'without any one model', 'models compared'),
  /**
   * Where the effect is if the claim is true; `within` means between -bound and bound, `apart` on either side of the
   * bound.
   */
  side: oneOf('above', 'below', 'within', 'apart'),
  bound: number(),
  boundIs: oneOf('direction', 'limit', 'half of the printed size', 'margin'),
  why: words,
  unit: unit,
  reversed: words,
  method: oneOf('paired mean', 'two groups', 'ratio of sums', 'slope', 'variation'),
  /** What is computed rather than observed; null if nothing is. */
  computed: words.nullable(),
  /**
   * For the minimum detectable effect: an assumed standard deviation between clusters, in the unit; for two groups also
   * the number of clusters of each.
   */
  detectable: settings({
    spread: positive(),
    groups: z.array(whole(2)).length(2, { error: 'two group sizes' }).optional(),
    from: words,
  }),
  /** Reported below the verdict. They never change it. */
  sensitivity: z.array(words),
});
const untested = settings({ notTested: words });

const claim = settings({
  id: text(),
  says: words,
  where: words,
  strength: oneOf('direction', 'size', 'limit'),
  published: published,
  printed: printed,
  recorded: z.union([test, untested]),
  live: z.union([test, untested]),
});

const population = settings({
  evidence: oneOf('recorded', 'live'),
  /** The names of recorded sets, or the planned runs. */
  source: words,
  models: z.array(text()).min(1, { error: 'at least 1 model' }),
  selection: words,
  case: words,
  cluster: words,
  /** The planned sample. A test counts the actual one. */
  sample: settings({ cases: whole(), clusters: whole() }),
  reading: words,
  /** Which of its numbers the author had already seen; null if none. */
  seen: words.nullable(),
  /** For live evidence: the items that run it, and their priority. */
  plan: settings({ items: z.array(text()).min(1), priority: whole(1, 3) }).nullable(),
});

/** A change of a frozen claim: a new version of the file, with its reason. */
const change = settings({
  /** From which version on. */
  version: whole(2),
  date: z.iso.date({ error: 'a date' }),
  claim: text(),
  of: oneOf('printed', 'recorded', 'live', 'recorded and live'),
  was: words,
  now: words,
  why: words,
  /** By recorded evidence, under the version before. */
  verdictBefore: oneOf('holds', 'reversed', 'not shown', 'not tested'),
  /** Which numbers its author had seen by then. */
  seen: words,
});

const file = settings({
  paper: text(),
  version: whole(1),
  date: z.iso.date({ error: 'a date' }),
  policy: text(),
  written: words,
  changes: z.array(change).default([]),
  populations: z.record(text(), population),
  claims: z.array(claim).min(1),
});

/** A claim with its printed effect, the check of the printed numbers, and a test for each kind of evidence. */
export type ClaimSpec = z.infer<typeof claim>;
/** One primary test of a claim. */
export type ClaimTest = z.infer<typeof test>;
/** The cases of a test. */
export type ClaimPopulation = z.infer<typeof population>;
/** A change of a claim after its first version. */
export type ClaimChange = z.infer<typeof change>;
/** All claims of a paper. */
export type ClaimSpecs = z.infer<typeof file>;

/** The kinds of evidence from which verdicts come. */
export const evidenceKinds = ['recorded', 'live'] as const;

/** The test of a claim by one kind of evidence; null if there is none. */
export function testOf(spec: ClaimSpec, evidence: (typeof evidenceKinds)[number]): ClaimTest | null {
  const given = spec[evidence];
  return 'notTested' in given ? null : given;
}

/**
 * Reads the claims of a paper from the content of its claims.json.
 * @throws AgoraError 'setting' naming the claim and what it lacks (a bound, a known unit); AgoraError 'claim-spec'
 * naming a claim with an unknown or empty sample, a single cluster, parts or models that do not fit, or the same test
 * as another claim; also when a version says of no claim what it changed
 */
export function readClaimSpecs(content: unknown): ClaimSpecs {
  const unread = z.object({ claims: z.array(z.record(z.string(), z.unknown())).default([]) }).parse(content);
  for (const [place, given] of unread.claims.entries()) {
    const id = typeof given['id'] === 'string' ? given['id'] : `claim ${place + 1}`;
    for (const evidence of evidenceKinds) {
      const held = given[evidence];
      const isUntested = typeof held === 'object' && held !== null && 'notTested' in held;
      check(`${id}, ${evidence},`, isUntested ? untested : test, held);
    }
    check(id, claim, given);
  }
  check('claims.json', file, content);
  const specs = inFieldWords(file.parse(content));
  checkTogether(specs);
  return deepFreeze(specs);
}

/** Specs with "percentage points" in place of "percent points" in units and sentences: the frozen files cannot change. */
function inFieldWords(specs: ClaimSpecs): ClaimSpecs {
  return JSON.parse(JSON.stringify(specs).replaceAll(frozenWords, 'percentage points')) as ClaimSpecs;
}

const held = lazily<Record<'roundtable' | 'gedi' | 's2mad' | 'deliberation' | 'strategies', ClaimSpecs>>({
  roundtable: () => readClaimSpecs(roundtable),
  gedi: () => readClaimSpecs(gedi),
  s2mad: () => readClaimSpecs(s2mad),
  deliberation: () => readClaimSpecs(deliberation),
  strategies: () => readClaimSpecs(strategies),
});

/** The frozen claims of the five papers. Each file is read at first use. */
export function claimSpecs(): typeof held {
  return held;
}

/** Checks that the parts of all claims fit each other. */
function checkTogether({ claims, populations, changes, version }: ClaimSpecs): void {
  checkChanges(claims, changes, version);
  const known = new Set<string>();
  const owners = new Map<string, string>();
  for (const spec of claims) {
    if (known.has(spec.id)) throw fault(`there are two claims ${spec.id}`);
    known.add(spec.id);
    for (const evidence of evidenceKinds) {
      const one = testOf(spec, evidence);
      if (one === null) continue;
      const who = `${spec.id}, ${evidence},`;
      checkSample(who, one, evidence, populations[one.population]);
      checkParts(who, one);
      const identity = identityOf(one);
      const owner = owners.get(identity);
      if (owner !== undefined)
        throw fault(`${owner} and ${spec.id} have one and the same ${evidence} test: ${identity}`);
      owners.set(identity, spec.id);
    }
  }
}

/** Every version after the first says what it changed, of claims that there are. */
function checkChanges(claims: readonly ClaimSpec[], changes: readonly ClaimChange[], version: number): void {
  for (const one of changes) {
    if (!claims.some(({ id }) => id === one.claim))
      throw fault(`a change of an unknown claim "${one.claim}"`);
    if (one.version > version)
      throw fault(
        `${one.claim} was changed in version ${one.version}, and the file is at version ${version}`,
      );
  }
  for (let each = 2; each <= version; each++)
    if (!changes.some((one) => one.version === each))
      throw fault(`version ${each} does not say what it changed and why`);
}

function checkSample(
  who: string,
  one: ClaimTest,
  evidence: (typeof evidenceKinds)[number],
  from: ClaimPopulation | undefined,
): void {
  if (from === undefined) throw fault(`${who} draws on an unknown population "${one.population}"`);
  if (from.evidence !== evidence)
    throw fault(`${who} draws on "${one.population}", which is ${from.evidence} evidence`);
  if (from.evidence === 'live' && from.plan === null)
    throw fault(`${who} draws on "${one.population}", which has no plan of runs`);
  if (from.sample.cases === 0) throw fault(`${who} draws on "${one.population}", whose sample is empty`);
  if (from.sample.clusters < 2)
    throw fault(
      `${who} draws on "${one.population}", which has ${from.sample.clusters} clusters: at least 2 are needed`,
    );
  if (from.models.length > 1 && one.models === 'one model')
    throw fault(`${who} is of one model, and "${one.population}" has ${from.models.length}`);
}

function checkParts(who: string, { combine, parts = [], side, bound }: ClaimTest): void {
  const wanted = typeof combine === 'object' ? combine.atLeast : combine === 'every part' ? 2 : 0;
  if (wanted > parts.length) throw fault(`${who} needs at least ${wanted} parts, got ${parts.length}`);
  if (combine === 'one number' && parts.length > 0)
    throw fault(`${who} has parts and does not say how they are combined`);
  if (side === 'within' && bound <= 0) throw fault(`${who} needs a margin above 0, got ${bound}`);
}

/**
 * Identifies the number that a test is about: the same population, outcome and two sides, in either order, make one number;
 * another bound on it does not make another test.
 */
function identityOf({ population, contrast: { outcome, of, less } }: ClaimTest): string {
  return [population, outcome, ...[of, less ?? ''].sort()]
    .map((part) => part.trim().toLowerCase().replace(/\s+/g, ' '))
    .join(' | ');
}

function fault(message: string): AgoraError {
  return new AgoraError('claim-spec', message);
}
