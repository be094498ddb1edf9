import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AgoraError } from 'agora-voting';

/** How the path of a script ends. */
const isScript = (typed: unknown): typed is string =>
  typeof typed === 'string' && /\.[cm]?[jt]s$/.test(typed);

/**
 * What was typed, with what a script exports by default in place of its path: a rule of one's own among names of rules.
 * @param read - a typed word, or several
 * @param wanted - what such a script should export: "a voting rule"
 * @throws AgoraError 'setting' when there is no such script, it fails, or has no default export
 */
export async function withScripts(read: unknown, wanted: string): Promise<unknown> {
  if (!Array.isArray(read)) return isScript(read) ? exportOf(read, wanted) : read;
  const parts: unknown[] = [];
  for (const part of read as readonly unknown[])
    parts.push(isScript(part) ? await exportOf(part, wanted) : part);
  return parts;
}

async function exportOf(typed: string, wanted: string): Promise<unknown> {
  const file = resolve(typed);
  if (!existsSync(file)) throw new AgoraError('setting', `There is no script ${file}.`);
  let exported: { readonly default?: unknown };
  try {
    exported = (await import(pathToFileURL(file).href)) as typeof exported;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AgoraError('setting', `The script ${file} fails: ${reason}`);
  }
  if (exported.default === undefined)
    throw new AgoraError('setting', `The script ${file} should export ${wanted}: export default …`);
  return exported.default;
}
