import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedFolder } from 'agora-core/internal';
import { committedLive, liveClaimsFile, type LiveClaimsFile } from '../claims/committed-tests';
import type { TestFound } from '../claims/evaluate';
import { testsOf, type RecordedTests } from '../claims/recorded-tests';
import { testsOfTwo } from './ledger';
import { liveRuns, openLiveRuns, type LiveRuns } from './live-runs';
import { gediLiveMeasures } from './measures/gedi';

/*
 * Ten effects of live elections that a second reader computed again by a program of its own in Python, from the packed
 * replies and the claims' words (reference/live-again.py): effect, interval, one-sided p values. The runs grow, so that
 * only questions are compared that the second reader saw.
 */

interface Part {
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  readonly clusters: number;
  readonly pHolds: number;
  readonly pReversed: number;
}
interface Again {
  readonly model: string;
  readonly run: { readonly entry: string; readonly condition: string };
  /** The question of each case, by its number in the run. */
  readonly cases: Readonly<Record<string, string>>;
  readonly ballots: {
    readonly rankings: number;
    readonly of: number;
    /** Replies that the second reader read as another ballot than the kit. */
    readonly readOtherwise: number;
  };
  /** Null for what that few questions, or questions without a difference, do not test. */
  readonly effects: Readonly<
    Record<string, { readonly parts: Readonly<Record<string, Part>>; readonly p: number } | null>
  >;
}

const set = 'live-qwen2.5-coder-1.5b';
const folder = join(shippedFolder('recorded') ?? '', set);

const again = JSON.parse(readFileSync(join(__dirname, 'reference', 'live-again.json'), 'utf8')) as Again;

/** The elections on the questions that the second reader saw, and no other run. */
function seenBefore(): LiveRuns {
  const { plan, model, of } = openLiveRuns(folder);
  const elections = of(again.run.entry, again.run.condition);
  const seen = new Map([...elections].filter(([number]) => String(number) in again.cases));
  return liveRuns(plan, model, (entry, condition) =>
    entry === again.run.entry && condition === again.run.condition ? seen : new Map(),
  );
}

const gediTests = (runs: LiveRuns): RecordedTests => testsOf('gedi', gediLiveMeasures(runs), 'live');

// Eight digits are written, and effects stay below 100. Both list all flips of signs.
const close = (one: number | null, other: number): boolean => Math.abs((one ?? NaN) - other) < 1e-5;

describe('reference/live-again.json', () => {
  it('contract: it has ten effects, on questions enough for a test, with every reply read as the kit read it', () => {
    expect(Object.keys(again.effects)).toHaveLength(10);
    const questions = Object.keys(again.cases).length;
    expect(questions).toBeGreaterThanOrEqual(6);
    expect(again.ballots).toMatchObject({ of: 10 * questions, readOtherwise: 0 });
  });
});

describe('live elections that were computed again', () => {
  it('contract: the packed runs still have the questions that the second reader saw', () => {
    const runs = seenBefore();
    const found = [...runs.of(again.run.entry, again.run.condition)].map(([number, { instance }]) => [
      String(number),
      (instance as { readonly id: string }).id,
    ]);
    expect([runs.model, Object.fromEntries(found)]).toEqual([again.model, again.cases]);
  });

  it('reference: effect, interval and p values of every part', () => {
    const tests = gediTests(seenBefore());
    for (const [id, reference] of Object.entries(again.effects)) {
      const found = tests[id] as TestFound;
      expect([id, 'notTested' in found]).toEqual([id, reference === null]);
      if (reference === null) continue;
      const names = found.parts.map(({ part }) => part ?? '');
      expect([id, [...names].sort()]).toEqual([id, Object.keys(reference.parts).sort()]);
      for (const one of found.parts) {
        const other = reference.parts[one.part ?? ''] as Part;
        const differing = (['effect', 'low', 'high', 'clusters', 'pHolds', 'pReversed'] as const)
          .filter((name) => !close(one[name], other[name]))
          .map((name) => `${id} ${one.part ?? ''}: ${name} is ${one[name]} here, ${other[name]} there`);
        expect(differing).toEqual([]);
      }
      expect([id, close(found.p, reference.p)]).toEqual([id, true]);
    }
  });

  it('contract: the committed verdicts are those of all packed elections', () => {
    const committed = committedLive();
    if (committed === null)
      throw new Error(`data/recorded/${set} is there, and data/claims/live.json is not`);
    const own = liveClaimsFile(committed, { gedi: gediTests(openLiveRuns(folder)) }).tests['gedi'] ?? {};
    expect(Object.keys(own).length).toBeGreaterThan(10);
    for (const [id, found] of Object.entries(own)) expect(committed.tests['gedi']?.[id]).toMatchObject(found);
  });

  it('contract: so are those that compare the two models, and they name both', () => {
    const second = join(shippedFolder('recorded') ?? '', 'live-qwen2.5-coder-0.5b');
    const ofTwo = testsOfTwo(openLiveRuns(folder), openLiveRuns(second));
    const committed = committedLive() as LiveClaimsFile;
    const own = liveClaimsFile(committed, ofTwo).tests;
    for (const [paper, tests] of Object.entries(own)) expect(committed.tests[paper]).toMatchObject(tests);
    const gains = own['gedi']?.['gedi.gainsDependOnBackboneAndBenchmark'] as TestFound;
    expect(gains.clusters).toBeGreaterThanOrEqual(12);
    expect(gains.counted.join()).toMatch(/^qwen2\.5-coder-1\.5b less qwen2\.5-coder-0\.5b, on the \d+ cases/);
  });
});
