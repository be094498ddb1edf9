import { z } from 'zod';
import { settings } from 'agora-voting/internal';

const prose = z.string({ error: 'a text' });
/** What every reader of prose is given. */
export const textGiven = settings({ text: prose });

const userTurn = /^[ \t]*(?:USER|HUMAN|###\s*(?:User|Human|Instruction))\s*:/im;
const answerTurn = /(?:^|\s)(?:ASSISTANT\s*:|###\s*(?:Response|Assistant)\s*:)/gi;

/**
 * Of a longer reply only so many characters at its end are read: answers stand there, and whatever a model writes is
 * then read in no time.
 */
export const mostRead = 20_000;

/**
 * What a model wrote itself, its end. Models that only continue text write out the turns of a chat: after their answer a further
 * user's turn, or the whole prompt again in front of it. A text that begins before any turn ends at the first user's turn;
 * one that begins with the prompt begins after the last turn of the assistant, and may be empty then.
 */
export function ownWords(text: string): string {
  const user = userTurn.exec(text)?.index ?? -1;
  const before = user < 0 ? '' : text.slice(0, user).trim();
  if (before !== '' && !/^(?:SYSTEM\s*:|###\s*System|A chat between)/i.test(before))
    return before.slice(-mostRead);
  const answer = [...text.matchAll(answerTurn)].at(-1);
  const own = answer === undefined ? text : text.slice(answer.index + answer[0].length);
  return own.trim().slice(-mostRead);
}
