import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { isLarge, type RunEstimate } from 'agora-core/experiment';
import { homeFolder, makeFolder, modelToEstimate } from 'agora-core/internal';
import { type ChatModel, parseModel } from 'agora-core/models';
import { type AnyItem, itemFileName, itemNamed, type ItemResult, usualEvidence } from 'agora-papers';
import { saveFigure, textTable } from 'agora-report/internal';
import { AgoraError, hasCode } from 'agora-voting';
import { closest } from 'agora-voting/internal';
import { evidenceAtHand, listItems } from './items-command';
import { withRulesOfScripts } from './scripts';
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
 * `agora reproduce PAPER ITEM [--SETTING VALUE …]`: runs an item, prints the published numbers next to ours, and saves the figure.
 * With a paper alone it lists that paper's items.
 * @param typed - paper and item, and the item's own settings as they were typed
 * @returns the exit code
 */
export async function reproduceCommand(
  typed: readonly string[],
  options: ReproduceCommandOptions,
): Promise<number> {
  const { operands, own } = splitTyped(typed);
  const [paper, ...words] = operands;
  // Without quotes, Table 4 comes as two words.
  const isOneName = words.length === 2 && /^(table|figure) \d+$/i.test(words.join(' '));
  const [name, more] = isOneName ? [words.join(' ')] : words;
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
  if (item.evidence.length === 0) refuseForPrinted(item, own, options);
  if (options.settings === true || item.evidence.length === 0) {
    console.log(options.settings === true ? settingsText(item) : publishedText(item));
    return 0;
  }
  const interruption = onInterrupt();
  try {
    const told = {
      ...(await valuesOf(item, own)),
      ...chosen(item, options),
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

/** @throws AgoraError 'setting' for a setting, evidence or model of an item that is printed only */
function refuseForPrinted(
  { id }: AnyItem,
  own: ReadonlyMap<string, string>,
  { evidence, model }: ReproduceCommandOptions,
): void {
  const given = [...own.keys()];
  if (evidence !== undefined) given.push('evidence');
  if (model !== undefined) given.push('model');
  if (given.length > 0)
    throw new AgoraError(
      'setting',
      `${id} is printed only, and has no settings, evidence or model: leave out --${given.join(', --')}`,
    );
}

/** Whether the paper prints records, such as example rows, in place of numbers under column titles. */
function printsRecords({ published }: AnyItem): boolean {
  const rows = (published.rows ?? []) as readonly Readonly<Record<string, unknown>>[];
  const isPlain = (value: unknown): boolean => !(value instanceof Object) || Array.isArray(value);
  return rows.length > 0 && rows.every((row) => Object.values(row).every(isPlain));
}

async function show(
  item: AnyItem,
  ours: ItemResult,
  { out }: ReproduceCommandOptions,
  otherwise: string,
): Promise<number> {
  if (printsRecords(item)) console.log(`${publishedText(item)}\n`);
  console.log(`${await evidenceText(ours)}${otherEvidence(item, ours)}${settingNames(item)}\n`);
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

/** What else an item can be run on, for a reader who does not know. */
function otherEvidence({ evidence, has }: AnyItem, ours: ItemResult): string {
  const others = evidence.filter((kind) => kind !== ours.evidence);
  const told = others.map((kind) =>
    kind === 'live' && !has.storedLive ? 'a model of your own (--model)' : `--evidence ${kind}`,
  );
  return told.length === 0 ? '' : `\nOther evidence: ${told.join(', ')}.`;
}

/** What can be set, for a reader who does not know. */
function settingNames({ settings }: AnyItem): string {
  const names = Object.keys(settings).map((name) => `--${name}`);
  return names.length === 0 ? '' : `\nSettings: ${names.join(', ')} (--settings: what they do).`;
}

/** Conditions that are told one by one. */
const mostTold = 8;

/** The sources of the rows: "Evidence: recorded. mixtral, negotiations: 8 of 42". */
async function evidenceText({ evidence, conditions }: ItemResult): Promise<string> {
  if (conditions.length === 0) return `Evidence: ${evidence}, without any model.`;
  const told = [];
  for (const { run, fields, onRecord } of conditions) {
    const { name = Object.values(fields).join(', ') } = run as { readonly name?: string };
    let count = 0;
    for await (const _ of run) count++;
    told.push({ name: name, count: count, onRecord: onRecord });
  }
  const names = new Set(told.map(({ name }) => name));
  if (names.size === 1 && told.length > 1)
    return `Evidence: ${evidence}, collaborations of ${[...names][0]} in ${told.length} conditions: ${told.map(({ count }) => count).join(', ')}.`;
  const all = told.reduce((sum, { count }) => sum + count, 0);
  const parts =
    told.length <= mostTold
      ? told
          .map(({ name, count, onRecord = count }) =>
            onRecord === count ? `${name}: ${count}` : `${name}: ${count} of ${onRecord}`,
          )
          .join('; ')
      : `${told.length} runs or sets: ${all} in all`;
  return `Evidence: ${evidence}, collaborations of ${parts}.`;
}

/** The most letters of a file name. Longer names end in a digest of the settings. */
const mostLetters = 180;

/**
 * The settings that differ from the defaults, for the name of a file: "-4-agents", "-rules-borda-schulze", "-simulated". So a
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
  if (evidence !== undefined && evidence !== usualEvidence(item)) parts.push(evidence);
  if (model !== undefined) parts.push(model);
  const plain = parts.map((part) => `-${part}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  const name = plain.join('').replace(/-+$/, '');
  if (name.length <= mostLetters) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, mostLetters).replace(/-[^-]*$/, '')}-${digest}`;
}

/** "max-rounds" is the setting maxRounds. */
const settingNamed = (typed: string): string =>
  typed.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function chosen(item: AnyItem, options: ReproduceCommandOptions) {
  const { evidence, concurrency, budgetTokens, budgetCost } = options;
  const model = chosenModel(item, options);
  return {
    ...(model === undefined ? {} : { model: model }),
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

/** Whom the command line names. An estimate takes AGORA_MODEL's here, too, whose key or weights may be missing for it. */
function chosenModel(
  item: AnyItem,
  { model, evidence = 'live', estimate }: ReproduceCommandOptions,
): ChatModel | undefined {
  if (model !== undefined && item.settings['beside']?.options?.().includes(model) === true)
    throw new AgoraError(
      'command',
      `--model says which model is asked; the row that the paper prints for ${model} is --beside ${model}`,
    );
  if (estimate !== true) return model === undefined ? undefined : parseModel(model);
  if (model !== undefined) return modelToEstimate(model);
  const usual = process.env['AGORA_MODEL']?.trim();
  if (!usual || evidence !== 'live' || !item.evidence.includes('live')) return undefined;
  const named = modelToEstimate(usual);
  return named.evidence === 'live' ? named : undefined;
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
async function valuesOf(item: AnyItem, own: ReadonlyMap<string, string>): Promise<Record<string, unknown>> {
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
    const read = setting.read(typed);
    values[key] = setting.takesScripts === true ? await withRulesOfScripts(read) : read;
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

type Printed = string | number | boolean | readonly string[] | null;

/** A cell of a printed list. */
function printedText(value: Printed | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object' && value !== null) return value.join(', ');
  return String(value ?? '–');
}

/** The table of an item's settings. */
function settingsText(item: AnyItem): string {
  const rows = Object.entries(item.settings).map(([name, setting]) => [
    `--${name}`,
    valueText(setting.default) +
      (setting.whenRecorded === undefined ? '' : ` (recorded: ${valueText(setting.whenRecorded)})`),
    valueText(setting.paper),
    `${setting.does}${optionsText(setting)}`,
  ]);
  const table = textTable(
    ['setting', 'default', 'paper', 'what it does'].map((title) => ({ title: title, width: 60 })),
    rows,
  );
  return `${item.paper}, ${item.item}. ${item.shows}.\nEvidence: ${evidenceAtHand(item)}.\n\n${table}`;
}

/** The words that a setting may be; for some of them, joined by commas. Rules may be scripts, too. */
function optionsText({ options, default: usual, takesScripts }: AnyItem['settings'][string]): string {
  if (takesScripts === true) return ' Also a script that exports a rule of your own by default: ./mine.mjs.';
  if (options === undefined) return '';
  return ` ${Array.isArray(usual) ? 'Any of, with commas' : 'One of'}: ${options().join(', ')}.`;
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

/** A table of records, as printed. */
function publishedText(item: AnyItem): string {
  const { caption, rows } = item.published;
  const records = rows as readonly Readonly<Record<string, Printed>>[];
  const columns = [...new Set(records.flatMap((row) => Object.keys(row)))];
  const table = textTable(
    columns.map((column) => ({ title: inWords[column] ?? column, width: 60 })),
    records.map((row) => columns.map((column) => printedText(row[column]))),
  );
  return `${item.paper}, ${item.item}. ${caption}\n\n${table}`;
}
