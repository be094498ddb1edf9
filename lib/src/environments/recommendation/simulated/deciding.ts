import type { Random } from '../../../random';
import { latestProposal } from './estimating';
import { nearestAllowed } from './nearest-allowed';
import { ratingStatements } from './phrases';
import { declines } from './sentences';
import type { Sentence } from './speaking';
import { progress, type View } from './view';

/**
 * How often agents speak of the decision itself. In a common task this comes late, and nobody has much to give way
 * on: proposals rise from the first value to the second and nearly all propose in the last round; the rest is rare.
 */
const habits = {
  propose: [0.05, 0.5],
  proposeAtEnd: 0.9,
  compromise: 0.1,
  defend: 0.15,
  accept: 0.15,
  decline: 0.2,
} as const;

/** A rating a star or more from the own estimate is worth turning down. */
const far = 1;

/** Takes sides on what was proposed, and says which rating the speaker would predict. */
export function decide(view: View, random: Random): Sentence[] {
  const { situation, own, ratings } = view;
  const { agent, candidates, round, rounds } = situation;
  const sentences: Sentence[] = [];
  const mine = latestProposal(agent, candidates)?.rating ?? null;
  const others = candidates.filter(({ by }) => !by.includes(agent)).map(({ proposal }) => proposal.rating);
  const disputed = others.some((rating) => rating !== mine);
  const say = (act: 'Propose' | 'Compromise' | 'Defend' | 'Accept', value: number) =>
    sentences.push({ act, text: random.pick(ratingStatements[act]).write({ value }) });

  const closest = [...others].sort((a, b) => Math.abs(a - own) - Math.abs(b - own))[0];
  const refused = others.find((rating) => Math.abs(rating - own) > far);
  if (refused !== undefined && random.chance(habits.decline))
    sentences.push({ act: 'Decline', text: random.pick(declines)(String(refused)) });
  if (mine !== null && disputed && Math.abs(mine - own) < far && random.chance(habits.defend))
    say('Defend', mine);
  else if (closest !== undefined && Math.abs(closest - own) < far && random.chance(habits.accept))
    say('Accept', closest);
  else if (random.chance(proposalChance(view, round === rounds))) {
    const range = [Math.min(...others, mine ?? Infinity), Math.max(...others, mine ?? -Infinity)] as const;
    const middle = nearestAllowed((range[0] + range[1]) / 2, ratings);
    if (others.length > 0 && range[1] - range[0] >= far && random.chance(habits.compromise))
      say('Compromise', middle);
    else say('Propose', nearestAllowed(own, ratings));
  }
  return sentences;
}

function proposalChance(view: View, last: boolean): number {
  const [least, most] = habits.propose;
  return last ? habits.proposeAtEnd : least + (most - least) * progress(view) ** 2;
}
