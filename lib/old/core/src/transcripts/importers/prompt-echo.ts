/** How much of the prompt an answer repeats: all of it and nothing else, some of it among other words, or none. */
export type PromptEcho = 'whole' | 'part' | 'none';

const opener = /^\s*(?:SYSTEM:|### System:|A chat between|USER:|### User:)/;
const closer = /^[\s'"\]]*(?:ASSISTANT:|### Response:)?\s*$/;
const shortest = 40;

/**
 * Detects whether an answer repeats the prompt. A base model without a stop sign prints the chat template, the prompt
 * as a Python list prints it (quotes and line ends escaped), and the place for its answer. `whole`: the answer opens as
 * a chat template and nothing follows the prompt. `part`: the first 40 characters of the prompt occur in it.
 * @param prompt - the text that was sent; a shorter one than 40 characters must occur in full
 */
export function promptEcho(answer: string, prompt: string): PromptEcho {
  const [text, sent] = [plain(answer), plain(prompt)];
  if (sent === '' || !text.includes(sent.slice(0, shortest))) return 'none';
  const from = text.lastIndexOf(sent);
  const rest = from < 0 ? null : text.slice(from + sent.length);
  return opener.test(answer) && rest !== null && closer.test(rest) ? 'whole' : 'part';
}

/** Escapes undone, all white space one space. */
function plain(text: string): string {
  return text
    .replace(/\\n/g, ' ')
    .replace(/\\(['"\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
