import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { promptEcho } from './prompt-echo';
import { checked, importError, parseWhole } from './source-text';

const question = z.object({
  question_id: z.number().int().nonnegative(),
  question: z.string(),
  agent_response: z.record(z.string(), z.array(z.string()).min(1)),
  summarization: z.array(z.string()),
  answer: z.string(),
});
const questions = z.array(question).min(1);
const summarizer = 'summarizer';

/**
 * Imports the debates of LLM-Agora from its result files: an array of questions, each with every model's answer by
 * round and the summaries between rounds. Models never read each other. An answer is addressed to the others, but only
 * the summarizer sees it (`visibleTo`). The summary is a `note` of its round, and the next prompt. Answers that repeat
 * their prompt get a `note` of kind "echo": base models sometimes print the whole prompt in place of an answer, mostly
 * in MMLU's second round. An empty answer is a message and a failure. There is no decision and no outcome.
 * @param text - the file's content; @param file - its name; @param first - the index of the first collaboration
 * @throws AgoraError 'conversation-import' naming file, question and field
 */
export function importLlmAgora(text: string, file: string, first = 0): Collaboration[] {
  const all = checked(questions, parseWhole(text, file), file, null);
  return all.map((one, place) => importQuestion(one, file, first + place));
}

function importQuestion(one: z.infer<typeof question>, file: string, index: number): Collaboration {
  const agents = Object.keys(one.agent_response);
  const rounds = Math.max(0, ...agents.map((agent) => one.agent_response[agent]?.length ?? 0));
  if (agents.length === 0)
    throw importError(file, null, `question ${one.question_id}: agent_response has no agents`);
  const events = new ConversationEvents(file, index);
  const { question, answer, question_id } = one;
  const instance = { dataset: 'llm-agora', file, id: question_id, question, answer };
  events.add({ type: 'started', instance, agents });
  for (let round = 1; round <= rounds; round++) {
    const prompt = round === 1 ? question : (one.summarization[round - 2] ?? question);
    for (const from of agents) {
      const text = one.agent_response[from]?.[round - 1];
      if (text === undefined) {
        events.failure(round, 'debate', from, 'failed', 'the file has no answer for this round', '');
        continue;
      }
      const to = agents.filter((agent) => agent !== from);
      events.message(round, 'debate', { from, to, visibleTo: [from, summarizer], text });
      const extent = promptEcho(text, prompt);
      if (extent !== 'none') events.note(round, 'debate', 'echo', { extent }, from);
    }
    const summary = one.summarization[round - 1];
    if (summary !== undefined) events.note(round, 'summary', 'summary', { text: summary }, summarizer);
  }
  events.finish(rounds, 'all rounds were played', null, {});
  return events.collect();
}
