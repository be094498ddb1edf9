import { AgoraError } from '../../agora-error';
/** A file of recorded conversations is not what its importer reads. Names the file, and the line where there is one. */
export class ConversationImportError extends AgoraError {
  constructor(
    readonly file: string,
    readonly line: number | null,
    reason: string,
  ) {
    super('conversation-import', `${file}${line === null ? '' : `, line ${line}`}: ${reason}`);
  }
}

/** @throws ConversationImportError when the text is empty or is no JSON, with the line where it breaks */
export function parseWhole(text: string, file: string): unknown {
  const plain = withoutMark(text);
  if (plain.trim() === '') throw new ConversationImportError(file, null, 'the file is empty');
  try {
    return JSON.parse(plain);
  } catch (error) {
    const { message } = error as Error;
    throw new ConversationImportError(file, lineOf(plain, message), `not JSON: ${message}`);
  }
}

/**
 * The records of a file with one JSON value a line. Lines end at "\n" alone: U+2028 and U+0085 can stand inside a
 * string, where some readers would cut. A blank line is passed over.
 * @throws ConversationImportError when the file is empty or a line is no JSON
 */
export function parseLines(text: string, file: string): { readonly line: number; readonly value: unknown }[] {
  const lines = withoutMark(text).split('\n');
  const records = lines.flatMap((one, place) => {
    if (one.trim() === '') return [];
    return [{ line: place + 1, value: parseLine(one, file, place + 1, place === lines.length - 1) }];
  });
  if (records.length === 0) throw new ConversationImportError(file, null, 'the file is empty');
  return records;
}

function parseLine(text: string, file: string, line: number, last: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cut = last ? ' (the last line, without a line end: the file was cut off)' : '';
    throw new ConversationImportError(file, line, `not JSON${cut}: ${(error as Error).message}`);
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function lineOf(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length;
}
