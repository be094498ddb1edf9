import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { shippedFolder } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { claimSpecs } from '../claim-spec';
import type { RecordedTests } from './recorded-tests';

/*
 * What recorded evidence says of the claims is committed (data/claims/PAPER.json): some sets are not in the repository,
 * and the others take minutes. `npm run claims` computes it again.
 */

/** The papers, as their claims' names begin. */
export type PaperName = keyof ReturnType<typeof claimSpecs>;

const end = z.number().nullable();
const found = z.strictObject({
  effect: z.number(),
  low: end,
  high: end,
  cases: z.int(),
  clusters: z.int(),
  planned: z.int().optional(),
  pHolds: z.number(),
  pReversed: z.number(),
  p: z.number(),
  decides: z.string().nullable(),
  parts: z.array(
    z.strictObject({
      part: z.string().nullable(),
      effect: z.number(),
      low: end,
      high: end,
      clusters: z.int(),
      pHolds: z.number(),
      pReversed: z.number(),
      without: z.array(z.strictObject({ model: z.string(), effect: z.number(), pHolds: z.number() })),
    }),
  ),
  counted: z.array(z.string()),
  sensitivity: z.array(z.strictObject({ says: z.string(), effect: end, low: end, high: end })),
  uncomputed: z.array(z.string()),
});
const file = z.strictObject({
  paper: z.string(),
  version: z.int(),
  evidence: z.literal('recorded'),
  script: z.string(),
  tests: z.record(z.string(), z.union([z.strictObject({ notTested: z.string() }), found])),
});

/** The content of data/claims/PAPER.json. */
export interface ClaimsFile {
  readonly paper: string;
  /** Of the specifications that were tested. */
  readonly version: number;
  readonly evidence: 'recorded';
  readonly script: string;
  readonly tests: RecordedTests;
}

/**
 * The committed tests of a paper; none if no recorded data are about it.
 * @throws AgoraError 'claims-file' when the file is broken, or tests another version of the specifications
 */
export function committedTests(paper: PaperName, folder = shippedFolder('claims')): RecordedTests {
  const path = join(folder ?? '', `${paper}.json`);
  if (folder === null || !existsSync(path)) return {};
  const { data, error } = file.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (error !== undefined)
    throw new AgoraError('claims-file', `data/claims/${paper}.json is broken: ${z.prettifyError(error)}`);
  const { version } = claimSpecs()[paper];
  if (data.version !== version)
    throw new AgoraError(
      'claims-file',
      `data/claims/${paper}.json tests version ${data.version} of the claims, and they are at version ${version}: npm run claims -- ${paper}`,
    );
  return data.tests;
}

const liveFile = z.strictObject({
  set: z.string(),
  model: z.string(),
  plan: z.string(),
  versions: z.record(z.string(), z.int()),
  tests: z.record(
    z.string(),
    z.record(z.string(), z.union([z.strictObject({ notTested: z.string() }), found])),
  ),
});

/** Verdicts are by the tests of the main model; those of the second model are shown next to them, never pooled. */
export const liveFiles = { main: 'live.json', second: 'live-second.json' } as const;

/** The content of data/claims/live.json and live-second.json: the tests of a model's live runs that are packed, by paper. */
export interface LiveClaimsFile {
  /** The packed set that they were computed from, in data/recorded. */
  readonly set: string;
  readonly model: string;
  readonly plan: string;
  /** Of the specifications that were tested, by paper. */
  readonly versions: Readonly<Record<string, number>>;
  readonly tests: Readonly<Record<string, RecordedTests>>;
}

/**
 * The committed tests of live runs; null where none are committed.
 * @throws AgoraError 'claims-file' when the file is broken, or tests another version of some paper's specifications
 */
export function committedLive(
  which: keyof typeof liveFiles = 'main',
  folder = shippedFolder('claims'),
): LiveClaimsFile | null {
  const name = liveFiles[which];
  const path = join(folder ?? '', name);
  if (folder === null || !existsSync(path)) return null;
  const { data, error } = liveFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (error !== undefined)
    throw new AgoraError('claims-file', `data/claims/${name} is broken: ${z.prettifyError(error)}`);
  for (const [paper, { version }] of Object.entries(claimSpecs()))
    if (data.versions[paper] !== version)
      throw new AgoraError(
        'claims-file',
        `data/claims/${name} tests version ${data.versions[paper]} of the claims of ${paper}, and they are at version ${version}: node lib/papers/makers/pack-live.mjs FOLDER`,
      );
  return data;
}

/** The committed form of the tests of live runs. */
export function liveClaimsFile(
  about: Pick<LiveClaimsFile, 'set' | 'model' | 'plan'>,
  tests: Readonly<Record<string, RecordedTests>>,
): LiveClaimsFile {
  const versions = Object.entries(claimSpecs()).map(([paper, { version }]) => [paper, version] as const);
  return {
    ...about,
    versions: Object.fromEntries(versions),
    tests: JSON.parse(JSON.stringify(tests, rounded)) as LiveClaimsFile['tests'],
  };
}

/** The committed form of a paper's tests. Effects have six decimals, p values six digits. */
export function claimsFile(paper: PaperName, tests: RecordedTests): ClaimsFile {
  return {
    paper: paper,
    version: claimSpecs()[paper].version,
    evidence: 'recorded',
    script: `npm run claims -- ${paper}`,
    tests: JSON.parse(JSON.stringify(tests, rounded)) as RecordedTests,
  };
}

function rounded(name: string, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  return /^p(?:$|Holds|Reversed)/.test(name) ? Number(value.toPrecision(6)) : Number(value.toFixed(6));
}
