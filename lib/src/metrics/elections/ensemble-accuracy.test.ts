import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensembleAccuracyByQuorum, meanOverRuns } from '.';
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
    const rows = ensembleAccuracyByQuorum(answers, gold);
    // Alone: 1, 2, 0 of 4. Pairs: {1,2} 1 + 1/2, {1,3} 1/2 + 0, {2,3} 1/2 + 1. All: 1 + 1/2.
    const [one, two, three] = rows;
    expect(one).toMatchObject({ quorum: 1, mean: 25, lowest: 0, highest: 50, subsets: 3, exact: true });
    expect(one?.standardDeviation).toBeCloseTo(Math.sqrt(1250 / 3), 10); // 0, 25, -25
    expect(two?.mean).toBeCloseTo(100 * (3.5 / 12), 10);
    expect(three).toMatchObject({ mean: 37.5, standardDeviation: 0, subsets: 1 });
    const strict = ensembleAccuracyByQuorum(answers, gold, { ties: 'none', quorums: [3] });
    expect(strict[0]?.mean).toBe(25);
  });

  it('law: drawn subsets come near all of them, and the seed decides', () => {
    const many = Array.from({ length: 50 }, (_, question) =>
      Array.from(
        { length: 8 },
        (_, model) => 'ABC'[(question * 7 + model * model) % (2 + (model % 2))] ?? 'A',
      ),
    );
    const right = many.map(() => 'A');
    const [all] = ensembleAccuracyByQuorum(many, right, { quorums: [4] }); // 70 subsets
    const drawn = (seed: number) =>
      ensembleAccuracyByQuorum(many, right, { quorums: [4], draws: 60, seed })[0];
    expect([all?.exact, all?.subsets, drawn(1)?.exact, drawn(1)?.subsets]).toEqual([true, 70, false, 60]);
    const error = (all?.standardDeviation ?? 0) / Math.sqrt(60);
    expect(Math.abs((drawn(1)?.mean ?? 0) - (all?.mean ?? 0))).toBeLessThan(4 * error);
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(2)?.mean).not.toBe(drawn(1)?.mean);
  });

  it('contract: uneven rows, missing right answers and impossible quorums are named', () => {
    const refused = (act: () => unknown, message: RegExp) => {
      expect(act).toThrow(expect.objectContaining({ code: 'setting' }));
      expect(act).toThrow(message);
    };
    refused(
      () => ensembleAccuracyByQuorum([], []),
      /at least 1 answers to questions as answers, got an empty list/,
    );
    refused(() => ensembleAccuracyByQuorum(answers, ['A']), /4 questions, 1 right answers/);
    refused(
      () => ensembleAccuracyByQuorum([['A', 'B'], ['A']], ['A', 'A']),
      /2 answers .* got 1 to question 2/,
    );
    refused(() => ensembleAccuracyByQuorum(answers, gold, { quorums: [4] }), /from 1 to its 3 models, got 4/);
    refused(() => ensembleAccuracyByQuorum(answers, gold, { draws: 0 }), /as draws, got 0/);
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
      const ours = ensembleAccuracyByQuorum(answers, gold, { quorums, draws: 406 });
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

describe('meanOverRuns', () => {
  const row = (rule: string, mean: number, quorum?: number) => ({
    rule,
    ...(quorum === undefined ? {} : { quorum }),
    accuracy: { mean, standardError: 1, n: 10 },
    questions: 10,
  });

  it('known: five runs, mean and standard error over runs', () => {
    const runs = [50, 52, 54, 56, 58].map((mean) => [row('borda', mean, 1), row('borda', mean + 1, 2)]);
    const [one, two] = meanOverRuns(runs);
    // sd sqrt(40 / 4), over root 5: sqrt(2).
    expect(one).toEqual({
      rule: 'borda',
      quorum: 1,
      accuracy: { mean: 54, standardError: Math.sqrt(2), n: 5 },
    });
    expect([two?.quorum, two?.accuracy.mean]).toEqual([2, 55]);
  });

  it('contract: runs with other rows are not averaged', () => {
    expect(() => meanOverRuns([])).toThrow(/at least 1 runs' tables as runs, got an empty list/);
    expect(() => meanOverRuns([[row('borda', 1)], [row('irv', 1)]])).toThrow(/lacks \{"rule":"borda"\}/);
    expect(() => meanOverRuns([[row('borda', 1)], [row('borda', 1), row('irv', 1)]])).toThrow(/run 2 has 2/);
  });
});
