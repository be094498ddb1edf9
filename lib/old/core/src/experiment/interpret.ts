import type { Reading } from 'agora-voting/internal';
import type { Answer, Question } from '../protocols';
import { readJson } from '../read-json';
import type { ReplyEvent } from '../transcripts';
import { mostToolTurns } from './use-tool';

/**
 * Reads a reply: returns the answer, or why there is none. A reply that was cut off at its length limit counts only
 * if its JSON is complete (a model that follows a schema may fill up with spaces). Cut-off prose never counts, since
 * its real end is missing.
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

/**
 * The JSON at the beginning of a cut-off answer, if complete. JSON further on may be an example, or half of the
 * answer.
 */
function readCutJson(text: string): Reading<unknown> {
  const begin = text.trimStart().replace(/^```\w*\s*/, '');
  if (/^[{[]/.test(begin)) return readJson(begin);
  return { ok: false, reason: 'the answer does not begin with its JSON' };
}

/** Reads the options' shares of probability. */
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
