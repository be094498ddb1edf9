import { basename } from 'node:path';
import { AgoraError } from 'agora-voting';
import { readCsv } from './csv';
import { failAt, fileIn, readQuestionFile } from './question-file';

/** The answers of real models to one question. */
export interface PredictionRow {
  /** The id of the question in MMLU-Pro, as `readMmluPro` gives it. */
  readonly question: string;
  /** The letter of the right option. */
  readonly answer: string;
  /** By model: a letter, or null if no answer could be read. */
  readonly predictions: Readonly<Record<string, string | null>>;
}

export interface ModelPredictions {
  /** In the file's order. */
  readonly models: readonly string[];
  readonly rows: readonly PredictionRow[];
}

/**
 * Reads the recorded answers of real models to MMLU-Pro. The file has a header `question_id,answer,MODEL,...` and one
 * row for each question, with a letter from A to J for each model (blank if it gave no answer). Letters refer to the
 * data set's order of options. A letter beyond a question's options is kept as a wrong answer.
 * @param path - model_predictions.csv, or its folder: `locateDataset('mmlu-pro')`
 * @throws AgoraError 'question-data' naming file, line and the expected value
 */
export function readModelPredictions(path: string): ModelPredictions {
  const file = fileIn(path, 'model_predictions.csv');
  const name = basename(file);
  const [head, ...rows] = readCsv(readQuestionFile(file, 'it is not part of MMLU-Pro as published'), name);
  const [id, key, ...models] = head?.fields ?? [];
  if (id !== 'question_id' || key !== 'answer' || models.length === 0)
    throw new AgoraError(
      'question-data',
      `${name} needs a header question_id,answer,MODEL,..., got "${head?.fields.join() ?? ''}"`,
    );
  if (new Set(models).size !== models.length)
    throw new AgoraError('question-data', `${name} names a model twice in its header: ${models.join()}`);
  const seen = new Set<string>();
  return {
    models,
    rows: rows.map(({ fields, line }) => {
      const place = { file: name, line };
      if (fields.length !== models.length + 2) failAt(place, `${models.length + 2} fields`, fields);
      const [question = '', answer = '', ...letters] = fields;
      if (question === '' || seen.has(question)) failAt(place, 'a question_id of its own', question);
      seen.add(question);
      for (const letter of [answer || '?', ...letters])
        if (!/^[A-J]?$/.test(letter)) failAt(place, 'letters from A to J, or blanks for no answer', letter);
      return {
        question,
        answer,
        predictions: Object.fromEntries(models.map((model, at) => [model, letters[at] || null])),
      };
    }),
  };
}
