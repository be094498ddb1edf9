import { Random } from '../../random';
import { debaterBehaviour } from '../debaters';
import type { Behaviour } from '../environment';
import { raterBehaviour } from './simulated';
import type { ChosenAnswer, QuestionInstance } from './types';

/** The seed of what is a fact about a question: which wrong option is the most tempting. */
const factSeed = 5;

/** How simulated debaters act on multiple-choice questions, whatever the act. */
export const choiceDebaterBehaviour: Behaviour<QuestionInstance, ChosenAnswer> = debaterBehaviour<
  QuestionInstance,
  ChosenAnswer
>({
  question: (instance) => ({
    id: instance.id,
    dataset: instance.dataset,
    text: instance.text,
    right: { answer: instance.answer },
    wrong: temptingOptions(instance).map((answer) => ({ answer })),
  }),
  key: ({ answer }) => answer,
  state: ({ dataset }, { answer }) =>
    dataset === 'gpqa' ? `The correct answer is (${answer})` : `(${answer})`,
  json: ({ answer }) => ({ answer }),
});

/** Raters vote, propose and speak as in elections, which have no debate; in a debate the same agents are debaters. */
export const raterOrDebaterBehaviour: Behaviour<QuestionInstance, ChosenAnswer> = (situation, ...rest) =>
  situation.act === 'debate' || situation.act === 'summarise'
    ? choiceDebaterBehaviour(situation, ...rest)
    : raterBehaviour(situation, ...rest);

/** The wrong options' letters, in an order that belongs to the options' words: shuffled options stay as tempting. */
export function temptingOptions({ id, options, letters, answer }: QuestionInstance): string[] {
  const wrong = options
    .map((option, place) => ({ option, letter: letters[place] as string }))
    .filter(({ letter }) => letter !== answer)
    .sort((a, b) => (a.option < b.option ? -1 : 1));
  return Random.from(factSeed, 'wrong options', id)
    .shuffle(wrong)
    .map(({ letter }) => letter);
}
