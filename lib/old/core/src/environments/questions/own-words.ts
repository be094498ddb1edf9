import { z } from 'zod';
import { settings } from 'agora-voting/internal';

const prose = z.string({ error: 'a text' });
/** Schema of the argument of every reader of prose. */
export const textGiven = settings({ text: prose });

const userTurn = /^[ \t]*(?:USER|HUMAN|###\s*(?:User|Human|Instruction))\s*:/im;
const answerTurn = /(?:^|\s)(?:ASSISTANT\s*:|###\s*(?:Response|Assistant)\s*:)/gi;

/**
 * Of a longer reply only this many characters at its end are read: answers are there, and any reply is
 * then read quickly.
 */
export const mostRead = 20_000;

/**
 * The model's own words, at the end of a text. Models that only continue text write out the turns of a chat: after their answer a further
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
