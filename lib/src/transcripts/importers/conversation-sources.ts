import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collaboration } from '../collaboration';
import { importEliminationGame } from './elimination-game';
import { importLlmAgora } from './llm-agora';
import { importMadDebate } from './mad-debate';
import { importError } from './source-text';

/** Turns one file of recorded conversations into collaborations, numbered from `first`. */
type ConversationImporter = (text: string, file: string, first?: number) => Collaboration[];

/** Conversations of real models that the kit can read. */
export interface ConversationSource {
  /** How the source is called in code and in the folder of data sets. */
  readonly name: string;
  /** What it is, and whose. */
  readonly dataset: string;
  /** Its conversations one at a time, file by file; memory holds one file. */
  read(folder: string): Generator<Collaboration, void, undefined>;
}

/**
 * All questions of LLM-Agora's result files in a folder (GSM8K, then MMLU).
 * @throws AgoraError 'conversation-import'
 * @example
 * const debates = transcripts.readLlmAgora('a folder with gsm_result.json and mmlu_result.json');
 */
export function readLlmAgora(folder: string): Generator<Collaboration, void, undefined> {
  return readFolder(folder, /_result\.json$/, importLlmAgora);
}

/**
 * Every source, by the folder of data sets that holds it. To add one, add an entry.
 * @example
 * transcripts.conversationSources.map(({ name }) => name); // => ['mad-debates', 'elimination-game', 'llm-agora']
 */
export const conversationSources: readonly ConversationSource[] = Object.freeze([
  {
    name: 'mad-debates',
    dataset: 'debates on translation by gpt-3.5-turbo (MAD, Liang et al.)',
    read: (folder) => readFolder(folder, /^\d+\.json$/, importMadDebate),
  },
  {
    name: 'elimination-game',
    dataset: 'games of eight models that vote each other out (Mazur)',
    read: (folder) => readFolder(folder, /^game_.*\.jsonl$/, importEliminationGame),
  },
  {
    name: 'llm-agora',
    dataset: 'debates of three open models on GSM8K and MMLU (LLM-Agora)',
    read: readLlmAgora,
  },
]);

function* readFolder(
  folder: string,
  pattern: RegExp,
  importer: ConversationImporter,
): Generator<Collaboration, void, undefined> {
  if (!existsSync(folder)) throw importError(folder, null, 'there is no such folder');
  const files = readdirSync(folder).filter((file) => pattern.test(file));
  if (files.length === 0)
    throw importError(folder, null, `the folder has no file named like ${String(pattern)}`);
  let next = 0;
  for (const file of files.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))) {
    const conversations = importer(readFileSync(join(folder, file), 'utf8'), file, next);
    next += conversations.length;
    yield* conversations;
  }
}
