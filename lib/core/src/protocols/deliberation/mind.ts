import type { Json, JsonObject } from 'agora-voting/internal';

/** A candidate with the reason that its last author gave. */
export interface Stated {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}

/** What one agent has come to. */
export interface Mind<Proposal> {
  readonly system: string;
  /** What it said last that it believes; null before. */
  belief: Json;
  own: Stated | null;
  tools: { readonly proposal: Proposal; readonly reward: number; readonly possible: JsonObject } | null;
  refusal: string;
}
