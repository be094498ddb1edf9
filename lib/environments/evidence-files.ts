import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { dispositions, sections, stances, type EvidenceCase } from './evidence-case';
import { jsonRows } from './rows';

/* ---- Claims ---- */

/** A labelled claim from a data set, with labelled sentences of evidence. */
interface LabelledClaim {
  readonly id: string;
  readonly claim: string;
  readonly label: string;
  readonly sentences: readonly { readonly text: string; readonly label: string }[];
}

interface ClaimFormat<Row> {
  /** The field by which a row in this format is recognised. */
  readonly mark: string;
  readonly row: z.ZodType<Row>;
  readonly read: (row: Row) => LabelledClaim;
  /** The labels. Default: AmbiFC's three stances. */
  readonly labels?: readonly string[];
  /** The label of irrelevant sentences. Default: "neutral". */
  readonly neutral?: string;
}

const text = z.string();
const id = z.union([text, z.number()]).transform(String);
const format = <Row>(one: ClaimFormat<Row>): ClaimFormat<unknown> => one as unknown as ClaimFormat<unknown>;

/** The format of each data set. */
const claimFormats: readonly ClaimFormat<unknown>[] = [
  /**
   * AmbiFC (Glockner et al. 2024) in its published form. As in the paper's code, a sentence is kept only if all
   * annotators gave it the same label.
   */
  format({
    mark: 'sentences',
    row: z.object({
      claim_id: id,
      claim: text,
      labels: z.object({ passage: text }),
      sentences: z.record(text, text),
      sentence_annotations: z.record(text, z.array(z.object({ annotation: text }))).default({}),
    }),
    read: (row) => ({
      id: row.claim_id,
      claim: row.claim,
      label: row.labels.passage,
      sentences: Object.entries(row.sentence_annotations).flatMap(([at, annotations]) => {
        const [label, ...others] = new Set(annotations.map(({ annotation }) => annotation));
        return label === undefined || others.length > 0 ? [] : [{ text: row.sentences[at] ?? '', label }];
      }),
    }),
  }),
  /** AmbiFC in the form that the paper's code prepares. */
  format({
    mark: 'sentences_and_labels',
    row: z.object({
      id: id.default(''),
      claim: text,
      labels: text,
      sentences_and_labels: z.array(z.object({ sentence: text, label: text })),
    }),
    read: (row) => ({
      id: row.id,
      claim: row.claim,
      label: row.labels,
      sentences: row.sentences_and_labels.map(({ sentence, label }) => ({ text: sentence, label })),
    }),
  }),
  /** CLIMATE-FEVER (Diggelmann et al. 2020). */
  format({
    mark: 'evidences',
    row: z.object({
      claim_id: id,
      claim: text,
      claim_label: text,
      evidences: z.array(z.object({ evidence: text, evidence_label: text })),
    }),
    read: (row) => ({
      id: row.claim_id,
      claim: row.claim,
      label: row.claim_label,
      sentences: row.evidences.map((one) => ({ text: one.evidence, label: one.evidence_label })),
    }),
  }),
  /** WiCE (Kamoi et al. 2023). */
  format({
    mark: 'supporting_sentences',
    row: z.object({
      label: text,
      claim: text,
      evidence: z.array(text),
      supporting_sentences: z.array(z.array(z.number())),
      meta: z.object({ id }),
    }),
    read: ({ label, claim, evidence, supporting_sentences, meta }) => {
      const relevant = new Set(supporting_sentences.flat());
      const labelOf = (place: number): string => (relevant.has(place) ? label : 'not_supported');
      const sentences = evidence.map((one, place) => ({ text: one, label: labelOf(place) }));
      return { id: meta.id, claim, label, sentences };
    },
    labels: ['supported', 'partially_supported', 'not_supported'],
    neutral: 'not_supported',
  }),
];

const stanceOf: Readonly<Record<string, string>> = {
  SUPPORTS: 'supporting',
  REFUTES: 'refuting',
  NOT_ENOUGH_INFO: 'neutral',
};

/** The maximum number of sentences per claim, and therefore of agents, in the paper's code. */
const mostSentences = 6;

/**
 * Reads claims with labelled evidence: AmbiFC (as published, or as the paper's code prepares it), CLIMATE-FEVER or
 * WiCE. The file has one JSON object per line. The data set is recognised by its fields.
 *
 * As in the paper's code, each claim keeps at most six sentences, and sentences with the claim's label are selected
 * first. A claim is skipped in three cases: all its selected sentences have the same label, no sentence has the claim's
 * label, or the claim has an unknown label, such as "DISPUTED".
 *
 * Sentences stay in the order of the file. In contrast, the paper's code puts sentences with the claim's label first.
 * With a fixed speaking order, the agents that read these sentences therefore speak first in the paper's code.
 *
 * @throws AgoraError if the file cannot be read or a line is invalid; the error gives the file and, if a line is
 *   invalid, the line and any invalid field
 */
export function readClaims(path: string): EvidenceCase[] {
  return jsonRows(path).flatMap((row) => {
    const found = claimFormats.find(({ mark }) => row.values[mark] !== undefined);
    if (found === undefined)
      throw new AgoraError(
        `${row.file} line ${row.line}: expected one of the fields ${claimFormats.map(({ mark }) => mark).join(', ')}.`,
        'data',
      );
    return caseOf(found.read(row.parse(found.row)), row.number, found) ?? [];
  });
}

function caseOf(
  { id, claim, label, sentences }: LabelledClaim,
  number: number,
  { labels = stances, neutral = 'neutral' }: ClaimFormat<unknown>,
): EvidenceCase | null {
  const answer = stanceOf[label] ?? label;
  const all = sentences
    .map((one) => ({ text: one.text, says: stanceOf[one.label] ?? one.label }))
    .filter((one) => one.text.trim() !== '' && labels.includes(one.says));
  const own = all.filter(({ says }) => says === answer);
  const chosen = [...own, ...all.filter(({ says }) => says !== answer)].slice(0, mostSentences);
  const kept = all.filter((one) => chosen.includes(one));
  if (!labels.includes(answer) || own.length === 0 || new Set(kept.map(({ says }) => says)).size < 2)
    return null;
  const evidence = kept.map((one, place) => ({
    name: `Agent ${place + 1}`,
    ...one,
    strength: one.says === neutral ? 0 : 1,
  }));
  const question = `Claim: ${claim}`;
  return { id: id === '' ? String(number) : id, question, labels, answer, otherwise: neutral, evidence };
}

/* ---- Discharge notes ---- */

/**
 * Reads discharge summaries from your copy of MIMIC-III: NOTEEVENTS.csv, compressed (.gz) or not. PhysioNet requires
 * credentials for this data set, so no part of it is in this repository. Uses only notes that have one of the four
 * dispositions and at least two of the five sections. Reads the file as a stream, and stops once it has `count` notes.
 *
 * @throws AgoraError if the file cannot be read, or if the column CATEGORY or TEXT is missing
 */
export async function readDischargeNotes(
  path: string,
  options: { readonly count?: number } = {},
): Promise<EvidenceCase[]> {
  knownOptions('readDischargeNotes', options, ['count']);
  const count = options.count === undefined ? Infinity : wholeNumber('count', options.count, 1);
  const cases: EvidenceCase[] = [];
  const parser = parse({
    bom: true,
    relax_column_count: true,
    columns: (header: string[]) => header.map((name) => name.trim().toUpperCase()),
  });
  const ignore = (): void => undefined; // The loop below handles errors.
  const file = createReadStream(path);
  if (path.endsWith('.gz')) pipeline(file, createGunzip(), parser, ignore);
  else pipeline(file, parser, ignore);
  try {
    for await (const record of parser as AsyncIterable<Record<string, string>>) {
      if (record['CATEGORY'] === undefined || record['TEXT'] === undefined)
        throw new AgoraError(`${path} must have the columns CATEGORY and TEXT.`, 'data');
      if (record['CATEGORY'].trim() !== 'Discharge summary') continue;
      const note = cutNote(record['TEXT'], `${record['HADM_ID'] ?? ''} ${cases.length + 1}`.trim());
      if (note !== null) cases.push(note);
      if (cases.length >= count) break;
    }
  } catch (error) {
    if (error instanceof AgoraError) throw error;
    throw new AgoraError(`${path} cannot be read. ${(error as Error).message}`, 'data', { cause: error });
  } finally {
    file.destroy();
  }
  return cases;
}

/**
 * The headings that end a section. The headings in the first lines of a note (Service, Allergies) are omitted, because
 * the rest of the note also uses them as ordinary words.
 */
const headings = [
  ...sections,
  'History of Present Illness',
  'Past Medical History',
  'Family History',
  'Physical Exam',
  'Medications on Admission',
  'Discharge Disposition',
  'Facility',
  'Discharge Diagnosis',
  'Discharge Condition',
  'Discharge Instructions',
  'Followup Instructions',
].join('|');
const heading = new RegExp(`^[ \\t]*(${headings})[ \\t]*:`, 'gim');

/**
 * Splits a note into the sections that Table 5 lists. Returns null if the note has none of the four dispositions, or if
 * it has fewer than two of these sections.
 */
function cutNote(note: string, id: string): EvidenceCase | null {
  const places = [...note.matchAll(heading)];
  const sectionOf = (name: string): string => {
    const at = places.findIndex(([, found]) => found?.toLowerCase() === name.toLowerCase());
    const place = places[at];
    if (place === undefined) return '';
    return note
      .slice(place.index + place[0].length, places[at + 1]?.index)
      .replaceAll(/\[\*\*.*?\*\*\]/gs, '') // Remove masked names and dates, which Table 5 does not show.
      .replaceAll(/\s+/g, ' ')
      .trim();
  };
  const answer = dispositionOf(sectionOf('Discharge Disposition'));
  const evidence = sections
    .map((name) => ({ name, text: sectionOf(name), says: null, strength: 0 }))
    .filter((one) => one.text !== '');
  if (answer === null || evidence.length < 2) return null;
  const question = 'Where did the patient go?';
  return { id, question, labels: dispositions, answer, otherwise: null, evidence };
}

function dispositionOf(text: string): (typeof dispositions)[number] | null {
  const plain = text.toLowerCase();
  if (plain.startsWith('expired')) return 'expired';
  if (plain.startsWith('extended care')) return 'extended care';
  if (plain.startsWith('home with service')) return 'home with service';
  // "Home" with other words ("with hospice", "w/ VNA") is not one of the four dispositions.
  return /^home\W*$/.test(plain) ? 'home' : null;
}
