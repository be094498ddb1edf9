import { Random } from 'agora-voting';
import type { SimulatedAgent } from '../simulated-agent';
import { mathAnswerKey } from './math-answer';
import type { ChosenAnswer, OpenAnswer, OpenInstance, QuestionInstance } from './types';

/** What the right answer gains in utility: twice the usual noise. A guess, the same for all questions. */
const right = 2;
/** The seed of what all agents have in common about a question. */
const factSeed = 5;

/** What the simulated agent is given of a question: its answers, and which is right. */
export type QuestionView = {
  readonly id: string;
  readonly answers: readonly {
    readonly answer: string;
    /** What makes it tempting. An option has its words as name, so that shuffling options changes nothing. */
    readonly name: string;
    readonly isRight: boolean;
  }[];
};

export function observeChoice({ id, options, letters, answer }: QuestionInstance): QuestionView {
  return {
    id,
    answers: options.map((name, place) => {
      const letter = letters[place] as string;
      return { answer: letter, name, isRight: letter === answer };
    }),
  };
}

/** A free answer is right or one of some slips: a step off, a factor, a sign. */
export function observeOpen({ id, answer }: OpenInstance): QuestionView {
  const number = Number(answer.replaceAll(',', ''));
  const slips =
    Number.isFinite(number) && answer.trim() !== ''
      ? [number + 1, number - 1, 2 * number, 10 * number, -number].map((one) =>
          String(Number(one.toFixed(6))),
        )
      : [`${answer} + 1`, `${answer} - 1`, `2(${answer})`, `-(${answer})`];
  const seen = new Map([[mathAnswerKey(answer), answer]]);
  for (const slip of slips) if (!seen.has(mathAnswerKey(slip))) seen.set(mathAnswerKey(slip), slip);
  return {
    id,
    answers: [...seen.values()].map((name, place) => ({ answer: name, name, isRight: place === 0 })),
  };
}

/**
 * The simulated agent knows the right answer and errs by design: the right answer has a utility of 2, and each answer
 * of a question has an error in addition, N(0, 1), that all agents share, so that some questions mislead a whole group.
 */
export const simulatedAnswerer: SimulatedAgent<ChosenAnswer & OpenAnswer, QuestionView> = {
  utility({ observed: { id, answers } }, { answer }) {
    const known = answers.find((one) => one.answer === answer);
    const shared = Random.from(factSeed, 'question', id, known?.name ?? answer).normal();
    return shared + (known?.isRight === true ? right : 0);
  },
  options: ({ observed: { answers } }) => answers.map(({ answer }) => ({ answer })),
};
