import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, settings, text as givenText } from 'agora-voting/internal';
import { readJsonLines } from '../questions/question-file';
import { evidenceOf, stances } from './fact-check';
import type { EvidenceCase } from './types';

/** A claim as a data set has it: its own label, and sentences with theirs. */
interface Labelled {
  readonly id: string;
  readonly claim: string;
  readonly label: string;
  readonly sentences: readonly { readonly text: string; readonly label: string }[];
  /** Default: AmbiFC's three stances. */
  readonly labels?: readonly string[];
  /** The label of irrelevant sentences. Default neutral. */
  readonly neutral?: string;
}

const text = z.string();
const id = z.union([text, z.number()]).transform(String);
const stanceOf: Readonly<Record<string, string>> = {
  SUPPORTS: 'supporting',
  REFUTES: 'refuting',
  NOT_ENOUGH_INFO: 'neutral',
  ...Object.fromEntries(stances.map((stance) => [stance, stance])),
};

/** AmbiFC as published: sentences whose annotators agree are kept, as in the paper's code; some passages have none. */
const ambifc = z
  .object({
    claim_id: id,
    claim: text,
    labels: z.object({ passage: text }),
    sentences: z.record(text, text),
    sentence_annotations: z.record(text, z.array(z.object({ annotation: text }))).default({}),
  })
  .transform(({ claim_id, claim, labels, sentences, sentence_annotations }): Labelled => {
    const agreed = Object.entries(sentence_annotations).flatMap(([at, annotations]) => {
      const [label, ...others] = new Set(annotations.map(({ annotation }) => annotation));
      return label === undefined || others.length > 0 ? [] : [{ text: sentences[at] ?? '', label }];
    });
    return { id: claim_id, claim, label: labels.passage, sentences: agreed };
  });

/** AmbiFC as the paper's code has prepared it. */
const prepared = z
  .object({
    id: id.optional(),
    claim: text,
    labels: text,
    sentences_and_labels: z.array(z.object({ sentence: text, label: text })),
  })
  .transform(({ id: own = '', claim, labels, sentences_and_labels }): Labelled => ({
    id: own,
    claim,
    label: labels,
    sentences: sentences_and_labels.map(({ sentence, label }) => ({ text: sentence, label })),
  }));

const climateFever = z
  .object({
    claim_id: id,
    claim: text,
    claim_label: text,
    evidences: z.array(z.object({ evidence: text, evidence_label: text })),
  })
  .transform(({ claim_id, claim, claim_label, evidences }): Labelled => ({
    id: claim_id,
    claim,
    label: claim_label,
    sentences: evidences.map(({ evidence, evidence_label }) => ({ text: evidence, label: evidence_label })),
  }));

const wice = z
  .object({
    label: text,
    claim: text,
    evidence: z.array(text),
    supporting_sentences: z.array(z.array(z.number())),
    meta: z.object({ id }),
  })
  .transform(({ label, claim, evidence, supporting_sentences, meta }): Labelled => {
    const relevant = new Set(supporting_sentences.flat());
    return {
      id: meta.id,
      claim,
      label,
      labels: ['supported', 'partially_supported', 'not_supported'],
      neutral: 'not_supported',
      sentences: evidence.map((one, place) => ({
        text: one,
        label: relevant.has(place) ? label : 'not_supported',
      })),
    };
  });

/** FEVER-symmetric has one sentence a claim: what is beside the point is taken from the claims that follow. */
const feverSymmetric = z.object({ id, claim: text, evidence: text, gold_label: text });
type FeverRow = z.infer<typeof feverSymmetric>;

const shapes = [ambifc, prepared, climateFever, wice];
/** No more agents than in the paper's code. */
const most = 6;

/**
 * Reads claims with labelled evidence, one on each line, in the published format of AmbiFC (or as the paper's code
 * prepares it), CLIMATE-FEVER, WiCE or FEVER-symmetric. The fields tell the format. As in the paper's code, a claim
 * keeps at most six sentences, first those with its own label. Omitted are claims whose sentences all have one label,
 * claims without a sentence of their own label, and claims with another label (CLIMATE-FEVER's "DISPUTED"). Sentences
 * keep the file's order; the paper's code puts those of the claim's label first, so that a fixed speaking order starts
 * with them. AmbiFC's passages that experts labelled as a whole have no sentence labels and cannot be read.
 * @throws AgoraError 'evidence-data' when the file is missing, or a line is in none of these formats
 * @example
 * try { environments.readClaims('nowhere.jsonl'); } catch ({ code }) { code; } // the file is missing: 'evidence-data'
 */
export function readClaims(path: string): EvidenceCase[] {
  check('readClaims', settings({ path: givenText(4096) }), { path });
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AgoraError('evidence-data', `${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const rows = readJsonLines(content, path);
  const fever = rows.flatMap(({ row }) => feverSymmetric.safeParse(row).data ?? []);
  const claims =
    fever.length > 0
      ? fever.map((row, place) => besideOthers(row, place, fever))
      : rows.map(({ row, place }) => {
          for (const shape of shapes) {
            const { data } = shape.safeParse(row);
            if (data !== undefined) return data;
          }
          throw new AgoraError(
            'evidence-data',
            `${path} line ${place.line} is not in a format that readClaims knows`,
          );
        });
  return claims.flatMap((claim, place) => caseOf(claim, place) ?? []);
}

function besideOthers(
  { id: own, claim, evidence, gold_label }: FeverRow,
  place: number,
  all: readonly FeverRow[],
): Labelled {
  const others = [...all.slice(place + 1), ...all.slice(0, place)]
    .filter((one) => one.id !== own)
    .slice(0, 3);
  const beside = others.map((one) => ({ text: one.evidence, label: 'neutral' }));
  // The one that matters has no place of its own.
  const sentences = beside.toSpliced(place % 4, 0, { text: evidence, label: gold_label });
  return { id: `${own} ${place}`, claim, label: gold_label, sentences };
}

function caseOf(
  { id: named, claim, label, sentences, labels = stances, neutral = 'neutral' }: Labelled,
  place: number,
): EvidenceCase | null {
  const answer = stanceOf[label] ?? label;
  const all = sentences
    .map((one) => ({ ...one, label: stanceOf[one.label] ?? one.label }))
    .filter((one) => one.text.trim() !== '' && labels.includes(one.label));
  const own = all.filter((one) => one.label === answer);
  const chosen = [...own, ...all.filter((one) => one.label !== answer)].slice(0, most);
  const kept = all.filter((one) => chosen.includes(one));
  const isClear = labels.includes(answer) && kept.some((one) => one.label === answer);
  if (!isClear || new Set(kept.map((one) => one.label)).size < 2) return null;
  const evidence = kept.map((one, at) => evidenceOf(at, one.text, one.label, one.label === neutral ? 0 : 1));
  return {
    id: named === '' ? String(place + 1) : named,
    question: `Claim: ${claim}`,
    labels,
    answer,
    otherwise: neutral,
    evidence,
  };
}
