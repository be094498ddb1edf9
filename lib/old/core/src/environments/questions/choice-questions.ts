import { presentAnswer } from './present-answer';
import { AgoraError } from 'agora-voting';
import { type JsonObject, type Reading, shown } from 'agora-voting/internal';
import type { Choices, Environment, Prose } from '../environment';
import { choiceFormat, choiceSentence, debaterTask, lettersFor, raterTask } from './choice-prompts';
import { ownWords } from './own-words';
import { debaters, questionAt, questionDigest } from './question-set';
import { readChoice } from './read-choice';
import { readChoiceText, statedChoices } from './read-choice-text';
import { observeChoice, simulatedAnswerer } from './simulated-agent';
import type { ChosenAnswer, QuestionInstance, QuestionSet } from './types';
import { asShipped } from '../../own-code';

/** Multiple-choice questions: their options can be voted on, and answers can be given in prose. */
export interface ChoiceQuestionEnvironment extends Environment<QuestionInstance, ChosenAnswer> {
  readonly choices: Choices<QuestionInstance, ChosenAnswer>;
  readonly prose: Prose<QuestionInstance, ChosenAnswer>;
}

/** The score of an answer: numbers from 0 to 1, so that they can be averaged. */
export interface QuestionScore extends JsonObject {
  /** 1 for the right answer; 0 for a wrong one and without a decision. */
  readonly correct: number;
  readonly decided: number;
}

interface Asked {
  readonly agents: number;
  /** How many worked examples raters see; null for debaters. */
  readonly shots: number | null;
  readonly shuffleOptions: boolean;
  readonly name: string;
}

/** The environment of multiple-choice questions, for raters or debaters; see `questions`. */
export function choiceQuestions(
  { questions, examples }: QuestionSet,
  { agents, shots, shuffleOptions, name }: Asked,
): ChoiceQuestionEnvironment {
  const about = { data: name, questions: questions.length, digest: questionDigest([questions, examples]) };
  const members = shots === null ? debating(agents) : rating(agents);
  return asShipped<ChoiceQuestionEnvironment>({
    ...members,
    settings: { ...about, agents, ...(shots === null ? {} : { shots }), shuffleOptions },
    instance: (index, random) => {
      const { id, dataset, subject, text, options, answer } = questionAt(questions, index);
      const letters = lettersFor(options);
      const places = options.map((_, place) => place);
      const order = shuffleOptions ? random.shuffle(places) : places;
      const worked = Object.hasOwn(examples, subject) ? (examples[subject] ?? []) : [];
      return {
        id,
        dataset,
        subject,
        text,
        options: order.map((place) => options[place] as string),
        letters,
        answer: letters[order.indexOf(answer)] as string,
        examples: worked.slice(0, shots ?? 0).map((example) => ({
          text: example.text,
          options: example.options,
          answer: lettersFor(example.options)[example.answer] as string,
        })),
      };
    },
    observe: observeChoice,
    simulatedAgent: simulatedAnswerer,
    proposalFormat: choiceFormat,
    readProposal: readAnswer,
    proposalKey: ({ answer }) => answer,
    present: presentAnswer,
    showProposal: ({ letters, options }, { answer }) =>
      `${answer}. ${options[letters.indexOf(answer)] ?? ''}`,
    score: (instance, answer): QuestionScore => ({
      correct: answer?.answer === instance.answer ? 1 : 0,
      decided: answer === null ? 0 : 1,
    }),
    choices: {
      list: ({ letters }) => letters,
      proposal: ({ letters }, choice) => {
        if (letters.includes(choice)) return { answer: choice };
        throw new AgoraError(
          'setting',
          `choices.proposal needs one of ${letters.join(', ')} as choice, got ${shown(choice)}`,
        );
      },
    },
    prose: {
      ending: choiceSentence,
      form: () => '(letter)',
      state: ({ dataset }, { answer }) =>
        dataset === 'gpqa' ? `The correct answer is (${answer})` : `(${answer})`,
      read: (instance, text) => {
        const letter = letterOf(instance, ownWords(text));
        return letter === undefined
          ? chosen(readChoiceText(text, instance.letters))
          : chosen({ ok: true, value: letter });
      },
      stated: ({ letters }, text) => statedChoices(text, letters).map((answer) => ({ answer })),
    },
  });
}

/**
 * The paper writes "You are the {random number}-th rater" and not where the number comes from: here they count from 1.
 */
function rating(agents: number): Pick<ChoiceQuestionEnvironment, 'name' | 'agents' | 'task'> {
  const roster = Array.from({ length: agents }, (_, place) => ({
    name: `Rater ${place + 1}`,
    background: `You are rater number ${place + 1}.`,
  }));
  return { name: 'questions', agents: () => roster, task: raterTask };
}

function debating(agents: number): ReturnType<typeof rating> {
  const roster = debaters(agents);
  return {
    name: 'choice-questions',
    agents: () => roster,
    task: debaterTask,
  };
}

/**
 * Reads `{"answer": "B"}`, or what a model makes of it: the bare letter, a small one, a letter with its option, or the
 * option's own words. Other fields are passed over.
 */
function readAnswer(instance: QuestionInstance, value: unknown): Reading<ChosenAnswer> {
  const named = answerIn(value);
  const wanted = `{"answer": "<one of ${instance.letters.join(', ')}>"}`;
  if (named === undefined) return { ok: false, reason: `the field "answer" is missing: write ${wanted}` };
  if (typeof named !== 'string')
    return { ok: false, reason: `the answer must be a letter, not ${shown(named)}: write ${wanted}` };
  const letter = letterOf(instance, named.trim());
  return chosen(letter === undefined ? readChoice(named, instance.letters) : { ok: true, value: letter });
}

/** The field "answer" of an object, or the value itself if it is not an object. */
export function answerIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.hasOwn(value, 'answer') ? (value as { answer: unknown }).answer : undefined;
}

/** The letter that a text is, or whose option it repeats word by word. */
function letterOf({ letters, options }: QuestionInstance, text: string): string | undefined {
  return letters.includes(text) ? text : letters[options.findIndex((option) => option.trim() === text)];
}

function chosen(reading: Reading<string>): Reading<ChosenAnswer> {
  return reading.ok ? { ok: true, value: { answer: reading.value } } : reading;
}
