import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { readClaims, type EvidenceCase } from '../environments';
import { stances } from '../environments/evidence/fact-check';
import { contrast, estimate } from '../statistics';
import { packedRecords } from '../transcripts/importers/packed-records';

const debate = z.object({
  ...{ model: z.string(), mode: z.enum(['independent', 'debate-all', 'debate-on-disagreement']) },
  ...{ case_id: z.string(), initial_agreement: z.number(), initial_correct: z.boolean() },
  ...{ final_relation: z.string(), final_correct: z.boolean() },
  debate_triggered: z.boolean(),
});
type Debate = z.infer<typeof debate>;

const percent = (some: readonly unknown[], of: readonly unknown[]): number => (100 * some.length) / of.length;

/**
 * Four workers judge a claim by one piece of evidence, alone or with a debate after it, which a judge ends; recorded of nine
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
    contrast(rows, { of: { mode }, less: { mode: 'independent' }, by: ['model', 'pair'], clusters: 'pair' });
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
    byAgreement: [...new Set(talked.map((one) => one.initial_agreement))].sort().map((agreement) => ({
      agreement,
      ...counted(talked.filter((one) => one.initial_agreement === agreement)),
    })),
  };
}

const trial = z.object({
  ...{ set: z.string(), structure: z.string(), question_id: z.string(), is_correct: z.boolean() },
});

/** The same 15 questions put to councils of four models under four ways to decide. */
export function councils(folder: string) {
  const all = [...packedRecords(folder, 'trials.jsonl.gz', trial)].map(({ record }) => record);
  const structures = [...new Set(all.map(({ structure }) => structure))].sort();
  const questions = new Map<string, boolean[]>();
  for (const { set, question_id, is_correct } of all) {
    const key = `${set} ${question_id}`;
    questions.set(key, [...(questions.get(key) ?? []), is_correct]);
  }
  return {
    questions: questions.size,
    differing: [...questions.values()].filter((own) => new Set(own).size > 1).length,
    byStructure: structures.map((structure) => {
      const own = all.filter((one) => one.structure === structure);
      return { structure, trials: own.length, right: own.filter((one) => one.is_correct).length };
    }),
  };
}

/**
 * Real claims with five sentences, each labelled by people: what a group comes to whose members each go by one sentence, if
 * they read as people do. `vote`: their plurality, ties being wrong. `one`: one of them, drawn evenly.
 */
export function climateClaims(folder: string) {
  const cases = readClaims(join(folder, 'climate-fever.jsonl'));
  const isVoted = ({ evidence, answer }: EvidenceCase): boolean => {
    const votes = (label: string) => evidence.filter(({ says }) => says === label).length;
    return stances.every((label) => label === answer || votes(label) < votes(answer));
  };
  const ways = {
    vote: (one: EvidenceCase) => (isVoted(one) ? 100 : 0),
    one: ({ evidence, answer }: EvidenceCase) =>
      percent(
        evidence.filter(({ says }) => says === answer),
        evidence,
      ),
  };
  return {
    claims: cases.length,
    ways: Object.entries(ways).map(([way, of]) => {
      const { value, low, high } = estimate(cases.map(of));
      return { way, value, low, high };
    }),
  };
}
