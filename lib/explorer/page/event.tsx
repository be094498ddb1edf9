import type { JSX } from 'preact';
import type { Talk } from './api';
import { marksOf } from './colours';
import { Text } from './text';

export type TalkEvent = Talk['events'][number];

/** One event in a talk. */
export function EventArticle(p: {
  readonly talk: Talk;
  readonly event: TalkEvent;
  readonly number: number;
  readonly isCurrent: boolean;
  readonly mark: string;
  readonly code: string | undefined;
  readonly onFocus: () => void;
}) {
  const { event, talk } = p;
  const agent = 'agent' in event ? event.agent : undefined;
  const moved = talk.moves.find((move) => move.event === p.number);
  return (
    <article
      id={`event-${p.number}`}
      class={`event ${event.type} ${p.isCurrent ? 'current' : ''} ${event.trouble === null ? '' : 'trouble'}`}
      tabIndex={-1}
      onFocusIn={p.onFocus}
      aria-label={`${event.type}${agent === undefined ? '' : ` by ${agent}`}, round ${event.round}`}
    >
      <header>
        {agent !== undefined && <b dir="auto">{agent}</b>} <span class="what">{whatOf(event)}</span>
        {moved !== undefined && <MovedMark talk={talk} from={moved.from} to={moved.to} />}
        {event.trouble !== null && <span class="trouble-mark">{event.trouble}</span>}
        {p.code !== undefined && <span class="code-mark">{p.code}</span>}
        <a
          class="anchor"
          href={`#/talk/${talk.row.place}?event=${p.number}`}
          aria-label={`Link to event ${p.number}`}
        >
          {p.number}
        </a>
      </header>
      <Body {...p} />
    </article>
  );
}

function MovedMark({ talk, from, to }: { readonly talk: Talk; readonly from: string; readonly to: string }) {
  const markOf = marksOf(talk);
  return (
    <span class="moved-mark" title={`${from} to ${to}`}>
      changed from <span class={`key ${markOf(from).colour}`}>{markOf(from).label}</span> to{' '}
      <span class={`key ${markOf(to).colour}`}>{markOf(to).label}</span>
    </span>
  );
}

function whatOf(event: TalkEvent): string {
  switch (event.type) {
    case 'message':
      return event.readers === undefined ? 'says' : `says only to ${event.readers.join(', ')}`;
    case 'proposal':
      return event.proposal === null
        ? 'makes no proposal'
        : event.text === undefined
          ? 'proposes'
          : 'answers';
    case 'vote':
      return event.ballot === null ? 'abstains' : 'votes';
    case 'decision':
      return `Count by ${event.by}`;
    case 'unusable':
      return `gives no usable reply in phase "${event.phase}": ${event.reason}`;
    case 'belief':
      return 'believes';
    case 'tool':
      return `uses ${event.name}`;
    case 'summary':
      return 'summarises';
    case 'heard':
      return `reads ${event.from.join(', ') || 'nobody'}${event.dropped?.length ? `, not ${event.dropped.join(', ')}` : ''}`;
    case 'silent':
      return `is not asked: ${event.reason}`;
    case 'label':
      return event.name;
    default:
      return (event as { type: string }).type;
  }
}

function Body({ event, talk, mark }: Parameters<typeof EventArticle>[0]) {
  const markOf = marksOf(talk);
  const candidate = (id: string | null) => <span class={`key ${markOf(id).colour}`}>{markOf(id).label}</span>;
  const reason =
    'reason' in event && event.type !== 'unusable' && event.type !== 'silent' ? event.reason : undefined;
  return (
    <>
      {event.type === 'proposal' && event.proposal !== null && (
        <div class="proposal">
          {candidate(event.candidate)} <Value value={event.proposal} />
        </div>
      )}
      {event.type === 'vote' && event.ballot !== null && (
        <div class="ballot">
          <Ballot ballot={event.ballot} candidate={candidate} />
        </div>
      )}
      {event.type === 'decision' && (
        <div class="count">
          {Object.entries(event.totals).map(([id, total]) => (
            <span key={id} class="total">
              {candidate(id)} {Number(total.toFixed(3))}
            </span>
          ))}{' '}
          {event.selected === null ? 'No candidate selected.' : <>Selected: {candidate(event.selected)}.</>}{' '}
          {event.standing === null ? (
            'No decision.'
          ) : (
            <>Current decision: {candidate(event.standing.candidate)}.</>
          )}
        </div>
      )}
      {event.type === 'belief' && <Value value={{ belief: event.belief, errors: event.errors }} />}
      {event.type === 'label' && <Label value={event.value} />}
      {event.type === 'tool' && <Value value={{ input: event.input, output: event.output }} />}
      {'text' in event && typeof event.text === 'string' && event.text !== '' && (
        <Text text={event.text} mark={mark} />
      )}
      {reason !== undefined && reason !== '' && (
        <details open={mark !== '' && reason.toLowerCase().includes(mark.toLowerCase())}>
          <summary>Private reasoning</summary>
          <Text text={reason} mark={mark} />
        </details>
      )}
    </>
  );
}

function Ballot(p: { readonly ballot: unknown; readonly candidate: (id: string | null) => JSX.Element }) {
  const { ballot, candidate } = p;
  if (typeof ballot === 'string') return candidate(ballot);
  if (Array.isArray(ballot))
    return (
      <>
        {ballot.map((tier: unknown, at) => (
          <span key={at}>
            {at > 0 && ' > '}
            {[tier].flat().map((one, place) => (
              <span key={place}>
                {place > 0 && ' = '}
                {candidate(String(one))}
              </span>
            ))}
          </span>
        ))}
      </>
    );
  return (
    <>
      {Object.entries(ballot as Record<string, unknown>).map(([id, number]) => (
        <span key={id} class="total">
          {candidate(id)} {String(number)}
        </span>
      ))}
    </>
  );
}

/** Shows a value in readable form: a nested object as a small table, any other value as text. */
export function Value({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') return <span dir="auto">{value}</span>;
  const rows = tableOf(value);
  if (rows === null) return <code class="json">{JSON.stringify(value)}</code>;
  const columns = [...new Set(rows.flatMap(([, cells]) => Object.keys(cells)))];
  return (
    <table class="value">
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((column) => (
              <td key={column}>{cells[column] === undefined ? '' : String(cells[column] as string)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns the rows of a table if a value is an object of objects without further nesting, such as an allocation. Returns
 * null for any other value.
 */
export function tableOf(value: unknown): [string, Record<string, unknown>][] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const rows = Object.entries(value) as [string, Record<string, unknown>][];
  const isTable =
    rows.length > 0 &&
    rows.every(
      ([, cells]) =>
        typeof cells === 'object' &&
        cells !== null &&
        !Array.isArray(cells) &&
        Object.values(cells).every((cell) => typeof cell !== 'object'),
    );
  return isTable ? rows : null;
}

/** Shows an annotation on one line and omits its empty parts. */
function Label({ value }: { readonly value: unknown }) {
  const isPlain = typeof value !== 'object' || value === null || Array.isArray(value);
  const parts = isPlain ? [['', value] as const] : Object.entries(value as Record<string, unknown>);
  const said = parts.filter(
    ([, part]) => part !== null && part !== '' && !(Array.isArray(part) && part.length === 0),
  );
  return (
    <span dir="auto">
      {said
        .map(
          ([name, part]) => `${name && `${name}: `}${typeof part === 'string' ? part : JSON.stringify(part)}`,
        )
        .join(' · ')}
    </span>
  );
}
