import type { Json } from '../../../json';
import type { Random } from '../../../random';
import type { Behaviour } from '../../environment';
import type { GroupSituation } from '../../situation';
import type { ChosenAnswer, QuestionInstance } from '../types';
import { castBallot, type RatedOption } from './cast-ballot';
import { resolveParameters, type RaterValues } from './parameters';
import { onUnitScale, shareOfBallots } from './seen-ballots';
import { ownUtilities } from './utilities';

type Situation = GroupSituation<QuestionInstance, ChosenAnswer>;

/**
 * How a simulated rater acts: a random-utility (Plackett-Luce) model, see `commonUtilities` and `ownUtilities`. It ranks
 * by utility, chooses the top, and rates the same utilities. It does not listen to messages.
 *
 * A rater that is shown ballots (an informed dictator) mixes: with utilities and Borda points both put on a scale from
 * 0 to 1, option by option, (1 - trust) * own + trust * Borda. It cannot tell invented ballots from cast ones.
 *
 * It stands in for a language model where none is at hand; it knows the right answer and errs by design. It is no model
 * of how one thinks.
 */
export const raterBehaviour: Behaviour<QuestionInstance, ChosenAnswer> = (situation, random, profile) => {
  const values = resolveParameters(profile);
  const { act, instance, agent, agents } = situation;
  switch (act) {
    case 'vote': {
      const options = rate(situation, values, random);
      const form = {
        kind: situation.ballot ?? 'choice',
        points: situation.points ?? options.length,
        scale: situation.scale ?? { lowest: 1, highest: 5 },
        ratingNoise: values.ratingNoise,
      };
      return { answer: { decision: castBallot(form, options, random) } };
    }
    case 'propose': {
      const answer = favourite(instance, values, random);
      // Some protocols read the proposal itself, others an answer that has it as a field.
      return { answer: { answer, proposal: { answer } } };
    }
    case 'speak': {
      const answer = favourite(instance, values, random);
      const text = instance.options[instance.letters.indexOf(answer)] ?? '';
      const target: Json = agents.filter((name) => name !== agent);
      return { answer: { target, message: `I think that the answer is ${answer}: ${text}` } };
    }
    default:
      throw new TypeError(`Simulated raters cannot "${act}"; they speak, propose and vote`);
  }
};

/** What can be voted on, by utility: the candidates, or the options themselves where there are none. */
function rate(situation: Situation, values: RaterValues, random: Random): RatedOption[] {
  const { instance, candidates, ballotsSeen = [] } = situation;
  const utilities = ownUtilities(instance, values, random);
  const utilityOf = (letter: string): number => utilities[instance.letters.indexOf(letter)] ?? -Infinity;
  const options =
    candidates.length > 0
      ? candidates.map(({ id, proposal }) => ({ id, utility: utilityOf(proposal.answer) }))
      : instance.letters.map((id) => ({ id, utility: utilityOf(id) }));
  const ids = options.map(({ id }) => id);
  const told = ballotsSeen.length > 0 ? shareOfBallots(ballotsSeen, ids) : null;
  const own = told === null ? null : onUnitScale(options.map(({ utility }) => utility));
  if (told === null || own === null) return options;
  const { trust } = values;
  return ids.map((id, place) => ({
    id,
    utility: (1 - trust) * (own[place] ?? 0) + trust * (told[place] ?? 0),
  }));
}

function favourite(instance: QuestionInstance, values: RaterValues, random: Random): string {
  const utilities = ownUtilities(instance, values, random);
  return instance.letters[utilities.indexOf(Math.max(...utilities))] as string;
}
