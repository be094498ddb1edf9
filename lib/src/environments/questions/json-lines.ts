import { AgoraError } from '../../agora-error';
import type { Place } from './question-row';

/**
 * Reads a file of one JSON object a line. Lines end at line feeds only; blank ones are passed over.
 * @throws AgoraError 'question-data' naming file and line where it is not JSON, or not an object
 */
export function readJsonLines(
  text: string,
  file: string,
): { readonly place: Place; readonly row: Record<string, unknown> }[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = { file, row: `line ${index + 1}` };
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch (error) {
      throw new AgoraError('question-data', `${file} ${place.row} is not JSON (${(error as Error).message})`);
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new AgoraError(
        'question-data',
        `${file} ${place.row} needs a JSON object, got ${line.slice(0, 40)}`,
      );
    return [{ place, row: row as Record<string, unknown> }];
  });
}
