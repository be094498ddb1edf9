import { AgoraError } from '../../../agora-error';
import type { Behaviour } from '../../environment';
import type { Json } from '../../../json';
import type { Allocation, EconomyInstance } from '../types';
import { best, judge, ownUtility } from './judgement';
import { resolveParameters } from './parameters';
import { proposeAllocation } from './proposing';
import { speak } from './speaking';
import { castBallot } from './voting';

/**
 * How a simulated agent of the exchange economy acts. It reads the messages it can see, keeps beliefs about what
 * others value, proposes by them, and votes by its own utility. It knows its own exponents and nobody else's.
 * It stands in for a language model where none is at hand; it is not a model of one.
 */
export const economyBehaviour: Behaviour<EconomyInstance, Allocation> = (situation, random, profile) => {
  const parameters = resolveParameters(profile);
  switch (situation.act) {
    case 'speak': {
      const { target, message, acts } = speak(situation, parameters, random);
      return { answer: { target, message }, intent: { acts } };
    }
    case 'propose': {
      const hasOne = situation.candidates.some((candidate) => candidate.by.includes(situation.agent));
      if (hasOne && !random.chance(parameters.initiative)) {
        return {
          answer: { reason_for_decision: 'My latest proposal still says what I want.', proposal: null },
        };
      }
      const allocation = proposeAllocation(situation, parameters, random);
      const mine = ownUtility(situation.instance, situation.agent, allocation).toFixed(1);
      const reason = `This would give me a utility of ${mine} and should suit the others, as far as I know what they value.`;
      return { answer: { reason_for_decision: reason, proposal: allocation as unknown as Json } };
    }
    case 'vote': {
      const judgements = judge(situation, parameters, random);
      const favourite = best(judgements);
      const decision = castBallot(
        situation.ballot ?? 'choice',
        judgements,
        situation.points ?? judgements.length,
        situation.scale,
      );
      const reason =
        favourite === null || decision === null
          ? 'None of the candidates is worth my vote.'
          : `Proposal ${favourite.id} looks best to me, all things considered.`;
      return { answer: { reason_for_decision: reason, decision } };
    }
    default:
      throw new AgoraError(
        'act',
        `Simulated agents of the exchange economy cannot "${situation.act}"; they speak, propose and vote`,
      );
  }
};
