import { z } from 'zod';
import type { Run } from 'agora-core/experiment';
import { estimate, experiment, type ExperimentOptions, type RunEstimate } from 'agora-core/experiment';
import { aModel } from 'agora-core/internal';
import type { Measurable, Row } from 'agora-core/metrics';
import { fromEnvironment, simulated, type ChatModel } from 'agora-core/models';
import {
  ledgerRow,
  recordInLedger,
  show,
  showFigure,
  type Comparison,
  type PlotlyFigure,
} from 'agora-report';
import { items as listed, joined, type JoinedComparison, type PublishedTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { check, closest, oneOf, over, settings as settingsOf, text, whole } from 'agora-voting/internal';
import { sameModel } from './beside';
import { whyLeftOut } from './left-out';
import { unusableText } from './unusable';
import type { Setting } from './setting';
import type { PublishedList } from './gedi/tables';

/*
 * An item is a table or figure of a paper as a value: the printed numbers, the settings, how it is run, and how our numbers are
 * compared with it. `item({ … })` makes an item from a definition; ../ITEMS.md says how to write one.
 */

/** Where the rows of an item can come from. Computed rows need no model. */
export type ItemEvidence = 'recomputed' | 'recorded' | 'live' | 'simulated';

/** Settings by name. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;
/** Their values. */
export type ValuesOf<Own> = {
  readonly [Name in keyof Own]: Own[Name] extends Setting<infer Value, infer _Given> ? Value : never;
};

/** The values that a user may give: a rule may be given by its name. */
export type GivenOf<Own> = {
  readonly [Name in keyof Own]?: Own[Name] extends Setting<infer _Value, infer Given> ? Given : never;
};

/** Fields that distinguish a condition from others: { benchmark: 'MMLU' }. Every row of the condition has them. */
export type Fields = Readonly<Record<string, string | number>>;

/** An experiment of an item, without its model. Two items with the same experiment share the run on disk. */
export interface Planned extends Pick<
  ExperimentOptions<never, never>,
  'environment' | 'protocol' | 'stop' | 'sampling'
> {
  readonly fields: Fields;
  readonly name: string;
  readonly collaborations: number;
  readonly seed: number;
}

/** The source of rows: a run, or a recorded set, with its condition. */
export interface Condition {
  /** Includes `model`, who answered, if the run or set does not say it. */
  readonly fields: Fields;
  readonly run: Measurable;
  /** For a recorded set: the number of collaborations of its kind. `run` has some of them. */
  readonly onRecord?: number;
}

/** The result of an item's `run`. */
export interface ItemResult {
  /** Tidy rows: analyse them as you like, and give any of them to `compare` and `figure`. */
  readonly rows: readonly Row[];
  readonly evidence: ItemEvidence;
  /** The sources of the rows: runs (each has its `folder`) and recorded sets. */
  readonly conditions: readonly Condition[];
  /** The value of every setting. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Why there is no number: the count of unusable answers, by kind. Null if there is a number. */
  readonly unusable: string | null;
  /** Why fewer cases were run than requested, or null if all were. The same call continues the run. */
  readonly stopped: string | null;
}

/** Options of every item with a `run`, in addition to its own settings. */
export interface RunOptions {
  /** Default: live where AGORA_MODEL names a live model, else the item's `usualEvidence`. */
  readonly evidence?: ItemEvidence;
  /** The model that answers. Default: for live evidence the model in AGORA_MODEL, for simulated evidence the simulated agent. */
  readonly model?: ChatModel;
  /** Calls in flight at once, limits of tokens and cost, how progress is shown, and signals: as in `experiment`. */
  readonly concurrency?: number;
  readonly budget?: ExperimentOptions<never, never>['budget'];
  readonly progress?: ExperimentOptions<never, never>['progress'];
  readonly signal?: AbortSignal;
  readonly abandon?: AbortSignal;
  readonly confirm?: ExperimentOptions<never, never>['confirm'];
}

/** The printed numbers, and how to read them. */
export type Published<Printed> = Printed & {
  /** The meaning of the number after ±; null if none is printed. */
  readonly plusMinus: string | null;
  readonly notes: readonly string[];
};

/** The result of `figure`: a promise if the figure has to be laid out first, like graphs. */
export type Drawing = PlotlyFigure | Promise<PlotlyFigure>;

/** The definition of a table or figure, in reading order. */
export interface ItemDefinition<Printed, Own extends Settings, Drawn extends Drawing> {
  /** As in data/published: "GEDI". */
  readonly paper: string;
  /** As the paper names it: "Table 2". */
  readonly item: string;
  /** What it shows, in one line. Default: the line in data/published/items.json. */
  readonly shows?: string;
  /** The notebook that shows it. */
  readonly notebook: string;
  readonly published: () => Printed;
  readonly plusMinus: string | null;
  readonly notes: readonly string[];
  /** How our numbers deviate from the paper's measurement, in a sentence or two for the ledger. */
  readonly departs: string;
  readonly settings?: Own;
  /** Rows without any model. */
  readonly computed?: (settings: ValuesOf<Own>) => readonly Row[] | Promise<readonly Row[]>;
  /** Recorded sets. */
  readonly recorded?: (settings: ValuesOf<Own>) => readonly Condition[];
  /** Committed live runs of the kit's plan. They are used for evidence "live" if no model is given. */
  readonly stored?: (settings: ValuesOf<Own>) => readonly Condition[];
  /** The experiments to run, live or simulated. */
  readonly experiments?: (settings: ValuesOf<Own>) => readonly Planned[];
  /** Rows of runs and recorded sets alike. */
  readonly measure?: (condition: Condition, settings: ValuesOf<Own>) => Promise<readonly Row[]>;
  /** Parts with different units are compared separately. */
  readonly compare?: (rows: readonly Row[]) => readonly Comparison[];
  readonly figure?: (rows: readonly Row[]) => Drawn;
}

/** A table or figure of a paper. */
export interface Item<
  Printed = unknown,
  Own extends Settings = Settings,
  Drawn extends Drawing = PlotlyFigure,
> {
  /** The paper's name in this kit, then the item's: "gedi.table2". */
  readonly id: string;
  readonly paper: string;
  readonly item: string;
  readonly shows: string;
  readonly notebook: string;
  /** Kinds of evidence that `run` can give, strongest first. Empty if nothing can be run. */
  readonly evidence: readonly ItemEvidence[];
  /** Which parts it has in addition to `published`. With `storedLive`, live evidence needs no model: committed runs answer. */
  readonly has: { readonly compare: boolean; readonly figure: boolean; readonly storedLive: boolean };
  readonly published: Published<Printed>;
  readonly settings: Own;
  /**
   * Runs it, or uses an earlier run, and measures it.
   * @throws AgoraError 'setting' for an unknown setting, a size of 0, evidence that the item does not have, a model that is
   * missing or does not give that evidence
   */
  run(options?: RunOptions & GivenOf<Own>): Promise<ItemResult>;
  /** What `run` would ask of a model, with one estimate for each experiment; empty if nothing is asked. */
  estimate(options?: RunOptions & GivenOf<Own>): Promise<readonly RunEstimate[]>;
  /** Published, ours, their difference with its 95% interval, and the difference of a null. Shows itself. */
  compare(ours: ItemResult | readonly Row[]): JoinedComparison;
  /** @throws AgoraError 'item' if the item is not a figure */
  figure(ours: ItemResult | readonly Row[]): Drawn;
  /**
   * Shows it in a notebook: the figure if it is one, and the published numbers next to ours if numbers are printed. The ledger
   * gets its row, and the figure is saved as gedi-figure-3.
   */
  show(ours: ItemResult | readonly Row[]): Promise<void>;
}

/** Any item. */
export type AnyItem = Item<
  PublishedTable | PublishedList<unknown>,
  Record<string, Setting<unknown>>,
  Drawing
>;

const made: AnyItem[] = [];
const papersInOrder = ['RoundTable', 'GEDI', 'S2-MAD', 'Deliberation', 'Strategies'];

/**
 * Every item of every paper, in the papers' order; or of one paper.
 * @throws AgoraError 'setting' for an unknown paper, with the one that was probably meant
 * @example
 * papers.everyItem('gedi').find(({ id }) => id === 'gedi.table4').evidence; // => []
 */
export function everyItem(paper?: string): readonly AnyItem[] {
  if (paper === undefined) return inOrder(made);
  check('everyItem', z.object({ paper: text() }), { paper });
  const papers = [...new Set(inOrder(made).map(({ id }) => partsOf(id).paper))];
  if (!papers.includes(plain(paper)))
    throw new AgoraError(
      'setting',
      `There is no paper "${paper}"${meant(plain(paper), papers)}: there are ${papers.join(', ')}`,
    );
  return inOrder(made.filter(({ id }) => partsOf(id).paper === plain(paper)));
}

/** Papers in their order, tables before figures. */
function inOrder(items: readonly AnyItem[]): AnyItem[] {
  const place = ({ paper, item }: AnyItem): number =>
    1e4 * papersInOrder.indexOf(paper) +
    1e3 * Number(item.startsWith('Figure')) +
    Number(/\d+/.exec(item)?.[0]);
  return [...items].sort((one, other) => place(one) - place(other));
}

/** "GEDI", "Table 2" to "gedi.table2". */
function idOf(paper: string, item: string): string {
  return `${plain(paper)}.${plain(item)}`;
}

/**
 * "gedi.figure3" to "gedi-figure-3", under which figures are kept.
 * @example
 * papers.itemFileName('gedi.figure3'); // => 'gedi-figure-3'
 */
export function fileName(id: string): string {
  check('itemFileName', z.object({ id: text() }), { id });
  return id.replace('.', '-').replace(/(table|figure)(?=\d)/, '$1-');
}

/**
 * What real models said comes first: recorded by others, then live. What follows from printed numbers is next; simulated
 * agents say nothing about models.
 */
const strongestFirst = ['recorded', 'live', 'recomputed', 'simulated'] as const;

/** Makes an item from its definition. Everything that a user passes is checked here. */
export function item<
  Printed extends object,
  const Own extends Settings,
  Drawn extends Drawing = PlotlyFigure,
>(definition: ItemDefinition<Printed, Own, Drawn>): Item<Printed, Own, Drawn> {
  const { paper, item: name, notebook, plusMinus, notes } = definition;
  const id = idOf(paper, name);
  const own = (definition.settings ?? {}) as Own;
  const evidence = strongestFirst.filter((kind) => gives(definition, kind));
  let printed: Published<Printed> | undefined;
  const one: Item<Printed, Own, Drawn> = {
    id,
    paper,
    item: name,
    shows:
      definition.shows ?? listed().find((each) => each.paper === paper && each.item === name)?.shows ?? '',
    notebook,
    evidence,
    has: {
      compare: definition.compare !== undefined,
      figure: definition.figure !== undefined,
      storedLive: definition.stored !== undefined,
    },
    get published() {
      printed ??= Object.freeze({ ...definition.published(), plusMinus, notes });
      return printed;
    },
    settings: own,
    async run(given = {}) {
      const { kind, model, values, rest } = resolved(one, given);
      const read = new Set<string>();
      const noted = noting(values, read);
      const found: ItemConditions =
        kind === 'recomputed'
          ? { conditions: [], stopped: null }
          : model === null
            ? { conditions: onRecord(one.id, definition, kind, noted, given), stopped: null }
            : await played(definition.experiments?.(noted) ?? [], model, rest);
      const rows: Row[] = [];
      if (kind === 'recomputed') rows.push(...((await definition.computed?.(noted)) ?? []));
      for (const condition of found.conditions)
        for (const row of (await definition.measure?.(condition, noted)) ?? [])
          rows.push(withBeside(row, noted));
      // What a live model was paid for is never refused.
      const isPaid = kind === 'live' && model !== null;
      if (!isPaid && found.stopped === null) refuseUnread(one, kind, given, read);
      const unusable = await unusableText(rows, found.conditions);
      return { rows: rows, evidence: kind, ...found, settings: values, unusable: unusable };
    },
    async estimate(given = {}) {
      const { model, values, rest } = resolved(one, given);
      const estimates: RunEstimate[] = [];
      if (model === null) return estimates;
      for (const plan of definition.experiments?.(values) ?? []) {
        const speed = estimates.find((known) => known.speed !== null)?.speed;
        const timed = speed === undefined || speed === null ? {} : { timed: speed };
        estimates.push(await estimate(optionsOf(plan, model, rest), timed));
      }
      return estimates;
    },
    compare(ours) {
      if (definition.compare === undefined) throw nothingTo(one, 'compare');
      const unusable = 'rows' in ours ? ours.unusable : null;
      return joined(definition.compare(rowsIn(id, ours)), unusable ?? '');
    },
    figure(ours) {
      if (definition.figure === undefined) throw nothingTo(one, 'figure');
      return definition.figure(rowsIn(id, ours));
    },
    async show(ours) {
      if (definition.figure !== undefined) await showFigure(await one.figure(ours), fileName(id));
      if (definition.compare === undefined) {
        const kind = (rowsIn(id, ours)[0] as Row).evidence as ItemEvidence;
        const about = { notebook: notebook, evidence: kind, knownDeviation: definition.departs };
        recordInLedger(ledgerRow({ paper: paper, item: name }, about));
        return;
      }
      const compared = one.compare(ours);
      show(compared);
      for (const { comparison } of compared.parts)
        recordInLedger(ledgerRow(comparison, { notebook: notebook, knownDeviation: definition.departs }));
    },
  };
  made.push(one as unknown as AnyItem);
  return Object.freeze(one);
}

/**
 * Recorded sets; or committed live runs, where evidence "live" has no model.
 * @throws AgoraError 'setting' where no committed live run has these settings, or some were asked for that none has
 */
function onRecord<Printed, Own extends Settings, Drawn extends Drawing>(
  id: string,
  { recorded, stored }: ItemDefinition<Printed, Own, Drawn>,
  kind: ItemEvidence,
  values: ValuesOf<Own>,
  given: Readonly<Record<string, unknown>>,
): readonly Condition[] {
  if (kind === 'recorded') return recorded?.(values) ?? [];
  const found = stored?.(values) ?? [];
  refuseMissing(id, found, given);
  if (found.length > 0) return found;
  throw new AgoraError(
    'setting',
    `${id} with evidence "live" needs a model: ${howToName}. No stored run has these settings; evidence "simulated" needs none`,
  );
}

/**
 * @throws AgoraError 'setting' where some values of a list, such as rules, have stored runs and others that were asked for
 * have none
 */
function refuseMissing(
  id: string,
  found: readonly Condition[],
  given: Readonly<Record<string, unknown>>,
): void {
  const known = new Set(found.flatMap(({ fields }) => Object.values(fields)).map(String));
  for (const asked of Object.values(given)) {
    if (!Array.isArray(asked)) continue;
    const names = asked.map((one: unknown) => String((one as { name?: unknown } | null)?.name ?? one));
    const missing = names.filter((name) => !known.has(name));
    if (missing.length === 0 || missing.length === names.length) continue;
    throw new AgoraError(
      'setting',
      `${id} has no stored live run of ${missing.join(', ')}, only of ${names.filter((name) => known.has(name)).join(', ')} of these: ask for the others with a model (${howToName})`,
    );
  }
}

const howToName = 'models.openai({ model: … }), models.local(), or a name in AGORA_MODEL';

/** Settings that note which of them are read. Whoever copies them all reads them all. */
function noting<Values extends object>(values: Values, read: Set<string>): Values {
  return new Proxy(values, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
}

/**
 * @throws AgoraError 'setting' for a setting that was given and that nothing read: it counts for another kind of evidence, or
 * under other settings
 */
function refuseUnread<Own extends Settings>(
  { id, settings, evidence }: Pick<Item<unknown, Own>, 'id' | 'settings' | 'evidence'>,
  kind: ItemEvidence,
  given: Readonly<Record<string, unknown>>,
  read: ReadonlySet<string>,
): void {
  const unread = Object.keys(settings).find((name) => given[name] !== undefined && !read.has(name));
  if (unread === undefined) return;
  // Live and simulated evidence take the same settings, but for stored live runs.
  const others = evidence.filter((other) => other !== kind && !(kind === 'simulated' && other === 'live'));
  const told = kind === 'live' ? 'stored live' : kind;
  const where = others.length === 0 ? '' : ` (evidence that may use it: ${others.join(', ')})`;
  throw new AgoraError(
    'setting',
    `${id}: ${unread} has no effect on ${told} evidence under these settings${where}. What it does: ${settings[unread]?.does}`,
  );
}

/** A row that knows which printed model it is to be compared with. */
function withBeside(row: Row, { beside }: Readonly<Record<string, unknown>>): Row {
  return typeof beside !== 'string' || beside === sameModel ? row : { ...row, beside: beside };
}

interface ItemConditions {
  readonly conditions: readonly Condition[];
  readonly stopped: string | null;
}

function gives<Printed, Own extends Settings, Drawn extends Drawing>(
  { computed, recorded, experiments }: ItemDefinition<Printed, Own, Drawn>,
  kind: ItemEvidence,
): boolean {
  if (kind === 'recomputed') return computed !== undefined;
  return kind === 'recorded' ? recorded !== undefined : experiments !== undefined;
}

const ownOptions = [
  'evidence',
  'model',
  'concurrency',
  'budget',
  'progress',
  'signal',
  'abandon',
  'confirm',
] as const;

/** What was asked for, checked, with the defaults filled in. The model is null where nobody is asked. */
function resolved<Printed, Own extends Settings, Drawn extends Drawing>(
  one: Item<Printed, Own, Drawn>,
  asked: RunOptions & GivenOf<Own>,
): { kind: ItemEvidence; model: ChatModel | null; values: ValuesOf<Own>; rest: RunOptions } {
  if (one.evidence.length === 0) throw nothingTo(one, 'run');
  const given = asTaken(one.settings, asked);
  const shape = Object.fromEntries(
    Object.entries(one.settings).map(([name, { is }]) => [name, is.optional()]),
  );
  check(
    one.id,
    settingsOf({
      ...shape,
      evidence: oneOf('recorded', 'live', 'simulated', 'recomputed').optional(),
      model: aModel.optional(),
      concurrency: whole(1).optional(),
      budget: z.unknown().optional(),
      progress: z.unknown().optional(),
      signal: z.unknown().optional(),
      abandon: z.unknown().optional(),
      confirm: z.unknown().optional(),
    }),
    given,
  );
  const kind = given.evidence ?? given.model?.evidence ?? evidenceFromEnvironment(one);
  // A recorded model answers an item's experiments, if it has any: such items have simulated evidence too.
  const answers = given.model?.evidence === 'recorded' && one.evidence.includes('simulated');
  if (!one.evidence.includes(kind) && !answers) throw noEvidence(one, kind);
  const isRecorded = kind === 'recorded' && given.model === undefined;
  const usual = Object.fromEntries(
    Object.entries(one.settings).map(([name, each]) => [
      name,
      isRecorded ? (each.whenRecorded ?? each.default) : each.default,
    ]),
  );
  const typed = Object.fromEntries(
    Object.entries(given).filter(([name]) => !(ownOptions as readonly string[]).includes(name)),
  );
  return {
    kind,
    model: modelFor(one, kind, given.model),
    values: over(usual, typed) as ValuesOf<Own>,
    rest: given,
  };
}

/** What was asked for, with rules in place of their names. */
function asTaken<Asked extends object>(own: Settings, asked: Asked): Asked {
  const taken = Object.entries(asked).map(([name, value]: [string, unknown]) => {
    const setting = own[name];
    const isTaken = setting?.take !== undefined && value !== undefined;
    return [name, isTaken ? setting.take?.(value) : value] as const;
  });
  return Object.fromEntries(taken) as Asked;
}

const evidenceGiven = z.object({
  item: z.object(
    { evidence: z.array(oneOf(...strongestFirst)), has: z.object({ storedLive: z.boolean() }) },
    { error: 'an item, such as papers.gedi.table2' },
  ),
});

/**
 * The evidence that an item gives by itself: the strongest that needs no model of the user's own. Null where nothing is run.
 * @example
 * papers.usualEvidence(papers.strategies.table4); // => 'live'
 */
export function usualEvidence(one: Pick<Item, 'evidence' | 'has'>): ItemEvidence | null {
  check('usualEvidence', evidenceGiven, { item: one });
  const { evidence, has } = one;
  return evidence.find((kind) => kind !== 'live' || has.storedLive) ?? null;
}

/** Live where AGORA_MODEL names a live model and the item can ask it, else what the item gives by itself. */
function evidenceFromEnvironment(one: Pick<Item, 'evidence' | 'has'>): ItemEvidence {
  const isLive = one.evidence.includes('live') && fromEnvironment().evidence === 'live';
  return isLive ? 'live' : (usualEvidence(one) as ItemEvidence);
}

function modelFor(
  { id, has }: Pick<Item, 'id' | 'has'>,
  kind: ItemEvidence,
  given: ChatModel | undefined,
): ChatModel | null {
  if (given !== undefined) {
    if (given.evidence === kind) return given;
    throw new AgoraError(
      'setting',
      `${id} with evidence "${kind}" cannot take ${given.name}, which is ${given.evidence}`,
    );
  }
  if (kind === 'recomputed' || kind === 'recorded') return null;
  if (kind === 'simulated') return simulated();
  const model = fromEnvironment();
  if (model.evidence === 'live') return model;
  if (has.storedLive) return null;
  throw new AgoraError('setting', `${id} with evidence "live" needs a model: ${howToName}`);
}

function noEvidence(
  { id, paper, evidence }: Pick<Item, 'id' | 'paper' | 'evidence'>,
  kind: ItemEvidence,
): AgoraError {
  const others = everyItem().filter((each) => each.paper === paper && each.evidence.includes(kind));
  const where =
    others.length === 0
      ? `no item of ${paper} has`
      : `of ${paper} ${others.map((each) => each.item).join(', ')} have it`;
  return new AgoraError('setting', `${id} has no ${kind} evidence, only ${evidence.join(', ')}; ${where}`);
}

function nothingTo({ id, paper, item: name }: Pick<Item, 'id' | 'paper' | 'item'>, what: string): AgoraError {
  const why =
    what === 'run'
      ? `${paper}'s ${name} shows no result; read ${id}.published`
      : what === 'figure'
        ? `${paper}'s ${name} is no figure; use ${id}.compare`
        : `the paper prints no numbers of ${name}; use ${id}.figure`;
  return new AgoraError('item', `${id} has nothing to ${what === 'figure' ? 'draw' : what}: ${why}`);
}

function rowsIn(id: string, ours: ItemResult | readonly Row[]): readonly Row[] {
  const rows = 'rows' in ours ? ours.rows : ours;
  if (rows.length > 0) return rows;
  const why = 'rows' in ours && ours.unusable !== null ? `. ${ours.unusable}` : '';
  throw new AgoraError('item', `${id} needs at least 1 row, got none${why}`);
}

function optionsOf(
  { fields: _, ...plan }: Planned,
  model: ChatModel,
  { concurrency, budget, progress, signal, abandon, confirm }: RunOptions,
): ExperimentOptions<never, never> {
  return {
    ...plan,
    model,
    progress: progress ?? (model.evidence === 'live' ? 'auto' : 'none'),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(budget === undefined ? {} : { budget }),
    ...(signal === undefined ? {} : { signal }),
    ...(abandon === undefined ? {} : { abandon }),
    ...(confirm === undefined ? {} : { confirm }),
  };
}

/** Plays what is not on disk yet, one experiment after another. One that is stopped ends it. */
async function played(
  plans: readonly Planned[],
  model: ChatModel,
  rest: RunOptions,
): Promise<ItemConditions> {
  const conditions: Condition[] = [];
  for (const plan of plans) {
    const run: Run = await experiment(optionsOf(plan, model, rest));
    if (run.finished > 0) conditions.push({ fields: { model: modelName(model), ...plan.fields }, run });
    if (run.stopped !== null) return { conditions, stopped: run.stopped.message };
  }
  return { conditions, stopped: null };
}

/** As papers name models: "openai:gpt-4" is "gpt-4". */
function modelName({ name, evidence }: ChatModel): string {
  return evidence === 'simulated' ? 'simulated agents' : name.replace(/^[a-z]+:/, '');
}

/**
 * An item by its paper and name, as on the command line.
 * @throws AgoraError 'setting' for an unknown paper or item, with the one that was probably meant
 * @example
 * papers.itemNamed('gedi', 'Table 2').id; // => 'gedi.table2'
 */
export function itemNamed(paper: string, name: string): AnyItem {
  check('itemNamed', z.object({ paper: text(), item: text() }), { paper, item: name });
  const own = everyItem(paper);
  const names = own.map(({ id }) => partsOf(id).name);
  const found = own[names.indexOf(plain(name))];
  if (found !== undefined) return found;
  const why = whyLeftOut(plain(paper), plain(name));
  throw new AgoraError(
    'setting',
    `${why ?? `${own[0]?.paper} has no item "${name}"${meant(plain(name), names)}`}: there are ${names.join(', ')}`,
  );
}

/** "S2-MAD" and "s2mad", "Table 2" and "table2" are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function partsOf(id: string): { paper: string; name: string } {
  const [paper = '', name = ''] = id.split('.');
  return { paper: paper, name: name };
}

/** " (did you mean "gedi"?)", where one of the names is near. */
function meant(given: string, names: readonly string[]): string {
  const near = closest(given, names);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
