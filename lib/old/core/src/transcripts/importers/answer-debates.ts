import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { importRecords, packedRecords, type RecordPlace, type RecordReader } from './packed-records';
import { letter } from './recorded-election';
import { importError } from './source-text';
import { phaseOfRound as phaseOf } from './text-debates';

const turn = z.object({
  answer: z.string(),
  tokens_in: z.int().nonnegative(),
  tokens_out: z.int().nonnegative(),
  /** The number of characters, if the text is omitted. */
  characters: z.int().nonnegative().optional(),
  text: z.string().optional(),
});
const gpqaDebate = z.object({
  question_num: z.int(),
  domain: z.string(),
  subdomain: z.string(),
  question: z.string().optional(),
  choices: z.record(letter, z.string()).optional(),
  correct_letter: letter,
  final_answer: z.string(),
  model: z.string(),
  rounds: z.array(z.array(turn).min(2, { error: 'a debate needs two agents at least' })).min(1),
});

/**
 * Debates of claude-sonnet-4-6 on GPQA diamond: each turn is a reply with its tokens, and a proposal of a letter. An
 * answer that is not a letter is a failure. There are no messages, since the texts may not be published: a note
 * "length" has the number of characters of a reply. The decision is the authors' own final answer, after the last
 * round.
 */
export const gpqaDebates: RecordReader = (folder) =>
  importRecords(folder, ['answers.jsonl.gz'], gpqaDebate, importGpqa);

/** The debates with questions and texts, which must not be published. What each agent wrote is also a message. */
export const gpqaDebatesWithTexts: RecordReader = (folder) =>
  importRecords(folder, ['claude-sonnet-4-6-3x3.jsonl.gz'], gpqaDebate, importGpqa);

function importGpqa(record: z.infer<typeof gpqaDebate>, { file, line, index }: RecordPlace): Collaboration {
  const { question_num, domain, subdomain, correct_letter: answer, final_answer, model, rounds } = record;
  const { question, choices } = record;
  const agents = (rounds[0] ?? []).map((_, agent) => `Agent ${agent + 1}`);
  const events = new ConversationEvents(`${file}, line ${line}`, index);
  const about = { dataset: 'gpqa-debates', id: question_num, subject: domain, subdomain, answer, model };
  const instance = question === undefined ? about : { ...about, question, choices: choices ?? {} };
  events.add({ type: 'started', instance, agents });
  for (const [before, turns] of rounds.entries()) {
    const place = { round: before + 1, phase: phaseOf(before + 1) };
    if (turns.length !== agents.length)
      throw importError(
        file,
        line,
        `round ${place.round} has ${turns.length} turns of ${agents.length} agents`,
      );
    for (const [agent, { answer: given, tokens_in, tokens_out, characters, text }] of turns.entries()) {
      const by = agents[agent] ?? '';
      const tokens = { inputTokens: tokens_in, outputTokens: tokens_out, counted: 'reported' } as const;
      events.add({
        type: 'reply',
        ...place,
        agent: by,
        repeat: 0,
        attempt: 0,
        request: '',
        text: text ?? '',
        finish: 'stop',
        ...tokens,
        latencyMs: 0,
        cached: false,
      });
      if (text === undefined)
        events.note(place.round, place.phase, 'length', { characters: characters ?? 0 }, by);
      else {
        const to = agents.filter((other) => other !== by);
        events.message(place.round, place.phase, { from: by, to, text });
      }
      events.add({ type: 'proposal', ...place, by, ...letterProposed(given, answer) });
      if (!isLetter(given))
        events.failure(place.round, place.phase, by, 'unparsed', 'the answer is none of A, B, C, D', given);
    }
  }
  const score = { correct: Number(final_answer === answer) };
  const decided = isLetter(final_answer) ? final_answer : null;
  events.add({
    type: 'decision',
    round: rounds.length,
    phase: 'final',
    by: "the authors' count",
    tally: {},
    candidates: decided === null ? [] : [{ id: decided, by: [] }],
    winners: decided === null ? [] : [decided],
    selected: decided,
    score,
    standing: decided === null ? null : { candidate: decided, proposal: decided },
  });
  events.finish(rounds.length, 'all rounds were played', decided, score);
  return events.collect();
}

const isLetter = (text: string): boolean => letter.safeParse(text).success;

function letterProposed(given: string, right: string) {
  if (!isLetter(given)) return { candidate: null, proposal: null };
  return { candidate: given, proposal: given, score: { correct: Number(given === right) } };
}

const zeroevalQuestion = z.object({
  id: z.union([z.string(), z.int()]),
  question: z.string(),
  gold: z.string(),
  answers: z.record(z.string(), z.string().nullable()),
  lengths: z.record(z.string(), z.int().nonnegative()),
});
const zeroevalTasks = {
  gsm8k: 'gsm8k-answers.jsonl.gz',
  'math-level-5': 'math-level-5-answers.jsonl.gz',
} as const;

/**
 * Separate answers of many models to the same questions: a collaboration of one round for each question of GSM8K and of
 * MATH at level 5. An answer is a message without a recipient, as its model wrote it ("$18"). An answer that ZeroEval
 * could not read is a failure. A model without an answer to this question, but with answers to others of the task, gets
 * a note "not asked". A note "lengths" has the number of characters that each model wrote. There is no decision.
 */
export const zeroeval: RecordReader = function* (folder) {
  let index = 0;
  for (const [task, file] of Object.entries(zeroevalTasks)) {
    const models = new Set<string>();
    for (const { record } of packedRecords(folder, file, zeroevalQuestion))
      for (const model of Object.keys(record.answers)) models.add(model);
    for (const { line, record } of packedRecords(folder, file, zeroevalQuestion)) {
      const { id, question, gold, answers, lengths } = record;
      const events = new ConversationEvents(`${file}, line ${line}`, index++);
      const instance = { dataset: 'zeroeval', task, id, question, answer: gold.replace(/^#\s*/, '') };
      events.add({ type: 'started', instance, agents: Object.keys(answers) });
      for (const [from, text] of Object.entries(answers))
        if (text === null) events.failure(1, 'answer', from, 'unparsed', 'ZeroEval read no answer', '');
        else events.message(1, 'answer', { from, to: [], visibleTo: [from], text });
      for (const model of models) if (!(model in answers)) events.note(1, 'answer', 'not asked', {}, model);
      events.note(1, 'answer', 'lengths', lengths);
      events.finish(1, 'everybody has answered', null, {});
      yield events.collect();
    }
  }
};
