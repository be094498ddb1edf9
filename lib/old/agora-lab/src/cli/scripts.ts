import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AgoraError } from 'agora-voting';
import { votingRule } from 'agora-voting/internal';

/** How the path of a script ends. */
const isScript = (typed: unknown): typed is string =>
  typeof typed === 'string' && /\.[cm]?[jt]s$/.test(typed);

/**
 * What was typed, with the rule that a script exports by default in place of its path: a rule of one's own among names of
 * rules.
 * @param read - a typed word, or several
 * @throws AgoraError 'setting' when there is no such script, it fails, or does not export a rule
 */
export async function withRulesOfScripts(read: unknown): Promise<unknown> {
  if (!Array.isArray(read)) return isScript(read) ? ruleOf(read) : read;
  const parts: unknown[] = [];
  for (const part of read as readonly unknown[]) parts.push(isScript(part) ? await ruleOf(part) : part);
  return parts;
}

async function ruleOf(typed: string): Promise<unknown> {
  const file = resolve(typed);
  if (!existsSync(file)) throw new AgoraError('setting', `There is no script ${file}.`);
  let exported: { readonly default?: unknown };
  try {
    exported = (await import(pathToFileURL(file).href)) as typeof exported;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AgoraError('setting', `The script ${file} fails: ${reason}`);
  }
  if (!votingRule.safeParse(exported.default).success)
    throw new AgoraError(
      'setting',
      `The script ${file} should export a rule: export default voting.scoringRule({ … }), or what voting.preferentialRule makes.`,
    );
  return exported.default;
}
