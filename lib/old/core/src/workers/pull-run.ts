import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AgoraError } from 'agora-voting';
import { placeWhole } from '../datasets/place-whole';
import { homeFolder } from '../project';
import type { Event } from '../transcripts';
import { promptsFileName } from '../transcripts/prompts';
import { descriptionFileName, eventsFileName } from '../transcripts/read-run';
import type { Database } from './database';
import { Journal, type SharedRun } from './journal';

/** A run that was pulled out of a journal. */
export interface Pulled {
  readonly name: string;
  readonly folder: string;
  readonly finished: number;
  readonly collaborations: number;
}

/** How many collaborations are read at once. */
const atOnce = 50;

/**
 * Writes a shared run as a run folder: what one process would have written that played one collaboration after the
 * other. Unfinished collaborations are there with their answers, and can be played on.
 * @param name - its name or its id, or the beginning of one of them
 * @param out - a folder that does not exist, or is empty; default: the run's folder under AGORA_HOME
 * @throws AgoraError 'no-run', 'folder', 'journal'
 */
export async function pullRun(url: string, name: string, out?: string): Promise<Pulled> {
  const journal = await Journal.open(url, 'agora pull');
  try {
    await journal.checkVersion();
    const run = await journal.find(name);
    const { id, collaborations } = run.description;
    const folder = resolve(out ?? join(homeFolder(), 'runs', id));
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new AgoraError(
        'folder',
        `${folder} exists already: remove it, or pull into another one with --out`,
      );
    let finished = 0;
    await placeWhole(
      folder,
      async (scratch) => {
        const whole = join(scratch, 'pulled');
        mkdirSync(whole);
        finished = await write(journal.database, run, whole);
        return whole;
      },
      '--out names another place',
    );
    return { name: run.name, folder, finished, collaborations };
  } finally {
    await journal.close();
  }
}

/** @returns how many collaborations are finished */
async function write(database: Database, run: SharedRun, folder: string): Promise<number> {
  writeFileSync(join(folder, descriptionFileName), `${JSON.stringify(run.description, null, 2)}\n`);
  const events = openSync(join(folder, eventsFileName), 'w');
  const prompts = openSync(join(folder, promptsFileName), 'w');
  let finished = 0;
  try {
    for (let from = 0; from < run.description.collaborations; from += atOnce) {
      const part = [run.number, from, Math.min(from + atOnce, run.description.collaborations)];
      // Courses first: what a course names is on record before it, so a run in progress can be pulled, too.
      const courses = await database.ask<CourseRow>(coursesOfPart, part);
      const answers = new Map<number, AnswerRow[]>();
      for (const row of await database.ask<AnswerRow>(answersOfPart, part)) {
        const known = answers.get(row.collaboration);
        if (known === undefined) answers.set(row.collaboration, [row]);
        else known.push(row);
      }
      for (const row of courses) {
        if (row.course !== null) finished++;
        writeFileSync(events, linesOf(row, answers.get(row.number) ?? []));
      }
      const lines = await database.ask<PromptRow>(promptsOfPart, part);
      writeFileSync(prompts, inTheirOrder(lines).join(''));
    }
  } finally {
    closeSync(events);
    closeSync(prompts);
  }
  return finished;
}

interface AnswerRow extends Record<string, unknown> {
  readonly collaboration: number;
  readonly call: string;
  /** The event's JSON. */
  readonly event: string;
}

interface CourseRow extends Record<string, unknown> {
  readonly number: number;
  readonly course: readonly (string | Event)[] | null;
}

/**
 * Lines of events.jsonl: in the order of the protocol, or as answers came where a collaboration is not finished.
 * @throws AgoraError 'journal' when an answer is missing
 */
function linesOf({ number, course }: CourseRow, answers: readonly AnswerRow[]): string {
  if (course === null) return answers.map(({ event }) => `${event}\n`).join('');
  const byCall = new Map(answers.map(({ call, event }) => [call, event]));
  let lines = '';
  for (const item of course) {
    if (typeof item !== 'string') {
      lines += `${JSON.stringify(item)}\n`;
      continue;
    }
    const line = byCall.get(item);
    if (line === undefined)
      throw new AgoraError(
        'journal',
        `The journal is damaged: collaboration ${number} is finished, and its answer ${item} is missing.`,
      );
    lines += `${line}\n`;
  }
  return lines;
}

interface PromptRow extends Record<string, unknown> {
  readonly collaboration: number;
  readonly begun: number;
  readonly prompt: string;
}

/**
 * The prompts of one beginning belong together: a prompt refers to lines of those before it. Where they start is read
 * here, since PostgreSQL reads no JSON that holds NUL or half a surrogate pair.
 */
function inTheirOrder(rows: readonly PromptRow[]): string[] {
  const placed = rows.map((row) => ({ ...row, from: (JSON.parse(row.prompt) as { from: number }).from }));
  placed.sort((a, b) => a.collaboration - b.collaboration || a.begun - b.begun || a.from - b.from);
  return placed.map(({ prompt }) => prompt);
}

const answersOfPart = `
  select collaboration, call, event::text as event from agora.answers
  where run = $1 and collaboration >= $2 and collaboration < $3 order by collaboration, line`;

const coursesOfPart = `
  select number, course from agora.collaborations
  where run = $1 and number >= $2 and number < $3 order by number`;

const promptsOfPart = `
  select collaboration, begun, prompt from (
    select collaboration, begun, prompt, line from agora.answers
    where run = $1 and collaboration >= $2 and collaboration < $3 and prompt <> ''
    union all
    select collaboration, begun, prompt, line from agora.prompts_beside
    where run = $1 and collaboration >= $2 and collaboration < $3
  ) as all_prompts
  order by line`;
