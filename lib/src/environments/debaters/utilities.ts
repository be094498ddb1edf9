import { Random } from '../../random';
import { gumbel, worldSeed } from '../questions/simulated/utilities';
import type { Candidate } from '../situation';
import type { KnownQuestion, ThinkableAnswer } from './known-question';
import type { DebaterValues } from './parameters';

/** An answer as a debater sees it at one moment. */
export interface WeighedAnswer<Proposal> extends ThinkableAnswer<Proposal> {
  readonly utility: number;
}

/** A candidate with its key: keys can take long to find. */
export type KeyedCandidate<Proposal> = Pick<Candidate<Proposal>, 'proposal' | 'by'> & {
  readonly key: string;
};

/** What is in a debater's prompt besides the question. */
export interface Heard<Proposal> {
  readonly agent: string;
  readonly candidates: readonly KeyedCandidate<Proposal>[];
  readonly approach?: string;
}

/**
 * What all debaters of one model see in an answer to a question:
 *
 *     (skill - spread * difficulty, for the right answer; -decay * place, for a wrong one) + sqrt(sharedBias) * G
 *
 * difficulty ~ N(0, 1), by question; place counts the wrong answers from 0, likeliest first; G ~ Gumbel, by model,
 * question and answer. Debaters of one approach share a part of their bias of their own:
 * G = sqrt(1 - approachShare) * G(model) + sqrt(approachShare) * G(model, approach), without approaches G(model).
 * All of it is drawn under a fixed seed: the same in every run.
 */
export function commonUtility<Proposal>(
  question: KnownQuestion<Proposal>,
  answer: ThinkableAnswer<Proposal>,
  values: DebaterValues,
  approach?: string,
): number {
  const { skill, difficultySpread, plausibilityDecay, sharedBias } = values;
  const ability = skill(question.dataset) - difficultySpread * question.difficulty;
  return (
    (answer.isRight ? ability : -plausibilityDecay * answer.place) +
    Math.sqrt(sharedBias) * biasOf(question, answer.key, values, approach)
  );
}

function biasOf<Proposal>(
  { id, dataset }: KnownQuestion<Proposal>,
  key: string,
  { profile, approachShare }: DebaterValues,
  approach: string | undefined,
): number {
  const draw = (...names: readonly string[]): number =>
    gumbel(Random.from(worldSeed, 'question', dataset, id, 'bias', ...names));
  const model = draw(profile, key);
  return approach === undefined || approachShare === 0
    ? model
    : Math.sqrt(1 - approachShare) * model + Math.sqrt(approachShare) * draw(profile, key, approach);
}

/** The common utility by an answer's key, drawn once. */
function commonUtilities<Proposal>(
  question: KnownQuestion<Proposal>,
  values: DebaterValues,
  approach = '',
): (answer: ThinkableAnswer<Proposal>) => number {
  const known = question.drawnFor(values, approach);
  return (answer) => {
    const found = known.get(answer.key);
    if (found !== undefined) return found;
    const drawn = commonUtility(question, answer, values, approach === '' ? undefined : approach);
    known.set(answer.key, drawn);
    return drawn;
  };
}

/**
 * All answers that a debater can think of (right, wrong, and whatever else it read), by utility as it sees them now:
 *
 *     common + sqrt(1 - sharedBias) * own Gumbel + conformity * ln(1 + others with this answer)
 *            + anchor, for its own earlier answer + recognition, for the right answer where it stands in the prompt
 *
 * The own noise is fresh at every call; what persists of a debater's view from round to round is the anchor. (A noise
 * that persists would need a stream by collaboration, agent and sample, and a behaviour is not told which sample it
 * is; several samples of one agent must stay independent, or self-consistency could not gain.) Before a debater has an
 * earlier answer nothing persists.
 */
export function weighAnswers<Proposal>(
  question: KnownQuestion<Proposal>,
  heard: Heard<Proposal>,
  values: DebaterValues,
  random: Random,
): WeighedAnswer<Proposal>[] {
  const { sharedBias, conformity, anchor, recognition } = values;
  const own = Math.sqrt(1 - sharedBias);
  const common = commonUtilities(question, values, heard.approach);
  const gains = new Map<string, number>();
  const thought = [...question.answers];
  for (const [key, { proposal, others, isOwn }] of whatIsHeld(heard)) {
    const isRight = key === thought[0]?.key;
    gains.set(key, conformity * Math.log(1 + others) + (isOwn ? anchor : 0) + (isRight ? recognition : 0));
    if (!question.answers.some((answer) => answer.key === key))
      thought.push({ key, proposal, place: question.answers.length - 1, isRight: false });
  }
  return thought.map((answer) => {
    const { key, proposal, place, isRight } = answer;
    const utility = common(answer) + own * gumbel(random) + (gains.get(key) ?? 0);
    return { key, proposal, place, isRight, utility };
  });
}

interface Held<Proposal> {
  readonly proposal: Proposal;
  /** How many others are seen with it. */
  others: number;
  isOwn: boolean;
}

function whatIsHeld<Proposal>({ agent, candidates }: Heard<Proposal>): Map<string, Held<Proposal>> {
  const held = new Map<string, Held<Proposal>>();
  for (const { key, proposal, by } of candidates) {
    const one = held.get(key) ?? { proposal, others: 0, isOwn: false };
    for (const name of by)
      if (name === agent) one.isOwn = true;
      else one.others++;
    held.set(key, one);
  }
  return held;
}

/** The answer of the highest utility. */
export function bestOf<Proposal>(answers: readonly WeighedAnswer<Proposal>[]): WeighedAnswer<Proposal> {
  return answers.reduce((best, one) => (one.utility > best.utility ? one : best));
}
