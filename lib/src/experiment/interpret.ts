import type { ChatMessage } from '../models';
import type { Answer, Question } from '../protocols';
import { readJson } from '../read-json';
import type { ReplyEvent } from '../transcripts';
import { mostToolTurns } from './use-tool';

/** What a reply comes to: the answer, or why it is none. */
export function interpret<T, P>(
  question: Question<T, P>,
  reply: ReplyEvent,
): Exclude<Answer<T>, { kind: 'failed' }> {
  const { text, toolCalls = [] } = reply;
  if (toolCalls.length > 0)
    return { kind: 'invalid', reason: `it called tools ${mostToolTurns + 1} times and gave no answer`, text };
  if (reply.finish === 'refusal') return { kind: 'refused', reason: 'the model declined to answer', text };
  let value: unknown = text;
  if (question.format !== undefined && question.readsText !== true) {
    const json = readJson(text);
    if (!json.ok) {
      const cut = reply.finish === 'length' ? ' (the answer was cut off at its length limit)' : '';
      return { kind: 'unparsed', reason: json.reason + cut, text };
    }
    value = json.value;
  }
  const reading = question.read(value);
  return reading.ok
    ? { kind: 'answered', value: reading.value, text }
    : { kind: 'invalid', reason: reading.reason, text };
}

/** Endpoints turn empty messages away. */
const nothing = '(no answer)';

const again = {
  json: 'Answer the same question once more, in exactly the format it asks for and with nothing around it.',
  prose: 'Answer the same question once more, and end in the form that it asks for.',
};

/** The one chance to mend an answer: the conversation so far, the answer, and what was wrong with it. */
export function repairQuestion(
  messages: readonly ChatMessage[],
  answer: string,
  reason: string,
  form: keyof typeof again,
): ChatMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: answer.trim() === '' ? nothing : answer },
    { role: 'user', content: `Your answer could not be used: ${reason}. ${again[form]}` },
  ];
}
