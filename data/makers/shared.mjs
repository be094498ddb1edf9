// What the makers of recorded sets share: reading originals, and writing a set in the kit's own format.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const recordedFolder = join(root, 'data/recorded');
/** The folder of the originals, one folder a set. */
export const originals = join(process.env.AGORA_SHARED_DATA ?? join(root, '../shared/data'), 'recorded');

/** The records of a JSONL file, gzipped or not. Lines end at "\n" only. */
export function readJsonLines(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

export const original = (set, file) => readJsonLines(join(originals, set, file));

export const writeJsonLines = (path, records) =>
  writeFileSync(path, gzipSync(`${records.map((one) => JSON.stringify(one)).join('\n')}\n`, { level: 9 }));

/**
 * Writes a set: run.json and collaborations.jsonl.gz. LICENSE.txt and SOURCE.md beside them are written by hand.
 * @param about - what run.json says, without its format; `licence`, `source` and `title` are for `recordedSets()`
 */
export function writeSet(name, about, collaborations, { parent = recordedFolder } = {}) {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const run = {
    format: 4,
    name,
    evidence: 'recorded',
    seed: 0,
    ...about,
    collaborations: collaborations.length,
  };
  writeFileSync(join(folder, 'run.json'), `${JSON.stringify(run, null, 2)}\n`);
  writeJsonLines(join(folder, 'collaborations.jsonl.gz'), collaborations);
  const size = statSync(join(folder, 'collaborations.jsonl.gz')).size;
  console.log(`${name}: ${collaborations.length} collaborations, ${size.toLocaleString('en-US')} bytes`);
  writeChecksums();
}

/** Writes SHA256SUMS, which `recorded` compares its files with. Form of `sha256sum`. */
function writeChecksums() {
  const lines = readdirSync(recordedFolder, { recursive: true })
    .filter((file) => file.endsWith('collaborations.jsonl.gz'))
    .sort()
    .map((file) => {
      const bytes = readFileSync(join(recordedFolder, file));
      return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
    });
  writeFileSync(join(recordedFolder, 'SHA256SUMS'), lines.join(''));
}

/** A collaboration with its parts in the order of the type `Collaboration`. */
export function collaboration(parts) {
  const {
    index,
    case: name,
    task,
    agents,
    events,
    calls = [],
    rounds,
    cause,
    outcome = null,
    score = {},
    labels,
  } = parts;
  return {
    index,
    case: name,
    task,
    agents: agents.map((agent) => (typeof agent === 'string' ? { name: agent, background: '' } : agent)),
    events,
    calls,
    rounds,
    cause,
    outcome,
    score,
    ...(labels === undefined ? {} : { labels }),
  };
}

/**
 * Divides a talk into rounds. A round begins when a speaker speaks for a second time, unless nobody else has spoken in
 * between.
 */
export function roundCounter() {
  let round = 1;
  let spoken = new Set();
  let last = null;
  return (speaker) => {
    if (speaker !== last && spoken.has(speaker)) {
      round++;
      spoken = new Set();
    }
    spoken.add(speaker);
    last = speaker;
    return round;
  };
}

/** A ranking by numbers, the largest first. Equal numbers share a place: ["A", ["B", "C"], "D"]. */
export function rankedBy(options, numberOf) {
  const numbers = [...new Set(options.map(numberOf))].sort((a, b) => b - a);
  return numbers.map((number) => {
    const tied = options.filter((option) => numberOf(option) === number);
    return tied.length === 1 ? tied[0] : tied;
  });
}

export const without = (record, ...names) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

export { existsSync, join, readFileSync, readdirSync };
