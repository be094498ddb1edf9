import { AgoraError, Random } from 'agora-voting';
import type { KnowingSimulatedAgent } from '../environments/simulated-agent';
import type { Values } from './parameters';
import { solutionOf, type Solution } from './prose/solution';

/** The seed of all facts about questions, so that they are the same in every run. */
const worldSeed = 0;

/** An answer that a member can think of: the right one, or a wrong one by its position in the list. */
interface ThinkableAnswer<Proposal> {
  readonly key: string;
  /** The name that seeds its bias. */
  readonly name: string;
  readonly proposal: Proposal;
  readonly isRight: boolean;
  /** 0 for the right answer and for the likeliest wrong one, then 1, 2, ... */
  readonly place: number;
}

/** A question with all facts about it. */
export interface Question<Proposal> {
  readonly id: string;
  readonly dataset: string;
  readonly subject?: string;
  readonly text: string;
  readonly answers: readonly ThinkableAnswer<Proposal>[];
  /** Standard normal. Multiplied by `difficultySpread`, it is what the right answer loses in utility. */
  readonly difficulty: number;
  readonly solutions: Map<string, Solution>;
  readonly utilities: WeakMap<Values, Map<string, number>>;
}

/** Determines utilities: a model's values, its name, and its way of thinking. */
export interface Thinker {
  readonly values: Values;
  readonly profile: string;
  readonly approach: string | null;
}

const questions = new WeakMap<object, WeakMap<object, unknown>>();

/**
 * Looks up a question by its instance, or gets it from the simulated agent.
 * @throws AgoraError 'simulated-agent' naming the question, unless it has exactly one right answer and other answers
 * that differ
 */
export function questionOf<Instance, Proposal>(
  simulatedAgent: KnowingSimulatedAgent<Instance, Proposal>,
  instance: Instance,
  keyOf: (proposal: Proposal) => string,
): Question<Proposal> {
  const known = questions.get(simulatedAgent) ?? new WeakMap<object, unknown>();
  questions.set(simulatedAgent, known);
  // A case that is not an object is not remembered.
  const place = Object(instance) as object;
  const question = (known.get(place) ?? make(simulatedAgent, instance, keyOf)) as Question<Proposal>;
  known.set(place, question);
  return question;
}

function make<Instance, Proposal>(
  simulatedAgent: KnowingSimulatedAgent<Instance, Proposal>,
  instance: Instance,
  keyOf: (proposal: Proposal) => string,
): Question<Proposal> {
  const { answers: listed, ...about } = simulatedAgent.truth(instance);
  let wrong = 0;
  const answers = listed.map(({ proposal, right: isRight = false, name }) => {
    const key = keyOf(proposal);
    return { key, name: name ?? key, proposal, isRight, place: isRight ? 0 : wrong++ };
  });
  const fault = (what: string) =>
    new AgoraError('simulated-agent', `Simulated members need ${what}; question ${about.id} has not`);
  if (wrong !== answers.length - 1) throw fault('one right answer');
  if (wrong === 0) throw fault('a wrong answer to err with');
  if (new Set(answers.map(({ key }) => key)).size < answers.length) throw fault('answers that differ');
  const difficulty = Random.from(worldSeed, 'question', about.dataset, about.id, 'difficulty').normal();
  return { ...about, answers, difficulty, solutions: new Map(), utilities: new WeakMap() };
}

/**
 * The utility of an answer that all members of one model share:
 *
 *     (skill - difficultySpread * difficulty + offset, for the right answer; -plausibilityDecay * place, for a wrong one)
 *         + sqrt(sharedBias) * G
 *
 * difficulty ~ N(0, 1), by question; offset ~ N(0, subjectSpread), by model and subject; place counts the wrong
 * answers from 0, likeliest first; G ~ Gumbel, by model, question and the answer's name, so that reordering options
 * changes nothing. Members with one approach share a part of their bias: G = sqrt(1 - approachShare) * G(model) +
 * sqrt(approachShare) * G(model, approach). Without approaches, G = G(model). All of it is drawn under a fixed seed,
 * so on some questions a profile's accuracy differs from the one that it was fitted to.
 */
export function commonUtility<Proposal>(
  { id, dataset, subject, difficulty, utilities }: Question<Proposal>,
  { name, isRight, place }: ThinkableAnswer<Proposal>,
  { values, profile, approach }: Thinker,
): number {
  const drawn = utilities.get(values) ?? new Map<string, number>();
  utilities.set(values, drawn);
  const of = `${profile}\n${approach ?? ''}\n${name}`;
  const known = drawn.get(of);
  if (known !== undefined) return known;
  const { skill = 0, difficultySpread = 0, subjectSpread = 0, plausibilityDecay = 0 } = values;
  const { sharedBias = 0, approachShare = 0 } = values;
  const bias = (...names: readonly string[]): number =>
    gumbel(Random.from(worldSeed, 'question', dataset, id, 'bias', profile, name, ...names));
  const G =
    approach === null || approachShare === 0
      ? bias()
      : Math.sqrt(1 - approachShare) * bias() + Math.sqrt(approachShare) * bias(approach);
  const offset =
    subject === undefined
      ? 0
      : Random.from(worldSeed, 'subject', dataset, subject, profile).normal(0, subjectSpread);
  const worth = isRight ? skill - difficultySpread * difficulty + offset : -plausibilityDecay * place;
  const utility = worth + Math.sqrt(sharedBias) * G;
  drawn.set(of, utility);
  return utility;
}

/** The reasoning for an answer, whoever gives it. */
export function solutionFor<Proposal>(
  { id, dataset, text, solutions }: Question<Proposal>,
  key: string,
): Solution {
  const known =
    solutions.get(key) ?? solutionOf(text, key, Random.from(worldSeed, 'question', dataset, id, 'solution'));
  solutions.set(key, known);
  return known;
}

/** A draw from the standard Gumbel distribution, with variance pi^2 / 6. */
function gumbel(random: Random): number {
  return -Math.log(-Math.log(Math.max(random.uniform(), Number.MIN_VALUE)));
}

/** An answer with its current utility for a member. */
interface WeighedAnswer<Proposal> extends ThinkableAnswer<Proposal> {
  readonly utility: number;
}

/** An answer that somebody gives, and the utility that it gains by this. */
export interface HeldAnswer<Proposal> {
  readonly key: string;
  readonly proposal: Proposal;
  readonly gain: number;
}

/**
 * All answers that a member can think of (right, wrong, and others that it read), by their current utility:
 *
 *     common + sqrt(1 - sharedBias) * own Gumbel + gain (conformity, loyalty) + recognition, for the right one where it was read
 *
 * This order follows the Plackett-Luce model with worths exp(common / sqrt(1 - sharedBias)) (Luce 1959; Yellott
 * 1977). The member's own noise is drawn anew at every call; only loyalty makes its view persist from round to round.
 * (Persistent noise would need a stream by collaboration, agent and sample, but a member is not told which sample it
 * is. Several samples of one agent must stay independent, or self-consistency could not gain.)
 */
export function weighAnswers<Proposal>(
  question: Question<Proposal>,
  held: readonly HeldAnswer<Proposal>[],
  thinker: Thinker,
  random: Random,
): WeighedAnswer<Proposal>[] {
  const { sharedBias = 0, recognition = 0 } = thinker.values;
  const own = Math.sqrt(1 - sharedBias);
  const gains = new Map(held.map(({ key, gain }) => [key, gain]));
  const thought = [...question.answers];
  for (const { key, proposal } of held)
    if (!thought.some((answer) => answer.key === key))
      thought.push({ key, name: key, proposal, place: question.answers.length - 1, isRight: false });
  return thought.map((answer) => {
    const gain = gains.get(answer.key);
    const gained = gain === undefined ? 0 : gain + (answer.isRight ? recognition : 0);
    return { ...answer, utility: commonUtility(question, answer, thinker) + own * gumbel(random) + gained };
  });
}

/** The answer with the highest utility. */
export function bestOf<Proposal>(answers: readonly WeighedAnswer<Proposal>[]): WeighedAnswer<Proposal> {
  return answers.reduce((best, one) => (one.utility > best.utility ? one : best));
}
