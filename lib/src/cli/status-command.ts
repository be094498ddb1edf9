import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RunTally, short, type RunTotals } from '../experiment';
import { pricesOf, type ChatModel } from '../models';
import { homeFolder } from '../project';
import { textTable } from '../report';
import { CorruptRecordError, readEvents, readRun } from '../transcripts';

/** `agora status`: what runs there are and how far each has come. */
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

function statusRow(folder: string): string[] {
  try {
    const { name, model, collaborations } = readRun(folder);
    const prices = model.evidence === 'live' ? (pricesOf(model as unknown as ChatModel) ?? null) : null;
    const tally = new RunTally(name, collaborations, prices);
    try {
      for (const event of readEvents(folder)) tally.add(event);
    } catch (error) {
      if (!(error instanceof CorruptRecordError)) throw error;
      return [name, model.name, model.evidence, `damaged at line ${error.line}`, '', '', '', '', folder];
    }
    const { calls, inputTokens, outputTokens, cost, failures } = tally.totals();
    const money = cost === null ? '' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
    const done = `${tally.finished}/${collaborations}`;
    return [
      name,
      model.name,
      model.evidence,
      done,
      short(calls),
      short(inputTokens + outputTokens),
      money,
      String(failures),
      folder,
    ];
  } catch (error) {
    return ['(unreadable)', '', '', '', '', '', '', '', (error as Error).message];
  }
}

/** A run's totals in a line. */
export function runTotalsText(run: { finished: number; requested: number; totals: RunTotals }): string {
  const { calls, inputTokens, outputTokens, cost, failures } = run.totals;
  const money = cost === null || cost === 0 ? '' : `, $${cost.toFixed(4)}`;
  return (
    `${run.finished} of ${run.requested} collaborations, ${calls} calls, ` +
    `${short(inputTokens)} tokens in, ${short(outputTokens)} out${money}, ${failures} unusable answers`
  );
}
