import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collaboration, Event } from '../../protocols/protocol';

const part = { name: 'made up', settings: {} };

/** Writes a run with made-up talks, for tests. */
export function writeRun(folder: string, talks: readonly (Partial<Collaboration> | string)[]): void {
  mkdirSync(folder, { recursive: true });
  const about = {
    format: 4,
    name: 'made up',
    evidence: 'recorded',
    model: 'nobody',
    environment: part,
    protocol: part,
    seed: 0,
  };
  writeFileSync(join(folder, 'run.json'), JSON.stringify(about));
  writeFileSync(join(folder, 'collaborations.jsonl'), linesOf(talks));
}

export const linesOf = (talks: readonly (Partial<Collaboration> | string)[]): string =>
  talks.map((talk) => `${typeof talk === 'string' ? talk : JSON.stringify(talk)}\n`).join('');

export const message = (agent: string, text: string, round = 1): Event => ({
  type: 'message',
  round,
  agent,
  to: [],
  text,
});

/** Returns a talk with these messages. */
export const talk = (
  index: number,
  events: readonly Event[],
  more: Partial<Collaboration> = {},
): Partial<Collaboration> => ({
  index,
  case: `case ${index}`,
  task: 'Decide.',
  events,
  rounds: 1,
  cause: 'all rounds played',
  outcome: null,
  score: {},
  ...more,
});
