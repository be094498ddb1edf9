import type { RatingsAllowed } from '../rating-scale';
import type { Knowledge } from './estimating';
import type { Heard } from './hearing';
import type { OwnTable } from './own-table';
import type { AgentParameters } from './parameters';
import type { Situation } from './situation';

/** What a speaker has in mind when it writes a message. */
export interface View {
  readonly situation: Omit<Situation, 'instance'>;
  readonly heard: Heard;
  readonly known: Knowledge;
  readonly table: OwnTable;
  /** The rating it expects. */
  readonly own: number;
  readonly ratings: RatingsAllowed;
  readonly parameters: AgentParameters;
}

/** How far the collaboration has come: 0 in its first round, 1 in its last. */
export function progress({ situation: { round, rounds } }: View): number {
  return rounds < 2 ? 1 : (round - 1) / (rounds - 1);
}

/** A number as messages hold it: one decimal, and a sign where it is a difference. */
export function figure(value: number, signed = false): string {
  const text = value.toFixed(1).replace(/^-0\.0$/, '0.0');
  return signed && value > 0 && text !== '0.0' ? `+${text}` : text;
}
