import { knownNames } from './names';

/** The key of what is no formula and has no parts, or null: a number to a base, a letter, a time, a date, a word. */
export function simpleKey(text: string): string | null {
  return (
    baseKey(text) ??
    choiceKey(text) ??
    clockKey(text) ??
    dateKey(text) ??
    realsKey(text) ??
    wordKey(text) ??
    infinityKey(text)
  );
}

/** The text itself, but for its spaces. */
export function textKey(text: string): string {
  return `text ${text.replace(/\s+/g, '')}`;
}

/** A number with words that are no unit, as a text without regard to case: "4 July". */
export function phraseKey(text: string): string | null {
  const words = /^[\p{L}\p{N}\s.:'’/-]+$/u.test(text) ? (text.match(/(?<!\S)\p{L}{4,}(?!\S)/gu) ?? []) : [];
  return words.some((word) => !knownNames.has(word)) ? textKey(text.toLowerCase()) : null;
}

function baseKey(text: string): string | null {
  const match = /^([-+]?[\dA-F]+(?:\.[\dA-F]+)?)\s*_\s*(?:\{\s*(\d+)\s*\}|(\d+))$/.exec(text);
  if (match === null || !/\d/.test(match[1] as string)) return null;
  return `base ${match[2] ?? match[3]}: ${match[1]}`;
}

function choiceKey(text: string): string | null {
  const letter = /^\(?\s*([A-Z])\s*[).]?$/.exec(text)?.[1];
  return letter === undefined ? null : `letter ${letter}`;
}

/** "7 am", "4:30 p.m.". */
function clockKey(text: string): string | null {
  const [whole, hour, minute, half] =
    /^(\d{1,2})(?:\s?[:.]\s?(\d{2}))?\s*([ap])\s?\.?\s?m\.?$/i.exec(text) ?? [];
  return whole === undefined ? null : `time ${Number(hour)}:${minute ?? '00'} ${half?.toLowerCase()}m`;
}

/** "2/4/2020" is no quotient, nor "2020-04-02" a difference. */
function dateKey(text: string): string | null {
  const isDate =
    /^(?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}\/\d{1,2}\/\d{1,2}|\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01]))$/.test(text);
  return isDate ? textKey(text.replace(/(?<!\d)0(?=\d)/g, '')) : null;
}

function realsKey(text: string): string | null {
  const isAll =
    /^\\mathbb\s*(?:\{\s*R\s*\}|R)$/.test(text) ||
    /^(?:(?:the )?set of )?(?:all )?(?:the )?(?:reals|real (?:numbers?|values?))(?: (?:of )?[a-z])?$/i.test(
      text,
    );
  return isAll ? '(-infinity; infinity)' : null;
}

/** Words, not products of variables: three letters and more in a row, "no" included. */
function wordKey(text: string): string | null {
  if (!/^\p{L}[\p{L}\s'.-]*$/u.test(text)) return null;
  const words = text.split(/[\s'.-]+/).filter((word) => word !== '');
  if (
    words.some((word) => knownNames.has(word)) ||
    !words.some((word) => word.length > 2 || /^no$/i.test(word))
  )
    return null;
  return /^(?:\+\s*)?infinity$/i.test(text) ? 'infinity' : `word ${words.join(' ').toLowerCase()}`;
}

function infinityKey(text: string): string | null {
  const match = /^([-+]?)\s*(?:\\infty|infty|infinity|inf)$/i.exec(text);
  return match === null ? null : `${match[1] === '-' ? '-' : ''}infinity`;
}
