import type { Event, Collaboration } from '../../protocols/protocol';

/** A collaboration for tests: two agents, no events, one round. */
export const made = (
  given: Partial<Collaboration> & { readonly events?: readonly Event[] } = {},
): Collaboration => ({
  index: 0,
  case: String(given.index ?? 0),
  task: '',
  agents: ['Ann', 'Bob'].map((name) => ({ name, background: '' })),
  events: [],
  calls: [],
  rounds: 1,
  cause: 'all rounds played',
  outcome: null,
  score: {},
  ...given,
});

type Utilities = Readonly<Record<string, number>>;

/** An economy score with an optimum of 100, so that totals are also percentages. */
export const score = (utilities: Utilities) => {
  const total = Object.values(utilities).reduce((sum, one) => sum + one, 0);
  return { utilities, total, optimum: 100, share: total / 100 };
};

/** The decision in force after a round. A null id means no decision. */
export const decision = (
  round: number,
  id: string | null,
  utilities: Utilities = { Ann: 0, Bob: 0 },
): Event => ({
  type: 'decision',
  round,
  by: 'majority',
  candidates: [],
  totals: {},
  winners: [],
  selected: id,
  standing: id === null ? null : { candidate: id, proposal: {} },
  score: score(utilities),
});

export const proposal = (round: number, agent: string, id: string | null, utilities?: Utilities): Event => ({
  type: 'proposal',
  round,
  agent,
  candidate: id,
  proposal: id === null ? null : {},
  ...(utilities && { score: score(utilities) }),
});
