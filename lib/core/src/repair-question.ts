import type { ChatMessage } from './models';

/** Endpoints turn empty messages away. */
const nothing = '(no answer)';

/** So much of a bad answer is repeated to its author: more of it would be copied. */
const mostRepeated = 300;

const again = {
  json: 'Answer the same question once more, in exactly the format it asks for and with nothing around it.',
  prose: 'Answer the same question once more, and end in the form that it asks for.',
};

/** A repair is drawn anew: at temperature 0 the same bad answer would mostly come again. */
export const repairTemperature = 0.7;

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
