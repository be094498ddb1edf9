import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collaboration } from '../collaboration';
import { importEliminationGame } from './elimination-game';
import { importLlmAgora } from './llm-agora';
import { importMadDebate } from './mad-debate';
import type { RecordReader } from './packed-records';
import { importError } from './source-text';

/** Turns one file of recorded conversations into collaborations, numbered from `first`. */
type ConversationImporter = (text: string, file: string, first?: number) => Collaboration[];

export const madDebates = filesOf(/^\d+\.json$/, importMadDebate);
export const eliminationGames = filesOf(/^game_.*\.jsonl$/, importEliminationGame);
/** All questions of LLM-Agora's result files: GSM8K, then MMLU. */
export const llmAgora = filesOf(/_result\.json$/, importLlmAgora);

/** The conversations of a folder one at a time, file by file; memory holds one file. */
function filesOf(pattern: RegExp, importer: ConversationImporter): RecordReader {
  return function* (folder) {
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
  };
}
