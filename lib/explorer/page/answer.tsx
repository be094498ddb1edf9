import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { get } from './api';

/** The server's answer to a request, or its error. Both are missing until the server answers. */
export interface Answer<T> {
  readonly found?: T;
  readonly fault?: string;
}

/** The generation of the set that the page shows. */
export const Generation = createContext(0);

/** Sends a request, and sends it again if it or the generation changes. If the query is null, sends nothing. */
export function useAnswer<T>(path: string, query: Readonly<Record<string, string>> | null): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const generation = useContext(Generation);
  const key = query === null ? null : new URLSearchParams(query).toString();
  useEffect(() => {
    let isCurrent = true;
    setAnswer({});
    if (query !== null)
      get<T>(path, query).then(
        (found) => isCurrent && setAnswer({ found }),
        (error: unknown) => isCurrent && setAnswer({ fault: (error as Error).message }),
      );
    return () => void (isCurrent = false);
  }, [path, key, generation]);
  return answer;
}

/** Shows an error, if there is one. */
export const Fault = ({ text = '' }: { readonly text: string | undefined }) =>
  text === '' ? null : (
    <p class="warning" role="alert">
      {text}
    </p>
  );
