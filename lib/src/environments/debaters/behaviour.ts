import type { Json } from '../../json';
import type { Random } from '../../random';
import type { Behaviour } from '../environment';
import { castBallot } from '../questions/simulated/cast-ballot';
import type { GroupSituation } from '../situation';
import { questionMemory, type KnownQuestion } from './known-question';
import type { Stance } from './prose/frame-phrases';
import { topicOf } from './prose/solution';
import { writeDebate } from './prose/write-debate';
import { resolveDebater, type DebaterValues } from './parameters';
import { summarise } from './summarise';
import type { DebaterTask } from './task';
import { bestOf, weighAnswers, type Heard, type WeighedAnswer } from './utilities';

/**
 * How a simulated debater acts in an environment of questions: by random utilities (`weighAnswers`), in prose of its own
 * (`writeDebate`). `debate` ends with its answer in the form asked for; `summarise` is at most 80 words; `propose` and
 * `speak` answer as JSON, for round tables; `vote` casts any ballot over the candidates. `intent` is the answer's key.
 *
 * It hears what stands in `candidates`, by whom; the words of messages move it no further. It stands in for a language
 * model where none is at hand; it knows the right answer and errs by design. It is no model of how one thinks.
 * @throws AgoraError 'debater-task' for a question that cannot be worked with; AgoraError 'setting'; TypeError for another act
 * @example
 * const behaviour = environments.debaterBehaviour({
 *   question: () => ({ id: '1', dataset: 'mine', text: 'How many legs?', right: '8', wrong: ['6', '10', '4'] }),
 *   key: (answer) => answer,
 *   state: (_, answer) => `(${answer})`,
 *   json: (answer) => answer,
 * });
 * typeof behaviour; // => 'function'
 */
export function debaterBehaviour<Instance extends object, Proposal>(
  task: DebaterTask<Instance, Proposal>,
): Behaviour<Instance, Proposal> {
  const remember = questionMemory(task);
  return (situation, random, profile) => {
    const values = resolveDebater(profile);
    const { act, instance, agent, agents, approach } = situation;
    const question = remember(instance);
    const candidates = situation.candidates.map(({ id, proposal, by }) => ({
      ...{ id, proposal, by },
      key: task.key(proposal),
    }));
    const heard = { agent, candidates, ...(approach === undefined ? {} : { approach }) };
    const weigh = () => weighAnswers(question, heard, values, random);
    const write = (answer: WeighedAnswer<Proposal>) => {
      const stated = task.state(instance, answer.proposal);
      return writeDebate(
        {
          agent,
          ...standTo(answer.key, heard),
          solution: question.solution(answer.key),
          stated,
          tokens: drawLength(question, values, random),
        },
        random,
      );
    };
    switch (act) {
      case 'debate': {
        const answer = bestOf(weigh());
        return { answer: write(answer), intent: { answer: answer.key } };
      }
      case 'speak': {
        const answer = bestOf(weigh());
        const target: Json = agents.filter((name) => name !== agent);
        return { answer: { target, message: write(answer) }, intent: { answer: answer.key } };
      }
      case 'propose': {
        const answer = bestOf(weigh());
        return { answer: asJson(task.json(answer.proposal)), intent: { answer: answer.key } };
      }
      case 'vote':
        return { answer: { decision: vote(situation, candidates, weigh(), values, random) } };
      case 'summarise': {
        const held = candidates.map(({ key, proposal, by }) => ({
          stated: task.state(instance, proposal),
          holders: by.length,
          about: topicOf(question.solution(key)),
        }));
        return { answer: summarise(held, random), intent: { answers: candidates.map(({ key }) => key) } };
      }
      default:
        throw new TypeError(
          `Simulated debaters cannot "${act}"; they debate, summarise, speak, propose and vote`,
        );
    }
  };
}

/** A lognormal draw whose mean is the parameter `length`. */
function drawLength<Proposal>(
  question: KnownQuestion<Proposal>,
  values: DebaterValues,
  random: Random,
): number {
  const { length, lengthSpread } = values;
  return length(question.dataset) * Math.exp(lengthSpread * random.normal() - lengthSpread ** 2 / 2);
}

/** Where an answer stands to what was read: others' views, and one's own earlier one. */
function standTo<Proposal>(
  answer: string,
  { agent, candidates }: Heard<Proposal>,
): { readonly stance: Stance; readonly others: readonly string[] } {
  const [agreeing, differing]: [string[], string[]] = [[], []];
  let before = answer;
  for (const { key, by } of candidates)
    for (const name of by)
      if (name === agent) before = key;
      else (key === answer ? agreeing : differing).push(name);
  if (agreeing.length + differing.length === 0) return { stance: 'alone', others: [] };
  if (before !== answer) return { stance: 'change', others: agreeing.length > 0 ? agreeing : differing };
  return differing.length > 0
    ? { stance: 'differ', others: differing }
    : { stance: 'agree', others: agreeing };
}

/** Some protocols read the proposal itself, others an answer that has it as a field. */
function asJson(value: Json): Json {
  const proposal =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { answer: value };
  return { ...proposal, proposal };
}

/** A ballot over the candidates; where there are none, over all answers by their keys. */
function vote<Instance, Proposal>(
  { ballot, points, scale }: GroupSituation<Instance, Proposal>,
  candidates: readonly { readonly id: string; readonly key: string }[],
  weighed: readonly WeighedAnswer<Proposal>[],
  { ratingNoise }: DebaterValues,
  random: Random,
): Json {
  const utilities = new Map(weighed.map(({ key, utility }) => [key, utility]));
  const listed = candidates.length > 0 ? candidates : weighed.map(({ key }) => ({ id: key, key }));
  const options = listed.map(({ id, key }) => ({ id, utility: utilities.get(key) as number }));
  const form = {
    kind: ballot ?? 'choice',
    points: points ?? options.length,
    scale: scale ?? { lowest: 1, highest: 5 },
    ratingNoise,
  };
  return castBallot(form, options, random);
}
