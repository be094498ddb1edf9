import type { JsonObject } from '../environments/environment';
import type { Collaboration, Event, ProposalEvent } from '../protocols/protocol';
import { toBallot, type BallotKind, type BallotReply } from '../voting/ballots';
import type { Rule } from '../voting/rule';
import { wholeShares } from '../voting/simulated-ballot';
import { breakTies } from '../voting/ties';

/**
 * Computes votes on recorded negotiations, to see which of the real proposals a rule would select. Nobody cast these
 * votes.
 */

/**
 * Adds a vote after each complete round of recorded negotiations, as if every party voted according to its own score
 * sheet. The candidates are each party's latest deal and the current decision, as in the round-table protocol. With
 * single-choice ballots, no deal is selected in a tie; with all other ballots, the first of the tied deals is selected.
 * Nobody cast these votes, so they do not show what models would vote or propose.
 */
export function computedVotes(games: Iterable<Collaboration>, rule: Rule): Collaboration[] {
  return [...games].map((one) => withVotes(one, rule));
}

function withVotes(one: Collaboration, rule: Rule): Collaboration {
  const names = one.agents.map(({ name }) => name);
  const rounds = Number(one.labels?.wholeRounds ?? one.rounds);
  const latest = new Map<string, ProposalEvent>();
  let standing: ProposalEvent | null = null;
  const events: Event[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const event of one.events) {
      if (event.round !== round || event.type === 'decision') continue;
      events.push(event);
      if (event.type === 'proposal' && event.proposal !== null) latest.set(event.agent, event);
    }
    const candidates = agenda(names, latest, standing);
    const options = candidates.map(({ candidate }) => candidate!);
    const ballots = one.agents.map(({ name, background }) => {
      const worth = candidates.map((deal) => worthTo(name, deal));
      const own = latest.get(name)?.candidate ?? null;
      return toBallot(rule.ballot, ballotBy(rule.ballot, options, worth, own, minimumIn(background)));
    });
    const { winners, totals } =
      options.length === 0
        ? { winners: [], totals: {} }
        : rule.count({ options, ballots, electorate: names.length });
    const selected = breakTies(winners, rule.ballot === 'choice' ? 'none' : 'first');
    standing = candidates.find(({ candidate }) => candidate === selected) ?? standing;
    events.push({
      type: 'decision',
      round,
      by: rule.name,
      candidates: candidates.map(({ candidate, agent }) => ({ id: candidate!, by: [agent] })),
      totals,
      winners,
      selected,
      standing: standing && { candidate: standing.candidate!, proposal: standing.proposal },
      score: standing?.score ?? nothing(names),
    });
  }
  const score = standing?.score ?? nothing(names);
  return {
    ...one,
    events,
    rounds,
    outcome: standing?.proposal ?? null,
    score,
  };
}

/** Returns the parties' latest deals, in party order, then the current decision. Identical deals are listed once. */
function agenda(
  names: readonly string[],
  latest: ReadonlyMap<string, ProposalEvent>,
  standing: ProposalEvent | null,
): ProposalEvent[] {
  const found = new Map<string, ProposalEvent>();
  for (const deal of [...names.map((name) => latest.get(name)), standing])
    if (deal != null && !found.has(deal.candidate!)) found.set(deal.candidate!, deal);
  return [...found.values()];
}

const worthTo = (name: string, { score }: ProposalEvent): number =>
  ((score?.utilities ?? {}) as Readonly<Record<string, number>>)[name] ?? 0;

const nothing = (names: readonly string[]): JsonObject => ({
  utilities: Object.fromEntries(names.map((name) => [name, 0])),
  share: 0,
  unanimous: 0,
});

/** Reads a party's minimum score from its background. */
const minimumIn = (background: string): number =>
  Number(/Accept no deal below (\d+) points/.exec(background)?.[1] ?? 0);

/**
 * Returns a party's ballot, given what each candidate is worth to the party. Among equally good candidates, the party
 * prefers its own deal. On an approval ballot, it approves every candidate that is worth at least its minimum score.
 */
export function ballotBy(
  kind: BallotKind,
  options: readonly string[],
  worth: readonly number[],
  own: string | null,
  minimum: number,
): BallotReply {
  const lowest = Math.min(...worth);
  const range = Math.max(...worth) - lowest;
  const order = options
    .map((option, place) => ({ option, worth: worth[place]!, place }))
    .sort(
      (a, b) => b.worth - a.worth || Number(b.option === own) - Number(a.option === own) || a.place - b.place,
    )
    .map(({ option }) => option);
  const byOption = (values: readonly number[]): Record<string, number> =>
    Object.fromEntries(options.map((option, place) => [option, values[place]!]));
  switch (kind) {
    case 'choice':
      return order[0]!;
    case 'ranking':
      return order;
    case 'approval':
      return options.filter((_, place) => worth[place]! >= minimum);
    case 'rating':
      return byOption(worth.map((one) => (range === 0 ? 3 : Math.floor(1.5 + (4 * (one - lowest)) / range))));
    case 'points':
      return byOption(
        wholeShares(
          worth.map((one) => (range === 0 ? 1 : one - lowest)),
          options.length,
        ),
      );
  }
}
