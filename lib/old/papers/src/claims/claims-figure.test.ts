import { describe, expect, it } from 'vitest';
import { claimsFigure } from './claims-figure';
import { verdictOn, verdicts, type ClaimRow } from './verdicts';

/** The same claim, as if live replies had given this effect. */
function withLive(row: ClaimRow, effect: number, unit?: 'percent'): ClaimRow {
  const { test, found } = row.recorded;
  if (test === null || found === null) throw new Error('the test needs a claim that was tested');
  const live = { ...found, effect: effect, low: effect - 1, high: effect + 1 };
  return {
    ...row,
    live: { ...row.recorded, verdict: 'reversed', test: { ...test, unit: unit ?? test.unit }, found: live },
  };
}

/** What is written, from top to bottom: labels, then notes. */
function writtenIn(rows: readonly ClaimRow[]): string[] {
  const { layout } = claimsFigure(rows);
  return (layout['annotations'] as { text: string }[]).map(({ text }) => text.replaceAll('<br>', ' '));
}

describe('claimsFigure', () => {
  it('known: the effect in its own unit, its interval and the bound', () => {
    const { data, layout } = claimsFigure([verdictOn('gedi.votingNeverLoses')]);
    // 0.519 [-0.047, 1.085], above -0.5.
    const interval = data.find(({ name }) => name === 'holds: intervals') as unknown as { x: number[] };
    expect(interval.x.slice(0, 2).map((value) => value.toFixed(3))).toEqual(['-0.047', '1.085']);
    expect(data.find(({ name }) => name === 'holds')).toMatchObject({ x: [0.519173] });
    expect(layout['xaxis']).toMatchObject({ title: { text: 'percentage points' } });
    expect(layout['shapes']).toMatchObject([
      { type: 'rect', x0: -0.5 },
      { x0: -0.5, x1: -0.5 },
    ]);
    expect(writtenIn([verdictOn('gedi.votingNeverLoses')])).toEqual([
      'Ordinal voting consistently matches or surpasses a single rater.',
      '<b>holds</b> (recorded, computed) 0.52 [-0.047, 1.09] bound: above -0.5',
    ]);
  });

  it('known: a claim below a bound is shaded up to it, one within a margin on both sides of 0', () => {
    const row = verdictOn('roundtable.agentsAreOftenIrrational');
    const shapesOf = (one: ClaimRow) => claimsFigure([one], { evidence: 'recorded' }).layout['shapes'];
    expect(shapesOf(row)).toMatchObject([{ type: 'rect', x1: 50 }, { x0: 50 }]);
    const test = { ...row.recorded.test!, side: 'within' as const };
    const within = { ...row, recorded: { ...row.recorded, test: test } };
    expect(shapesOf(within)).toMatchObject([{ type: 'rect', x0: -50, x1: 50 }, { x0: -50 }, { x0: 50 }]);
    expect(writtenIn([within])[1]).toContain('bound: -50 to 50');
  });

  it('known: recorded and live tests of one claim are two rows, told apart in words', () => {
    const row = withLive(verdictOn('gedi.votingNeverLoses'), -3);
    expect(writtenIn([row])).toEqual([
      'Ordinal voting consistently matches or surpasses a single rater.',
      '<b>holds</b> (recorded, computed) 0.52 [-0.047, 1.09] bound: above -0.5',
      'The same claim, by live replies.',
      '<b>reversed</b> (live, computed) -3.00 [-4.00, -2.00] bound: above -0.5',
    ]);
    expect(claimsFigure([row]).data.find(({ name }) => name === 'reversed')).toMatchObject({ x: [-3] });
  });

  it('known: in another unit the live test has a panel of its own and the claim in full', () => {
    const row = withLive(verdictOn('gedi.votingNeverLoses'), -3, 'percent');
    expect(claimsFigure([row]).layout['xaxis2']).toMatchObject({ title: { text: 'percent' } });
    expect(writtenIn([row])[2]).toBe('Ordinal voting consistently matches or surpasses a single rater.');
  });

  it('law: each test that was made has one mark, and each unit one panel', () => {
    for (const paper of ['roundtable', 's2mad'] as const) {
      const tests = verdicts(paper).flatMap(({ recorded, live, second }) =>
        [recorded, live, ...(second === null ? [] : [second])].filter(({ found }) => found !== null),
      );
      const { data, layout } = claimsFigure(verdicts(paper));
      const marks = data.filter(
        ({ mode, hovertemplate }) => mode === 'markers' && hovertemplate !== undefined,
      );
      expect(marks.flatMap(({ x }) => x as number[])).toHaveLength(tests.length);
      const panels = Object.keys(layout).filter((name) => name.startsWith('xaxis'));
      expect(panels).toHaveLength(new Set(tests.map(({ test }) => test?.unit)).size);
    }
  });

  it('known: tests by one kind of evidence alone, which the title names', () => {
    const rows = [withLive(verdictOn('gedi.votingNeverLoses'), -3)];
    const { data, layout } = claimsFigure(rows, { evidence: 'live' });
    expect(data.find(({ name }) => name === 'reversed')).toMatchObject({ x: [-3] });
    expect(data.find(({ name }) => name === 'holds')).toBeUndefined();
    expect(JSON.stringify(layout['title'])).toContain('Claims of GEDI, tested on live replies');
  });

  it('contract: claims of several papers bear their names, and none that was tested is refused', () => {
    const rows = [verdictOn('gedi.votingNeverLoses'), verdictOn('s2mad.muchIsRedundant')];
    expect(writtenIn(rows)[2]).toMatch(/^S2-MAD: A substantial part/);
    const untested = verdicts('gedi').filter(({ recorded, live }) => !recorded.found && !live.found);
    expect(() => claimsFigure(untested)).toThrow(
      /needs a claim that was tested, got \d+ without such a test/,
    );
    expect(() => claimsFigure(untested, { evidence: 'live' })).toThrow(
      'a claim that was tested on live replies',
    );
    expect(() => claimsFigure([{ paper: 'typo' }] as never)).toThrow('claimsFigure needs');
  });
});
