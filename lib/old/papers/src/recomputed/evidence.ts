import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { packedRecords } from 'agora-core/internal';
import { contrast, estimate } from 'agora-core/statistics';

const debate = z.object({
  model: z.string(),
  mode: z.enum(['independent', 'debate-all', 'debate-on-disagreement']),
  case_id: z.string(),
  worker_assessments: z.array(z.object({ relation: z.string() })),
  initial_correct: z.boolean(),
  final_relation: z.string(),
  final_correct: z.boolean(),
  debate_triggered: z.boolean(),
  total_latency_s: z.number(),
});
type Debate = z.infer<typeof debate>;

/** How many of the four give the commonest judgement at first. The recording's own `initial_agreement` is another thing. */
function agreeing({ worker_assessments }: Debate): number {
  const all = worker_assessments.map(({ relation }) => relation);
  return Math.max(...all.map((one) => all.filter((other) => other === one).length));
}

const percent = (some: readonly unknown[], of: readonly unknown[]): number => (100 * some.length) / of.length;

/**
 * Four workers judge a claim by one piece of evidence, alone or with a later debate, which a judge ends; recorded with nine
 * models of 2 to 4 billion parameters on 55 pairs. An error counts as wrong.
 */
export function evidenceDebates(folder: string) {
  // Written in Python, whose JSON knows Infinity.
  const text = gunzipSync(readFileSync(join(folder, 'cases.jsonl.gz'))).toString('utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  const all = lines.map((line) =>
    debate.parse(JSON.parse(line.replaceAll(/: -?(?:Infinity|NaN)/g, ': null'))),
  );
  const models = [...new Set(all.map(({ model }) => model))];
  const modes = debate.shape.mode.options;
  const of = (mode: string, model?: string): Debate[] =>
    all.filter((one) => one.mode === mode && (model === undefined || one.model === model));
  const counted = (some: readonly Debate[]) => ({
    cases: some.length,
    first: percent(
      some.filter((one) => one.initial_correct),
      some,
    ),
    final: percent(
      some.filter((one) => one.final_correct),
      some,
    ),
    helped: some.filter((one) => !one.initial_correct && one.final_correct).length,
    harmed: some.filter((one) => one.initial_correct && !one.final_correct).length,
    errors: some.filter((one) => ['ERROR', ''].includes(one.final_relation)).length,
    // Four workers, and where they debate four challenges and a judge.
    calls: estimate(some.map((one) => 4 + (one.debate_triggered ? 5 : 0))).value,
    seconds: estimate(some.map((one) => one.total_latency_s)).value,
  });
  // Only models that were asked in all three ways.
  const rows = all
    .filter(({ model }) => modes.every((mode) => of(mode, model).length > 0))
    .map((one) => ({
      model: one.model,
      mode: one.mode,
      pair: one.case_id,
      value: one.final_correct ? 100 : 0,
    }));
  const against = (mode: string) =>
    contrast(rows, {
      treatment: { mode },
      baseline: { mode: 'independent' },
      by: ['model', 'pair'],
      clusters: 'pair',
    });
  const talked = of('debate-all');
  return {
    models: models.length,
    pairs: new Set(all.map(({ case_id }) => case_id)).size,
    byMode: modes.map((mode) => ({ mode, ...counted(of(mode)) })),
    byModel: models.flatMap((model) =>
      modes.flatMap((mode) => {
        const own = of(mode, model);
        if (own.length === 0) return [];
        const { first, final, helped, harmed, errors } = counted(own);
        return [{ model: model.replace(/^.*\//, ''), mode, first, final, helped, harmed, errors }];
      }),
    ),
    effects: modes.slice(1).map((mode) => ({ mode, ...against(mode) })),
    byAgreement: [1, 2, 3, 4].map((count) => ({
      agreeing: count,
      ...counted(talked.filter((one) => agreeing(one) === count)),
    })),
  };
}

const trial = z.object({
  structure: z.string(),
  question_id: z.string(),
  is_correct: z.boolean(),
  predicted: z.string(),
  stage1_responses: z.record(z.string(), z.unknown()),
});

/** The same questions for two councils of four models under four ways to decide. An answer that was not read is wrong. */
export function councils(folder: string) {
  const all = [...packedRecords(folder, 'trials.jsonl.gz', trial)].map(({ record }) => ({
    ...record,
    models: Object.keys(record.stage1_responses).sort().join(', '),
    isRead: !record.predicted.startsWith('['),
  }));
  const structures = [...new Set(all.map(({ structure }) => structure))].sort();
  const idsOf = (trials: typeof all) => [...new Set(trials.map(({ question_id }) => question_id))];
  const differing = (trials: typeof all): number =>
    idsOf(trials).filter((id) => {
      const own = trials.filter(({ question_id }) => question_id === id);
      return new Set(own.map(({ is_correct }) => is_correct)).size > 1;
    }).length;
  return {
    questions: idsOf(all).length,
    councils: [...new Set(all.map(({ models }) => models))].sort().map((models) => {
      const own = all.filter((one) => one.models === models);
      const read = own.filter(({ isRead }) => isRead);
      const right = structures.map((structure) => [
        structure,
        own.filter((one) => one.structure === structure && one.is_correct).length,
      ]);
      return {
        models,
        questions: idsOf(own).length,
        right: Object.fromEntries(right) as Record<string, number>,
        unread: own.length - read.length,
        differing: differing(own),
        differingAsRead: differing(read),
      };
    }),
  };
}
