import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AgoraError } from 'agora-voting';
import { check, object, settings, text, whole } from 'agora-voting/internal';
import { readCsv } from '../questions/csv';
import { dischargeQuestion, dispositions, sections } from './discharge';
import type { EvidenceCase } from './types';

const notesArguments = object('arguments', {
  path: text(4096),
  options: settings({ count: whole(1).optional() }),
});

/**
 * Reads discharge summaries from a user's own copy of MIMIC-III (NOTEEVENTS.csv, packed or not). PhysioNet requires
 * credentials for it, so nothing of it is in this repository. A note is used if its disposition is one of the four
 * labels and it has at least two of the five sections.
 *
 * The file is read as a stream, until `count` notes are found.
 * @throws AgoraError 'evidence-data' when the file is missing, or has no columns CATEGORY and TEXT
 * @example
 * await environments.readDischargeNotes('nowhere.csv').catch(({ code }) => code); // => 'evidence-data'
 */
export async function readDischargeNotes(
  path: string,
  options: { readonly count?: number } = {},
): Promise<EvidenceCase[]> {
  check('readDischargeNotes', notesArguments, { path, options });
  const { count = Infinity } = options;
  const cases: EvidenceCase[] = [];
  let columns: { readonly id: number; readonly category: number; readonly text: number } | undefined;
  for await (const fields of records(path)) {
    if (columns === undefined) {
      const at = (name: string): number => fields.findIndex((one) => one.toUpperCase() === name);
      columns = { id: at('HADM_ID'), category: at('CATEGORY'), text: at('TEXT') };
      if (columns.category < 0 || columns.text < 0)
        throw new AgoraError(
          'evidence-data',
          `${path} needs the columns CATEGORY and TEXT in its first line, got ${fields.join(', ')}`,
        );
    } else if (fields[columns.category]?.trim() === 'Discharge summary') {
      const note = cutDischargeNote(
        fields[columns.text] ?? '',
        `${fields[columns.id] ?? ''} ${cases.length + 1}`,
      );
      if (note !== null) cases.push(note);
      if (cases.length >= count) break;
    }
  }
  return cases;
}

/**
 * The headings of MIMIC-III's discharge summaries that may follow a section, and end it. Those of a note's head (Service,
 * Allergies, …) are left out: below it they are words of a section.
 */
const headings =
  `${sections.join('|')}|History of Present Illness|Past Medical History|Family History|Physical Exam|` +
  'Medications on Admission|Discharge Disposition|Facility|Discharge Diagnosis|Discharge Condition|' +
  'Discharge Instructions|Followup Instructions';
const heading = new RegExp(`^[ \\t]*(${headings})[ \\t]*:`, 'gim');

/** One note, cut as Table 5 shows; null where it has no disposition among the four, or fewer than two sections. */
function cutDischargeNote(note: string, id: string): EvidenceCase | null {
  const places = [...note.matchAll(heading)];
  const sectionOf = (name: string): string | undefined => {
    const at = places.findIndex(([, found]) => found?.toLowerCase() === name.toLowerCase());
    const [whole] = places[at] ?? [];
    if (whole === undefined) return undefined;
    const body = note
      .slice((places[at]?.index ?? 0) + whole.length, places[at + 1]?.index)
      .replaceAll(/\[\*\*.*?\*\*\]/gs, '') // masks, which Table 5 has not
      .replaceAll(/\s+/g, ' ')
      .trim();
    return body === '' ? undefined : body;
  };
  const answer = dispositionOf(sectionOf('Discharge Disposition') ?? '');
  const evidence = sections.flatMap((name) => {
    const own = sectionOf(name);
    return own === undefined ? [] : [{ name, text: own, says: null, strength: 0 }];
  });
  if (answer === null || evidence.length < 2) return null;
  return {
    id: id.trim(),
    question: dischargeQuestion,
    labels: dispositions,
    answer,
    otherwise: null,
    evidence,
  };
}

function dispositionOf(text: string): (typeof dispositions)[number] | null {
  const plain = text.toLowerCase();
  if (plain.startsWith('expired')) return 'expired';
  if (plain.startsWith('extended care')) return 'extended care';
  if (plain.startsWith('home with service')) return 'home with service';
  // Other words about home ("with hospice", "w/ VNA") are not among the four.
  return /^home\W*$/.test(plain) ? 'home' : null;
}

/** The records of a CSV file, one at a time: lines, taken together while a quote is open. */
async function* records(path: string): AsyncGenerator<readonly string[]> {
  const file = createReadStream(path);
  // Errors in the file reach the reader of the chunks.
  const chunks = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  let [record, quotes, rest] = ['', 0, ''];
  try {
    for await (const chunk of chunks.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        record += `${line}\n`;
        quotes += line.split('"').length - 1;
        if (quotes % 2 !== 0) continue;
        for (const { fields } of readCsv(record, path)) yield fields;
        record = '';
      }
    }
    for (const { fields } of readCsv(`${record}${rest}`, path)) yield fields;
  } catch (error) {
    throw new AgoraError('evidence-data', `${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
