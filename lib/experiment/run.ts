import type { JsonObject } from '../environments/environment';
import type { Evidence } from '../models/model';
import type { Collaboration } from '../protocols/protocol';

/** What a run is: run.json. */
export interface About {
  readonly name: string;
  readonly evidence: Evidence;
  readonly model: string;
  readonly environment: { readonly name: string; readonly settings: JsonObject };
  readonly protocol: { readonly name: string; readonly settings: JsonObject };
  readonly seed: number;
}

/** Finished collaborations, in order of their index, and what produced them. Iterating reads them one by one. */
export interface Run extends Iterable<Collaboration> {
  readonly about: About;
  /** How many there are. */
  readonly size: number;
  /** Where it is stored; absent if it is only in memory. */
  readonly folder?: string;
}
