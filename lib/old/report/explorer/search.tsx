import { useEffect, useMemo, useState } from 'preact/hooks';
import { mostFound, wordsOf, type Found } from '../src/explorer/search';
import { runs, search } from './details';
import { LongList } from './long-list';
import { Highlighted } from './rich-text';
import { useChosen } from './table';
import type { View } from './view';

/** A line of what was found: a collaboration with its count, or a place in it. */
type Line = { readonly of: Found; readonly count: number } | { readonly of: Found; readonly count: null };

/** What was found of the words, within what the filter leaves, by collaboration. */
export function Search({
  view,
  change,
}: {
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}) {
  const [places, setPlaces] = useState<readonly Found[]>([]);
  const [state, setState] = useState('');
  const { chosen, all } = useChosen(view);
  const isFiltered = chosen.length < all.length;
  // The filter is one of the runs in the table; of others all is searched.
  const within = useMemo(() => {
    if (!isFiltered) return null;
    return runs.map((_, run) =>
      view.all || run === view.run
        ? chosen.flatMap((one) => (one.run === run ? [one.index] : [])).sort((a, b) => a - b)
        : null,
    );
  }, [chosen, isFiltered, view.run, view.all]);
  useEffect(() => {
    if (view.words.trim().length < 2) return;
    const stop = new AbortController();
    const look = async () => {
      let found: Found[] = [];
      setPlaces(found);
      setState('searching …');
      for await (const some of search({ words: view.words, within: within }, stop.signal)) {
        if (stop.signal.aborted) return;
        found = [...found, ...some].slice(0, mostFound);
        setPlaces(found);
      }
      setState(found.length === mostFound ? ' or more' : '');
    };
    const fail = (error: unknown) => (stop.signal.aborted ? undefined : setState(String(error)));
    const timer = setTimeout(() => void look().catch(fail), 250);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [view.words, JSON.stringify(within)]);
  const lines = useMemo(() => {
    const groups = new Map<string, Found[]>();
    for (const one of places) {
      const own = groups.get(`${one.run} ${one.index}`);
      if (own === undefined) groups.set(`${one.run} ${one.index}`, [one]);
      else own.push(one);
    }
    return {
      lines: [...groups.values()].flatMap((own): Line[] => [
        { of: own[0]!, count: own.length },
        ...own.map((of) => ({ of, count: null })),
      ]),
      count: places.length,
      groups: groups.size,
    };
  }, [places]);
  if (view.words.trim().length < 2) return null;
  const words = wordsOf(view.words);
  return (
    <section class="found" aria-label="Found">
      <p class="quiet" role="status">
        {state === 'searching …' ? `${state} ` : ''}
        {state.startsWith('Error')
          ? state
          : `${lines.count}${state === ' or more' ? state : ''} found in ${lines.groups} collaboration${lines.groups === 1 ? '' : 's'}${isFiltered ? ', within the filter' : ''}`}
      </p>
      <LongList
        count={lines.lines.length}
        height={52}
        label="Places found"
        at={null}
        item={(place) => {
          const { of, count } = lines.lines[place]!;
          const { run, index, event, round, head, text } = of;
          if (count !== null)
            return (
              <h2>
                {runs.length > 1 && `${runs[run]?.name}, `}#{index} <span class="quiet">{count}</span>
              </h2>
            );
          return (
            <button
              type="button"
              class="place"
              onClick={() => change({ run, index, event, rounds: [], agents: [], seenBy: '' })}
            >
              <strong>
                <bdi>{head}</bdi> <span class="quiet">round {round}</span>
              </strong>
              <span>
                <Highlighted text={text} words={words} />
              </span>
            </button>
          );
        }}
      />
    </section>
  );
}
