import { AgoraError } from '../../../agora-error';
import type { Behaviour } from '../../environment';
import type { RatingsAllowed } from '../rating-scale';
import type { RatingProposal, RecommendationInstance } from '../types';
import { estimate, latestProposal } from './estimating';
import { nearestAllowed } from './nearest-allowed';
import { resolveParameters } from './parameters';
import { speak } from './speaking';
import { castBallot, judge } from './voting';

/**
 * How a simulated agent of the recommendation system acts. It reads numbers off its own table, hears those that the
 * others state in their messages, combines them by how many ratings each rests on, proposes the nearest rating that
 * is allowed, and votes for what is closest to its estimate. It never sees another table, nor the rating itself.
 * It stands in for a language model where none is at hand; it is not a model of one.
 */
export function recommendationBehaviour(
  ratings: RatingsAllowed,
): Behaviour<RecommendationInstance, RatingProposal> {
  return (situation, random, profile) => {
    const parameters = resolveParameters(profile);
    const { agent, candidates } = situation;
    switch (situation.act) {
      case 'speak': {
        const { target, message, acts } = speak(situation, ratings, parameters, random);
        return { answer: { target, message }, intent: { acts } };
      }
      case 'propose': {
        const latest = latestProposal(agent, candidates);
        const keeps = { reason_for_decision: 'My latest proposal still holds.', proposal: null };
        if (latest !== null && !random.chance(parameters.initiative)) return { answer: keeps };
        const rating = nearestAllowed(estimate(situation, parameters, random), ratings);
        if (rating === latest?.rating) return { answer: keeps };
        const reason = `From all that I see and was told, a rating of ${rating} is the most likely.`;
        return { answer: { reason_for_decision: reason, proposal: { rating } } };
      }
      case 'vote': {
        const own = estimate(situation, parameters, random);
        const judgements = judge(situation, own, parameters, random);
        const decision = castBallot(
          situation.ballot ?? 'choice',
          judgements,
          situation.points ?? judgements.length,
          situation.scale,
        );
        const reason =
          decision === null
            ? 'None of the candidates is near what I expect.'
            : `I expect a rating of about ${own.toFixed(1)} and judge the candidates by how close they come.`;
        return { answer: { reason_for_decision: reason, decision } };
      }
      default:
        throw new AgoraError(
          'act',
          `Simulated agents of the recommendation system cannot "${situation.act}"; they speak, propose and vote`,
        );
    }
  };
}
