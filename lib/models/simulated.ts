import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../environments/environment';
import { AgoraError, knownOptions } from '../error';
import { Random } from '../random';
import type { Model, Reply } from './model';
import { roughTokens } from './tokens';

export interface SimulatedOptions {
  /** The share of unusable replies: cut off, refused, or not in the requested form. Default 0. */
  readonly malformedRate?: number;
  /** How long a reply takes, in milliseconds. Default 0. */
  readonly delay?: number;
}

/**
 * Creates a model that needs no network: each question supplies its simulated agent's answer. Use it to try out an
 * analysis or to study a mechanism. Its results are not evidence about language models. Token counts are estimated from
 * the number of characters.
 */
export function simulated(options: SimulatedOptions = {}): Model {
  knownOptions('models.simulated', options, ['malformedRate', 'delay']);
  const { malformedRate = 0, delay = 0 } = options;
  return {
    name: 'simulated',
    evidence: 'simulated',
    async chat({ messages, seed, simulate }, signal): Promise<Reply> {
      if (simulate === undefined)
        throw new AgoraError(
          'The simulated model has no answer to this question. Use a real model, or add `simulate` to the question.',
        );
      if (delay > 0) await wait(delay, undefined, signal === undefined ? {} : { signal });
      const random = Random.from(seed);
      const answer = simulate(random);
      const whole = typeof answer === 'string' ? answer : JSON.stringify(answer);
      const spoiling = malformedRate > 0 ? random.split('spoiled') : undefined;
      const { text, finish } = spoiling?.chance(malformedRate)
        ? spoil(whole, spoiling)
        : ({ text: whole, finish: 'stop' } as const);
      let input = 0;
      for (const { content } of messages) input += roughTokens(content);
      return { text, finish, usage: { input, output: roughTokens(text) } };
    },
  };
}

/** Returns an unusable reply: a cut-off answer, a refusal, an empty text or invalid JSON. */
function spoil(answer: string, random: Random): Pick<Reply, 'text' | 'finish'> {
  switch (random.below(4)) {
    case 0:
      return { text: answer.slice(0, Math.ceil(answer.length / 2)).toWellFormed(), finish: 'length' };
    case 1:
      return { text: 'I am sorry, but I cannot help with that.', finish: 'refused' };
    case 2:
      return { text: '', finish: 'stop' };
    default:
      return { text: '{"answer": 0 or 1}', finish: 'stop' };
  }
}

/** The standard deviation of a simulated voter's error in judging one proposal, in units of utility. */
const judgementNoise = 0.3;

/**
 * Returns a simulated voter's ballot, in the format of a model's answer. Each judgement has a small normally
 * distributed error.
 */
export function simulatedBallot(
  kind: 'choice' | 'ranking' | 'approval' | 'rating' | 'points',
  options: readonly string[],
  utilityOf: (option: string) => number,
  random: Random,
  { points = options.length, scale = { lowest: 1, highest: 5 } }: BallotSizes = {},
): Json {
  const judged = options.map((option) => ({
    option,
    utility: utilityOf(option) + random.normal(0, judgementNoise),
  }));
  const ranked = [...judged].sort((a, b) => b.utility - a.utility);
  const best = ranked[0];
  if (best === undefined) return null;
  const mean = judged.reduce((sum, { utility }) => sum + utility, 0) / judged.length;
  switch (kind) {
    case 'choice':
      return best.option;
    case 'ranking':
      return ranked.map(({ option }) => option);
    case 'approval':
      return judged.filter(({ utility }) => utility >= mean).map(({ option }) => option);
    case 'rating': {
      // A proposal with the mean utility gets the middle of the scale.
      const rate = (utility: number): number =>
        Math.round(scale.lowest + (scale.highest - scale.lowest) / (1 + Math.exp(mean - utility)));
      return Object.fromEntries(judged.map(({ option, utility }) => [option, rate(utility)]));
    }
    case 'points': {
      const shares = wholeShares(
        judged.map(({ utility }) => Math.exp(utility - best.utility)),
        points,
      );
      return Object.fromEntries(judged.map(({ option }, place) => [option, shares[place] as number]));
    }
  }
}

interface BallotSizes {
  /** The number of points that a ballot distributes. Default: the number of options. */
  readonly points?: number | undefined;
  readonly scale?: { readonly lowest: number; readonly highest: number } | undefined;
}

/** Divides `parts` indivisible units in proportion to the weights, using the largest-remainder method. */
function wholeShares(weights: readonly number[], parts: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = weights.map((weight) => (weight / total) * parts);
  const shares = wanted.map(Math.floor);
  const left = Math.round(parts - shares.reduce((sum, share) => sum + share, 0));
  const byRemainder = wanted
    .map((share, place) => ({ place, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.place - b.place);
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] as number) + 1;
  return shares;
}
