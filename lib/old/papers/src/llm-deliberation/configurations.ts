import type { Row } from 'agora-core/metrics';
import type { Collaboration } from 'agora-core/transcripts';

/*
 * Which recorded games are independent of each other. A configuration is a game, its models, and what parties are told; it
 * was played some twenty times, so its games are no independent draws of negotiations.
 */

/** The configuration of a recorded game. */
export function configOf({ instance }: Collaboration): string {
  return (instance as { readonly config: string }).config;
}

/** Rows of recorded games with one more field, their configuration. Rows that belong to no game stay as they are. */
export function withConfigs(rows: readonly Row[], games: Iterable<Collaboration>): Row[] {
  const configs = new Map([...games].map((game) => [game.index, configOf(game)]));
  return rows.map((row): Row => {
    const config = configs.get(Number(row['collaboration']));
    return config === undefined ? row : { ...row, config: config };
  });
}

/** Whether these are rows of recorded games of several configurations. */
export function haveSeveralConfigs(rows: readonly Row[]): boolean {
  const configs = new Set(rows.map(({ config }) => config));
  return configs.size > 1 && !configs.has(undefined);
}

/**
 * The independent group of each row: its configuration, where these are recorded games of several; else its case. So games
 * count as independent where there is one configuration, whose spread cannot be known.
 */
export function clustersOf(rows: readonly Row[], caseOf: (row: Row) => string): string[] {
  return haveSeveralConfigs(rows) ? rows.map(({ config }) => String(config)) : rows.map(caseOf);
}

/**
 * A table whose caption says over what the standard errors of recorded games are; the table itself where rows are of no such
 * games.
 * @param labelOf - the label of the table's row that a row belongs to
 */
export function withErrorsTold<Table extends { readonly caption: string }>(
  table: Table,
  rows: readonly Row[],
  labelOf: (row: Row) => string,
): Table {
  const told = errorsOf(rows, labelOf);
  if (told === '') return table;
  const caption = table.caption.replace(/\.?$/, '.');
  return { ...table, caption: `${caption} Our standard errors are ${told}.` };
}

function errorsOf(rows: readonly Row[], labelOf: (row: Row) => string): string {
  const { labels, alone } = labelsOf(rows, labelOf);
  if (labels.length === 0) return '';
  if (alone.length === 0) return 'over configurations of recorded games';
  if (alone.length === labels.length) return 'over recorded games, all of one configuration';
  return `over configurations of recorded games, or over games where there is one (all of ${alone.join('; ')})`;
}

/** What a figure's subtitle says of its error bars. */
export function describeErrors(rows: readonly Row[], labelOf: (row: Row) => string): string {
  const { labels, alone } = labelsOf(rows, labelOf);
  if (labels.length === 0) return 'bars: standard errors over collaborations';
  if (alone.length === 0) return 'bars: standard errors over configurations';
  if (alone.length === labels.length) return 'bars: standard errors over games';
  return 'bars: standard errors over configurations, or over games of one';
}

/** The labels of recorded games, and those among them whose games are of one configuration. */
function labelsOf(rows: readonly Row[], labelOf: (row: Row) => string) {
  const games = rows.filter(({ config }) => config !== undefined);
  const labels = [...new Set(games.map(labelOf))];
  const alone = labels.filter((label) => !haveSeveralConfigs(games.filter((row) => labelOf(row) === label)));
  return { labels: labels, alone: alone };
}
