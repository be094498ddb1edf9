import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../experiment/data-folder';
import { recorded } from '../experiment/recorded';
import * as rules from '../voting';
import { contrast } from './contrast';
import * as elections from './columns/elections';
import { measure } from './measure';
import { recount } from './recount';
import { summarise } from './summarise';

const isThere = existsSync(
  join(dataFolder(), 'recorded', 'mmlu-rater-probabilities', 'collaborations.jsonl.gz'),
);

describe.skipIf(!isThere)('ten recorded raters on 2,886 questions', () => {
  it("reference: accuracy by rule equals the third edition's counts", async () => {
    const raters = recorded('mmlu-rater-probabilities');
    const counted = [rules.firstPreferencePlurality, rules.borda, rules.minimax, rules.rankedPairs].map(
      (rule) => recount(raters, { rule }),
    );
    const found = summarise(await measure(counted, { accuracy: elections.accuracy }), { by: 'rule' });
    expect(found.map(({ value, n }) => [n, value?.toFixed(2)])).toEqual(
      ['41.31', '41.65', '41.38', '41.38'].map((value) => [2886, value]),
    );
  });

  it('reference: the hit rate of Borda minus that of plurality, at 1, 2 and 3', async () => {
    const raters = recorded('mmlu-rater-probabilities');
    const counted = [rules.firstPreferencePlurality, rules.borda].map((rule) => recount(raters, { rule }));
    const rows = await measure(counted, { hit: elections.hitRate(1, 2, 3) });
    const [plurality, borda] = [...new Set(rows.map(({ rule }) => String(rule)))] as [string, string];
    const effects = [1, 2, 3].map((k) =>
      contrast(rows, { treatment: { rule: borda, k }, baseline: { rule: plurality, k } }),
    );
    expect(effects.map(({ effect, low, high }) => [effect, low, high].map((one) => one?.toFixed(2)))).toEqual(
      [
        ['0.33', '-0.17', '0.84'],
        ['1.25', '0.22', '2.28'],
        ['1.17', '0.07', '2.27'],
      ],
    );
  });
});
