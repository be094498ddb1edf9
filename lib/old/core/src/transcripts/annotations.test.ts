import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagAgreement } from '../metrics/tag-agreement';
import { tags } from '../metrics/columns/tags';
import { measure } from '../metrics/measure';
import { readAnnotations, writeAnnotation, type Annotation } from './annotations';
import type { Collaboration } from './collaboration';
import type { Event } from './event';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'agora-notes-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const said = (from: string): Event => ({
  type: 'message',
  collaboration: 0,
  round: 1,
  phase: 'talk',
  from,
  to: [],
  text: 'I could give way.',
});
const talk: Collaboration = {
  index: 0,
  instance: null,
  agents: ['Ann', 'Ben'],
  events: ['Ann', 'Ben', 'Ann', 'Ben'].map(said),
  finished: null,
};
const noted = (event: number | null, reader: string, own: readonly string[]): Annotation => ({
  collaboration: 0,
  event,
  reader,
  star: false,
  tags: own,
  note: '',
  at: '2026-01-01T00:00:00Z',
});

describe('annotations', () => {
  it('known: the last word of each reader stands, what is taken back is gone, and tags are counted by agent', async () => {
    expect(readAnnotations(folder)).toEqual([]);
    for (const one of [
      noted(0, 'first', ['offer']),
      noted(0, 'first', ['concession']),
      noted(1, 'first', ['concession']),
      noted(2, 'first', ['concession']),
      noted(2, 'first', []),
      noted(0, 'second', ['concession']),
      noted(3, 'second', ['concession']),
    ])
      writeAnnotation(folder, one);
    expect(readAnnotations(folder)).toHaveLength(4);
    const run = Object.assign([talk], { folder, evidence: 'recorded' as const });
    const counted = async (settings: Parameters<typeof tags>[1]) =>
      (await measure(run, tags(run, settings))).map(({ tag, agent, value }) => [tag, agent, value]);
    expect(await counted({})).toEqual([['concession', undefined, 3]]);
    expect(await counted({ by: 'agent' })).toEqual([
      ['concession', 'Ann', 1],
      ['concession', 'Ben', 2],
    ]);
    expect(await counted({ reader: 'second' })).toEqual([['concession', undefined, 2]]);
    // first: yes yes no no; second: yes no no yes. Agreement 1/2, expected 1/2 x 1/2 + 1/2 x 1/2: kappa is 0.
    expect(tagAgreement(run, 'concession')).toMatchObject({ kappa: 0, agreement: 0.5, expected: 0.5, n: 4 });
    expect(() => tagAgreement(run, 'offer', ['first', 'nobody'])).toThrow('that both first and nobody read');
  });

  it('contract: a line that was cut off is left out, another that is none is named, and settings are checked', () => {
    appendFileSync(join(folder, 'annotations.jsonl'), '{"collaboration":');
    expect(readAnnotations(folder)).toHaveLength(4);
    appendFileSync(join(folder, 'annotations.jsonl'), '7}\n');
    expect(() => readAnnotations(folder)).toThrow('annotations.jsonl, line 8 is not an annotation');
    expect(() => readAnnotations(7 as never)).toThrow('readAnnotations needs a run, recorded collaborations');
    expect(() => tags(folder, { by: 'round' as never })).toThrow('columns.tags needs');
  });
});
