import type { JsonObject } from '../json';
import type { Collaboration } from '../transcripts/collaboration';
import type { Event } from '../transcripts/event';
import { observeRounds, type RoundFeatures } from './observe-rounds';
import type { FittedPolicy, VisibleRound } from './stopping-policy';

/** Turns a running collaboration into its rounds so far. */
export type Observer = (soFar: Collaboration) => Promise<readonly VisibleRound[]>;

/** A policy inside a running protocol: the shape of the protocols' StoppingPolicy. */
export interface LivePolicy {
  readonly name: string;
  readonly settings: JsonObject;
  decide(soFar: Collaboration): Promise<boolean>;
}

/**
 * Lets a fitted policy stop running collaborations. What it learnt becomes part of the run's settings.
 * @param observe - see `roundObserver`
 */
export function livePolicy(fitted: FittedPolicy, { observe }: { readonly observe: Observer }): LivePolicy {
  return {
    name: fitted.name,
    settings: fitted.parameters,
    decide: async (soFar) => fitted.stopsAt(await observe(soFar)),
  };
}

/**
 * An observer that remembers: each time it reads only the rounds that got events since the last, so that no message
 * is embedded or labelled twice. One observer serves any number of collaborations at once.
 */
export function roundObserver(features: RoundFeatures = {}): Observer {
  const known = new WeakMap<Event, { readonly events: number; readonly rounds: readonly VisibleRound[] }>();
  return async (soFar) => {
    const [first] = soFar.events;
    if (first === undefined) return [];
    const { events, rounds } = known.get(first) ?? { events: 0, rounds: [] };
    const changed = soFar.events
      .slice(events)
      .reduce(
        (lowest, event) => ('round' in event ? Math.min(lowest, event.round) : lowest),
        rounds.length + 1,
      );
    const from = Math.max(1, changed);
    const seen = [...rounds.slice(0, from - 1), ...(await observeRounds(soFar, features, from))];
    known.set(first, { events: soFar.events.length, rounds: seen });
    return seen;
  };
}
