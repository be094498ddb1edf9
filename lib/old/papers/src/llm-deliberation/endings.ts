import { sum } from 'simple-statistics';
import { remembered } from 'agora-core/internal';
import type { Columns } from 'agora-core/metrics';
import { type Collaboration, eventsOf } from 'agora-core/transcripts';
import { check, listOf, object, oneOf } from 'agora-voting/internal';
import { seatGiven, seatsOf, worthOf, type Deal, type Seat } from './game';

/*
 * LLM-Deliberation's games as Deliberation (Wang et al.) measures its own: what every party knows alone is its score
 * sheet, a decision is valid if it breaks nobody's minimum, and the reward is the group's total, compared with the best
 * that one mind with all sheets would find (Appendix B.1: NR and VR). Unlike that paper's agents, who share one reward,
 * each of these has a score of its own.
 */

type Accepts = 'everybody' | 'the rule';

const bestArguments = object('arguments', {
  seats: listOf('parties', seatGiven, 1),
  accepts: oneOf('everybody', 'the rule'),
});

/**
 * The deal with the largest total among those that all parties accept (each gets its minimum), or among those that pass
 * by the game's rule (all but one accept, and both with a veto). It tries every deal. Costs deals x parties.
 * @returns the first of equally good ones; null if there is none
 * @example
 * const seat = (A: number[]) => ({ party: 'p', role: 'player', scores: { A }, minimum: 3 }) as const;
 * papers.llmDeliberation.bestDeal([seat([9, 4]), seat([0, 4])]); // => { deal: { A: 2 }, total: 8 }
 */
export function bestDeal(
  seats: readonly Seat[],
  accepts: Accepts = 'everybody',
): { readonly deal: Deal; readonly total: number } | null {
  check('bestDeal', bestArguments, { seats, accepts });
  const issues = Object.entries(seats[0]?.scores ?? {});
  let best: { deal: Deal; total: number } | null = null;
  const choose = (deal: Deal, worth: readonly number[]): void => {
    const [issue, options] = issues[Object.keys(deal).length] ?? ['', []];
    for (const place of options.keys())
      choose(
        { ...deal, [issue]: place + 1 },
        worth.map((one, seat) => one + (seats[seat]?.scores[issue]?.[place] ?? 0)),
      );
    if (options.length > 0 || !isAccepted(worth, seats, accepts)) return;
    const total = sum(worth);
    if (best === null || total > best.total) best = { deal, total };
  };
  choose(
    {},
    seats.map(() => 0),
  );
  return best;
}

/**
 * Columns of a game, in percent, for its end: the leader's last proposal.
 * - VR: all parties get their minimum. NR: the share of the best such total; 0 if a party does not.
 * - NR offered: the same for the best deal that any party proposed. So 100 - NR offered is the value that nobody found,
 *   and NR offered - NR the value that was proposed and lost.
 * - shortfall: the difference to the best deal, for a deal that all parties accept.
 * - VR by rule, NR by rule: the same by the game's own rule. Null for a game without such a deal, or an aborted one.
 * @example
 * Object.keys(papers.llmDeliberation.columns).length; // => 6
 */
export const columns: Columns = {
  VR: ending(({ isValid }) => (isValid ? 100 : 0)),
  NR: ending(({ reward }) => reward),
  'NR offered': ending(({ offered }) => offered),
  shortfall: ending(({ isValid, reward }) => (isValid ? 100 - reward : null)),
  'VR by rule': ending(({ isValid }) => (isValid ? 100 : 0), 'the rule'),
  'NR by rule': ending(({ reward }) => reward, 'the rule'),
};

interface Ending {
  readonly isValid: boolean;
  readonly reward: number;
  readonly offered: number;
}

function ending(read: (ending: Ending) => number | null, accepts: Accepts = 'everybody') {
  return (one: Collaboration): number | null => {
    const found = endings(one)?.[accepts] ?? null;
    return found && read(found);
  };
}

const endings = remembered((one: Collaboration): Readonly<Record<Accepts, Ending | null>> | null => {
  const seats = seatsOf(one);
  if (one.finished === null || one.finished.cause === 'broken off') return null;
  const last = one.finished.outcome as Deal | null;
  const offers = eventsOf(one, 'proposal').map(({ proposal }) => proposal as Deal | null);
  const by = (accepts: Accepts): Ending | null => {
    const best = bestDeal(seats, accepts);
    if (best === null) return null;
    const rewardOf = (deal: Deal | null): number | null => {
      const worth = deal && seats.map((seat) => worthOf(deal, seat));
      return worth && isAccepted(worth, seats, accepts) ? (100 * sum(worth)) / best.total : null;
    };
    const reward = rewardOf(last);
    const offered = Math.max(0, ...offers.map((offer) => rewardOf(offer) ?? 0));
    return { isValid: reward !== null, reward: reward ?? 0, offered };
  };
  return { everybody: by('everybody'), 'the rule': by('the rule') };
});

/** @param worth - what a deal is worth to each seat */
function isAccepted(worth: readonly number[], seats: readonly Seat[], accepts: Accepts): boolean {
  const against = seats.filter(({ minimum }, place) => (worth[place] ?? 0) < minimum);
  if (accepts === 'everybody') return against.length === 0;
  return against.length <= 1 && against.every(({ role }) => role === 'player');
}
