import { render, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Fault, Generation } from './answer';
import { get, type About, type TalkRow } from './api';
import { CodingBench, useCoding } from './coding';
import { Compare } from './compare';
import { Find } from './find';
import { Home } from './home';
import { plural } from './filter';
import { goTo, useRoute } from './route';
import { TalkView } from './talk';

function App() {
  const route = useRoute();
  const coding = useCoding();
  const [about, setAbout] = useState<About | null>(null);
  const [rows, setRows] = useState<readonly TalkRow[] | null>(null);
  const [fault, setFault] = useState('');
  /** Loads the set before the rows, so that the rows are never older than the generation that the set states. */
  const load = (): void => {
    get<About>('/api/set')
      .then(async (found) => {
        const all = await get<TalkRow[]>('/api/rows');
        setAbout(found);
        setRows(all);
        document.title = `${found.name} · Agora explorer`;
      })
      .catch((error: unknown) => setFault((error as Error).message));
  };
  useEffect(load, []);
  const live = useLive(rows?.length ?? 0, about?.damages.length ?? 0, about?.generation ?? 0, load);
  useLayoutEffect(() => {
    const press = (pressed: KeyboardEvent): void => {
      const isTyping =
        pressed.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(pressed.target.tagName);
      if (pressed.key !== '/' || isTyping) return;
      pressed.preventDefault();
      goTo('#/find');
      document.getElementById('find-text')?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (fault !== '')
    return (
      <main id="main">
        <Fault text={fault} />
      </main>
    );
  if (about === null || rows === null)
    return (
      <main id="main" class="loading" aria-busy="true">
        Loading…
      </main>
    );
  const views: Record<string, () => JSX.Element> = {
    overview: () => <Home about={about} rows={rows} route={route} />,
    talk: () => <TalkView about={about} rows={rows} route={route} coding={coding} />,
    compare: () => <Compare rows={rows} route={route} />,
    find: () => <Find route={route} />,
    code: () => <CodingBench rows={rows} route={route} coding={coding} />,
  };
  const names: [string, string, string][] = [
    ['overview', 'Overview', '#/'],
    ['compare', 'Compare', '#/compare'],
    ['find', 'Find', '#/find'],
    ['code', 'Code', '#/code'],
  ];
  const view = Object.hasOwn(views, route.view) ? route.view : 'overview';
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main h1')?.scrollIntoView();
          document.querySelector<HTMLElement>('#main a, #main button, #main input')?.focus();
        }}
      >
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="#/">
          {about.name}
        </a>
        <nav aria-label="Views">
          {names.map(([name, title, link]) => (
            <a key={name} href={link} aria-current={view === name ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        {coding.isOn && <span class="reader">coding as {coding.reader}</span>}
        {live}
        <Theme />
      </header>
      <Generation.Provider value={about.generation}>{views[view]!()}</Generation.Provider>
    </>
  );
}

/**
 * Follows a run in progress. New collaborations, and a run that starts over, appear at once. After the user clicks
 * "Pause", they appear only on request.
 */
function useLive(shown: number, damages: number, generation: number, load: () => void) {
  const [state, setState] = useState({ rows: shown, damages, generation, isRunning: false });
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => {
    const source = new EventSource('/api/live');
    source.addEventListener('message', (event) => setState(JSON.parse(String(event.data)) as typeof state));
    return () => source.close();
  }, []);
  useEffect(() => {
    const isSame = state.rows === shown && state.damages === damages && state.generation === generation;
    if (isFollowing && !isSame) load();
  }, [state.rows, state.damages, state.generation, isFollowing]);
  const startedOver = state.generation > generation;
  if (!state.isRunning && state.rows <= shown && !startedOver) return null;
  return (
    <span class="live" role="status">
      {state.isRunning ? 'running' : 'finished'}: {plural(state.rows, 'collaboration')}
      <button
        type="button"
        class="quiet"
        aria-pressed={!isFollowing}
        onClick={() => setFollowing(!isFollowing)}
      >
        {isFollowing ? 'Pause' : 'Follow'}
      </button>
      {!isFollowing && (startedOver || state.rows > shown) && (
        <button type="button" class="quiet" onClick={load}>
          {startedOver ? 'Show the new run' : `Show ${state.rows - shown} new`}
        </button>
      )}
    </span>
  );
}

function Theme() {
  const [theme, setTheme] = useState(localStorage.getItem('theme') ?? 'system');
  useEffect(() => {
    localStorage.setItem('theme', theme);
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const next: Record<string, string> = { system: 'light', light: 'dark', dark: 'system' };
  return (
    <button type="button" class="quiet theme" onClick={() => setTheme(next[theme] ?? 'system')}>
      {theme === 'system' ? 'Auto' : theme === 'light' ? 'Light' : 'Dark'}
      <span class="hidden"> colours</span>
    </button>
  );
}

render(<App />, document.getElementById('app')!);
