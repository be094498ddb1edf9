import { AgoraError, knownOptions } from '../error';
import { Random } from '../random';
import type { Model, Reply } from './model';
import { roughTokens } from './tokens';

export interface SimulatedOptions {
  /** The share of unusable replies: cut off, refused, or not in the requested form. Default 0. */
  readonly malformedRate?: number;
}

/**
 * Creates a model that needs no network: each question supplies its simulated agent's answer. Use it to try out an
 * analysis or to study a mechanism. Its results are not evidence about language models. Token counts are estimated from
 * the number of characters.
 */
export function simulated(options: SimulatedOptions = {}): Model {
  knownOptions('models.simulated', options, ['malformedRate']);
  const { malformedRate = 0 } = options;
  return {
    name: 'simulated',
    evidence: 'simulated',
    chat({ messages, seed, simulate }) {
      if (simulate === undefined)
        return Promise.reject(
          new AgoraError(
            'The simulated model has no answer to this question. Use a real model, or add `simulate` to the question.',
          ),
        );
      const random = Random.from(seed);
      const answer = simulate(random);
      const whole = typeof answer === 'string' ? answer : JSON.stringify(answer);
      const spoiling = malformedRate > 0 ? random.split('spoiled') : undefined;
      const { text, finish } = spoiling?.chance(malformedRate)
        ? spoil(whole, spoiling)
        : ({ text: whole, finish: 'stop' } as const);
      let input = 0;
      for (const { content } of messages) input += roughTokens(content);
      return Promise.resolve({ text, finish, usage: { input, output: roughTokens(text) } });
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
