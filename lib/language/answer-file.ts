import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Stores answers by key in memory and, if a file is given, on disk. Each answer is appended to the file immediately, as
 * one JSON line. A killed process can leave an incomplete line; loading the file skips that line.
 */
export class AnswerFile {
  private answers: Map<string, string> | undefined;

  constructor(private readonly file?: string) {}

  get(key: string): string | undefined {
    return this.read().get(key);
  }

  set(key: string, answer: string): void {
    this.read().set(key, answer);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify([key, answer])}\n`);
  }

  private read(): Map<string, string> {
    if (this.answers !== undefined) return this.answers;
    this.answers = new Map();
    if (this.file === undefined) return this.answers;
    mkdirSync(dirname(this.file), { recursive: true });
    if (!existsSync(this.file)) return this.answers;
    const text = readFileSync(this.file, 'utf8');
    for (const line of text.split('\n')) {
      const entry = parse(line);
      if (entry !== null) this.answers.set(...entry);
    }
    if (text !== '' && !text.endsWith('\n')) appendFileSync(this.file, '\n');
    return this.answers;
  }
}

function parse(line: string): [key: string, answer: string] | null {
  try {
    const entry: unknown = JSON.parse(line);
    const isEntry =
      Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
    return isEntry ? (entry as [string, string]) : null;
  } catch {
    return null;
  }
}
