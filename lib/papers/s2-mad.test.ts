import { describe, expect, it } from 'vitest';
import { recorded } from '../experiment/recorded';
import { columns, contrast, measure } from '../measure';
import { replay } from './s2-mad';

const { accuracy } = columns.decisions;
const { total } = columns.tokens;

describe('replay', () => {
  it('known: the share of tokens that S²-MAD saves in 198 debates by Claude on GPQA', async () => {
    const debates = recorded('gpqa-debates');
    const runs = {
      MAD: debates,
      'S2-MAD': await replay(debates),
      'w/o Early Stop': await replay(debates, { earlyStop: false }),
      'w/o Jump': await replay(debates, { jump: false }),
      'own views only': await replay(debates, { rememberReceived: false }),
    };
    const rows = await measure(runs, { accuracy, total });
    const cost = rows.filter(({ column }) => column === 'total');
    const saved = (condition: string): number =>
      contrast(cost, { treatment: { condition }, baseline: { condition: 'MAD' }, as: 'saving' }).effect;
    expect(saved('S2-MAD')).toBeCloseTo(75.53, 1);
    expect(saved('w/o Early Stop')).toBeCloseTo(75.53, 1);
    expect(saved('w/o Jump')).toBeCloseTo(61.24, 1);
    expect(saved('own views only')).toBeCloseTo(74.24, 1);
  });

  it('law: without a filter, a replay equals the recorded debate', async () => {
    const debates = recorded('gpqa-debates');
    const rows = await measure({ debates, replayed: await replay(debates, { filter: null }) }, { total });
    const paired = { treatment: { condition: 'replayed' }, baseline: { condition: 'debates' } };
    expect(contrast(rows, paired).effect).toBe(0);
  });
});
