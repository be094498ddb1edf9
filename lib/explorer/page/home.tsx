import { useMemo } from 'preact/hooks';
import { Fault, useAnswer } from './answer';
import type { About, Flow, TalkRow } from './api';
import { OpinionFlow } from './charts';
import { FailureMap } from './failure-map';
import { applyFilter, filterOf, numbersOf, queryOf, shortNumber, type Filter } from './filter';
import { goTo, linkTo, type Route } from './route';
import { TalkTable } from './talk-table';

/** The overview: a description of the set, links to common questions, and a table of the collaborations. */
export function Home({
  about,
  rows,
  route,
}: {
  readonly about: About;
  readonly rows: readonly TalkRow[];
  readonly route: Route;
}) {
  const filter = useMemo(() => filterOf(route.query), [route]);
  const shown = useMemo(() => applyFilter(rows, filter), [rows, filter]);
  const setFilter = (next: Partial<Filter>): void =>
    goTo(linkTo('overview', queryOf({ ...filter, ...next })));
  const restrict = (column: string, value: string): void =>
    setFilter({ is: new Map(filter.is).set(column, value) });
  const isFiltered = filter.is.size > 0 || filter.words !== '' || filter.first > 0;
  const of = isFiltered ? { of: shown.map(({ place }) => place).join(',') } : {};
  return (
    <main id="main" class="home">
      <header class="set-head">
        <h1>{about.title || about.name}</h1>
        <p>
          <b class={`evidence ${about.evidence}`}>{about.evidence}</b> {about.model} · {about.environment},{' '}
          {about.protocol}
          {about.source && <span class="source"> · {about.source}</span>}
        </p>
        {about.damages.length > 0 && (
          <p class="warning" role="alert">
            {about.damages.length === 1
              ? 'One damaged line was'
              : `${about.damages.length} damaged lines were`}{' '}
            skipped:{' '}
            {about.damages
              .slice(0, 10)
              .map(({ file, line }) => `line ${line} in ${file.split(/[\\/]/).at(-1)}`)
              .join(', ')}
            .
          </p>
        )}
      </header>
      <Figures rows={rows} />
      <Questions rows={rows} />
      <div class="maps">
        <FailureMap rows={shown} onCell={(is) => setFilter({ is: new Map([...filter.is, ...is]) })} />
        <FlowOf shown={shown} />
      </div>
      <section aria-label="Collaborations">
        <div class="filter-line">
          <h2>
            {isFiltered
              ? `${shown.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')}`
              : rows.length.toLocaleString('en')}{' '}
            {rows.length === 1 ? 'collaboration' : 'collaborations'}
          </h2>
          <input
            id="filter-words"
            type="search"
            placeholder="Filter by words"
            aria-label="Filter by words"
            value={filter.words}
            onInput={(event) => setFilter({ words: event.currentTarget.value })}
          />
          <label>
            Show{' '}
            <select
              value={String(filter.first)}
              onChange={(event) => setFilter({ first: Number(event.currentTarget.value) })}
            >
              <option value="0">all</option>
              {[...new Set([10, 50, filter.first])]
                .filter((first) => first > 0)
                .map((first) => (
                  <option key={first} value={String(first)}>
                    first {first}
                  </option>
                ))}
            </select>
          </label>
          <span class="chips">
            {[...filter.is].map(([column, value]) => (
              <button
                type="button"
                class="chip"
                key={column}
                aria-label={`Remove the filter ${column}: ${value}`}
                onClick={() => setFilter({ is: new Map([...filter.is].filter(([name]) => name !== column)) })}
              >
                {about.columnTitles[column] ?? column}: {shortRange(value)} <span aria-hidden="true">×</span>
              </button>
            ))}
            {isFiltered && (
              <button
                type="button"
                class="quiet"
                onClick={() => setFilter({ is: new Map(), words: '', first: 0 })}
              >
                Show all
              </button>
            )}
          </span>
          <span class="downloads">
            Download {isFiltered ? 'these' : 'all'}:
            {['csv', 'jsonl', 'html'].map((format) => (
              <a
                key={format}
                href={`/download?${new URLSearchParams({ format, ...of }).toString()}`}
                download={`collaborations.${format}`}
              >
                {format.toUpperCase()}
              </a>
            ))}
          </span>
        </div>
        {shown.length === 0 ? (
          <p class="empty">
            {rows.length === 0
              ? 'This set has no collaborations yet.'
              : 'No collaborations match the filter.'}{' '}
            {isFiltered && (
              <button type="button" onClick={() => setFilter({ is: new Map(), words: '', first: 0 })}>
                Show all {rows.length.toLocaleString('en')}
              </button>
            )}
          </p>
        ) : (
          <TalkTable
            rows={shown}
            titles={about.columnTitles}
            filter={filter}
            onSort={(sort) => setFilter({ sort })}
            onRestrict={restrict}
          />
        )}
      </section>
    </main>
  );
}

const shortRange = (value: string): string =>
  value.replaceAll(/-?\d+\.\d{4,}/g, (number) => shortNumber(Number(number))).replace('..', ' to ');

/** Returns whether any group has a decision. Some sets contain only conversations. */
const hasDecisions = (rows: readonly TalkRow[]): boolean =>
  rows.some((row) => row['decision'] !== 'undecided');

/** Shows five key figures for the set. */
function Figures({ rows }: { readonly rows: readonly TalkRow[] }) {
  const count = (test: (row: TalkRow) => boolean): number => rows.filter(test).length;
  const mean = (column: string): number | null => {
    const numbers = numbersOf(rows, column);
    return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  };
  const show = (value: number | null): string => (value === null ? '–' : shortNumber(value));
  const decided = !hasDecisions(rows)
    ? null
    : (100 * count((row) => row['decision'] !== 'undecided')) / rows.length;
  const figures = [
    ['collaborations', rows.length.toLocaleString('en')],
    ['agents, on average', show(mean('agents'))],
    ['decided', decided === null ? '–' : `${shortNumber(decided)}%`],
    ['rounds, on average', show(mean('rounds'))],
    ['changes of mind, on average', show(mean('switches'))],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to common questions about the set. */
function Questions({ rows }: { readonly rows: readonly TalkRow[] }) {
  const count = (test: (row: TalkRow) => boolean): number => rows.filter(test).length;
  const has = (column: string): boolean => rows.some((row) => typeof row[column] === 'number');
  const undecided = hasDecisions(rows) ? count((row) => row['decision'] === 'undecided') : 0;
  const faulty = count((row) => Number(row['unusable']) > 0);
  const moved = count((row) => Number(row['switches']) > 0);
  const links: readonly [name: string, query: Record<string, string>, isUseful: boolean][] = [
    [`${undecided} undecided`, { '.decision': 'undecided' }, undecided > 0],
    ['Most changes of mind', { sort: '-switches' }, moved > 0],
    ['Latest change of mind', { sort: '-last turn' }, moved > 0],
    ['Ten furthest from the optimum', { sort: 'share', first: '10' }, has('share')],
    ['Most dominated by one agent', { sort: '-dominance' }, has('dominance')],
    [`${faulty} with unusable replies`, { '.unusable': '1..', sort: '-unusable' }, faulty > 0],
    ['Longest', { sort: '-words' }, true],
  ];
  return (
    <nav class="questions" aria-label="Questions">
      {links
        .filter(([, , isUseful]) => isUseful)
        .map(([name, query]) => (
          <a key={name} href={linkTo('overview', query)}>
            {name}
          </a>
        ))}
    </nav>
  );
}

/** The opinion flow in the collaborations shown. */
export function FlowOf({ shown }: { readonly shown: readonly TalkRow[] }) {
  const of = shown.length > 2000 ? shown.slice(0, 2000) : shown;
  const isWorth = of.some((row) => Number(row['rounds']) > 1);
  const query = { of: of.map(({ place }) => place).join(',') };
  const { found, fault } = useAnswer<Flow>('/api/flow', isWorth ? query : null);
  return found === undefined ? <Fault text={fault} /> : <OpinionFlow flow={found} />;
}
