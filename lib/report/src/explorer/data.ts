import type { Prices } from 'agora-core/models';
import type { Collaboration, Event, PromptMessage } from 'agora-core/transcripts';

/*
 * What the explorer's page is given. Its own code (lib/report/explorer) and the library share these types, and nothing else.
 */

/** A collaboration in the table of all. */
export interface Summary {
  readonly index: number;
  readonly agents: number;
  readonly messages: number;
  readonly failures: number;
  /** Null while it is unfinished, as are all that follow. */
  readonly rounds: number | null;
  readonly cause: string | null;
  readonly decided: boolean | null;
  /** What the decision is worth, and further columns that were asked for. */
  readonly numbers: Readonly<Record<string, number>>;
  /** The case's short facts (its model, game or level), and the outcome in words. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
}

/** A number about a round, or about an agent in it. */
export interface RoundNumber {
  readonly column: string;
  readonly round: number;
  readonly agent: string | null;
  readonly value: number;
}

/** What is told beside a message. Long collaborations have words alone. */
export interface Said {
  readonly words: number;
  readonly grade?: number | null;
  readonly acts?: readonly string[];
}

/** A collaboration, to be read. */
export interface Detail extends Pick<Collaboration, 'index' | 'agents' | 'instance' | 'finished'> {
  readonly events: readonly Event[];
  /** By the `request` of replies; empty where none are on record. */
  readonly prompts: Readonly<Record<string, readonly PromptMessage[]>>;
  readonly numbers: readonly RoundNumber[];
  /** By the place of the message's event. */
  readonly said: Readonly<Record<number, Said>>;
}

export interface ExploredRun {
  readonly name: string;
  readonly evidence: string;
  readonly collaborations: readonly Summary[];
  /** How many more there are that are not shown. */
  readonly more: number;
  /** What tokens cost; null where nobody knows, or nobody paid. */
  readonly prices: Prices | null;
}

/** What the page begins with. `view` is the part of the address after "#". */
export interface Explored {
  readonly title: string;
  readonly runs: readonly ExploredRun[];
  readonly view: string;
  /** Whether the page holds the collaborations itself; else its server gives them. */
  readonly inside: boolean;
}
