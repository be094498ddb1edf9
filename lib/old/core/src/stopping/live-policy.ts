import { callable, check, type JsonObject, object, settings } from 'agora-voting/internal';
import type { Collaboration } from '../transcripts/collaboration';
import type { Event } from '../transcripts/event';
import type { VisibleRound } from './trajectory';
import { observeRounds, roundFeatures, type RoundFeatures } from './trajectory-of';
import { fittedPolicy, type FittedPolicy } from './stopping-policy';
import { asShipped } from '../own-code';

/** Turns a running collaboration into its rounds so far. */
export type Observer = (soFar: Collaboration) => Promise<readonly VisibleRound[]>;

/** A policy for a running protocol. It has the shape of `protocols.StoppingPolicy`. */
export interface LivePolicy {
  readonly name: string;
  readonly settings: JsonObject;
  decide(soFar: Collaboration): Promise<boolean>;
}

const liveArguments = object('arguments', {
  fitted: fittedPolicy,
  settings: settings({ observe: callable }),
});

/**
 * Makes a stopping policy for a running protocol from a fitted one. Its parameters become part of the run's settings.
 * @param settings.observe - see `roundObserver`
 * @example
 * const round = { round: 1, performance: 2, distance: null, acts: {}, tokens: 9 };
 * const rounds = [{ ...round, selected: true, agreed: true, proposals: 1 }];
 * const trajectory = { collaboration: 0, agents: ['Ann', 'Ben'], rounds };
 * const fitted = stopping.validationCheckpoint().fit([trajectory], { direction: 'maximize' });
 * stopping.livePolicy(fitted, { observe: stopping.roundObserver() }).settings; // => { average: 'mean', round: 1 }
 */
export function livePolicy(fitted: FittedPolicy, settings: { readonly observe: Observer }): LivePolicy {
  check('livePolicy', liveArguments, { fitted, settings });
  const { observe } = settings;
  return asShipped<LivePolicy>({
    name: fitted.name,
    settings: fitted.parameters,
    decide: async (soFar) => fitted.stopsAt(await observe(soFar)),
  });
}

/**
 * An observer with a memory: it reads only rounds with new events, so that no message is embedded or labelled twice.
 * One observer can serve several collaborations at once.
 * @example
 * const observe = stopping.roundObserver({ acts: language.actsBy(language.cueLabeller) });
 */
export function roundObserver(features: RoundFeatures = {}): Observer {
  check('roundObserver', settings(roundFeatures), features);
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
