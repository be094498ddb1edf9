import type { Annotation, Presented } from 'agora-core/browser';
import type { Prices } from 'agora-core/models';
import type { Collaboration, Event, PromptMessage } from 'agora-core/transcripts';

/*
 * What the explorer's page is given. Its own code (lib/report/explorer) and the library share these types, and nothing else.
 */

/** A collaboration as a row of the table. */
export interface Summary {
  readonly index: number;
  readonly agents: number;
  readonly messages: number;
  readonly failures: number;
  /** Null while it is unfinished; the same for the fields below. */
  readonly rounds: number | null;
  readonly cause: string | null;
  readonly decided: boolean | null;
  /** Equal for equal cases, in other runs too. */
  readonly caseDigest: string;
  /** Equal for equal outcomes; null while it is unfinished. */
  readonly outcomeDigest: string | null;
  /** The score of the decision, and further requested columns. */
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

/** What is shown next to a message. Long collaborations have only words. */
export interface Said {
  readonly words: number;
  readonly grade?: number | null;
  readonly acts?: readonly string[];
}

/** The model that requests went to, and how its answers were sampled. */
export interface RequestsMade {
  readonly model: string;
  /** The weights of a model that runs in a child process; null for an endpoint's. */
  readonly weights: string | null;
  readonly sampling: Readonly<Record<string, unknown>>;
}

/** A collaboration, to be read. */
export interface Detail extends Pick<Collaboration, 'index' | 'agents' | 'instance' | 'finished'> {
  readonly events: readonly Event[];
  /** By the `request` of replies; empty if none are recorded. */
  readonly prompts: Readonly<Record<string, readonly PromptMessage[]>>;
  /** For requests that are copied: how they were made; null where nobody knows. */
  readonly asked: RequestsMade | null;
  readonly numbers: readonly RoundNumber[];
  /** By the place of the message's event. */
  readonly said: Readonly<Record<number, Said>>;
  /** Proposals as tables, each once. */
  readonly presented: readonly Presented[];
  /** By the place of the proposal's or the decision's event: which of them it shows. */
  readonly presents: Readonly<Record<number, number>>;
}

/** A line of what was run: "protocol: roundTable (rule dowdall, rounds 3)". */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface ExploredRun {
  readonly name: string;
  readonly evidence: string;
  readonly collaborations: readonly Summary[];
  /** The number of those that are not shown. */
  readonly more: number;
  /** What was run: protocol, rule, environment, model, settings, evidence, versions, cost. */
  readonly facts: readonly Fact[];
  /** The settings in which runs that are open together differ: "rule" dowdall, "rounds" 3. */
  readonly differs: Readonly<Record<string, string | number>>;
  /** Why there are no prompts: 'published' where the set's authors published none. */
  readonly prompts: 'recorded' | 'not published';
  /** What readers noted of it. */
  readonly annotations: readonly Annotation[];
  /** The price of tokens; null if unknown or free. */
  readonly prices: Prices | null;
}

/** The initial data of the page. `view` is the part of the address after "#". */
export interface Explored {
  readonly title: string;
  readonly runs: readonly ExploredRun[];
  readonly view: string;
  /** Whether the page contains the collaborations; otherwise its server sends them. */
  readonly inside: boolean;
}
