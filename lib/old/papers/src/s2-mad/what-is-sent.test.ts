import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDebatePhase } from 'agora-core/browser';
import { questions, sampleQuestions } from 'agora-core/environments';
import { experiment } from 'agora-core/experiment';
import { simulated } from 'agora-core/models';
import {
  debate,
  type DebateOptions,
  groupDebate,
  mad,
  type Protocol,
  s2mad,
  sparseMad,
} from 'agora-core/protocols';
import { type Collaboration, eventsOf } from 'agora-core/transcripts';
import { letters } from '../../../core/src/protocols/debate/testing/letters';
import { lengthsOf, partsIn } from './testing/lengths-of';
import { quotingModel } from './testing/quoting-model';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-sent-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Names that are easily taken for another, for a summariser, for a group, or for what every object has. */
const names = ['a', 'A', 'Summariser 1', '__proto__', 'Group 2'];
let runs = 0;
const play = async (protocol: Protocol): Promise<Collaboration[]> => [
  ...(await experiment({
    environment: { ...letters(5), agents: () => names.map((name) => ({ name, background: '' })) },
    protocol,
    model: quotingModel(runs),
    collaborations: 4,
    progress: 'none',
    folder: join(home, `run-${runs++}`),
  })),
];

/** Texts are alike by their number, whatever their answers are. */
const byMark = {
  name: 'embedding',
  settings: {},
  begin: () => {
    const kind = (text: string): number => Number(/\[#(\d+)\]/.exec(text)?.[1]) % 3;
    return {
      learn: () => {},
      covers: (known: readonly { text: string }[], { text }: { text: string }) =>
        known.some((other) => kind(other.text) === kind(text)),
    };
  },
};
const long = { rounds: 5 } as const;
const methods: Readonly<Record<string, (options: DebateOptions) => Protocol>> = {
  mad: (more) => mad({ ...long, ...more }),
  'mad in turn': (more) => mad({ ...long, order: 'in turn', ...more }),
  'a ring': (more) => sparseMad({ ...long, ...more }),
  'cut links': (more) => sparseMad({ ...long, topology: { kind: 'cut', probability: 0.4 }, ...more }),
  groups: (more) => groupDebate({ ...long, ...more }),
  'groups by different answers': (more) =>
    groupDebate({ ...long, intraRounds: 1, summarise: 'different answers', ...more }),
  s2mad: (more) => s2mad({ ...long, earlyEnd: 'never', ...more }),
  's2mad in turn, without silence': (more) =>
    s2mad({ ...long, order: 'in turn', seen: 'round', participation: 'always', ...more }),
  's2mad by texts': (more) =>
    s2mad({ ...long, similarity: byMark, summarise: 'different answers', earlyEnd: 'never', ...more }),
  'one group by texts': (more) =>
    debate({ ...long, similarity: byMark, filter: true, participation: 'when something is new', ...more }),
};

/** What first prompts quoted, by the model's own count: of a member's turn, or of a summary that could be used. */
function quotedIn(held: Collaboration) {
  const first = eventsOf(held, 'reply').filter(({ attempt }) => attempt === 0);
  const used = eventsOf(held, 'note').filter(({ kind }) => kind === 'summary');
  const of = (wanted: (reply: (typeof first)[number]) => boolean): number =>
    first.filter(wanted).reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  return {
    turn: (round: number, name: string): number =>
      of((reply) => reply.round === round && reply.agent === name && !reply.phase.endsWith('/summary')),
    summary: (stage: number, group: number): number =>
      of(({ phase }) => {
        const place = readDebatePhase(phase);
        const asked = place?.step === 'summary' && place.stage === stage && place.group === group;
        return asked && used.some((note) => note.phase === phase);
      }),
  };
}

describe('what is sent', () => {
  for (const memory of ['last round', 'own answers', 'whole debate'] as const)
    it(`law: every prompt of every method holds what is counted, to the token: memory of ${memory}`, async () => {
      for (const [method, protocol] of Object.entries(methods))
        for (const held of await play(protocol({ memory }))) {
          const { heard, summarised, rounds } = lengthsOf(held);
          const quoted = quotedIn(held);
          const turns = Array.from({ length: rounds }, (_, t) =>
            held.agents.map((name) => quoted.turn(t + 1, name)),
          );
          expect({ method, heard }).toEqual({ method, heard: turns });
          const summaries = summarised?.map((groups, stage) =>
            groups.map((_, group) => quoted.summary(stage + 1, group + 1)),
          );
          expect({ method, summarised }).toEqual({ method, summarised: summaries });
        }
    });

  it('contract: the debates above had silence, drops, failures and repairs', async () => {
    const seen = { silent: 0, dropped: 0, failed: 0, repaired: 0, refused: 0 };
    for (const protocol of Object.values(methods))
      for (const held of await play(protocol({}))) {
        const notes = (kind: string) => eventsOf(held, 'note').filter((note) => note.kind === kind).length;
        const failures = eventsOf(held, 'failure');
        seen.silent += notes('silent');
        seen.dropped += notes('filtered');
        seen.failed += failures.length;
        seen.refused += failures.filter(({ kind }) => kind === 'refused').length;
        seen.repaired += eventsOf(held, 'reply').filter(({ attempt }) => attempt > 0).length;
      }
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('law: what is sent leaves the same words of its own over in every prompt of a debate', async () => {
    const run = await experiment({
      environment: questions({ set: sampleQuestions('gsm8k'), agents: 4 }),
      protocol: mad({ rounds: 2, memory: 'last round' }),
      model: simulated(),
      collaborations: 12,
      folder: join(home, 'full'),
      progress: 'none',
    });
    for (const one of run) {
      const parts = await partsIn(one, { counting: 'what is sent' });
      expect(parts['round 1']?.['overhead']).toBe(0);
      const second = parts['round 2']?.['overhead'] ?? NaN;
      expect(second).toBeGreaterThan(0);
      // Four prompts, a heading for each text that it quotes: some dozens of tokens each.
      expect(second / 4).toBeLessThan(120);
    }
  });
});
