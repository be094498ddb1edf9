import type { Reading } from '../json';
import type { ChatMessage } from '../models';
import type { Answer, Question } from '../protocols';
import { readJson } from '../read-json';
import type { ReplyEvent } from '../transcripts';
import { mostToolTurns } from './use-tool';

/**
 * What a reply comes to: the answer, or why it is none. One that was cut off at its length limit counts only where it
 * holds its JSON whole (a model that is held to a schema may write spaces to the limit); cut-off prose never does, as
 * what it seems to say may not be its end.
 */
export function interpret<T, P>(
  question: Question<T, P>,
  reply: ReplyEvent,
): Exclude<Answer<T>, { kind: 'failed' }> {
  const { text, finish, outputTokens, toolCalls = [] } = reply;
  if (toolCalls.length > 0)
    return { kind: 'invalid', reason: `it called tools ${mostToolTurns + 1} times and gave no answer`, text };
  if (finish === 'refusal') return { kind: 'refused', reason: 'the model declined to answer', text };
  if (question.scoring !== undefined) return interpretShares(question, reply);
  const cut = `it was cut off at its length limit, after ${outputTokens} tokens`;
  let value: unknown = text;
  if (question.format === undefined || question.readsText === true) {
    if (finish === 'length') return { kind: 'unparsed', reason: cut, text };
  } else {
    const json = finish === 'length' ? readCutJson(text) : readJson(text);
    if (!json.ok) {
      const reason = finish === 'length' ? `${json.reason} (${cut})` : json.reason;
      return { kind: 'unparsed', reason, text };
    }
    value = json.value;
  }
  const reading = question.read(value);
  if (reading.ok) return { kind: 'answered', value: reading.value, text };
  return { kind: 'invalid', reason: reading.reason, text };
}

/** The JSON that a cut-off answer begins with, if it is whole: JSON further on may be an example, or half of the answer. */
function readCutJson(text: string): Reading<unknown> {
  const begin = text.trimStart().replace(/^```\w*\s*/, '');
  if (/^[{[]/.test(begin)) return readJson(begin);
  return { ok: false, reason: 'the answer does not begin with its JSON' };
}

/** What options' shares of probability come to. */
function interpretShares<T, P>(
  question: Question<T, P>,
  { probabilities, text }: ReplyEvent,
): Exclude<Answer<T>, { kind: 'failed' }> {
  if (probabilities === undefined)
    return { kind: 'unparsed', reason: 'the model told no probabilities of the options', text };
  const reading = question.read(probabilities);
  return reading.ok
    ? { kind: 'answered', value: reading.value, text }
    : { kind: 'invalid', reason: reading.reason, text };
}

/** Endpoints turn empty messages away. */
const nothing = '(no answer)';

/** So much of a bad answer is repeated to its author: more of it would be copied. */
const mostRepeated = 300;

const again = {
  json: 'Answer the same question once more, in exactly the format it asks for and with nothing around it.',
  prose: 'Answer the same question once more, and end in the form that it asks for.',
};

/** The one chance to mend an answer: the conversation so far, the beginning of the answer, and what was wrong with it. */
export function repairQuestion(
  messages: readonly ChatMessage[],
  answer: string,
  reason: string,
  form: keyof typeof again,
): ChatMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: answer.trim() === '' ? nothing : shortened(answer) },
    { role: 'user', content: `Your answer could not be used: ${reason}. ${again[form]}` },
  ];
}

function shortened(answer: string): string {
  // Not in the middle of a surrogate pair.
  const begin = answer.slice(0, mostRepeated).replace(/[\ud800-\udbff]$/, '');
  return answer.length <= mostRepeated ? answer : `${begin} …`;
}
