import type { ChatMessage } from '../models';

/** The one chance to mend an answer: the conversation so far, the answer, and what was wrong with it. */
export function repairQuestion(
  messages: readonly ChatMessage[],
  answer: string,
  reason: string,
): ChatMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: answer },
    {
      role: 'user',
      content:
        `Your answer could not be used: ${reason}. ` +
        'Answer the same question once more, in exactly the format it asks for and with nothing around it.',
    },
  ];
}
