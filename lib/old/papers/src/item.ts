import { estimate, type ExperimentOptions, type RunEstimate } from 'agora-core/experiment';
import type { Measurable, Row } from 'agora-core/metrics';
import type { ChatModel } from 'agora-core/models';
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
import type { PublishedList } from './gedi/tables';
import { fileName, idOf, register } from './item-names';
import {
  askedFor,
  gives,
  type ItemConditions,
  noting,
  nothingTo,
  onRecord,
  optionsOf,
  playAll,
  refuseUnread,
  resolve,
  strongestFirst,
  withBeside,
} from './item-run';
import type { Setting } from './setting';
import { unusableText } from './unusable';

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
      const { kind, model, values, rest } = resolve(one, given);
      const read = new Set<string>();
      const noted = noting(values, read);
      const found: ItemConditions =
        kind === 'recomputed'
          ? { conditions: [], stopped: null }
          : model === null
            ? {
                conditions: onRecord(one.id, definition, kind, noted, askedFor(values, given)),
                stopped: null,
              }
            : await playAll(definition.experiments?.(noted) ?? [], model, rest);
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
      const { model, values, rest } = resolve(one, given);
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
  register(one as unknown as AnyItem);
  return Object.freeze(one);
}

function rowsIn(id: string, ours: ItemResult | readonly Row[]): readonly Row[] {
  const rows = 'rows' in ours ? ours.rows : ours;
  if (rows.length > 0) return rows;
  const why = 'rows' in ours && ours.unusable !== null ? `. ${ours.unusable}` : '';
  throw new AgoraError('item', `${id} needs at least 1 row, got none${why}`);
}
