import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../event';
import type { RunDescription } from '../run-description';

/** A run for tests. */
export const sampleDescription: RunDescription = {
  schema: 1,
  id: 'test-1',
  name: 'test',
  environment: { name: 'none', settings: {} },
  protocol: { name: 'none', settings: {} },
  model: { name: 'none', evidence: 'live', settings: {} },
  stop: null,
  sampling: {},
  seed: 1,
  collaborations: 2,
  versions: {},
  code: 'abc',
  created: '2026-01-01T00:00:00.000Z',
};

/** The events of a small collaboration. */
export const started = (collaboration: number): Event => ({
  type: 'started',
  collaboration,
  instance: null,
  agents: ['A'],
});
export const message = (collaboration: number, text: string): Event => ({
  type: 'message',
  collaboration,
  round: 1,
  phase: 'message',
  from: 'A',
  to: [],
  text,
});
export const finished = (collaboration: number, score = {}): Event => ({
  type: 'finished',
  collaboration,
  rounds: 1,
  cause: 'rounds',
  outcome: null,
  score,
});

/** Cuts a run after its first `from` events, then after `step` more, and so on; gives the lines that are gone. */
export function* cutShort(folder: string, from = 0, step = 1): Generator<readonly string[]> {
  const file = join(folder, 'events.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  for (let kept = from; kept < lines.length; kept += step) {
    writeFileSync(file, [...lines.slice(0, kept), ''].join('\n'));
    yield lines.slice(kept);
  }
}

/** Events of every type, collaboration after collaboration. */
export function sampleEvents(collaborations: number): Event[] {
  return Array.from({ length: collaborations }, (_, collaboration) => eventsOf(collaboration)).flat();
}

function eventsOf(collaboration: number): Event[] {
  const place = { collaboration, round: 1, phase: 'vote' };
  const reply = {
    type: 'reply',
    ...place,
    agent: 'A',
    repeat: 0,
    attempt: 0,
    request: 'ab',
    text: '{}',
    finish: 'stop',
    inputTokens: 3,
    outputTokens: 2,
    counted: 'reported',
    latencyMs: 0.5,
  } as const;
  return [
    { type: 'started', collaboration, instance: null, agents: ['A', 'B'] },
    { ...reply, cached: false, intent: { acts: [] } },
    { ...reply, agent: 'B', cached: true },
    { type: 'message', ...place, from: 'A', to: ['B'], visibleTo: [], text: 'hi' },
    { type: 'proposal', ...place, by: 'A', candidate: '1', proposal: { a: 1 }, reason: '', score: {} },
    { type: 'vote', ...place, by: 'A', ballot: null, reason: 'none' },
    {
      type: 'decision',
      ...place,
      by: 'majority',
      candidates: [{ id: '1', by: ['A'] }],
      tally: { 1: 1 },
      winners: ['1'],
      selected: null,
      standing: { candidate: '1', proposal: 2 },
      score: {},
    },
    { type: 'failure', ...place, agent: 'A', repeat: 0, kind: 'refused', reason: 'no', text: 'no' },
    { type: 'note', ...place, kind: 'tool', by: 'A', data: 1 },
    { type: 'finished', collaboration, rounds: 1, cause: 'rounds', outcome: null, score: {} },
  ];
}
