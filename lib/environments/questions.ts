import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { dataFolder } from '../experiment/data-folder';
import { Random } from '../random';
import { readLetter, readLetters } from './answers';
import type { Environment, JsonObject, Mind, Option, Prose } from './environment';
import { isTemplate, readMath, readMaths, sameMath } from './math-answer';
import { mathKey } from './math-equality';
import { dataSets, isOpen, readQuestions, type DataSetName, type Question } from './question-files';

/** The source of the questions: a data set, or arithmetic as in S²-MAD. */
export type QuestionSetName = DataSetName | 'arithmetic';

export interface QuestionOptions {
  /** A folder that contains the data set's files as published. */
  readonly folder?: string;
  /**
   * A file with questions. The file is one of the data set's files, or your own file in which each line is a JSON
   * object with the fields id, subject, text, options and answer. Lines with `"split": "example"` are worked examples.
   */
  readonly file?: string;
  /**
   * The file with worked examples. Default: the development set in `folder`, or the worked examples in `file` or in this
   * repository's sample.
   */
  readonly development?: string;
  /**
   * The number of worked examples on the same subject to show before each question. Default: 0, as in S²-MAD. GEDI uses
   * 5.
   */
  readonly shots?: number;
  /** The number of questions to use per subject, in file order. Default: all questions. GEDI uses 100 (appendix C). */
  readonly perSubject?: number;
  /** Whether each group sees the options in its own random order. Default: false, which keeps the data set's order. */
  readonly shuffle?: boolean;
  /**
   * The number of agents at a round table or in a discussion. Elections and debates set their own number of agents.
   * Default: 3.
   */
  readonly agents?: number;
}

/** A question as one group sees it. The options are labelled A, B, C, ... in the order of `options`. */
export type QuestionCase = {
  readonly set: QuestionSetName;
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly options?: readonly string[];
  /** The letter of the correct option. If the question has no options, the answer as written in the data set. */
  readonly answer: string;
  readonly examples: readonly {
    readonly text: string;
    readonly options: readonly string[];
    readonly answer: string;
  }[];
};

/** An answer: the letter of an option, or a number or formula as written. */
export type Answer = string;

/**
 * Creates an environment in which several agents answer one question. Elections require multiple-choice questions
 * (MMLU, MMLU-Pro, ARC, GPQA). Debates also support questions with free answers (GSM8K, MATH, arithmetic).
 *
 * Without `folder` or `file`, the questions for MMLU, MMLU-Pro, GSM8K and MATH come from small samples in this
 * repository. Results on so few questions only illustrate a method; they do not estimate a model's accuracy.
 * Collaboration i answers question i, in file order.
 *
 * Worked examples come from a development set, never from the test questions, as in GEDI (section 5.1). The development
 * set is the dev split of MMLU, the validation split of MMLU-Pro, and the dev or train split of ARC. A free answer is
 * correct if it has the same value as the data set's answer. A missing decision counts as wrong.
 *
 * @throws AgoraError if a question cannot be read; the error gives the file, the line and the field
 * @example questions('mmlu', { shots: 5 }); questions('arc-challenge', { folder: 'ARC-V1-Feb2018/ARC-Challenge' });
 */
export function questions(
  name: QuestionSetName,
  options: QuestionOptions = {},
): Environment<QuestionCase, Answer> {
  knownOptions('questions', options, optionNames);
  const { shuffle = false } = options;
  const shots = wholeNumber('shots', options.shots ?? 0, 0);
  const size = wholeNumber('agents', options.agents ?? 3, 1);
  const agents = Array.from({ length: size }, (_, at) => ({ name: `Agent ${at + 1}`, background: '' }));
  const source = sourceOf(name, options, shots);
  const environment: Environment<QuestionCase, Answer> = {
    name: `questions ${name}`,
    settings: { ...source.settings, shots, shuffle, agents: size },
    ...(source.size !== undefined && { size: source.size }),
    cases: (index, random) => {
      const question = source.question(index);
      const examples = source.examples(question.subject).map(({ text, ...one }) => ({
        text,
        options: one.options!,
        answer: letterOf(one.answer as number),
      }));
      const { id, subject, text } = question;
      const common = { set: name, id, subject, text, examples };
      if (question.options === undefined) return { ...common, answer: question.answer };
      const places = question.options.map((_, place) => place);
      const order = shuffle ? random.shuffle(places) : places;
      return {
        ...common,
        options: order.map((place) => question.options[place]!),
        answer: letterOf(order.indexOf(question.answer)),
      };
    },
    caseName: ({ set, id }) => `${set}/${id}`,
    agents: () => agents,
    task,
    proposal: (one) =>
      one.options === undefined
        ? openAnswer
        : z.preprocess((reply) => asLetter(unwrapped(reply), one), z.enum(lettersOf(one))),
    form: (one) =>
      one.options === undefined
        ? '"<only the final answer: a number or a LaTeX expression>"'
        : `one of the letters ${lettersOf(one).join(', ')}, in quotes`,
    show: ({ options: texts }, answer) =>
      texts === undefined ? answer : `${answer}) ${texts[placeOf(answer)] ?? ''}`,
    key: isOpen(source.question(0)) ? mathKey : String,
    score: (one, answer) => ({
      correct: answer !== null && isRight(one, answer) ? 1 : 0,
      // Recounting an election requires the correct option.
      answer: one.answer,
      subject: one.subject,
    }),
    mind: mindOf,
    prose,
  };
  return isOpen(source.question(0)) ? environment : { ...environment, options: optionsOf };
}

const optionNames = ['agents', 'folder', 'file', 'development', 'shots', 'perSubject', 'shuffle'];

/* ---- Where questions come from ---- */

interface Source {
  readonly settings: JsonObject;
  readonly size?: number;
  question(index: number): Question;
  examples(subject: string): readonly Question[];
}

function sourceOf(name: QuestionSetName, options: QuestionOptions, shots: number): Source {
  if (name !== 'arithmetic') return fileSource(name, options, shots);
  if (options.folder !== undefined || options.file !== undefined || options.development !== undefined)
    throw new AgoraError(`The questions of "${name}" are generated. Remove folder, file and development.`);
  if (shots > 0) throw new AgoraError(noExamples(name));
  return { settings: { set: name }, question: arithmeticQuestion, examples: () => [] };
}

/**
 * Generates a question of the form "What is the result of a+b*c+d-e*f?", together with its exact answer. This is the
 * arithmetic task in S²-MAD (Table 5), after Du et al. (2023). S²-MAD does not say how large its numbers are. Here,
 * each number is drawn uniformly from 10 to 99.
 */
export function arithmeticQuestion(index: number): Question {
  const random = Random.from(7, 'arithmetic', 2).split(index + 1);
  const draw = (): number => 10 + random.below(90);
  const [a, b, c, d, e, f] = [draw(), draw(), draw(), draw(), draw(), draw()];
  return {
    id: `7/2/${index + 1}`,
    subject: 'arithmetic',
    text: `What is the result of ${a}+${b}*${c}+${d}-${e}*${f}?`,
    answer: String(a + b * c + d - e * f),
  };
}

function fileSource(name: DataSetName, options: QuestionOptions, shots: number): Source {
  if (dataSets[name] === undefined)
    throw new AgoraError(
      `Unknown question set "${String(name)}". Use one of ${[...Object.keys(dataSets), 'arithmetic'].join(', ')}.`,
    );
  const path = options.file ?? options.folder ?? sampleOf(name);
  const all = readQuestions(name, path, 'test');
  const chosen = options.perSubject === undefined ? all : firstOfEach(all, options.perSubject, path);
  const worked =
    shots === 0 ? [] : workedExamples(name, options.development ?? options.folder ?? path, shots, all);
  const digest = createHash('sha256')
    .update(JSON.stringify([chosen, worked]))
    .digest('hex')
    .slice(0, 16);
  return {
    settings: { set: name, file: basename(path), questions: chosen.length, digest },
    size: chosen.length,
    question: (index) => {
      const question = chosen[index];
      if (question === undefined)
        throw new AgoraError(`${path} has ${chosen.length} questions, so index ${index} does not exist.`);
      return question;
    },
    examples: (subject) => worked.filter((one) => one.subject === subject).slice(0, shots),
  };
}

/** Returns the path of the sample in this repository. */
function sampleOf(name: DataSetName): string {
  if (!['mmlu', 'mmlu-pro', 'gsm8k', 'math'].includes(name))
    throw new AgoraError(
      `There is no sample of ${dataSets[name].title} in this repository. Set \`folder\` to a folder with the data set.`,
      'data',
    );
  return join(dataFolder(), 'questions', `${name}.jsonl`);
}

/**
 * Returns the first `count` questions of each subject (GEDI, appendix C). Throws if a subject has fewer questions,
 * because the set would be unbalanced.
 */
function firstOfEach(all: readonly Question[], count: number, path: string): Question[] {
  wholeNumber('perSubject', count, 1);
  const seen = new Map<string, number>();
  const first = all.filter(({ subject }) => {
    seen.set(subject, (seen.get(subject) ?? 0) + 1);
    return seen.get(subject)! <= count;
  });
  for (const [subject, found] of seen)
    if (found < count)
      throw new AgoraError(
        `perSubject is ${count}, but ${path} has only ${found} questions on ${subject}. Lower perSubject.`,
        'data',
      );
  return first;
}

/** Returns the worked examples. Leaves out all test questions, because a question must not be its own example. */
function workedExamples(
  name: DataSetName,
  path: string,
  shots: number,
  test: readonly Question[],
): Question[] {
  if (isOpen(test[0]!)) throw new AgoraError(noExamples(name));
  const keyOf = ({ subject, text, options }: Question): string => JSON.stringify([subject, text, options]);
  const asked = new Set(test.map(keyOf));
  const worked = readQuestions(name, path, 'development').filter(
    (one) => !isOpen(one) && !asked.has(keyOf(one)),
  );
  const [file] = dataSets[name].development;
  const add = file === undefined ? 'Set' : `Add ${file} to the folder, set`;
  for (const subject of new Set(test.map((one) => one.subject))) {
    const found = worked.filter((one) => one.subject === subject).length;
    if (found < shots)
      throw new AgoraError(
        `shots is ${shots}, but ${path} has ${found} worked examples on ${subject}. ` +
          `${add} \`development\` to a file with more examples, or lower shots.`,
        'data',
      );
  }
  return worked;
}

const noExamples = (name: string): string =>
  `Worked examples exist only for multiple-choice questions, but "${name}" has free answers. Set shots to 0.`;

/* ---- What agents read and write ---- */

/** Returns the task. Our wording is based on GEDI, section 5.1, and S²-MAD, Table 5. GEDI does not show its prompt. */
function task({ set, subject, text, options, examples }: QuestionCase): string {
  if (options === undefined) {
    if (set === 'arithmetic') return text;
    return `Solve this mathematical problem.\n\n${text}`;
  }
  const about = subject === set ? '' : ` about ${subject.replaceAll('_', ' ')}`;
  const worked = examples.map((one) => `${listed(one.text, one.options)}\nAnswer: ${one.answer}`);
  return [
    `Answer this multiple-choice question${about}. Exactly one option is correct.`,
    ...(worked.length === 0 ? [] : ['Similar questions, with their answers:', ...worked, 'The question:']),
    listed(text, options),
  ].join('\n\n');
}

const listed = (text: string, options: readonly string[]): string =>
  [text, ...options.map((option, place) => `${letterOf(place)}) ${option}`)].join('\n');

const letterOf = (place: number): string => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place] ?? '';
const placeOf = (letter: string): number => letter.charCodeAt(0) - 'A'.charCodeAt(0);
const lettersOf = ({ options = [] }: QuestionCase): string[] => options.map((_, place) => letterOf(place));

function optionsOf({ options = [] }: QuestionCase): Option<Answer>[] {
  return options.map((text, place) => ({ id: letterOf(place), text, proposal: letterOf(place) }));
}

/**
 * Returns the letter of the option that a reply chooses. The reply may give the letter, or repeat the option word for
 * word. Any other reply is returned unchanged.
 */
function asLetter(reply: unknown, one: QuestionCase): unknown {
  if (typeof reply !== 'string') return reply;
  const place = one.options!.findIndex((option) => option.trim() === reply.trim());
  return place >= 0 ? letterOf(place) : (readLetter(reply, lettersOf(one)) ?? reply);
}

/** Unwraps an answer such as {"answer": "B"}. Many models add this extra object. */
const unwrapped = (reply: unknown): unknown =>
  typeof reply === 'object' && reply !== null && 'answer' in reply ? reply.answer : reply;

/** The schema for a free answer in JSON: a string or a number. A \boxed{...} around the answer is removed. */
const openAnswer = z.preprocess(
  (given) => {
    const reply = unwrapped(given);
    if (typeof reply === 'number') return String(reply);
    return typeof reply === 'string' && /\\f?box/.test(reply) ? (readMath(reply) ?? reply) : reply;
  },
  z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine((answer) => !isTemplate(answer), 'write the answer itself'),
);

const isRight = (one: QuestionCase, answer: Answer): boolean =>
  one.options === undefined ? sameMath(answer, one.answer) : answer === one.answer;

/**
 * Defines how agents write answers in prose, and how these answers are read. The formats come from S²-MAD, Table 6. The
 * table has no format for arithmetic.
 */
const prose: Prose<QuestionCase, Answer> = {
  form: (one) => {
    if (one.options !== undefined) {
      const where = `where X is one of ${lettersOf(one).join(', ')}`;
      return one.set === 'gpqa' ? `"The correct answer is (X)", ${where}` : `(X), ${where}`;
    }
    if (one.set === 'arithmetic') return '(answer)';
    return one.set === 'gsm8k' ? '\\boxed{answer}, where the answer is a single number' : '\\boxed{answer}';
  },
  // Table 5 asks for concise reasoning on MATH, and for no reasoning on arithmetic.
  explain: ({ set }) => {
    if (set === 'arithmetic') return '';
    return set === 'math' ? 'Explain your reasoning as concisely as possible.' : 'Explain your reasoning.';
  },
  write: ({ set, options }, answer) => {
    if (set === 'gpqa') return `The correct answer is (${answer})`;
    return options !== undefined || set === 'arithmetic' ? `(${answer})` : `\\boxed{${answer}}`;
  },
  read: (one, text) => {
    if (one.options === undefined) return readMath(text);
    const place = one.options.findIndex((option) => option.trim() === text.trim());
    return place >= 0 ? letterOf(place) : readLetter(text, lettersOf(one));
  },
  readAll: (one, text) =>
    one.options === undefined
      ? readMaths(text, { brackets: one.set === 'arithmetic' })
      : readLetters(text, lettersOf(one)),
};

/* ---- The simulated agent ---- */

/** The probability that a simulated agent's own answer is correct. */
const skill = 0.6;

/**
 * Builds a simulated agent with its own opinion on each question. The opinion is the right answer with probability
 * `skill`, and otherwise a random wrong answer. Agents err independently. The simulation is not evidence about
 * language models.
 */
function mindOf(one: QuestionCase, agent: string): Mind<Answer> {
  const answers = one.options === undefined ? slips(one.answer) : lettersOf(one);
  const random = Random.from(0, 'opinion', one.set, one.id, agent);
  const wrong = answers.filter((answer) => !isRight(one, answer));
  const wording = (answer: Answer): string => one.options?.[placeOf(answer)] ?? answer;
  // Sort, so that shuffling the options does not change an agent's opinion.
  const sorted = [...wrong].sort((a, b) => (wording(a) < wording(b) ? -1 : 1));
  const isSkilled = random.chance(skill);
  const opinion = isSkilled || sorted.length === 0 ? one.answer : random.pick(sorted);
  return {
    utility: (answer) =>
      (answer === opinion ? 3 : 0) + random.split('utility', wording(answer)).normal(0, 0.5),
    propose: () => opinion,
    sentence: () => (one.options === undefined ? `I get ${opinion}.` : `I think of "${wording(opinion)}".`),
  };
}

/** Returns the right answer and some common wrong answers, which are off by one or have a wrong factor or sign. */
function slips(answer: string): string[] {
  const number = Number(answer.replaceAll(',', ''));
  const wrong = Number.isFinite(number)
    ? [number + 1, number - 1, 2 * number, 10 * number, -number].map((one) => String(Number(one.toFixed(6))))
    : [`${answer} + 1`, `${answer} - 1`, `2(${answer})`, `-(${answer})`];
  return [answer, ...wrong.filter((slip) => !sameMath(slip, answer))];
}
