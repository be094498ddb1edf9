import { dialogueActs } from '../../language/dialogue-act';
import type { VisibleRound } from '../trajectory';

const numberOf = new Map<string, number>(dialogueActs.map((act, place) => [act, place]));
const others = dialogueActs.indexOf('Others');

/** "Propose -> Accept": each act before, with each act after. A pair's number is its place here. */
export const pairNames = dialogueActs.flatMap((from) => dialogueActs.map((to) => `${from} -> ${to}`));

/**
 * Counts the pairs of dialogue acts that link a round to the one before it: each act of an agent's in the round
 * before makes one with each act of other agents now. Round 1 has none. An act that is none of the labels counts as Others. Source: RoundTable, Appendices D.6 and D.7.1.
 * @returns how often each pair occurs, by its number
 */
export function countPairs(before: VisibleRound | undefined, current: VisibleRound): Uint32Array {
  const counts = new Uint32Array(pairNames.length);
  const earlier = before === undefined ? [] : numbersOf(before);
  for (const [agent, said] of numbersOf(current))
    for (const [other, first] of earlier)
      if (other !== agent)
        for (const from of first) for (const to of said) counts[from * dialogueActs.length + to]!++;
  return counts;
}

/** Each agent's acts by their places in the list. */
const numbersOf = ({ acts }: VisibleRound): [agent: string, numbers: number[]][] =>
  Object.entries(acts).map(([agent, labels]) => [agent, labels.map((act) => numberOf.get(act) ?? others)]);
