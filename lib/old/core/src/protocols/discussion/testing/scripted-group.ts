import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Environment } from '../../../environments';
import { experiment } from '../../../experiment';
import type { ChatRequest } from '../../../models';
import { eventsOf, type Collaboration } from '../../../transcripts';
import { scripted } from '../../debate/testing/scripted';
import { discussion, type DiscussionOptions } from '..';

/** A letter to agree on; "A" is right. Its prompts contain no marks. */
export const letters = (agents: number): Environment<null, string> => ({
  name: 'letters',
  settings: { agents },
  instance: () => null,
  agents: () =>
    Array.from({ length: agents }, (_, place) => ({ name: `Agent ${place + 1}`, background: '' })),
  task: () => 'Agree on a letter.',
  proposalFormat: () => ({ text: '"<letter>"', schema: () => ({ type: 'string' }) }),
  readProposal: (_, value) =>
    typeof value === 'string' ? { ok: true, value } : { ok: false, reason: 'a letter is wanted' },
  proposalKey: String,
  showProposal: (_, letter) => letter,
  score: (_, letter) => ({ correct: letter === 'A' ? 1 : 0 }),
});

/** What a group says, by phase. In an omitted phase agents have nothing to say. */
export type Script = Partial<
  Record<
    'statement' | 'join' | 'direct' | 'conclusion' | 'summary',
    (agent: string, round: number, repeat?: number) => unknown
  >
>;

/** Answers that leave everything open: all judgements differ, and the instructor waits. */
const open: Required<Script> = {
  statement: (agent) => ({ reason_for_decision: 'so', proposal: agent, target: [] }),
  join: () => ({ speak: true }),
  direct: () => ({ speakers: [] }),
  conclusion: () => ({ reason_for_decision: '', proposal: null }),
  summary: () => 'sum',
};

let home: string | undefined;
afterAll(() => {
  if (home !== undefined) rmSync(home, { recursive: true, force: true });
});

/** How often a text contains a mark. In these tests only marks count as tokens. */
export const marksIn = (text: string): number => text.split('§').length - 1;

let played = 0;
interface Played {
  readonly seed?: number;
  /** The name of the run's folder; the same name resumes the run. */
  readonly name?: string;
  /** Called before each answer. */
  readonly before?: () => void;
  /** A policy that stops the group after this round. */
  readonly stopAfter?: number;
}

/** Plays one group by a script, and reports who was asked what. */
export async function playGroup(
  options: DiscussionOptions,
  agents: number,
  script: Script = {},
  { seed = 7, name = String(played++), before = () => {}, stopAfter }: Played = {},
) {
  home ??= mkdtempSync(join(tmpdir(), 'agora-collaboration-'));
  const { model, asked } = scripted((agent, round, { call }) => {
    before();
    const phase = call.phase as keyof Script;
    const answer = (script[phase] ?? open[phase])(agent, round, call.repeat);
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  });
  const decide = ({ events }: Collaboration) =>
    eventsOf({ events }, 'message').some(({ round }) => round === stopAfter);
  const run = await experiment({
    ...(stopAfter === undefined ? {} : { stop: { name: 'after', settings: { stopAfter }, decide } }),
    environment: letters(agents),
    protocol: discussion(options),
    model,
    seed,
    collaborations: 1,
    folder: join(home, name),
    progress: 'none',
    cache: false,
  });
  const textOf = ({ messages }: ChatRequest) => messages.map(({ content }) => content).join('\n');
  const prompt = (phase: string, agent: string, round: number): string => {
    const found = asked.find(
      ({ call }) => call.phase === phase && call.agent === agent && call.round === round,
    );
    return found === undefined ? 'NOT ASKED' : textOf(found);
  };
  return { group: [...run][0] as Collaboration, asked, prompt, textOf };
}
