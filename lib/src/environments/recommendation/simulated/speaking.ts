import type { Random } from '../../../random';
import type { Act } from '../../exchange-economy/simulated';
import type { RatingsAllowed } from '../rating-scale';
import { decide } from './deciding';
import { estimateFrom, knowledge } from './estimating';
import { hear } from './hearing';
import { inform } from './informing';
import { ownTable } from './own-table';
import type { AgentParameters } from './parameters';
import { ask, evaluate, summarize } from './discussing';
import { greetings } from './sentences';
import type { Situation } from './situation';

export interface Spoken {
  readonly target: readonly string[];
  readonly message: string;
  /** The acts the message was written from, in order and without repeats. */
  readonly acts: readonly Act[];
}

/** A sentence and what it does. */
export interface Sentence {
  readonly act: Act;
  readonly text: string;
}

/** Writes one message to all others: what is due, what the speaker thinks of it, and what it wants to know. */
export function speak(
  situation: Situation,
  ratings: RatingsAllowed,
  parameters: AgentParameters,
  random: Random,
): Spoken {
  const { agent, agents, round, messages } = situation;
  const heard = hear(messages);
  const known = knowledge(situation, parameters, random);
  const table = ownTable(situation.instance, agent);
  const own = estimateFrom(known, parameters);
  const view = { situation, heard, known, table, own, ratings, parameters };
  const sentences: Sentence[] = [
    ...(round === 1 ? [{ act: 'Inform' as const, text: random.pick(greetings)(agent) }] : []),
    ...inform(view, random),
    ...evaluate(view, random),
    ...summarize(view, random),
    ...decide(view, random),
    ...ask(view, random),
  ];
  return {
    target: agents.filter((name) => name !== agent),
    message: sentences.map(({ text }) => text).join(' '),
    acts: [...new Set(sentences.map(({ act }) => act))],
  };
}
