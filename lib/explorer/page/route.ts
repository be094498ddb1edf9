import { useEffect, useState } from 'preact/hooks';

/** The current view, as in "#/talk/3?event=12". The address describes the view completely, so a link restores it. */
export interface Route {
  readonly view: string;
  readonly place: number;
  readonly query: URLSearchParams;
}

function readRoute(hash = location.hash): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', place = ''] = path.split('/');
  return { view: view || 'overview', place: Number(place) || 0, query: new URLSearchParams(query) };
}

export function linkTo(
  view: string,
  query: Readonly<Record<string, string>> | URLSearchParams = {},
  place?: number,
): string {
  const path = view === 'overview' ? '' : place === undefined ? view : `${view}/${place}`;
  const text = new URLSearchParams(query).toString();
  return `#/${path}${text && `?${text}`}`;
}

export const goTo = (link: string): void => void (location.hash = link);

export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = (): void => setRoute(readRoute());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
