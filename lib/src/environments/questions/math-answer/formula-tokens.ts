import { AgoraError } from '../../../agora-error';
import { functionNames, greekLetters } from './names';

export type Token =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'letter'; readonly text: string }
  /** A LaTeX command or a known name, without backslash. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string };

const plainNames = new Set<string>([
  ...functionNames,
  ...greekLetters.filter((name) => name.length > 2),
  'pi',
  'infty',
]);
const token =
  /\s+|\\([A-Za-z]+)|\\([{}|])|(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)|([A-Za-z]+)|([-+*/^_!|()[\]{}'])/y;

/**
 * The tokens of a tidied formula. A run of letters is a known name ("sqrt", "pi") or a product of variables.
 * @throws AgoraError 'formula' at a sign that no formula has here
 */
export function formulaTokens(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw new AgoraError('formula', `no formula: "${text.slice(at, at + 10)}"`);
    const [, command, brace, number, letters, sign] = match;
    if (command !== undefined) tokens.push({ kind: 'name', text: command });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number.replaceAll(',', '') });
    else if (letters !== undefined && plainNames.has(letters)) tokens.push({ kind: 'name', text: letters });
    else if (letters !== undefined)
      for (const letter of letters) tokens.push({ kind: 'letter', text: letter });
    else if (brace !== undefined || sign !== undefined)
      tokens.push({ kind: 'sign', text: (brace ?? sign) as string });
  }
  return tokens;
}
