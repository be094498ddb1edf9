import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { AgoraError } from '../error';
import { jsonRows, Row } from './rows';

/**
 * A question from a data set. If there are `options`, the answer is an index into `options`. Otherwise, the answer is a
 * string.
 */
export type Question = {
  /** An identifier that is unique within the data set. */
  readonly id: string;
  /** The subject, or the name of the data set if the data set has no subjects. */
  readonly subject: string;
  readonly text: string;
} & (
  | { readonly options: readonly string[]; readonly answer: number }
  | { readonly options?: undefined; readonly answer: string }
);

interface DataSet {
  readonly title: string;
  /**
   * The possible names of the files that contain test questions, with the most common name first. '*' matches any
   * subject.
   */
  readonly test: readonly string[];
  /** The possible names of the files that contain worked examples. These files contain no test questions. */
  readonly development: readonly string[];
  /** The column names for CSV files without a header. */
  readonly columns?: readonly string[];
  readonly read: (row: Row) => Question;
}

/** The layout of each data set: the names of its files, and how to read a question from a row. */
export const dataSets = {
  /**
   * Hendrycks et al. 2021. The authors' files have no header, and their answers are the letters A to D. Files with a
   * header and answers from 0 to 3 are also accepted.
   */
  mmlu: {
    title: 'MMLU',
    test: ['test/*_test.csv'],
    development: ['dev/*_dev.csv'],
    columns: ['question', 'choice0', 'choice1', 'choice2', 'choice3', 'answer'],
    read: (row) => {
      const [, subject = row.file, split = 'test'] = /^(\w+)_([a-z]+)\.csv$/.exec(row.file) ?? [];
      const options = ['choice0', 'choice1', 'choice2', 'choice3'].map((choice) => row.text(choice));
      const answer = row.place('answer', 4);
      return distinct(row, {
        id: `${subject}/${split}/${row.number}`,
        subject,
        text: row.text('question'),
        options,
        answer,
      });
    },
  },

  /**
   * Wang et al. 2024. "N/A" options are dropped, as in the authors' script. The answer is the letter in `answer`, not
   * `answer_index`.
   */
  'mmlu-pro': {
    title: 'MMLU-Pro',
    test: ['test.jsonl'],
    development: ['validation.jsonl'],
    read: (row) => {
      const listed = row.texts('options');
      const right = listed[row.place('answer', listed.length)];
      const options = listed.filter((option) => option !== 'N/A');
      return distinct(row, {
        id: row.name('question_id') || row.fail('question_id', 'a number'),
        subject: row.text('category'),
        text: row.text('question'),
        options,
        answer: options.indexOf(right!),
      });
    },
  },

  /**
   * ARC-Challenge, Clark et al. 2018. Accepts the published format, and the flat format in which copies are often
   * distributed. Labels are A to E, or 1 to 5.
   */
  'arc-challenge': {
    title: 'ARC-Challenge',
    test: ['ARC-Challenge-Test.jsonl', 'test.jsonl'],
    development: [
      'ARC-Challenge-Dev.jsonl',
      'validation.jsonl',
      'dev.jsonl',
      'ARC-Challenge-Train.jsonl',
      'train.jsonl',
    ],
    read: (row) => {
      const { question, choices } = row.values;
      const nested = typeof question === 'object' ? (question as { stem?: unknown; choices?: unknown }) : {};
      const { text, label } = columnsOf(nested.choices ?? choices);
      const flat = new Row(row.file, row.line, row.number, {
        id: row.name('id'),
        question: nested.stem ?? question,
        'choices.text': text,
        'choices.label': label,
      });
      const options = flat.texts('choices.text');
      const labels = flat.texts('choices.label');
      const answer = labels.indexOf(row.name('answerKey'));
      if (answer < 0 || answer >= options.length) row.fail('answerKey', `one of ${labels.join(', ')}`);
      return distinct(row, {
        id: flat.text('id'),
        subject: 'arc-challenge',
        text: flat.text('question'),
        options,
        answer,
      });
    },
  },

  /** Rein et al. 2023. The file lists the right answer first, so the options are sorted by text. */
  gpqa: {
    title: 'GPQA',
    test: ['gpqa_main.csv', 'gpqa_diamond.csv', 'gpqa_extended.csv'],
    development: [],
    read: (row) => {
      const right = row.text('Correct Answer').trim();
      const wrong = [1, 2, 3].map((place) => row.text(`Incorrect Answer ${place}`).trim());
      if (wrong.includes(right)) row.fail('Correct Answer', 'different from the incorrect answers');
      const options = [right, ...wrong].sort();
      return distinct(row, {
        id: row.name('Record ID') || String(row.number),
        subject: row.name('Subdomain') || 'gpqa',
        text: row.text('Question').trim(),
        options,
        answer: options.indexOf(right),
      });
    },
  },

  /** Cobbe et al. 2021. The answer is the number after "####" on the last line of the solution. */
  gsm8k: {
    title: 'GSM8K',
    test: ['test.jsonl'],
    development: [],
    read: (row) => {
      const answer = /####\s*(-?\d[\d,]*(?:\.\d+)?)\s*$/.exec(row.text('answer'))?.[1];
      return {
        id: `test/${row.number}`,
        subject: 'gsm8k',
        text: row.text('question'),
        answer: answer ?? row.fail('answer', 'a solution that ends in "####" and a number'),
      };
    },
  },

  /** Hendrycks et al. 2021. The file math500_test.jsonl contains MATH-500 (Lightman et al. 2023). */
  math: {
    title: 'MATH',
    test: ['math500_test.jsonl', 'test.jsonl'],
    development: [],
    read: (row) => ({
      id:
        row.name('unique_id') ||
        (row.name('idx') === '' ? row.fail('unique_id', 'a name') : `test/${row.name('idx')}`),
      subject: row.name('subject') || row.text('type'),
      text: row.text('problem'),
      answer:
        row.name('answer') ||
        lastBox(row.name('solution')) ||
        row.fail('solution', 'a text with \\boxed{answer}'),
    }),
  },
} satisfies Record<string, DataSet>;

/**
 * Reads a row in the kit's own format. The samples in data/questions use this format, and your own files can use it.
 */
const own = (row: Row): Question => {
  const common = { id: row.text('id'), subject: row.text('subject'), text: row.text('text') };
  if (row.values['options'] === undefined) return { ...common, answer: row.text('answer') };
  const options = row.texts('options');
  return distinct(row, { ...common, options, answer: row.place('answer', options.length) });
};

export type DataSetName = keyof typeof dataSets;

/** Returns whether a question has a free answer instead of options. */
export const isOpen = (question: Question): boolean => question.options === undefined;

/**
 * Reads a data set's questions from a file or a folder, in the data set's format or in the kit's own format. In the
 * kit's own format, the field `split` distinguishes worked examples from test questions.
 */
export function readQuestions(name: DataSetName, path: string, part: 'test' | 'development'): Question[] {
  const set: DataSet = dataSets[name];
  const questions: Question[] = [];
  const ids = new Set<string>();
  for (const file of filesOf(set, path, part))
    for (const row of rowsOf(set, file)) {
      const isOwn = row.values['text'] !== undefined;
      if (isOwn && row.values['split'] === (part === 'test' ? 'example' : 'test')) continue;
      const question = isOwn ? own(row) : set.read(row);
      if (isOpen(question) !== isOpen(questions[0] ?? question))
        row.fail('options', 'in every row of the file or in none');
      if (ids.has(question.id))
        throw new AgoraError(`${path} has two questions with the id ${question.id}.`, 'data');
      ids.add(question.id);
      questions.push(question);
    }
  if (questions.length === 0 && part === 'test') throw new AgoraError(`${path} has no questions.`, 'data');
  return questions;
}

/** Returns the paths of the files that contain one part of a data set. */
function filesOf({ title, ...set }: DataSet, path: string, part: 'test' | 'development'): string[] {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new AgoraError(`${title}: ${path} does not exist.`, 'data');
  if (status.isFile()) return [path];
  for (const name of set[part]) {
    const [folder = '', pattern = ''] = name.includes('/') ? name.split('/') : ['', name];
    const [start, end] = pattern.includes('*') ? ['', pattern.slice(1)] : [pattern, ''];
    const place = join(path, folder);
    const found = existsSync(place) ? readdirSync(place).sort() : [];
    const files = found.filter((file) => (start === '' ? file.endsWith(end) : file === start));
    if (files.length > 0) return files.map((file) => join(place, file));
  }
  if (part === 'development') return [];
  throw new AgoraError(`${title}: ${path} contains none of these files: ${set.test.join(', ')}.`, 'data');
}

function rowsOf({ columns }: DataSet, path: string): Row[] {
  if (!path.endsWith('.csv')) return jsonRows(path);
  const file = basename(path);
  const records = csvRecords(readFileSync(path, 'utf8'), file);
  const first = records[0]?.record ?? [];
  const hasHeader = columns === undefined || first.join() === columns.join();
  const header = hasHeader ? first.map((name) => name.trim()) : columns;
  return (hasHeader ? records.slice(1) : records).map(({ line, record }, at) => {
    if (record.length !== header.length)
      throw new AgoraError(
        `${file} line ${line}: expected ${header.length} fields, found ${record.length}.`,
        'data',
      );
    return new Row(
      file,
      line,
      at + 1,
      Object.fromEntries(header.map((name, place) => [name, record[place]])),
    );
  });
}

function csvRecords(text: string, file: string): { line: number; record: readonly string[] }[] {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true } as const;
    const found = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    // The parser reports the line on which a record ends.
    return found.map(({ record, info }) => ({
      line: info.lines - record.join('').split('\n').length + 1,
      record,
    }));
  } catch (error) {
    throw new AgoraError(`${file} is not a CSV file. ${(error as Error).message}`, 'data', { cause: error });
  }
}

/**
 * Converts [{text, label}, ...] to {text: [...], label: [...]}. Does not change a value that is already in the second
 * form.
 */
function columnsOf(choices: unknown): { text?: unknown; label?: unknown } {
  if (!Array.isArray(choices)) return choices ?? {};
  const list = choices as { text?: unknown; label?: unknown }[];
  return { text: list.map((one) => one?.text), label: list.map((one) => one?.label) };
}

/**
 * Removes duplicate options and keeps the first copy, because an election between identical options would be
 * meaningless. If the answer key marks any of the copies as correct, the kept copy is correct. Ten questions in MMLU
 * list an option twice; in some of them, the repeated option is the correct one.
 */
function distinct(
  row: Row,
  question: Question & { readonly options: readonly string[]; readonly answer: number },
): Question {
  const { options, answer } = question;
  const trimmed = options.map((option) => option.trim());
  const kept = options.filter((_, at) => trimmed.indexOf(trimmed[at]!) === at);
  if (kept.length < 2) row.fail('options', 'at least two different options');
  return {
    ...question,
    options: kept,
    answer: kept.findIndex((option) => option.trim() === trimmed[answer]),
  };
}

/** Returns the content of the last \boxed{...} in a solution, or an empty string if there is none. */
function lastBox(solution: string): string {
  const start = Math.max(solution.lastIndexOf('\\boxed'), solution.lastIndexOf('\\fbox'));
  const open = start < 0 ? -1 : solution.indexOf('{', start);
  if (start >= 0 && open !== start + (solution[start + 1] === 'f' ? 5 : 6))
    return /^\\boxed\s+([^\s$]+)/.exec(solution.slice(start))?.[1] ?? '';
  let depth = 0;
  for (let at = open; at >= 0 && at < solution.length; at++) {
    if (solution[at - 1] === '\\') continue;
    if (solution[at] === '{') depth++;
    else if (solution[at] === '}' && --depth === 0) return solution.slice(open + 1, at).trim();
  }
  return '';
}
