import { dialogueActs } from '../../language/dialogue-act';
import type { VisibleRound } from '../stopping-policy';
import type { DialogueActChoices } from './settings';

const sources = ['Start', ...dialogueActs] as const;
const acts = dialogueActs.length;
const numberOf = new Map<string, number>(dialogueActs.map((act, place) => [act, place]));

/** How many pairs there are: Start and each act before, each act after. */
export const pairCount = sources.length * acts;

const names = sources.flatMap((from) => dialogueActs.map((to) => `${from} -> ${to}`));

/** "Propose -> Accept". */
export function pairName(pair: number): string {
  return names[pair]!;
}

export type PairChoices = Pick<DialogueActChoices, 'speakers' | 'start'>;

/** The dialogue acts of each agent in a round, by number. */
export interface NumberedActs {
  readonly agent: string;
  readonly acts: readonly number[];
}

/** An act that is none of the labels counts as Others. */
export function numberedActs({ acts: byAgent }: VisibleRound): NumberedActs[] {
  const others = numberOf.get('Others')!;
  return Object.keys(byAgent).map((agent) => ({
    agent,
    acts: byAgent[agent]!.map((act) => numberOf.get(act) ?? others),
  }));
}

/**
 * Counts the pairs of dialogue acts that link a round to the one before it: each act of an agent's in the round
 * before makes one with each act of (other) agents now. Round 1 has none, unless Start stands before it.
 * Source: RoundTable, Appendices D.6 and D.7.1.
 */
export function countPairs(
  before: readonly NumberedActs[] | undefined,
  current: readonly NumberedActs[],
  { speakers, start }: PairChoices,
  counter: { add(pair: number): void },
): void {
  for (const { agent, acts: said } of current)
    if (before === undefined) {
      if (start) for (const to of said) counter.add(to);
    } else
      for (const { agent: other, acts: first } of before)
        if (speakers === 'any' || other !== agent)
          for (const from of first) for (const to of said) counter.add((from + 1) * acts + to);
}
