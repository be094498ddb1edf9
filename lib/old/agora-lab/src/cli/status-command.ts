import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunTotals, short } from 'agora-core/experiment';
import {
  batchesFileName,
  costOf,
  homeFolder,
  inBatches,
  pricesOf,
  readCounts,
  recordedDifferences,
  shardSize,
} from 'agora-core/internal';
import type { ChatModel } from 'agora-core/models';
import { readRun, type RunDescription } from 'agora-core/transcripts';
import { textTable, type TextColumn } from 'agora-report/internal';
import { hasCode } from 'agora-voting';
import { runFolderNamed, runFolders } from './named-run';

/** `agora status`: the runs and their progress, or those of one run, by its folder or name. */
export function statusCommand(run?: string): string {
  const folders = run === undefined ? runFolders() : [runFolderNamed(run)];
  if (folders.length === 0)
    return `There are no runs in ${join(homeFolder(), 'runs')} yet. "npx agora run --help" says how to start one.`;
  const found = differencesWithin(folders);
  const rows = folders.map((one) => statusRow(one, found.get(one) ?? ''));
  const columns: TextColumn[] = [
    { title: 'run' },
    { title: 'settings', width: 50 },
    { title: 'model' },
    { title: 'evidence' },
    { title: 'finished', align: 'right' },
    { title: 'calls', align: 'right' },
    { title: 'tokens', align: 'right' },
    { title: 'cost', align: 'right' },
    { title: 'unusable', align: 'right' },
    { title: 'folder' },
  ];
  return textTable(columns, rows);
}

/** The kind of evidence, and whether the model's answers are deterministic, if it reports that. */
export function evidenceText({ model, facts }: Pick<RunDescription, 'model' | 'facts'>): string {
  const repeatable = facts?.['repeatable'];
  if (typeof repeatable !== 'boolean') return model.evidence;
  return `${model.evidence}, ${repeatable ? 'repeatable' : 'not repeatable'}`;
}

/** Of runs with one name, the settings in which they differ: "protocol.rounds 3, seed 7". */
function differencesWithin(folders: readonly string[]): Map<string, string> {
  const byName = new Map<string, { folder: string; record: RunDescription }[]>();
  for (const folder of folders) {
    const record = recordOf(folder);
    if (record === undefined) continue;
    byName.set(record.name, [...(byName.get(record.name) ?? []), { folder, record }]);
  }
  const texts = new Map<string, string>();
  for (const runs of byName.values())
    for (const [place, fields] of recordedDifferences(runs.map(({ record }) => record)).entries()) {
      const told = Object.entries(fields).map(([name, value]) => `${name} ${value ?? 'none'}`);
      texts.set(runs[place]?.folder as string, told.join(', '));
    }
  return texts;
}

/** A run's record; undefined where it cannot be read, which its row says. */
function recordOf(folder: string): RunDescription | undefined {
  try {
    return readRun(folder);
  } catch {
    return undefined;
  }
}

function statusRow(folder: string, settings: string): string[] {
  try {
    const description = readRun(folder);
    const { name, model, collaborations, shard } = description;
    const evidence = evidenceText(description);
    try {
      const { finished, calls, tokens, paid, failures } = readCounts(folder);
      const listed = model.evidence === 'live' ? pricesOf(model as unknown as ChatModel) : undefined;
      // A run that was only partly asked in batches is counted as if it were wholly: the record does not tell.
      const isBatched = existsSync(join(folder, batchesFileName));
      const prices = listed !== undefined && isBatched ? inBatches(listed) : listed;
      return [
        name,
        settings,
        model.name,
        evidence,
        `${[...finished].filter((index) => index < collaborations).length}/${shardSize(collaborations, shard)}${shard === undefined ? '' : ` of part ${shard.part}/${shard.of}`}`,
        short(calls),
        short(tokens.inputTokens + tokens.outputTokens),
        prices === undefined ? '' : costText(costOf(paid, prices)),
        String(failures),
        folder,
      ];
    } catch (error) {
      if (!hasCode(error, 'corrupt-record')) throw error;
      const damage = `damaged at line ${error.details['line']}`;
      return [name, settings, model.name, evidence, damage, '', '', '', '', folder];
    }
  } catch (error) {
    return ['(unreadable)', '', '', '', '', '', '', '', '', (error as Error).message];
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
