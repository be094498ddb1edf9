import { pricesSettings, rowsGiven } from 'agora-core/internal';
import type { Environment } from 'agora-core/environments';
import type { Row } from 'agora-core/metrics';
import type { Prices } from 'agora-core/models';
import { check, listOf, settings as settingsOf, text, whole } from 'agora-voting/internal';
import { environmentGiven } from 'agora-core/internal';
import { actorOf } from '../entries';
import { escapeHtml, selfShowing, type Shown } from '../table';
import { pageOf } from './page';
import { sourcesOf, type Explorable, type Source } from './sources';

export interface ExploreOptions {
  /** Only these collaborations, by number. A single one is opened at once. */
  readonly collaborations?: readonly number[];
  /** Show only these rounds at first. */
  readonly rounds?: readonly number[];
  /** Show only the events of these agents at first. */
  readonly agents?: readonly string[];
  /**
   * Numbers to show next to collaborations and rounds (for example information distance): `metrics.measure(run,
   * columns, { each: true })`. For several runs, a list with such rows for each run.
   */
  readonly rows?: readonly Row[] | readonly (readonly Row[])[];
  /** US dollars per million tokens, for live models with unknown prices. */
  readonly prices?: Prices;
  /** The most collaborations in a cell. Default 100: they are stored in the notebook. */
  readonly most?: number;
  /** The environment of the runs, if it is one of your own: its `present` shows proposals. */
  readonly environment?: Pick<Environment, 'present'>;
  /** In pixels. Default 640. */
  readonly height?: number;
}

const exploreOptions = (runs: number) =>
  settingsOf({
    collaborations: listOf('collaborations', whole(0)).optional(),
    rounds: listOf('rounds', whole(0)).optional(),
    agents: listOf('agents', text()).optional(),
    rows: (runs > 1 ? listOf('lists of rows, one for each run', rowsGiven, runs) : rowsGiven).optional(),
    prices: pricesSettings.optional(),
    most: whole(1).optional(),
    environment: environmentGiven.optional(),
    height: whole(200, 4000).optional(),
  });

/**
 * The explorer of transcripts in a notebook's cell. It lists all collaborations of a run. Each can be read, searched,
 * seen as one agent saw it, and compared with the same case in another run. For a whole run, use `npx agora explore
 * RUN`.
 * @param runs - a run, recorded collaborations, or several of them to compare
 * @example
 * const shown = (run) => report.explore(run, { collaborations: [3, 4], rounds: [1, 2] });
 */
export function explore(runs: Explorable | readonly Explorable[], options: ExploreOptions = {}): Shown {
  const several = Array.isArray(runs) && runs.length > 0 && runs.every((one) => isExplorable(one));
  const given = (several ? runs : [runs]) as readonly Explorable[];
  check('explore', exploreOptions(given.length), options);
  const { rounds, agents, rows = [], most = 100, height = 640, environment, ...others } = options;
  const settings = environment?.present === undefined ? others : { ...others, present: environment.present };
  const rowsOf = given.length > 1 ? rows : [rows];
  const sources = sourcesOf(given, { ...settings, most }, rowsOf as readonly (readonly Row[])[]);
  if (agents !== undefined) {
    const present = new Set(sources.flatMap(namesIn));
    const known = text().refine((name) => present.has(name), { error: `one of ${[...present].join(', ')}` });
    check('explore', settingsOf({ agents: listOf('agents', known) }), { agents });
  }
  const [only, ...further] = options.collaborations ?? [];
  const view = new URLSearchParams({
    ...(only === undefined || further.length > 0 ? {} : { c: `${only}` }),
    ...(rounds === undefined ? {} : { rounds: rounds.join(' ') }),
    ...(agents === undefined ? {} : { agents: agents.join('\n') }),
  }).toString();
  // A cell's output is committed with its notebook: it holds nothing that differs from one execution to the next.
  const passing = new Set(['begun', 'versions']);
  const shownRuns = sources.map(({ run }) => ({
    ...run,
    facts: run.facts.filter(({ name }) => !passing.has(name)),
  }));
  const title = sources.map(({ run }) => run.name).join(' and ');
  const page = pageOf({ title, runs: shownRuns, view }, sources);
  const counts = sources
    .map(
      ({ run: { name, collaborations: shown } }) =>
        `${name}: ${shown.length || 'no'} collaboration${shown.length === 1 ? '' : 's'}`,
    )
    .join('; ');
  const frame = `<iframe title="${escapeHtml(`Transcripts of ${title}`)}" sandbox="allow-scripts" class="agora-explorer" srcdoc="${escapeHtml(page)}" style="width:100%;height:${height}px;border:1px solid #9a9a9a"></iframe>${schemes}`;
  return selfShowing(
    { html: frame, text: `The explorer of ${counts}. Open the notebook in JupyterLab to use it.` },
    (self) => self,
  );
}

/**
 * The page is light or dark as the system is. JupyterLab's theme may be the other: its frame is then turned around, since a
 * page in a sandbox cannot know what surrounds it.
 */
const turned = 'filter:invert(0.92) hue-rotate(180deg)';
const schemes =
  `<style>@media (prefers-color-scheme:light){[data-jp-theme-light="false"] iframe.agora-explorer{${turned}}}` +
  `@media (prefers-color-scheme:dark){[data-jp-theme-light="true"] iframe.agora-explorer{${turned}}}</style>`;

/** Who takes part, or did something. */
const namesIn = (source: Source): string[] =>
  source.run.collaborations.flatMap(({ index }) => {
    const { agents = [], events = [] } = source.detail(index) ?? {};
    return [...agents, ...events.flatMap((event) => actorOf(event) ?? [])];
  });

/** A run or a set of collaborations; not a collaboration, of which an array is one set. */
const isExplorable = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && ('folder' in one || Symbol.iterator in one);
