import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimSpecs, testOf } from '../claim-spec';
import { changedClaims, changedClaimsTable } from './claim-changes';
import { claimText } from './claim-text';
import { claimsPage } from './claims-page';
import { claimsFile, committedLive, committedTests, liveClaimsFile } from './committed-tests';
import { livePlan } from '../live/plan';
import type { TestFound } from './evaluate';
import { paperNames, verdictCounts, verdictOn, verdicts, verdictsBy } from './verdicts';

const found = (pHolds: number, pReversed = 1 - pHolds): TestFound => ({
  effect: 1,
  low: 0.5,
  high: 1.5,
  cases: 10,
  clusters: 10,
  pHolds: pHolds,
  pReversed: pReversed,
  p: Math.min(1, 2 * Math.min(pHolds, pReversed)),
  decides: null,
  parts: [],
  counted: [],
  sensitivity: [],
  uncomputed: [],
});
const verdictIn = (
  rows: ReturnType<typeof verdictsBy>,
  id: string,
  evidence: 'recorded' | 'live' = 'recorded',
) => rows.find(({ claim }) => claim.id === id)![evidence];

describe('verdictsBy', () => {
  it('known: Holm’s correction counts all six tests of S2-MAD, run or not', () => {
    const rows = verdictsBy('s2mad', {
      's2mad.muchIsRedundant': found(0.004),
      's2mad.savesUpTo94': found(0.005),
    });
    // Two-sided 0.008 and 0.01: times 6 and times 5, the second no smaller than the first.
    expect(verdictIn(rows, 's2mad.muchIsRedundant')).toMatchObject({ verdict: 'holds', corrected: 0.048 });
    expect(verdictIn(rows, 's2mad.savesUpTo94')).toMatchObject({ verdict: 'holds', corrected: 0.05 });
    expect(verdictIn(rows, 's2mad.moreRoundsAreMoreAccurate')).toMatchObject({
      verdict: 'not tested',
      why: 'It was not run.',
    });
    const alone = verdictsBy('s2mad', { 's2mad.muchIsRedundant': found(0.005) });
    expect(verdictIn(alone, 's2mad.muchIsRedundant').verdict).toBe('not shown'); // 0.01 x 6
  });

  it('known: a live verdict before the end of its plan is called an interim look', () => {
    const remarkAt = (clusters: number, pHolds: number) => {
      const live = { 's2mad.muchIsRedundant': { ...found(pHolds), clusters: clusters, planned: 20 } };
      const { verdict, remark } = verdictsBy('s2mad', {}, live).find(
        ({ claim }) => claim.id === 's2mad.muchIsRedundant',
      )!.live;
      return [verdict, remark];
    };
    const interim = 'an interim look at 10 of 20 planned clusters, for which p is not corrected';
    expect(remarkAt(10, 1e-6)).toEqual(['holds', interim]);
    expect(remarkAt(20, 1e-6)).toEqual(['holds', null]);
    expect(remarkAt(10, 0.4)).toEqual(['not shown', expect.not.stringMatching('interim')]);
  });

  it('known: where the interval is clear of the bound, it is said why the claim is not shown all the same', () => {
    const remark = (id: string) => verdictOn(id).recorded.remark;
    expect(remark('gedi.votingBeatsOneRater')).toMatch(
      /clear of the bound, but not after Holm's correction$/,
    );
    expect(remark('roundtable.firstRoundsImprove')).toMatch(
      /clear of the bound, but not p, which counts each model left out/,
    );
    expect(remark('gedi.votingNeverLoses')).toBeNull();
    // One that is shown by two parts which are one result says so.
    expect(remark('gedi.twoRatersDoNotHelp')).toBe(
      'the 2 parts that show it (ranked pairs, minimax) have the same numbers to two digits: 1 result rather than 2',
    );
  });

  it('known: on the other side it is reversed; between it is not shown', () => {
    const rows = verdictsBy('s2mad', {
      's2mad.muchIsRedundant': found(0.9999, 0.0001),
      's2mad.savesUpTo94': found(0.3),
    });
    expect(verdictIn(rows, 's2mad.muchIsRedundant').verdict).toBe('reversed');
    expect(verdictIn(rows, 's2mad.savesUpTo94').verdict).toBe('not shown');
  });

  it('known: a claim without a test says why, and a planned one that it was not run', () => {
    const [first] = verdictsBy('deliberation', {});
    expect(first!.recorded.why).toBe((first!.claim.recorded as { notTested: string }).notTested);
    const live = verdictsBy('deliberation', {}).filter(({ live }) => live.test !== null);
    expect(new Set(live.map(({ live }) => live.why))).toEqual(new Set(['No live run is on record yet.']));
    const begun = verdictsBy(
      'deliberation',
      {},
      { 'deliberation.falseBeliefsCost': { notTested: 'No case.' } },
    );
    expect(verdictIn(begun, 'deliberation.falseBeliefsCost', 'live').why).toBe('No case.');
    expect(verdictIn(begun, 'deliberation.talkHelpsTheInformed', 'live').why).toBe(
      'The plan of the live runs on record has no test of it.',
    );
  });

  it('contract: what the committed live runs have no test of is said to be missing in their plan, and is', () => {
    const tests = committedLive()?.tests ?? {};
    const planned = new Set(livePlan().entries.flatMap((entry) => entry.tests.map(({ claim }) => claim)));
    const rows = paperNames.flatMap(verdicts).filter(({ live }) => live.test !== null);
    const unplanned = rows.filter(({ live }) => /^The plan of the live runs/.test(live.why ?? ''));
    expect(unplanned.length).toBeGreaterThan(0);
    expect(unplanned.filter(({ claim }) => planned.has(claim.id))).toEqual([]);
    expect(unplanned.filter(({ paper, claim }) => claim.id in tests[paper]!)).toEqual([]);
    expect(rows.filter(({ live }) => live.why === 'No live run is on record yet.')).toEqual([]);
  });
});

describe('verdicts', () => {
  it('contract: every recorded test of every paper is committed, and no other', () => {
    for (const paper of paperNames) {
      const wanted = claimSpecs()[paper].claims.filter((claim) => testOf(claim, 'recorded') !== null);
      expect(Object.keys(committedTests(paper)).sort()).toEqual(wanted.map(({ id }) => id).sort());
    }
  });

  it('contract: verdicts add up to the claims, and an unknown paper is refused', () => {
    for (const { claims, recorded, live, printed } of verdictCounts())
      for (const counts of [recorded, live, printed])
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(claims);
    expect(() => verdicts('gedy' as 'gedi')).toThrow('(did you mean "gedi"?)');
  });
});

describe('verdictOn', () => {
  it('contract: an unknown claim is refused with the one that may be meant', () => {
    expect(() => verdictOn('gedi.threeRaterSuffices')).toThrow(
      'There is no claim "gedi.threeRaterSuffices" (did you mean "gedi.threeRatersSuffice"?)',
    );
    expect(() => verdictOn('')).toThrow(/^verdictOn needs /);
  });

  it('known: it is printed whole: sentence, test, bound and why, effect, verdict, sensitivity and command', () => {
    const text = claimText('gedi.threeRatersSuffice');
    for (const part of [
      'as few as three raters',
      'Test: ',
      'Bound: above 0',
      'Recorded evidence: ',
      'Effect: ',
      'after Holm',
      'Sensitivity',
      'npm run claims -- gedi',
    ])
      expect(text).toContain(part);
    expect(claimText('gedi.twoRatersDoNotHelp').replaceAll(/\s+/g, ' ')).toContain(
      'In words: accuracy with two raters (each of four rules) is 0.21 percentage points less than: half-way from one rater to three. The claim asks for less than that.',
    );
    expect(text).not.toContain('In words:');
    expect(claimText('strategies.instructorSaves93')).toContain('Recorded evidence: not tested');
  });

  it('known: a verdict is told in a sentence: effect, bound, side and p', () => {
    const told = (id: string) => claimText(id).replace(/\s+/g, ' ');
    expect(told('gedi.pluralityIsRobust')).toMatch(
      /Recorded evidence: holds \(computed, not observed\) In short: the effect is 0\.61 .* above 0: it is on the claim's side\. p after Holm is below 0\.0001/,
    );
    expect(told('roundtable.agentsAreOftenIrrational')).toMatch(
      /In short: the effect is 67\.74 .* below 50: it is on the other side\. p after Holm is 1/,
    );
  });

  it('law: its lines have at most 100 letters, break between words, and keep their indent', () => {
    for (const id of paperNames.flatMap((paper) => verdicts(paper).map(({ claim }) => claim.id))) {
      const lines = claimText(id).split('\n');
      const long = lines.filter((line) => [...line].length > 100);
      expect(long.filter((line) => line.trimStart().includes(' '))).toEqual([]);
    }
    const lines = claimText('gedi.threeRatersSuffice').split('\n');
    const { statistic = '' } = verdictOn('gedi.threeRatersSuffice').recorded.test ?? {};
    const first = lines.findIndex((line) => line.startsWith('  Test: '));
    const last = lines.findIndex((line) => line.startsWith('  On: '));
    expect(last - first).toBeGreaterThan(1);
    const test = lines.slice(first, last);
    expect(test.every((line) => /^ {2}\S/.test(line))).toBe(true);
    expect(test.map((line) => line.trim()).join(' ')).toBe(`Test: ${statistic}`);
  });
});

describe('changedClaims', () => {
  it('contract: figures/LEDGER.md lists every change of a frozen claim, with its reason and both verdicts', () => {
    const page = readFileSync(join(__dirname, '../../../../figures/LEDGER.md'), 'utf8');
    expect(page).toContain(changedClaimsTable());
    for (const { claim, verdictNow } of changedClaims())
      expect(verdictOn(claim).recorded.verdict).toBe(verdictNow);
  });

  it('known: a changed claim says so where it is printed whole', () => {
    expect(claimText('gedi.pluralityIsRobust')).toMatch(/Changed in version 2 .* Before: holds\./);
    expect(claimText('gedi.pluralityIsRobust')).toContain('Changed in version 3'); // the mark that it is computed
    expect(claimText('s2mad.muchIsRedundant')).not.toContain('Changed in version');
  });
});

describe('claimsPage', () => {
  it('contract: figures/CLAIMS.md is the page of what is committed ("npm run claims -- page" writes it)', () => {
    const file = join(__dirname, '../../../../figures/CLAIMS.md');
    expect(readFileSync(file, 'utf8')).toBe(claimsPage());
  });

  it('contract: it has every claim once in its paper’s list, and nothing simulated', () => {
    const page = claimsPage();
    for (const paper of paperNames)
      for (const { id } of claimSpecs()[paper].claims)
        expect(page.split(`\`${id}\``).length).toBeGreaterThan(1);
    expect(page.replace('Nothing simulated is on this page.', '')).not.toMatch(
      /simulated agents|by simulation/i,
    );
  });
});

describe('committedTests', () => {
  it('contract: numbers of another version, or a broken file, are refused by the paper’s name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'agora-claims-'));
    const write = (content: object) => writeFileSync(join(folder, 'gedi.json'), JSON.stringify(content));
    write(claimsFile('gedi', { 'gedi.pluralityIsRobust': found(0.01) }));
    expect(committedTests('gedi', folder)['gedi.pluralityIsRobust']).toMatchObject({ pHolds: 0.01 });
    write({ ...claimsFile('gedi', {}), version: 99 });
    expect(() => committedTests('gedi', folder)).toThrow(
      'data/claims/gedi.json tests version 99 of the claims',
    );
    write({ ...claimsFile('gedi', {}), tests: { a: { effect: 'large' } } });
    expect(() => committedTests('gedi', folder)).toThrow('data/claims/gedi.json is broken');
    expect(committedTests('strategies', folder)).toEqual({});
  });
});

describe('committedLive', () => {
  const about = { set: 'live-a', model: 'a', plan: 'b' };
  const tests = { s2mad: { 's2mad.savesUpTo94': found(0.0001) } };
  const folder = mkdtempSync(join(tmpdir(), 'agora-live-claims-'));
  const write = (content: object) => writeFileSync(join(folder, 'live.json'), JSON.stringify(content));

  it('known: live tests have verdicts of their own, corrected by themselves', () => {
    expect(committedLive('main', folder)).toBeNull();
    write(liveClaimsFile(about, tests));
    const live = committedLive('main', folder)?.tests['s2mad'];
    const row = verdictsBy('s2mad', {}, live).find(({ claim }) => claim.id === 's2mad.savesUpTo94');
    expect(row).toMatchObject({ live: { verdict: 'holds' }, recorded: { verdict: 'not tested' } });
  });

  it("contract: a second model's tests have a file of their own, which is named where it is broken", () => {
    expect(committedLive('second', folder)).toBeNull();
    writeFileSync(join(folder, 'live-second.json'), JSON.stringify({ ...about, tests: 1 }));
    expect(() => committedLive('second', folder)).toThrow('data/claims/live-second.json is broken');
  });

  it('contract: tests of another version of any paper, or a broken file, are refused', () => {
    write({
      ...liveClaimsFile(about, tests),
      versions: { ...liveClaimsFile(about, tests).versions, gedi: 99 },
    });
    expect(() => committedLive('main', folder)).toThrow('tests version 99 of the claims of gedi');
    write({ ...about, tests: 1 });
    expect(() => committedLive('main', folder)).toThrow('data/claims/live.json is broken');
  });
});
