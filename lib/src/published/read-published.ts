import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgoraError } from '../agora-error';
import type { z } from 'zod';

/**
 * Reads `NAME.json` and checks its shape. Parts that the schema does not name are left out.
 * @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it
 */
export function readPublished<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  folder: string = publishedFolder(),
): z.output<Schema> {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file))
    throw new AgoraError(
      'published-data',
      `loadPaper needs ${name}.json in data/published, and there is none`,
    );
  const reading = schema.safeParse(parse(readFileSync(file, 'utf8'), name));
  if (!reading.success)
    throw new AgoraError(
      'published-data',
      `data/published/${name}.json is broken: ${reading.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
    );
  return reading.data;
}

/** `data/published`, looked for from this file upwards: it is the same for the source and the compiled library. */
function publishedFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'data', 'published');
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder)
      throw new AgoraError('published-data', 'the folder data/published is in no folder above the library');
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AgoraError(
      'published-data',
      `data/published/${name}.json is not JSON: ${(error as Error).message}`,
    );
  }
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
