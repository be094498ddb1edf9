import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type RunTotals, short } from 'agora-core/experiment';
import { costOf, homeFolder, pricesOf, readCounts } from 'agora-core/internal';
import type { ChatModel } from 'agora-core/models';
import { readRun, type RunDescription } from 'agora-core/transcripts';
import { textTable } from 'agora-report/internal';
import { hasCode } from 'agora-voting';

/** `agora status`: the runs and their progress. */
export function statusCommand(folder?: string): string {
  const root = join(homeFolder(), 'runs');
  const folders = folder === undefined ? runFolders(root) : [resolve(folder)];
  if (folders.length === 0)
    return `There are no runs in ${root} yet. "npx agora run --help" says how to start one.`;
  const rows = folders.map(statusRow);
  const columns = ['run', 'model', 'evidence', 'finished', 'calls', 'tokens', 'cost', 'unusable', 'folder'];
  return textTable(
    columns.map((title, place) => ({ title, align: place >= 3 && place <= 7 ? 'right' : 'left' })),
    rows,
  );
}

function runFolders(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort()
    .map((name) => join(root, name))
    .filter((path) => existsSync(join(path, 'run.json')));
}

/** The kind of evidence, and whether the model's answers are deterministic, if it reports that. */
export function evidenceText({ model, facts }: Pick<RunDescription, 'model' | 'facts'>): string {
  const repeatable = facts?.['repeatable'];
  if (typeof repeatable !== 'boolean') return model.evidence;
  return `${model.evidence}, ${repeatable ? 'repeatable' : 'not repeatable'}`;
}

function statusRow(folder: string): string[] {
  try {
    const description = readRun(folder);
    const { name, model, collaborations } = description;
    const evidence = evidenceText(description);
    try {
      const { finished, calls, tokens, paid, failures } = readCounts(folder);
      const prices = model.evidence === 'live' ? pricesOf(model as unknown as ChatModel) : undefined;
      return [
        name,
        model.name,
        evidence,
        `${[...finished].filter((index) => index < collaborations).length}/${collaborations}`,
        short(calls),
        short(tokens.inputTokens + tokens.outputTokens),
        prices === undefined ? '' : costText(costOf(paid, prices)),
        String(failures),
        folder,
      ];
    } catch (error) {
      if (!hasCode(error, 'corrupt-record')) throw error;
      const damage = `damaged at line ${error.details['line']}`;
      return [name, model.name, evidence, damage, '', '', '', '', folder];
    }
  } catch (error) {
    return ['(unreadable)', '', '', '', '', '', '', '', (error as Error).message];
  }
}

/** Dollars, with four digits behind the point below one. */
function costText(cost: number): string {
  return `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
}

/** The totals of a run in one line. */
export function runTotalsText(run: { finished: number; requested: number; totals: RunTotals }): string {
  const { calls, inputTokens, outputTokens, cost, failures } = run.totals;
  const dollars = cost === null || cost === 0 ? '' : `, ${costText(cost)}`;
  return (
    `${run.finished} of ${run.requested} collaborations, ${calls} calls, ` +
    `${short(inputTokens)} tokens in, ${short(outputTokens)} out${dollars}, ${failures} unusable answers`
  );
}
