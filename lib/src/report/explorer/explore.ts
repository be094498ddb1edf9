import { check, listOf, settings as settingsOf, text, whole } from '../../check';
import type { Prices } from '../../models';
import { pricesSettings } from '../../models/prices';
import { rowsGiven, type Row } from '../../row';
import { escapeHtml, selfShowing, type Shown } from '../table';
import { pageOf } from './page';
import { sourceOf, type Explorable } from './sources';

export interface ExploreOptions {
  /** These collaborations only, by number. One alone is open at once. */
  readonly collaborations?: readonly number[];
  /** Begin with these rounds only. */
  readonly rounds?: readonly number[];
  /** Begin with what these agents said and did. */
  readonly agents?: readonly string[];
  /** Numbers to show beside collaborations and rounds (information distance, say): `metrics.measure(run, columns, { each: true })`. */
  readonly rows?: readonly Row[];
  /** US dollars per million tokens, for live models whose prices the library does not know. */
  readonly prices?: Prices;
  /** Collaborations that go into a cell at most. Default 100: they are kept in the notebook. */
  readonly most?: number;
  /** In pixels. Default 640. */
  readonly height?: number;
}

const exploreOptions = settingsOf({
  collaborations: listOf('collaborations', whole(0)).optional(),
  rounds: listOf('rounds', whole(0)).optional(),
  agents: listOf('agents', text()).optional(),
  rows: rowsGiven.optional(),
  prices: pricesSettings.optional(),
  most: whole(1).optional(),
  height: whole(200, 4000).optional(),
});

/**
 * The explorer of transcripts in a notebook's cell: all collaborations of a run in a table, each to be read, searched,
 * seen as one agent saw it, and held beside the same case in another run. For a whole run, `npx agora explore RUN`.
 * @param runs - a run, recorded collaborations, or several of them to compare
 * @example
 * const shown = (run) => report.explore(run, { collaborations: [3, 4], rounds: [1, 2] });
 */
export function explore(runs: Explorable | readonly Explorable[], options: ExploreOptions = {}): Shown {
  check('explore', exploreOptions, options);
  const { rounds, agents, most = 100, height = 640, ...settings } = options;
  const several = Array.isArray(runs) && runs.every((one) => isExplorable(one));
  const given = (several ? runs : [runs]) as readonly Explorable[];
  const sources = given.map((one) => sourceOf(one, { ...settings, most }));
  const [only, ...others] = options.collaborations ?? [];
  const view = new URLSearchParams({
    ...(only === undefined || others.length > 0 ? {} : { c: `${only}` }),
    ...(rounds === undefined ? {} : { rounds: rounds.join(' ') }),
    ...(agents === undefined ? {} : { agents: agents.join('\n') }),
  }).toString();
  const title = sources.map(({ run }) => run.name).join(' and ');
  const page = pageOf({ title, runs: sources.map(({ run }) => run), view }, sources);
  const counts = sources
    .map(
      ({ run: { name, collaborations: shown } }) =>
        `${name}: ${shown.length} collaboration${shown.length === 1 ? '' : 's'}`,
    )
    .join('; ');
  const frame = `<iframe title="${escapeHtml(`Transcripts of ${title}`)}" sandbox="allow-scripts" srcdoc="${escapeHtml(page)}" style="width:100%;height:${height}px;border:1px solid #9a9a9a"></iframe>`;
  return selfShowing(
    { html: frame, text: `The explorer of ${counts}. Open the notebook in JupyterLab to use it.` },
    (self) => self,
  );
}

/** A run or a set of collaborations; not a collaboration, of which an array is one set. */
const isExplorable = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && ('folder' in one || Symbol.iterator in one);
