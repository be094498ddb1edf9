import type { ChatMessage } from '../models';

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
