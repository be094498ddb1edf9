import { type Collaboration, recorded } from 'agora-core/transcripts';

/** The recorded games that were finished. */
export interface FinishedGames {
  readonly all: readonly Collaboration[];
  readonly evidence: 'recorded';
  readonly name: string;
}

let read: FinishedGames | undefined;

/** All 597. Read once: the set is large, and what is measured on a game is remembered with it. */
export function finishedGames(): FinishedGames {
  if (read !== undefined) return read;
  const set = recorded('llm-deliberation');
  const all = [...set].filter((game) => game.finished?.cause !== 'broken off');
  read = { all: all, evidence: 'recorded', name: set.name };
  return read;
}
