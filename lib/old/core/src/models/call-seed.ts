import { hash } from 'node:crypto';
import type { CallIdentity } from './chat-model';

/**
 * A seed for one call, from 0 to 2^31 - 1. It differs between agents, rounds, repeats and attempts, and is the same
 * when the same call is made again. It does not depend on the run's name, so the same configuration draws the same
 * answers in any folder.
 */
export function callSeed(call: CallIdentity): number {
  const { seed, collaboration, round, phase, agent, repeat, attempt } = call;
  const place = JSON.stringify([seed, collaboration, round, phase, agent, repeat, attempt]);
  return Number.parseInt(hash('sha256', place).slice(0, 8), 16) >>> 1;
}
