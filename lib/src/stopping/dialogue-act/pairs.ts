import { dialogueActs } from '../../language/dialogue-act';
import type { VisibleRound } from '../stopping-policy';
import type { DialogueActChoices } from './settings';

const sources = ['Start', ...dialogueActs] as const;
const acts = dialogueActs.length;
const numberOf = new Map<string, number>(dialogueActs.map((act, place) => [act, place]));

/** How many pairs there are: Start and each act before, each act after. */
export const pairCount = sources.length * acts;

/** "Propose -> Accept". */
export function pairName(pair: number): string {
  return `${sources[Math.floor(pair / acts)]} -> ${dialogueActs[pair % acts]}`;
}

export type PairChoices = Pick<DialogueActChoices, 'speakers' | 'start'>;

/** The dialogue acts of each agent in a round, by number. */
export interface NumberedActs {
  readonly agent: string;
  readonly acts: readonly number[];
}

/** An act that is none of the labels counts as Others. */
export function numberedActs({ acts: byAgent }: VisibleRound): NumberedActs[] {
  return Object.keys(byAgent).map((agent) => ({
    agent,
    acts: byAgent[agent]!.map((act) => numberOf.get(act) ?? numberOf.get('Others')!),
  }));
}

/**
 * Calls back for each pair of dialogue acts that links a round to the one before it: each act of an agent's in the
 * round before makes one with each act of (other) agents now. Round 1 has none, unless Start stands before it.
 * Source: RoundTable, Appendices D.6 and D.7.1.
 */
export function eachPair(
  before: readonly NumberedActs[] | undefined,
  current: readonly NumberedActs[],
  { speakers, start }: PairChoices,
  found: (pair: number) => void,
): void {
  for (const { agent, acts: said } of current)
    if (before === undefined) {
      if (start) for (const to of said) found(to);
    } else
      for (const { agent: other, acts: first } of before)
        if (speakers === 'any' || other !== agent)
          for (const from of first) for (const to of said) found((from + 1) * acts + to);
}
