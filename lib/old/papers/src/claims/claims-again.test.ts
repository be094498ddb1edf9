import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { committedTests } from './committed-tests';
import type { TestFound } from './evaluate';
import { verdictOn } from './verdicts';

/*
 * Fourteen effects that a second reader computed again by a program of its own in Python, from the claims' words
 * (reference/claims-again.py): effect, interval, one-sided p values, Holm's correction.
 */

interface Part {
  readonly effect: number;
  readonly low?: number;
  readonly high?: number;
  readonly clusters: number;
  readonly pHolds: number;
  readonly pReversed: number;
}
interface Effect {
  readonly parts: Readonly<Record<string, Part>>;
  readonly p: number;
  readonly holm?: number;
  /** Raters were replaced by random draws, which are others here. */
  readonly drawn?: boolean;
}
type Effects = Readonly<Record<string, Effect>>;

const { effects, byItsOwnReader } = JSON.parse(
  readFileSync(join(__dirname, 'reference', 'claims-again.json'), 'utf8'),
) as { effects: Effects; byItsOwnReader: Effects };

/** One was of a test that the fourth version of RoundTable's claims leaves out. */
const stillTested = Object.entries(effects).filter(([id]) => verdictOn(id).recorded.test !== null);

const foundOf = (id: string) => verdictOn(id).recorded.found as TestFound;

describe('effects that were computed again', () => {
  it('known: all but one of them are still tested', () => {
    expect(Object.keys(effects).length - stillTested.length).toBe(1);
  });

  it.each(stillTested)('reference: %s, effect and interval of each part', (id, { parts, drawn }) => {
    const found = foundOf(id);
    // 200 draws on each of 2,886 questions leave a standard error of some 0.03 points; committed are six decimals, and
    // the ends of intervals by flips are not computed there.
    const tolerance = drawn === true ? 0.1 : 1e-4;
    expect(found.parts.map(({ part }) => part ?? '').sort()).toEqual(Object.keys(parts).sort());
    for (const { part, effect, low, high, clusters } of found.parts) {
      const again = parts[part ?? ''] as Part;
      expect(Math.abs(effect - again.effect), `${id} ${part}`).toBeLessThan(tolerance);
      expect(clusters).toBe(again.clusters);
      if (again.low === undefined || again.high === undefined) continue;
      expect(Math.abs((low ?? NaN) - again.low), `${id} ${part}`).toBeLessThan(tolerance);
      expect(Math.abs((high ?? NaN) - again.high), `${id} ${part}`).toBeLessThan(tolerance);
    }
  });

  it.each(stillTested)('reference: %s, p values and Holm’s correction', (id, again) => {
    // Flips of 20 clusters or more are 99,999 draws there and all patterns here: their standard error is below 0.0016.
    const tolerance = again.drawn === true ? 0.05 : 0.005;
    for (const { part, pHolds, pReversed } of foundOf(id).parts) {
      const own = again.parts[part ?? ''] as Part;
      expect(Math.abs(pHolds - own.pHolds), `${id} ${part}`).toBeLessThan(tolerance);
      expect(Math.abs(pReversed - own.pReversed), `${id} ${part}`).toBeLessThan(tolerance);
    }
    const { corrected, verdict } = verdictOn(id).recorded;
    expect((again.holm ?? NaN) <= 0.05, id).toBe(verdict === 'holds' || verdict === 'reversed');
    if (again.drawn !== true) expect(Math.abs((corrected ?? NaN) - (again.holm ?? NaN))).toBeLessThan(0.03);
  });

  it('known: another reader of answers moves the two effects on debates, and no verdict', () => {
    // It reads letters in brackets and last numbers alone, and so leaves more replies without an answer.
    const shift = (id: string) => (byItsOwnReader[id]?.parts['']?.effect ?? NaN) - foundOf(id).effect;
    expect(shift('s2mad.muchIsRedundant')).toBeCloseTo(-5.5, 1);
    expect(shift('s2mad.debateBeatsOneChain')).toBeCloseTo(1.1, 1);
    const tests = Object.keys(committedTests('s2mad')).length;
    expect(tests * (byItsOwnReader['s2mad.muchIsRedundant']?.p ?? NaN)).toBeLessThan(0.05);
    expect(byItsOwnReader['s2mad.debateBeatsOneChain']?.p).toBeGreaterThan(0.05);
  });
});
