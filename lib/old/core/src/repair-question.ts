import type { ChatMessage } from './models';

/** Takes the place of an empty answer, since endpoints reject empty messages. */
const nothing = '(no answer)';

/**
 * The most characters of a bad answer that are shown to its author. A longer quotation tempts the model to copy it.
 */
const mostRepeated = 300;

const again = {
  json: 'Answer the same question once more, in exactly the format it asks for and with nothing around it.',
  prose: 'Answer the same question once more, and end in the form that it asks for.',
};

/** The temperature of a repair. At temperature 0 the same bad answer would usually come again. */
export const repairTemperature = 0.7;

/** The one repair question: the conversation so far, the beginning of the bad answer, and what was wrong with it. */
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
  // Does not cut a surrogate pair in half.
  const begin = answer.slice(0, mostRepeated).replace(/[\ud800-\udbff]$/, '');
  return answer.length <= mostRepeated ? answer : `${begin} …`;
}
