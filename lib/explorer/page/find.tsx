import { useEffect, useRef } from 'preact/hooks';
import { Fault, useAnswer } from './answer';
import type { Found } from './api';
import { goTo, linkTo, type Route } from './route';

/** Finds a phrase in all collaborations, or in all prompts and raw replies. */
export function Find({ route }: { readonly route: Route }) {
  const { query } = route;
  const text = query.get('text') ?? '';
  const { found, fault } = useAnswer<Found>('/api/find', text === '' ? null : Object.fromEntries(query));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const given = [...fields]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, typeof value === 'string' ? value : '']);
    goTo(linkTo('find', Object.fromEntries(given) as Record<string, string>));
  };
  const types = ['message', 'proposal', 'vote', 'decision', 'unusable', 'summary', 'tool', 'label'];
  return (
    <main id="main" class="find">
      <h1>Find</h1>
      <form onSubmit={submit} class="choices" role="search">
        <input
          id="find-text"
          ref={input}
          name="text"
          type="search"
          aria-label="Text to find"
          placeholder="Text to find"
          value={text}
          size={36}
        />
        <label>
          <input type="checkbox" name="pattern" value="1" checked={query.get('pattern') === '1'} /> regular
          expression
        </label>
        <label>
          <input type="checkbox" name="prompts" value="1" checked={query.get('prompts') === '1'} /> in prompts
          and raw replies
        </label>
        <label>
          agent <input name="agent" value={query.get('agent') ?? ''} size={12} />
        </label>
        <label>
          type{' '}
          <select name="type" value={query.get('type') ?? ''}>
            <option value="">any</option>
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
        <label>
          round <input name="round" type="number" min={0} value={query.get('round') ?? ''} size={4} />
        </label>
        <button type="submit">Find</button>
      </form>
      <Fault text={fault} />
      {text !== '' && found === undefined && fault === undefined && <p aria-busy="true">Searching…</p>}
      {found !== undefined && (
        <>
          <p aria-live="polite">
            {found.hits.length === 0
              ? 'No hits.'
              : `${found.isCut ? 'The first ' : ''}${found.hits.length} ${found.hits.length === 1 ? 'hit' : 'hits'}.`}
          </p>
          <ol class="hits">
            {found.hits.map(({ place, event, round, agent, type, excerpt, from, to }, number) => (
              <li key={number}>
                <a
                  href={linkTo(
                    'talk',
                    event === null ? {} : { event: String(event), mark: excerpt.slice(from, to) },
                    place,
                  )}
                >
                  collaboration {place}, round {round}, {agent || type}
                </a>
                <span class="what"> {type}</span>
                <p dir="auto">
                  {excerpt.slice(0, from)}
                  <mark>{excerpt.slice(from, to)}</mark>
                  {excerpt.slice(to)}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </main>
  );
}
