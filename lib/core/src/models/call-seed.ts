import { hash } from 'node:crypto';
import type { CallIdentity } from './chat-model';

/**
 * A seed for one call, from 0 to 2^31 - 1: another one for every agent, round, repeat and attempt, and the same one when
 * the same call is made again. The run's name is not in it, so that the same configuration draws the same in any folder.
 */
export function callSeed(call: CallIdentity): number {
  const { seed, collaboration, round, phase, agent, repeat, attempt } = call;
  const place = JSON.stringify([seed, collaboration, round, phase, agent, repeat, attempt]);
  return Number.parseInt(hash('sha256', place).slice(0, 8), 16) >>> 1;
}
