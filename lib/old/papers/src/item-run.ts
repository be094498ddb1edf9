import { z } from 'zod';
import type { Run } from 'agora-core/experiment';
import { experiment, type ExperimentOptions } from 'agora-core/experiment';
import { aModel } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { fromEnvironment, simulated, type ChatModel } from 'agora-core/models';
import { AgoraError } from 'agora-voting';
import { check, oneOf, over, settings as settingsOf, whole } from 'agora-voting/internal';
import { sameModel } from './beside';
import type {
  Condition,
  Drawing,
  GivenOf,
  Item,
  ItemDefinition,
  ItemEvidence,
  Planned,
  RunOptions,
  Settings,
  ValuesOf,
} from './item';
import { everyItem } from './item-names';

/*
 * What an item's `run` does: what was asked for is checked, evidence is chosen, and experiments are played or sets read.
 */

/**
 * What real models said comes first: recorded by others, then live. What follows from printed numbers is next; simulated
 * agents say nothing about models.
 */
export const strongestFirst = ['recorded', 'live', 'recomputed', 'simulated'] as const;

/**
 * Recorded sets; or committed live runs, where evidence "live" has no model.
 * @throws AgoraError 'setting' where no committed live run has these settings, or some were asked for that none has
 * @param asked - the values of what was given, with rules in place of their names
 */
export function onRecord<Printed, Own extends Settings, Drawn extends Drawing>(
  id: string,
  { recorded, stored }: ItemDefinition<Printed, Own, Drawn>,
  kind: ItemEvidence,
  values: ValuesOf<Own>,
  asked: Readonly<Record<string, unknown>>,
): readonly Condition[] {
  if (kind === 'recorded') return recorded?.(values) ?? [];
  const found = stored?.(values) ?? [];
  refuseMissing(id, found, asked);
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
  asked: Readonly<Record<string, unknown>>,
): void {
  const known = new Set(found.flatMap(({ fields }) => Object.values(fields)).map(String));
  for (const list of Object.values(asked)) {
    if (!Array.isArray(list) || list.some((one) => typeof one === 'number')) continue;
    const names = list.map((one: unknown) => String((one as { name?: unknown } | null)?.name ?? one));
    const missing = names.filter((name) => !known.has(name));
    if (missing.length === 0 || missing.length === names.length) continue;
    throw new AgoraError(
      'setting',
      `${id} has no stored live run of ${missing.join(', ')}, only of ${names.filter((name) => known.has(name)).join(', ')} of these: ask for the others with a model (${howToName})`,
    );
  }
}

const howToName = 'models.openai({ model: … }), models.local(), or a name in AGORA_MODEL';

/** The settings that were given, with their values. */
export function askedFor(values: object, given: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in given));
}

/** Settings that note which of them are read. Whoever copies them all reads them all. */
export function noting<Values extends object>(values: Values, read: Set<string>): Values {
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
export function refuseUnread<Own extends Settings>(
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
export function withBeside(row: Row, { beside }: Readonly<Record<string, unknown>>): Row {
  return typeof beside !== 'string' || beside === sameModel ? row : { ...row, beside: beside };
}

export interface ItemConditions {
  readonly conditions: readonly Condition[];
  readonly stopped: string | null;
}

export function gives<Printed, Own extends Settings, Drawn extends Drawing>(
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
export function resolve<Printed, Own extends Settings, Drawn extends Drawing>(
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

export function nothingTo(
  { id, paper, item: name }: Pick<Item, 'id' | 'paper' | 'item'>,
  what: string,
): AgoraError {
  const why =
    what === 'run'
      ? `${paper}'s ${name} shows no result; read ${id}.published`
      : what === 'figure'
        ? `${paper}'s ${name} is no figure; use ${id}.compare`
        : `the paper prints no numbers of ${name}; use ${id}.figure`;
  return new AgoraError('item', `${id} has nothing to ${what === 'figure' ? 'draw' : what}: ${why}`);
}

export function optionsOf(
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
export async function playAll(
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
