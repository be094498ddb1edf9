import type { Collaboration } from '../../transcripts/collaboration';
import { readDebatePhase } from '../../transcripts/debate-phase';

/**
 * Who was asked in a round, and who stayed silent. A turn is one question to one agent; repairs do not count as
 * turns.
 */
export interface RoundTurns {
  readonly round: number;
  readonly asked: number;
  readonly silent: number;
}

/**
 * The turns of one debate by round, without summaries and ballots. A reply shows that there was a turn, or a failure
 * if no answer came; imported debates have only messages. Several paths of one agent are several turns.
 */
export function turnsByRound({ agents, events, finished }: Collaboration): RoundTurns[] {
  const asked = new Map<number, Set<string>>();
  const silent = new Map<number, Set<string>>();
  const paths = new Set<string>();
  const put = (turns: typeof asked, round: number, turn: string): void => {
    turns.set(round, (turns.get(round) ?? new Set()).add(turn));
  };
  for (const event of events) {
    if (event.type === 'note' && event.kind === 'silent') put(silent, event.round, event.by ?? '');
    if (event.type !== 'reply' && event.type !== 'failure') continue;
    const step = readDebatePhase(event.phase)?.step ?? 'summary';
    if (step === 'summary' || !agents.includes(event.agent)) continue;
    put(asked, event.round, `${event.agent}/${event.repeat}`);
    paths.add(`${event.round}/${event.agent}`);
  }
  for (const event of events)
    if (event.type === 'message' && agents.includes(event.from)) {
      if (!paths.has(`${event.round}/${event.from}`)) put(asked, event.round, event.from);
    }
  const rounds = Math.max(0, finished?.rounds ?? 0, ...asked.keys(), ...silent.keys());
  return Array.from({ length: rounds }, (_, place) => ({
    round: place + 1,
    asked: asked.get(place + 1)?.size ?? 0,
    silent: silent.get(place + 1)?.size ?? 0,
  }));
}
