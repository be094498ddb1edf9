import { join } from 'node:path';
import { AgoraError } from '../../../agora-error';
import { check, settings, text } from '../../../check';
import { readQuestionFile } from '../question-file';
import sample from './hand-checked.json';

/** A text whose final answer a reader gave by hand; the text itself is in the data set. */
export interface HandChecked {
  readonly source: 'gsm8k' | 'llm-agora';
  /** From 0, in the data set's file. */
  readonly row: number;
  readonly model: string;
  /** From 1; llm-agora only. */
  readonly round?: number;
  /** The final answer that a careful reader says the text gives, right or wrong; null where it gives none. */
  readonly label: string | null;
  /** Why a reader could judge otherwise. */
  readonly doubt?: string;
}

export interface HandCheckedSample {
  readonly note: string;
  readonly drawn: string;
  /** The 100: 50 solutions of GSM8K, 50 answers of llm-agora. */
  readonly items: readonly HandChecked[];
  /** 48 further answers of llm-agora, labelled when the extractor was finished. */
  readonly heldOut: readonly HandChecked[];
}

/**
 * Labels given by hand, to score extraction on real text; how they came about is in `note`.
 * @example
 * environments.handCheckedSample().heldOut.length; // => 48
 */
export function handCheckedSample(): HandCheckedSample {
  return sample as HandCheckedSample;
}

const given = settings({ gsm8k: text(4096).optional(), llmAgora: text(4096).optional() });

/**
 * Looks up the text of an item in the data sets' folders: that of its source is needed.
 * @throws AgoraError 'question-data' when a file or a row is absent
 * @example
 * const [gsm8k, llmAgora] = ['gsm8k', 'llm-agora'].map((name) => datasets.locateDataset(name));
 * const textOf = gsm8k && llmAgora ? environments.handCheckedTexts({ gsm8k, llmAgora }) : null;
 */
export function handCheckedTexts(folders: {
  readonly gsm8k?: string;
  readonly llmAgora?: string;
}): (item: HandChecked) => string {
  check('handCheckedTexts', given, folders);
  const read = (folder: string | undefined, file: string, absent: string): string =>
    folder === undefined
      ? absent
      : readQuestionFile(join(folder, file), 'the texts are not part of the project');
  const solutions = read(folders.gsm8k, 'example_model_solutions.jsonl', '').split('\n');
  const debates = JSON.parse(read(folders.llmAgora, 'gsm_result.json', '[]')) as readonly {
    readonly agent_response: Readonly<Record<string, readonly string[]>>;
  }[];
  return ({ source, row, model, round }) => {
    const text =
      source === 'gsm8k'
        ? (JSON.parse(solutions[row] || '{}') as Record<string, { solution: string } | undefined>)[model]
            ?.solution
        : debates[row]?.agent_response[model]?.[(round ?? 1) - 1];
    if (text === undefined) throw new AgoraError('question-data', `${source} has no row ${row} of ${model}`);
    return text;
  };
}
