import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensembleAccuracyByQuorum } from './ensemble-accuracy';
import reference from './reference/mmlu-pro-plurality.json';

describe('ensembleAccuracyByQuorum', () => {
  const answers = [
    ['A', 'A', 'B'],
    ['C', 'A', null],
    ['B', null, 'B'],
    [null, null, null],
  ];
  const gold = ['A', 'A', 'A', 'A'];

  it('known: every subset of three models, by hand', () => {
    const rows = ensembleAccuracyByQuorum(answers, gold, { quorums: [1, 2, 3], draws: 100, seed: 7 });
    // Alone: 1, 2, 0 of 4. Pairs: {1,2} 1 + 1/2, {1,3} 1/2 + 0, {2,3} 1/2 + 1. All: 1 + 1/2.
    const [one, two, three] = rows;
    expect(one).toMatchObject({ quorum: 1, mean: 25, lowest: 0, highest: 50, subsets: 3, exact: true });
    expect(one?.standardDeviation).toBeCloseTo(Math.sqrt(1250 / 3), 10); // 0, 25, -25
    expect(two?.mean).toBeCloseTo(100 * (3.5 / 12), 10);
    expect(three).toMatchObject({ mean: 37.5, standardDeviation: 0, subsets: 1 });
  });

  it('law: drawn subsets come near all of them, and the seed decides', () => {
    const many = Array.from({ length: 50 }, (_, question) =>
      Array.from(
        { length: 8 },
        (_, model) => 'ABC'[(question * 7 + model * model) % (2 + (model % 2))] ?? 'A',
      ),
    );
    const right = many.map(() => 'A');
    const [all] = ensembleAccuracyByQuorum(many, right, { quorums: [4], draws: 100, seed: 7 }); // 70 subsets
    const drawn = (seed: number) =>
      ensembleAccuracyByQuorum(many, right, { quorums: [4], draws: 60, seed })[0];
    expect([all?.exact, all?.subsets, drawn(1)?.exact, drawn(1)?.subsets]).toEqual([true, 70, false, 60]);
    const error = (all?.standardDeviation ?? 0) / Math.sqrt(60);
    expect(Math.abs((drawn(1)?.mean ?? 0) - (all?.mean ?? 0))).toBeLessThan(4 * error);
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(2)?.mean).not.toBe(drawn(1)?.mean);
  });

  const shared = process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../shared/data');
  const file = join(shared, 'mmlu-pro', 'model_predictions.csv');
  const there = existsSync(file);
  it.skipIf(!there)(
    `reference: 29 real models on MMLU-Pro, as counted by reference/mmlu-pro-plurality.py${there ? '' : ' (SKIPPED: no mmlu-pro in AGORA_SHARED_DATA)'}`,
    () => {
      const rows = readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(1);
      const cells = rows.map((row) => row.split(','));
      const answers = cells.map((row) => row.slice(2).map((answer) => (answer === '' ? null : answer)));
      const gold = cells.map((row) => row[1] as string);
      const quorums = reference.accuracies.map(({ quorum }) => quorum);
      const ours = ensembleAccuracyByQuorum(answers, gold, { quorums, draws: 406, seed: 7 });
      expect([rows.length, answers[0]?.length]).toEqual([reference.questions, reference.models]);
      ours.forEach((row, place) => {
        const theirs = reference.accuracies[place]!;
        expect([row.exact, row.subsets]).toEqual([true, theirs.subsets]);
        for (const what of ['mean', 'lowest', 'highest'] as const)
          expect(row[what]).toBeCloseTo(theirs[what], 9); // sums of 12,032 fractions
      });
    },
  );
});
