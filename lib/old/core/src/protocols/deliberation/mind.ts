import type { Json, JsonObject } from 'agora-voting/internal';

/** A candidate with the reason of its last author. */
export interface Stated {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}

/** The current views of one agent. */
export interface Mind<Proposal> {
  readonly system: string;
  /** The belief that it stated last; null before. */
  belief: Json;
  own: Stated | null;
  tools: { readonly proposal: Proposal; readonly reward: number; readonly possible: JsonObject } | null;
  refusal: string;
}
