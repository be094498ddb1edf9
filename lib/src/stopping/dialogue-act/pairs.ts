import { dialogueActs } from '../../language/dialogue-act';
import type { VisibleRound } from '../course';
import type { DialogueActChoices } from './settings';

const sources = ['Start', ...dialogueActs];
const numberOf = new Map<string, number>(dialogueActs.map((act, place) => [act, place]));
const others = dialogueActs.indexOf('Others');

/** "Propose -> Accept": Start and each act before, with each act after. A pair's number is its place here. */
export const pairNames = sources.flatMap((from) => dialogueActs.map((to) => `${from} -> ${to}`));

/**
 * Counts the pairs of dialogue acts that link a round to the one before it: each act of an agent's in the round
 * before makes one with each act of (other) agents now. Round 1 has none, unless Start stands before it. An act that is
 * none of the labels counts as Others. Source: RoundTable, Appendices D.6 and D.7.1.
 * @returns how often each pair occurs, by its number
 */
export function countPairs(
  before: VisibleRound | undefined,
  current: VisibleRound,
  { speakers, start }: Pick<DialogueActChoices, 'speakers' | 'start'>,
): Uint32Array {
  const counts = new Uint32Array(pairNames.length);
  const earlier = before === undefined ? (start ? [['', [0]] as const] : []) : numbersOf(before, 1);
  for (const [agent, said] of numbersOf(current, 0))
    for (const [other, first] of earlier)
      if (speakers === 'any' || other !== agent)
        for (const from of first) for (const to of said) counts[from * dialogueActs.length + to]!++;
  return counts;
}

/** Each agent's acts by their places in the list, the first being at `offset`. */
const numbersOf = ({ acts }: VisibleRound, offset: number): [agent: string, numbers: number[]][] =>
  Object.entries(acts).map(([agent, labels]) => [
    agent,
    labels.map((act) => offset + (numberOf.get(act) ?? others)),
  ]);
