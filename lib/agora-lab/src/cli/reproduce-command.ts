import { join, resolve } from 'node:path';
import { isLarge, type RunEstimate } from 'agora-core/experiment';
import { homeFolder, makeFolder } from 'agora-core/internal';
import { parseModel } from 'agora-core/models';
import { type AnyItem, itemFileName, itemNamed, type ItemResult } from 'agora-papers';
import { saveFigure, textTable } from 'agora-report/internal';
import { AgoraError, hasCode } from 'agora-voting';
import { closest } from 'agora-voting/internal';
import { listItems } from './items-command';
import { askYes, exitCodes, inAll, onInterrupt, progressOf } from './run-command';

export interface ReproduceCommandOptions {
  readonly model?: string;
  readonly evidence?: string;
  readonly concurrency?: number;
  readonly budgetTokens?: number;
  readonly budgetCost?: number;
  readonly out?: string;
  readonly estimate?: boolean;
  readonly settings?: boolean;
  readonly yes?: boolean;
  readonly quiet?: boolean;
}

/**
 * `agora reproduce PAPER ITEM [--SETTING VALUE …]`: runs an item, prints published beside ours, and saves the figure.
 * With a paper alone it lists that paper's items.
 * @param typed - paper and item, and the item's own settings as they were typed
 * @returns the exit code
 */
export async function reproduceCommand(
  typed: readonly string[],
  options: ReproduceCommandOptions,
): Promise<number> {
  const { operands, own } = splitTyped(typed);
  const [paper, name, more] = operands;
  if (paper !== undefined && name === undefined) {
    console.log(listItems(paper));
    return 0;
  }
  if (paper === undefined || name === undefined || more !== undefined)
    throw new AgoraError(
      'command',
      `agora reproduce needs a paper and an item, such as "gedi table2", got "${operands.join(' ')}"; npx agora items lists them`,
    );
  const item = itemNamed(paper, name);
  if (options.settings === true || item.evidence.length === 0) {
    console.log(options.settings === true ? settingsText(item) : publishedText(item));
    return 0;
  }
  const interruption = onInterrupt();
  try {
    const told = {
      ...valuesOf(item, own),
      ...chosen(options),
      progress: progressOf(options),
      signal: interruption.signal,
      abandon: interruption.abandon,
      // What is large was asked about before the first run.
      confirm: () => true,
    };
    const mayAsk = options.estimate === true || options.model !== undefined || process.env['AGORA_MODEL'];
    const estimates = mayAsk ? await item.estimate(told) : [];
    if (options.estimate === true) {
      console.log(estimateText(item, estimates));
      return 0;
    }
    const isLive = told.evidence === 'live' || (told.model ?? parseModel('simulated')).evidence === 'live';
    if (isLive && options.yes !== true && isLarge(inAll(estimates))) {
      console.error(estimateText(item, estimates));
      if (!(await askYes('Begin?'))) return exitCodes.declined;
    }
    const ours = await item.run(told);
    return await show(item, ours, options, setOtherwise(item, own, options));
  } catch (error) {
    if (!hasCode(error, 'interrupted')) throw error;
    console.error(`${error.message} Run the same command again to resume.`);
    return exitCodes.interrupted;
  } finally {
    interruption.off();
  }
}

async function show(
  item: AnyItem,
  ours: ItemResult,
  { out }: ReproduceCommandOptions,
  otherwise: string,
): Promise<number> {
  if (ours.rows.length > 0) {
    if (item.has.compare) console.log(item.compare(ours).text);
    if (item.has.figure && ours.unusable === null) {
      const folder = resolve(out ?? join(homeFolder(), 'items'));
      makeFolder(folder);
      const name = `${itemFileName(item.id)}${otherwise}`;
      const { svgFile, pngFile } = await saveFigure(await item.figure(ours), name, { folder });
      console.log(
        `\n${item.paper}, ${item.item}: ${svgFile}\n${' '.repeat(item.paper.length + item.item.length + 4)}${pngFile}`,
      );
    }
  }
  if (ours.unusable !== null && (ours.rows.length === 0 || !item.has.compare)) console.log(ours.unusable);
  const folders = ours.conditions.flatMap(({ run }) => ('folder' in run ? [`  ${String(run.folder)}`] : []));
  if (folders.length > 0) console.log(['\nThe runs (npx agora explore FOLDER):', ...folders].join('\n'));
  if (ours.stopped === null) return 0;
  console.error(`${ours.stopped}\nRun the same command again to resume.`);
  return exitCodes.interrupted;
}

/** Longer names of files are cut. */
const mostLetters = 80;

/**
 * What was set otherwise than by default, for the name of a file: "-4-agents", "-rules-borda-schulze", "-simulated". So a
 * figure does not replace another that was drawn under other settings.
 */
function setOtherwise(
  item: AnyItem,
  own: ReadonlyMap<string, string>,
  { evidence, model }: ReproduceCommandOptions,
): string {
  const parts: string[] = [];
  for (const [name, typed] of own) {
    const setting = item.settings[settingNamed(name)];
    if (setting === undefined || typed === valueText(setting.default).replaceAll(', ', ',')) continue;
    parts.push(/^[\d.]+$/.test(typed) ? `${typed} ${name}` : `${name} ${typed}`);
  }
  if (evidence !== undefined && evidence !== item.evidence[0]) parts.push(evidence);
  if (model !== undefined) parts.push(model);
  const plain = parts.map((part) => `-${part}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  return plain.join('').slice(0, mostLetters).replace(/-+$/, '');
}

/** "max-rounds" is the setting maxRounds. */
const settingNamed = (typed: string): string =>
  typed.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function chosen({ model, evidence, concurrency, budgetTokens, budgetCost }: ReproduceCommandOptions) {
  return {
    ...(model === undefined ? {} : { model: parseModel(model) }),
    ...(evidence === undefined ? {} : { evidence: evidence as never }),
    ...(concurrency === undefined ? {} : { concurrency: concurrency }),
    ...(budgetTokens === undefined && budgetCost === undefined
      ? {}
      : {
          budget: {
            ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
            ...(budgetCost === undefined ? {} : { cost: budgetCost }),
          },
        }),
  };
}

/** "--questions 50 --rules=borda,schulze" apart from "gedi table2". */
function splitTyped(typed: readonly string[]): { operands: string[]; own: Map<string, string> } {
  const operands: string[] = [];
  const own = new Map<string, string>();
  const left = [...typed];
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    if (!part.startsWith('--')) {
      operands.push(part);
      continue;
    }
    const [name = '', ...rest] = part.slice(2).split('=');
    const value = rest.length > 0 ? rest.join('=') : left.shift();
    if (value === undefined) throw new AgoraError('command', `--${name} needs a value, got nothing`);
    own.set(name, value);
  }
  return { operands, own };
}

/** The item's own settings, as it takes them. */
function valuesOf(item: AnyItem, own: ReadonlyMap<string, string>): Record<string, unknown> {
  const known = Object.keys(item.settings);
  const values: Record<string, unknown> = {};
  for (const [name, typed] of own) {
    const key = settingNamed(name);
    const setting = item.settings[key];
    if (setting === undefined) {
      const meant = closest(key, known);
      throw new AgoraError(
        'setting',
        `${item.id} knows no --${name}: its settings are ${known.map((one) => `--${one}`).join(', ') || 'none'}${meant === undefined ? '' : ` (did you mean --${meant.slice(1, -1)}?)`}`,
      );
    }
    values[key] = setting.read(typed);
  }
  return values;
}

function estimateText(item: AnyItem, estimates: readonly RunEstimate[]): string {
  if (estimates.length === 0) return `${item.id}: nothing is asked of a model.`;
  const { calls, inputTokens, outputTokens } = inAll(estimates);
  const inWords = (number: number): string => Math.round(number).toLocaleString('en');
  return [
    ...estimates.map(({ text }) => text),
    `In all: about ${inWords(calls)} calls, ${inWords(inputTokens)} prompt tokens and ${inWords(outputTokens)} answer tokens.`,
  ].join('\n');
}

/** A cell of a printed list. */
function printedText(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value ?? '–');
}

/** What can be tweaked. */
function settingsText(item: AnyItem): string {
  const rows = Object.entries(item.settings).map(([name, setting]) => [
    `--${name}`,
    valueText(setting.default) +
      (setting.whenRecorded === undefined ? '' : ` (recorded: ${valueText(setting.whenRecorded)})`),
    valueText(setting.paper),
    setting.does,
  ]);
  const table = textTable(
    ['setting', 'default', 'paper', 'what it does'].map((title) => ({ title: title, width: 60 })),
    rows,
  );
  return `${item.paper}, ${item.item}. ${item.shows}.\nEvidence: ${item.evidence.join(', ') || 'printed only'}.\n\n${table}`;
}

/** A setting's value as it is typed: rules by their names. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return value instanceof Object && 'name' in value ? String(value.name) : String(value);
}

/** Fields of printed lists in words. */
const inWords: Readonly<Record<string, string>> = {
  section22: 'named in section 2.2',
  appendixA: 'name in Appendix A',
};

/** A table that shows no result, as printed. */
function publishedText(item: AnyItem): string {
  const { caption, rows } = item.published;
  const records = rows as readonly Readonly<Record<string, string | number | boolean | null>>[];
  const columns = [...new Set(records.flatMap((row) => Object.keys(row)))];
  const table = textTable(
    columns.map((column) => ({ title: inWords[column] ?? column, width: 60 })),
    records.map((row) => columns.map((column) => printedText(row[column]))),
  );
  return `${item.paper}, ${item.item}. ${caption}\n\n${table}`;
}
