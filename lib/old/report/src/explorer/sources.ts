import {
  collaborationsGiven,
  endOf,
  factsOf,
  fieldsOf,
  annotationsFolderOf,
  type IndexedCollaboration,
  knownPrices,
  readIndex,
  readIndexed,
  readIndexedPrompts,
  valueDigest,
} from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import type { Prices } from 'agora-core/models';
import {
  type Asked,
  type Collaboration,
  type Recorded,
  readAnnotations,
  readRun,
} from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { check, either, having } from 'agora-voting/internal';
import type { Detail, ExploredRun, RequestsMade, RoundNumber, Summary } from './data';
import { hasUnknownEnd, inWords } from '../entries';
import { factsOf as factsOfRun } from './facts';
import { differencesOf, namesOf } from './names';
import { presentedIn, type PresentProposal } from './presented';
import { saidIn } from './said';

/** What can be explored: a run on disk, a recorded set, or any collaborations. */
export type Explorable =
  | { readonly name: string; readonly evidence: string; readonly folder: string }
  | (Iterable<Collaboration> & {
      readonly name?: string;
      readonly evidence?: string;
      readonly asked?: Recorded['asked'];
      readonly runs?: Recorded['runs'];
    });

const explorable = either(
  'a run, or collaborations',
  having('a run', { folder: 'string', name: 'string', evidence: 'string' }),
  collaborationsGiven,
);

/** The data of a run in the explorer: its table, and each collaboration on request. */
export interface Source {
  readonly run: ExploredRun;
  /** The folder of readers' annotations; null if a set has no name. */
  readonly annotations: string | null;
  /** Null if it is not shown. @throws AgoraError 'corrupt-record' */
  detail(index: number): Detail | null;
}

export interface SourceSettings {
  /** Only these collaborations, by number. */
  readonly collaborations?: readonly number[];
  /** The most collaborations. */
  readonly most?: number;
  /** Numbers of single collaborations to show, from `metrics.measure(run, columns, { each: true })`. */
  readonly rows?: readonly Row[];
  /** The token prices of a live run, if the library does not know them. */
  readonly prices?: Prices;
  /** How a proposal is shown, for an environment of a user. */
  readonly present?: PresentProposal;
}

/** Makes the explorer's source of a run. Events are read only when a collaboration is opened. */
export function sourceOf(what: Explorable, settings: SourceSettings = {}): Source {
  check('explore', explorable, what);
  const { collaborations: wanted, most = Infinity, rows = [] } = settings;
  const numbers = new Map<unknown, Row[]>();
  for (const row of rows)
    numbers.set(row['collaboration'], [...(numbers.get(row['collaboration']) ?? []), row]);
  const isNamed = 'folder' in what || 'source' in what;
  const annotations = isNamed ? annotationsFolderOf(what as { readonly name: string }) : null;
  const run = {
    name: what.name ?? 'collaborations',
    evidence: what.evidence ?? '',
    prices: null,
    facts: factsOfRun(what),
    differs: {},
    prompts: isPublishedWithout(what) ? ('not published' as const) : ('recorded' as const),
    annotations: annotations === null ? [] : readAnnotations(annotations),
  };
  const environmentOf = environmentsIn(what);
  const detail = (one: Collaboration, asked: () => Asked | null, own: readonly Row[] | undefined) =>
    detailOf(one, asked, presentedIn(one, environmentOf(one.index), settings.present), own);
  const choose = <One extends { readonly index: number }>(all: readonly One[]) => {
    const found = all.filter(({ index }) => wanted?.includes(index) ?? true);
    const missing = wanted?.find((index) => found.every((one) => one.index !== index));
    if (missing !== undefined)
      throw new AgoraError('setting', `explore: ${run.name} has no collaboration ${missing}`);
    const shown = found.slice(0, most);
    return {
      byIndex: new Map(shown.map((one) => [one.index, one])),
      shown,
      more: found.length - shown.length,
    };
  };
  if ('folder' in what) {
    const { folder } = what;
    const prices =
      run.evidence === 'live' ? (settings.prices ?? knownPrices(readRun(folder).model.name) ?? null) : null;
    const { byIndex, shown, more } = choose(readIndex(folder));
    const collaborations = shown.map(({ agents, finished, ...one }) =>
      summary({ ...one, agents: agents.length }, finished, numbers.get(one.index)),
    );
    return {
      run: { ...run, collaborations, more, prices },
      annotations,
      detail(index) {
        const place = byIndex.get(index);
        if (place === undefined) return null;
        const asked = () => {
          const { model, sampling } = readRun(folder);
          return { model: model, sampling: sampling, prompts: readIndexedPrompts(folder, place) };
        };
        return detail(readIndexed(folder, place), asked, numbers.get(index));
      },
    };
  }
  const { byIndex, shown, more } = choose([...what]);
  const collaborations = shown.map(({ index, agents, instance, events, finished }) => {
    const count = (type: string) => events.filter((event) => event.type === type).length;
    const counts = { index, agents: agents.length, messages: count('message'), failures: count('failure') };
    const facts = { facts: factsOf(instance), caseDigest: valueDigest(instance) };
    const told = summary({ ...counts, ...facts }, finished && endOf(finished), numbers.get(index));
    return hasUnknownEnd(events, finished) ? { ...told, decided: null } : told;
  });
  return {
    run: { ...run, collaborations, more },
    annotations,
    detail(index) {
      const collaboration = byIndex.get(index);
      if (collaboration === undefined) return null;
      return detail(collaboration, () => what.asked?.(index) ?? null, numbers.get(index));
    },
  };
}

/** The name of the environment that a collaboration was played in; null where that is not on record. */
function environmentsIn(what: Explorable): (index: number) => string | null {
  if ('folder' in what) {
    const { name } = readRun(what.folder).environment;
    return () => name;
  }
  const runs = what.runs?.() ?? [];
  return (index) =>
    runs.find(({ first, cases }) => index >= first && index < first + cases)?.description.environment.name ??
    null;
}

/** Whether it is a set of others, who published no prompts. */
const isPublishedWithout = (what: Explorable): boolean => 'source' in what && !('asked' in what);

/** How requests were made, in short. */
function requestsMade({ model, sampling }: Asked): RequestsMade {
  const { weights } = model.settings;
  return { model: model.name, weights: typeof weights === 'string' ? weights : null, sampling: sampling };
}

/** Makes the sources of several runs with distinct names. @param rows - of each run in its place */
export function sourcesOf(
  all: readonly Explorable[],
  settings: Omit<SourceSettings, 'rows'> = {},
  rows: readonly (readonly Row[])[] = [],
): Source[] {
  const sources = all.map((one, place) => sourceOf(one, { ...settings, rows: rows[place] ?? [] }));
  const [names, differs] = [namesOf(all), differencesOf(all)];
  return sources.map((source, place) => ({
    ...source,
    run: { ...source.run, name: names[place]!, differs: differs[place]! },
  }));
}

/** A row's column with what else tells it from others: "accuracy, borda". */
const columnOf = (row: Row): string =>
  [
    row.column,
    ...Object.values(fieldsOf(row, ['column', 'evidence', 'collaboration', 'round', 'agent'])),
  ].join(', ');

function summary(
  {
    index,
    agents,
    messages,
    failures,
    facts,
    caseDigest,
  }: Pick<Summary, 'index' | 'agents' | 'messages' | 'failures'> &
    Pick<IndexedCollaboration, 'facts' | 'caseDigest'>,
  finished: IndexedCollaboration['finished'],
  rows: readonly Row[] = [],
): Summary {
  const whole = rows.filter((row) => row['round'] === undefined && row['agent'] === undefined);
  const measured = whole.flatMap((row) => (row.value === null ? [] : [[columnOf(row), row.value] as const]));
  return {
    index,
    agents,
    messages,
    failures,
    rounds: finished?.rounds ?? null,
    cause: finished?.cause ?? null,
    decided: finished?.decided ?? null,
    caseDigest,
    outcomeDigest: finished?.outcomeDigest ?? null,
    numbers: { ...finished?.score, ...Object.fromEntries(measured) },
    fields: { ...facts, ...(finished?.outcome == null ? {} : { outcome: inWords(finished.outcome) }) },
  };
}

/** What is told beside messages, and prompts, are worked out when the page is given them, and not when it is searched. */
function detailOf(
  { index, agents, instance, events, finished }: Collaboration,
  asked: () => Asked | null,
  { presented, presents }: Pick<Detail, 'presented' | 'presents'>,
  rows: readonly Row[] = [],
): Detail {
  const numbers = rows.flatMap((row): RoundNumber[] => {
    const { value, round, agent } = row;
    if (value === null || typeof round !== 'number') return [];
    return [{ column: columnOf(row), round, agent: typeof agent === 'string' ? agent : null, value }];
  });
  let behind: Asked | null | undefined;
  const known = (): Asked | null => (behind ??= asked());
  return {
    index,
    agents,
    instance,
    events,
    finished,
    get prompts() {
      return Object.fromEntries(known()?.prompts ?? []);
    },
    get asked() {
      const own = known();
      return own === null ? null : requestsMade(own);
    },
    numbers,
    presented,
    presents,
    get said() {
      return saidIn({ index, events });
    },
  };
}
