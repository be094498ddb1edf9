import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, either, having, text as textGiven } from 'agora-voting/internal';
import { homeFolder } from '../project';
import { readLines } from '../read-lines';

/*
 * What readers noted of a run by hand: stars, tags and notes, in annotations.jsonl beside its events. A line has what
 * one reader has to say of one event, or of a whole collaboration; a later line takes the place of an earlier one.
 */

export const annotationsFileName = 'annotations.jsonl';

export const annotationSchema = z.strictObject({
  collaboration: z.int().nonnegative(),
  /** The event's place in its collaboration; null for all of it. */
  event: z.int().nonnegative().nullable(),
  reader: z.string().max(100),
  star: z.boolean(),
  tags: z.array(z.string().min(1).max(100)).max(50).readonly(),
  note: z.string().max(20_000),
  /** When it was written, ISO 8601. */
  at: z.string().max(40),
});

/** What one reader noted of one event, or of a collaboration as a whole (`event` is null). */
export type Annotation = Readonly<z.infer<typeof annotationSchema>>;

const readable = either(
  'a run, recorded collaborations, or a folder',
  having('a run', { folder: 'string' }),
  having('a recorded set', { name: 'string' }),
  textGiven(4000),
);

/** Something that was read: a run, a recorded set (by its name), or a folder. */
type Read = { readonly folder: string } | { readonly name: string } | string;

/** The folder of annotations: the run's own, or for a recorded set, one of its name in `.agora/annotations`. */
export function annotationsFolderOf(read: Read): string {
  if (typeof read === 'string') return read;
  if ('folder' in read) return read.folder;
  return join(homeFolder(), 'annotations', read.name.replaceAll(/[^\w.-]/g, '_'));
}

/**
 * All that readers noted of a run or a recorded set in the explorer, in the order in which it was first written: the
 * last word of each reader on each event. Empty if nothing was noted.
 * @throws AgoraError 'corrupt-record' naming file and line
 * @example
 * transcripts.readAnnotations(transcripts.recorded('llm-deliberation')).filter(({ star }) => star);
 */
export function readAnnotations(read: Read): Annotation[] {
  check('readAnnotations', readable, read);
  const file = join(annotationsFolderOf(read), annotationsFileName);
  if (!existsSync(file)) return [];
  const found = new Map<string, Annotation>();
  for (const { text, number, complete } of readLines(file)) {
    if (text.trim() === '') continue;
    const one = parsed(text);
    if (one === null && !complete) continue; // a line that was cut off
    if (one === null)
      throw new AgoraError('corrupt-record', `${file}, line ${number} is not an annotation`, {
        details: { line: number },
      });
    found.set(JSON.stringify([one.collaboration, one.event, one.reader]), one);
  }
  return [...found.values()].filter(({ star, tags, note }) => star || tags.length > 0 || note !== '');
}

function parsed(text: string): Annotation | null {
  try {
    return annotationSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Adds a line to the annotations of a folder, which is made where it is missing. */
export function writeAnnotation(folder: string, annotation: Annotation): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, annotationsFileName), `${JSON.stringify(annotation)}\n`);
}
