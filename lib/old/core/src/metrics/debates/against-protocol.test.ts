import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questions, sampleQuestions } from '../../environments';
import { experiment } from '../../experiment';
import { countTokens, simulated } from '../../models';
import { byAnswer, debate, mad } from '../../protocols';
import type { Collaboration } from '../../transcripts';
import { debates } from '../columns';
import { rowOf, rowsOf } from '../testing/measured';
import { replayFilter } from './replay';
import { notesOf } from '../../transcripts/note';

/** The same simulated agents, asked the same first question, in a full debate and in one with the filter. */
describe('the protocol’s own filter', () => {
  let home: string;
  let full: Collaboration[];
  let selective: Collaboration[];
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'agora-replay-'));
    const run = async (name: string, protocol: ReturnType<typeof mad>) => [
      ...(await experiment({
        environment: questions({ set: sampleQuestions('gsm8k'), agents: 4 }),
        protocol,
        model: simulated(),
        collaborations: 12,
        folder: join(home, name),
        progress: 'none',
      })),
    ];
    full = await run('full', mad({ rounds: 2, memory: 'last round' }));
    const filter = { similarity: byAnswer, filter: true, participation: 'when something is new' } as const;
    selective = await run('selective', debate({ ...filter, rounds: 2, memory: 'last round' }));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('reference: in round 2 the replay drops and silences what the protocol does', async () => {
    let silenced = 0;
    for (const [index, one] of full.entries()) {
      const { turns } = (await replayFilter(one, { countTokens })).replays[0]!;
      const notes = notesOf(selective[index]!, 'filtered');
      for (const { agent, dropped, silent } of turns) {
        const note = notes.find(({ by }) => by === agent);
        expect(dropped).toEqual(note === undefined ? [] : note.data.dropped);
        expect(silent).toBe(notesOf(selective[index]!, 'silent').some(({ by }) => by === agent));
        silenced += silent ? 1 : 0;
      }
    }
    expect(silenced).toBeGreaterThan(0);
    expect(silenced).toBeLessThan(48);
  });

  it('reference: what a replay says silence saves is what the full debate cost more in those turns', async () => {
    const silentAll = full.filter((_, index) => notesOf(selective[index]!, 'silent').length === 4);
    expect(silentAll.length).toBeGreaterThan(0);
    for (const one of silentAll) {
      const { tokens, replays } = await replayFilter(one, { countTokens });
      const rows = await rowsOf([selective[one.index]!], debates());
      expect(tokens - replays[0]!.tokensSaved).toBe(rowOf(rows, 'tokens').value);
    }
  });
});
