import type { Template } from '@huggingface/jinja';
import type { ChatMessage } from '../chat-model';

/**
 * A piece of a prompt: either words of the template, in which special tokens count, or words of a message, in which
 * they do not.
 */
export interface PromptPiece {
  readonly text: string;
  readonly special: boolean;
}

/** Replaces a message's words while the template is rendered, so that they are never read as special tokens. */
const mark = (place: number) => `agoraMessage${place}Here`;

/**
 * A prompt as the model's own chat template writes it, up to the beginning of the model's answer.
 *
 * If a template does not accept a system message, its words are put before the first message of the user.
 * @throws Error with the template's own words if it accepts neither
 */
export function renderPrompt(
  template: Template,
  messages: readonly ChatMessage[],
  tokens: { readonly bos: string; readonly eos: string },
): PromptPiece[] {
  const render = (shown: readonly ChatMessage[]): PromptPiece[] => {
    const text = template.render({
      messages: shown.map(({ role }, place) => ({ role, content: mark(place) })),
      add_generation_prompt: true,
      bos_token: tokens.bos,
      eos_token: tokens.eos,
    });
    return cut(text, shown);
  };
  try {
    return render(messages);
  } catch (error) {
    const [first, second, ...others] = messages;
    if (first?.role !== 'system' || second?.role !== 'user') throw error;
    return render([{ role: 'user', content: `${first.content}\n\n${second.content}` }, ...others]);
  }
}

/** Puts every message's words in place of its mark. */
function cut(text: string, messages: readonly ChatMessage[]): PromptPiece[] {
  const pieces: PromptPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(/agoraMessage(\d+)Here/g)) {
    pieces.push({ text: text.slice(from, found.index), special: true });
    pieces.push({ text: messages[Number(found[1])]?.content ?? '', special: false });
    from = found.index + found[0].length;
  }
  pieces.push({ text: text.slice(from), special: true });
  return pieces.filter((piece) => piece.text !== '');
}
