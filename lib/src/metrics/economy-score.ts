import { AgoraError } from '../agora-error';
import type { JsonObject } from '../json';

/** The group total utility of a score, in percent of the optimum. @throws AgoraError 'missing-score' */
export function groupUtility(score: JsonObject | undefined, where: string): number {
  const share = score?.['share'];
  if (typeof share !== 'number' || !Number.isFinite(share))
    throw new AgoraError(
      'missing-score',
      `economy needs the number score.share of ${where}, got ${JSON.stringify(share)}`,
    );
  return 100 * share;
}

/** Each agent's own utility. @throws AgoraError 'missing-score' */
export function individualUtilities(score: JsonObject | undefined, where: string): Record<string, number> {
  const utilities = score?.['utilities'];
  const valid =
    typeof utilities === 'object' &&
    utilities !== null &&
    !Array.isArray(utilities) &&
    Object.values(utilities).every(Number.isFinite);
  if (!valid)
    throw new AgoraError(
      'missing-score',
      `economy needs score.utilities, a number per agent, of ${where}, got ${JSON.stringify(utilities)}`,
    );
  return utilities as Record<string, number>;
}

/** One agent's own utility. @throws AgoraError 'missing-score' when the agent has none */
export function ownUtility(score: JsonObject | undefined, agent: string, where: string): number {
  const own = individualUtilities(score, where)[agent];
  if (own === undefined)
    throw new AgoraError(
      'missing-score',
      `economy needs score.utilities of ${agent} in ${where}, and there is none`,
    );
  return own;
}
