import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { debatePhase } from '../debate-phase';
import { ConversationEvents } from './conversation-events';
import { importRecords, packedRecords, type RecordPlace } from './packed-records';
import { importError } from './source-text';

type Reader = (folder: string) => Generator<Collaboration, void, undefined>;

const phaseOf = (round: number): string =>
  debatePhase({ stage: 1, group: 1, step: round === 1 ? 'alone' : 'debate' });

const dylanDebate = z.object({
  setting: z.string(),
  file: z.string(),
  question: z.string(),
  answer: z.string(),
  level: z.int().nullable(),
  type: z.string(),
  agents: z.array(z.array(z.string()).min(1)).min(2, { error: 'a debate needs two agents at least' }),
});
const dylanAgents = 4;

/**
 * DyLAN's debates of gpt-3.5-turbo on MATH that have two whole rounds. Its four agents speak one after the other: from
 * the second round on each reads the others' latest words, some of them of this very round (the note "debate" says "in
 * turn"). A round ends as soon as three agree.
 *
 * An agent whose words are not in the authors' store is not on the roster, and a note "absent" names it: where the third
 * agent ended the second round, the fourth was not asked again, and its first answer, which the others read, was not
 * stored. A text that is the same as the one before is a message all the same, with a note "repeat": the store of the
 * debates that went on to a third round does that by mistake. What the group came to is not on record: no outcome.
 */
export const dylan: Reader = (folder) =>
  importRecords(folder, ['two-rounds.jsonl.gz'], dylanDebate, importDylan);

function importDylan(record: z.infer<typeof dylanDebate>, { file, line, index }: RecordPlace): Collaboration {
  const { setting, question, answer, level, type: subject, agents: texts } = record;
  const agents = texts.map((_, agent) => `Agent ${agent + 1}`);
  const rounds = Math.max(...texts.map(({ length }) => length));
  const events = new ConversationEvents(`${file}, line ${line}`, index);
  const about = { dataset: 'dylan', id: `${record.file}, ${line}`, setting, model: 'gpt-3.5-turbo' };
  events.add({ type: 'started', instance: { ...about, question, answer, level, subject }, agents });
  const setUp = { method: 'DyLAN', rounds, intraRounds: 1, groups: [agents], order: 'in turn' } as const;
  events.note(1, 'set-up', 'debate', setUp);
  for (let absent = agents.length; absent < dylanAgents; absent++)
    events.note(rounds, 'set-up', 'absent', { agent: `Agent ${absent + 1}` });
  for (let round = 1; round <= rounds; round++)
    for (const [agent, from] of agents.entries()) {
      const text = texts[agent]?.[round - 1];
      if (text === undefined) {
        events.note(round, phaseOf(round), 'not asked', {}, from);
        continue;
      }
      events.message(round, phaseOf(round), { from, to: agents.filter((other) => other !== from), text });
      if (text === texts[agent]?.[round - 2]) events.note(round, phaseOf(round), 'repeat', {}, from);
    }
  events.finish(rounds, 'three agreed', null, {});
  return events.collect();
}

const letter = z.enum(['A', 'B', 'C', 'D'], {
  error: ({ input }) => `${JSON.stringify(input)} is none of A, B, C, D`,
});
const turn = z.object({
  answer: z.string(),
  tokens_in: z.int().nonnegative(),
  tokens_out: z.int().nonnegative(),
  characters: z.int().nonnegative(),
});
const gpqaDebate = z.object({
  question_num: z.int(),
  domain: z.string(),
  subdomain: z.string(),
  correct_letter: letter,
  final_answer: z.string(),
  model: z.string(),
  rounds: z.array(z.array(turn).min(2, { error: 'a debate needs two agents at least' })).min(1),
});

/**
 * Debates of claude-sonnet-4-6 on GPQA diamond: each turn is a reply with its tokens, and a proposal of a letter. An
 * answer that is no letter is a failure. There are no messages, for the texts may not be shown: a note "length" has a
 * reply's characters. The decision is the authors' own final answer, after the last round.
 */
export const gpqaDebates: Reader = (folder) =>
  importRecords(folder, ['answers.jsonl.gz'], gpqaDebate, importGpqa);

function importGpqa(record: z.infer<typeof gpqaDebate>, { file, line, index }: RecordPlace): Collaboration {
  const { question_num, domain, subdomain, correct_letter: answer, final_answer, model, rounds } = record;
  const agents = (rounds[0] ?? []).map((_, agent) => `Agent ${agent + 1}`);
  const events = new ConversationEvents(`${file}, line ${line}`, index);
  const instance = { dataset: 'gpqa-debates', id: question_num, subject: domain, subdomain, answer, model };
  events.add({ type: 'started', instance, agents });
  for (const [before, turns] of rounds.entries()) {
    const place = { round: before + 1, phase: phaseOf(before + 1) };
    if (turns.length !== agents.length)
      throw importError(
        file,
        line,
        `round ${place.round} has ${turns.length} turns of ${agents.length} agents`,
      );
    for (const [agent, { answer: given, tokens_in, tokens_out, characters }] of turns.entries()) {
      const by = agents[agent] ?? '';
      events.add({
        ...{
          type: 'reply',
          ...place,
          agent: by,
          repeat: 0,
          attempt: 0,
          request: '',
          text: '',
          finish: 'stop',
        },
        ...{
          inputTokens: tokens_in,
          outputTokens: tokens_out,
          counted: 'reported',
          latencyMs: 0,
          cached: false,
        },
      });
      events.note(place.round, place.phase, 'length', { characters }, by);
      events.add({ type: 'proposal', ...place, by, ...letterProposed(given, answer) });
      if (!isLetter(given))
        events.failure(place.round, place.phase, by, 'unparsed', 'the answer is none of A, B, C, D', given);
    }
  }
  const score = { correct: Number(final_answer === answer) };
  const decided = isLetter(final_answer) ? final_answer : null;
  events.add({
    ...{ type: 'decision', round: rounds.length, phase: 'final', by: "the authors' count", tally: {} },
    candidates: decided === null ? [] : [{ id: decided, by: [] }],
    ...{ winners: decided === null ? [] : [decided], selected: decided, score },
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
 * Answers of many models to the same questions, who never met: a collaboration of one round for each question of GSM8K
 * and of MATH at level 5. An answer is a message to nobody, as its model wrote it ("$18"); one that ZeroEval could not
 * read is a failure. A model that has answers to other questions of the task and none to this one gets a note
 * "not asked". A note "lengths" has the characters of what each model wrote. Nobody decides.
 */
export const zeroeval: Reader = function* (folder) {
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
