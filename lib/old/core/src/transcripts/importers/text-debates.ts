import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { debatePhase } from '../debate-phase';
import { ConversationEvents } from './conversation-events';
import { importRecords, type RecordPlace, type RecordReader } from './packed-records';

/** The phase of a round in a debate without groups or stages. */
export const phaseOfRound = (round: number): string =>
  debatePhase({ stage: 1, group: 1, step: round === 1 ? 'alone' : 'debate' });

/** What each agent wrote in each round: a message to all others. */
function addTexts(
  events: ConversationEvents,
  agents: readonly string[],
  texts: readonly (readonly string[])[],
): void {
  const rounds = Math.max(...texts.map(({ length }) => length));
  for (let round = 1; round <= rounds; round++)
    for (const [agent, from] of agents.entries()) {
      const phase = phaseOfRound(round);
      const text = texts[agent]?.[round - 1];
      if (text === undefined) {
        events.note(round, phase, 'not asked', {}, from);
        continue;
      }
      events.message(round, phase, { from, to: agents.filter((other) => other !== from), text });
      if (text === texts[agent]?.[round - 2]) events.note(round, phase, 'repeat', {}, from);
    }
}

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
 * DyLAN's debates of gpt-3.5-turbo on MATH that have two complete rounds. Its four agents speak one after the other.
 * From the second round on, each reads the others' latest texts, some of them from the same round (the note "debate"
 * says "in turn"). A round ends as soon as three agents agree.
 *
 * An agent whose texts are missing in the authors' store is not on the roster, and a note "absent" names it. If the
 * third agent ended the second round, the fourth was not asked again, and its first answer, which the others read, was
 * not stored. A text that equals the previous one is still a message, with a note "repeat": the store of debates with a
 * third round repeats texts by mistake. The group's answer was not recorded, so there is no outcome.
 */
export const dylan: RecordReader = (folder) =>
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
  addTexts(events, agents, texts);
  for (let absent = agents.length; absent < dylanAgents; absent++)
    events.note(rounds, 'set-up', 'absent', { agent: `Agent ${absent + 1}` });
  events.finish(rounds, 'three agreed', null, {});
  return events.collect();
}

const texts = z.object({
  task: z.string(),
  model: z.string(),
  question: z.string(),
  answer: z.string(),
  replies: z.array(z.array(z.string()).min(1)).min(1, { error: 'a debate needs an agent' }),
  diversity: z.string().nullish(),
});

/** Debates in which all agents answer in every round, after reading all others' texts of the previous round. */
const roundDebates =
  (dataset: string): RecordReader =>
  (folder) =>
    importRecords(folder, ['debates.jsonl.gz'], texts, (record, { file, line, index }) => {
      const { task, model, question, replies, diversity = null } = record;
      // GSM8K's key is at the end of its solution.
      const answer = record.answer.split('####').at(-1)?.trim() ?? '';
      const agents = replies.map((_, agent) => `Agent ${agent + 1}`);
      const events = new ConversationEvents(`${file}, line ${line}`, index);
      const instance = { dataset, id: line, task, model, diversity, question, answer };
      events.add({ type: 'started', instance, agents });
      addTexts(events, agents, replies);
      events.finish(Math.max(...replies.map(({ length }) => length)), 'all rounds were played', null, {});
      return events.collect();
    });

/** Debates of three agents over two rounds, made by the script of Du et al. */
export const duDebates = roundDebates('du-debates-unlicensed');

/**
 * One to seven small models over one to three rounds; `diversity` says what makes the agents of one model differ. Some
 * have a single agent, who only reads itself. Some replies carry the model's thinking.
 */
export const slmDebates = roundDebates('slm-debates');

const groupDiscussion = z.object({
  id: z.string(),
  /** By model; null if it was not kept. */
  usage: z
    .record(
      z.string(),
      z.object({ input_tokens: z.int().nonnegative(), output_tokens: z.int().nonnegative() }),
    )
    .nullable(),
  agents: z.record(
    z.string(),
    z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).min(2),
  ),
});
const secretary = 'G';

/**
 * Discussions of gpt-3.5-turbo on GSM8K in two groups of three (one discussion has only two agents). From the second
 * round on, an agent reads the texts of its own group, but only the answers of the other group. Some agents were not
 * asked in the third round. A note "usage" has the provider's token counts of the whole discussion. A note "secretary"
 * has the text of a seventh agent if the vote was tied. Neither the right answer nor the group's answer was recorded,
 * so there is no outcome.
 */
export const groupDiscussions: RecordReader = (folder) =>
  importRecords(folder, ['discussions.jsonl.gz'], groupDiscussion, (record, { file, line, index }) => {
    const talks = Object.entries(record.agents).filter(([agent]) => agent !== secretary);
    const agents = talks.map(([agent]) => `Agent ${agent}`);
    const groups = [agents.slice(0, 3), agents.slice(3)].filter(({ length }) => length > 0);
    const said = talks.map(([, turns]) => turns.filter(({ role }) => role === 'assistant'));
    const rounds = Math.max(...said.map(({ length }) => length));
    const question = talks[0]?.[1][0]?.content.split('\nNow please')[0]?.trim() ?? '';
    const events = new ConversationEvents(`${file}, line ${line}`, index);
    const about = { dataset: 'group-discussion-gsm8k', id: record.id, model: 'gpt-3.5-turbo' };
    events.add({ type: 'started', instance: { ...about, question }, agents });
    events.note(1, 'set-up', 'debate', { method: 'group discussion', rounds, intraRounds: rounds, groups });
    for (let round = 1; round <= rounds; round++)
      for (const [agent, from] of agents.entries()) {
        const text = said[agent]?.[round - 1]?.content;
        const group = groups.findIndex((members) => members.includes(from));
        const phase = debatePhase({ stage: 1, group: group + 1, step: round === 1 ? 'alone' : 'debate' });
        const to = groups[group]?.filter((other) => other !== from) ?? [];
        if (text === undefined) events.note(round, phase, 'not asked', {}, from);
        else events.message(round, phase, { from, to, visibleTo: to, text });
      }
    for (const { input_tokens: input, output_tokens: output } of Object.values(record.usage ?? {}))
      events.note(rounds, 'end', 'usage', { inputTokens: input, outputTokens: output });
    for (const { content } of (record.agents[secretary] ?? []).filter(({ role }) => role === 'assistant'))
      events.note(rounds, 'end', 'secretary', { text: content });
    events.finish(rounds, 'the discussion ends', null, {});
    return events.collect();
  });
