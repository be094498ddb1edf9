import { useMemo, useState } from 'preact/hooks';
import { Fault, useAnswer } from './answer';
import { get, saveCodes, type AgreementReport, type ReadersCodes, type TalkRow } from './api';
import { applyFilter, filterOf, plural, shortNumber } from './filter';
import { linkTo, type Route } from './route';

/** The state of a reader who is coding collaborations. */
export interface Coding {
  readonly isOn: boolean;
  /** Whether conditions, endings, positions and other readers' codes are hidden. */
  readonly isBlind: boolean;
  readonly reader: string;
  readonly book: readonly string[];
  readonly queue: readonly number[];
  readonly codes: Readonly<Record<string, string>>;
  readonly fault: string;
  begin(reader: string, book: readonly string[], isBlind: boolean, queue: readonly number[]): void;
  stop(): void;
  give(place: number, event: number, code: string | null): void;
  codeOf(place: number, event: number): string | undefined;
}

/** Returns this reader's codes. Saves each change immediately. */
export function useCoding(): Coding {
  const [mine, setMine] = useState<ReadersCodes | null>(null);
  const [isBlind, setBlind] = useState(true);
  const [fault, setFault] = useState('');
  const keep = (next: ReadersCodes): void => {
    setMine(next);
    saveCodes(next).then(
      () => setFault(''),
      (error: unknown) => setFault(`Could not save the codes: ${(error as Error).message}`),
    );
  };
  return {
    isOn: mine !== null,
    isBlind,
    reader: mine?.reader ?? '',
    book: mine?.codebook ?? [],
    queue: mine?.queue ?? [],
    codes: mine?.codes ?? {},
    fault,
    begin(reader, codebook, blind, queue) {
      setBlind(blind);
      get<ReadersCodes[]>('/api/codes').then(
        (all) => {
          const known = all.find((one) => one.reader === reader);
          keep({
            reader,
            codebook: [...codebook],
            codes: known?.codes ?? {},
            queue: known?.queue.length ? known.queue : [...queue],
          });
        },
        (error: unknown) => setFault(`Could not read the codes: ${(error as Error).message}`),
      );
    },
    stop: () => setMine(null),
    give(place, event, code) {
      if (mine === null) return;
      const { [`${place}/${event}`]: _, ...others } = mine.codes;
      keep({ ...mine, codes: code === null ? others : { ...others, [`${place}/${event}`]: code } });
    },
    codeOf: (place, event) => mine?.codes[`${place}/${event}`],
  };
}

/** The coding page. Readers enter their name, choose categories and collaborations, and see how well they agree. */
export function CodingBench({
  rows,
  route,
  coding,
}: {
  readonly rows: readonly TalkRow[];
  readonly route: Route;
  readonly coding: Coding;
}) {
  const [reader, setReader] = useState(coding.reader);
  const [book, setBook] = useState(
    coding.book.join('\n') || 'agrees\ndisagrees\nnew argument\nrepeats itself',
  );
  const [isBlind, setBlind] = useState(true);
  const [size, setSize] = useState(10);
  const shown = useMemo(() => applyFilter(rows, filterOf(route.query)), [rows, route]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const names = book
      .split('\n')
      .map((name) => name.trim())
      .filter(Boolean)
      .slice(0, 9);
    coding.begin(reader.trim(), names, isBlind, drawn(shown, Math.min(size, shown.length)));
  };
  return (
    <main id="main" class="bench">
      <h1>Code collaborations</h1>
      <Fault text={coding.fault} />
      {coding.isOn ? (
        <section>
          <h2>
            {coding.reader} is coding {plural(coding.queue.length, 'collaboration')}
          </h2>
          <p>
            {plural(Object.keys(coding.codes).length, 'code')} saved. In a collaboration, press 1 to{' '}
            {coding.book.length} to code the current event, or 0 to remove its code:{' '}
            {coding.book.map((name, at) => `${at + 1} ${name}`).join(', ')}.
          </p>
          <ol class="queue">
            {coding.queue.map((place) => {
              const count = Object.keys(coding.codes).filter((key) => key.startsWith(`${place}/`)).length;
              return (
                <li key={place}>
                  <a href={linkTo('talk', {}, place)}>collaboration {place}</a>{' '}
                  {count > 0 && `${count} coded`}
                </li>
              );
            })}
          </ol>
          <button type="button" onClick={() => coding.stop()}>
            Stop coding
          </button>
        </section>
      ) : (
        <form onSubmit={submit}>
          <label>
            Your name{' '}
            <input
              required
              pattern="[\p{L}\p{N}][\p{L}\p{N} .\-]*"
              maxLength={40}
              value={reader}
              onInput={(event) => setReader(event.currentTarget.value)}
            />
          </label>
          <label>
            Categories, one per line (keys 1 to 9){' '}
            <textarea rows={6} value={book} onInput={(event) => setBook(event.currentTarget.value)} />
          </label>
          <label>
            Number of collaborations, drawn at random from {shown.length}{' '}
            <input
              type="number"
              min={1}
              max={Math.max(1, shown.length)}
              value={Math.min(size, shown.length)}
              onInput={(event) => setSize(Number(event.currentTarget.value))}
            />
          </label>
          <label class="inline">
            <input
              type="checkbox"
              checked={isBlind}
              onChange={(event) => setBlind(event.currentTarget.checked)}
            />{' '}
            code blind: hide conditions, positions and endings
          </label>
          <p class="note">Enter the same name to resume. All readers get the same random collaborations.</p>
          <button type="submit">Start coding</button>
        </form>
      )}
      {!(coding.isOn && coding.isBlind) && <Agreement />}
    </main>
  );
}

/** Selects collaborations by a hash of each one's position, so that every reader gets the same random sample. */
function drawn(rows: readonly TalkRow[], size: number): number[] {
  const key = (place: number): number => Math.imul(place + 1, 2654435761) >>> 0;
  return rows
    .map(({ place }) => place)
    .sort((a, b) => key(a) - key(b))
    .slice(0, size);
}

function Agreement() {
  const { found: report, fault } = useAnswer<AgreementReport>('/api/agreement', {});
  if (fault !== undefined) return <Fault text={fault} />;
  if (report === undefined || report.pairs.length === 0)
    return <p class="note">Agreement appears here once two readers have coded the same events.</p>;
  const kappa = (value: number | null): string => (value === null ? 'undefined' : value.toFixed(2));
  return (
    <section>
      <h2>Agreement</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">readers</th>
            <th scope="col">events</th>
            <th scope="col">agreed</th>
            <th scope="col">Cohen's kappa</th>
          </tr>
        </thead>
        <tbody>
          {report.pairs.map(({ readers, items, agreed, kappa: value }) => (
            <tr key={readers.join()}>
              <th scope="row">{readers.join(' and ')}</th>
              <td>{items}</td>
              <td>{shortNumber(agreed)}%</td>
              <td>{kappa(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.pairs.length > 1 && (
        <p>
          All readers: Fleiss' kappa {kappa(report.all.kappa)} on {report.all.items} events.
        </p>
      )}
      <h3>{report.disagreements.length} disagreements</h3>
      <ul>
        {report.disagreements.slice(0, 200).map(({ item, codes }) => {
          const [place, event] = item.split('/');
          return (
            <li key={item}>
              <a href={linkTo('talk', { event: event! }, Number(place))}>
                collaboration {place}, event {event}
              </a>
              :{' '}
              {codes
                .filter(({ code }) => code !== null)
                .map(({ reader, code }) => `${reader}: ${code}`)
                .join(', ')}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
