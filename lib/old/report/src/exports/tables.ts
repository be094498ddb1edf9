import { numbersOf } from 'agora-core/internal';
import type { Collaboration, Event } from 'agora-core/transcripts';
import { actorOf } from '../entries';
import { plainJson } from './exporter';

/*
 * A run as tidy tables, which data frames, CSV and Parquet share: a row for each event of a type, with that type's
 * fields as columns. Nested values (ballots, proposals, lists of names) are written as JSON; missing values are null.
 */

export type Cell = string | number | boolean | null;
/** The type of a column. All columns may contain null. */
export type Kind = 'text' | 'whole' | 'number' | 'flag';
type Kinds = Readonly<Record<string, Kind>>;

/** A table's columns and rows. */
export interface Tidy {
  readonly columns: readonly (readonly [name: string, kind: Kind])[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The tables of a run: `collaborations` with one row each, and `events`, all or of one type, with one row each. */
export type TableName =
  'collaborations' | 'messages' | 'proposals' | 'ballots' | 'decisions' | 'replies' | 'failures' | 'events';

/** Which event, and where: `event` is its place within its collaboration. */
const place: Kinds = { collaboration: 'whole', event: 'whole', round: 'whole', phase: 'text', agent: 'text' };

/** Of which events a table has the rows (null: of all), and what of them it shows beside their place. */
const byEvent: Readonly<
  Record<Exclude<TableName, 'collaborations'>, readonly [Event['type'] | null, Kinds]>
> = {
  messages: ['message', { to: 'text', visibleTo: 'text', text: 'text' }],
  proposals: ['proposal', { candidate: 'text', proposal: 'text', reason: 'text', score: 'text' }],
  ballots: ['vote', { kind: 'text', ballot: 'text', reason: 'text' }],
  decisions: [
    'decision',
    {
      by: 'text',
      candidates: 'text',
      tally: 'text',
      winners: 'text',
      selected: 'text',
      standing: 'text',
      score: 'text',
    },
  ],
  replies: [
    'reply',
    {
      repeat: 'whole',
      attempt: 'whole',
      request: 'text',
      text: 'text',
      finish: 'text',
      inputTokens: 'whole',
      outputTokens: 'whole',
      counted: 'text',
      latencyMs: 'number',
      cached: 'flag',
      refusal: 'flag',
      intent: 'text',
      toolCalls: 'text',
    },
  ],
  failures: ['failure', { repeat: 'whole', kind: 'text', reason: 'text', text: 'text' }],
  events: [null, { type: 'text', data: 'text' }],
};

export const tableNames = ['collaborations', ...Object.keys(byEvent)] as [TableName, ...TableName[]];

const summary: Kinds = {
  collaboration: 'whole',
  agents: 'text',
  rounds: 'whole',
  cause: 'text',
  outcome: 'text',
  score: 'text',
  messages: 'whole',
  failures: 'whole',
  calls: 'whole',
  inputTokens: 'whole',
  outputTokens: 'whole',
};

/** The columns that a table always has. */
export function columnsOf(table: TableName): Tidy['columns'] {
  return Object.entries(table === 'collaborations' ? summary : { ...place, ...byEvent[table][1] });
}

/**
 * The rows of one collaboration in a table. In `collaborations` each number of the outcome's score adds a column
 * `score.NAME`, so columns may differ between collaborations: `joined` merges them.
 */
export function tidy(table: TableName, collaboration: Collaboration): Tidy {
  if (table === 'collaborations') return summed(collaboration);
  const columns = columnsOf(table);
  const [type] = byEvent[table];
  const rows = collaboration.events.flatMap((event, at) => {
    if (type !== null && event.type !== type) return [];
    const fields: Record<string, unknown> = { ...event, event: at, agent: actorOf(event) };
    if (event.type === 'vote') fields['kind'] = kindOf(event.ballot);
    if (type === null) fields['data'] = event;
    return [columns.map(([name]) => cellOf(fields[name]))];
  });
  return { columns, rows };
}

function summed({ index, agents, events, finished }: Collaboration): Tidy {
  const count = (type: Event['type']) => events.filter((event) => event.type === type).length;
  const tokens = (name: 'inputTokens' | 'outputTokens') =>
    events.reduce((sum, event) => (event.type === 'reply' ? sum + event[name] : sum), 0);
  const numbers = Object.entries(numbersOf(finished?.score ?? {}));
  const known: Record<string, unknown> = {
    ...finished,
    collaboration: index,
    agents,
    messages: count('message'),
    failures: count('failure'),
    calls: count('reply'),
    inputTokens: tokens('inputTokens'),
    outputTokens: tokens('outputTokens'),
  };
  const always = columnsOf('collaborations');
  const columns = [...always, ...numbers.map(([name]) => [`score.${name}`, 'number'] as const)];
  const row = [...always.map(([name]) => cellOf(known[name])), ...numbers.map(([, value]) => value)];
  return { columns, rows: [row] };
}

/** Joins the rows of several collaborations, with the columns of all; null where one is missing. */
export function joined(table: TableName, parts: readonly Tidy[]): Tidy {
  const kinds = new Map([columnsOf(table), ...parts.map(({ columns }) => columns)].flat());
  const names = [...kinds.keys()];
  const rows = parts.flatMap(({ columns, rows: own }) => {
    const places = new Map(columns.map(([name], at) => [name, at]));
    return own.map((row) => names.map((name) => row[places.get(name) ?? -1] ?? null));
  });
  return { columns: [...kinds], rows };
}

function kindOf(ballot: unknown): unknown {
  return typeof ballot === 'object' && ballot !== null && 'kind' in ballot ? ballot.kind : null;
}

/** A value as a table cell. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? plainJson(value) : (value as Cell);
}
