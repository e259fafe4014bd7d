import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, get, isReport, post } from './api.ts';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
}

/** After how long a server that gave no answer is asked again. */
const SILENCE_MS = 2000;

/** The answer under a path; asked again when the path changes, on `reload`, and every so often while the page is seen. */
export function useData<T>(path: string | undefined, everyMs = 0): Loaded<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<ApiError>();
  const asked = useRef(0);
  const again = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const reload = useCallback(() => {
    if (path === undefined) return;
    asked.current += 1;
    const mine = asked.current;
    clearTimeout(again.current);
    get<T>(path).then(
      (found) => {
        if (mine !== asked.current) return;
        setData(found);
        setError(undefined);
      },
      (problem: ApiError) => {
        if (mine !== asked.current) return;
        setError(problem);
        if (problem.isSilence) again.current = setTimeout(reload, SILENCE_MS);
      },
    );
  }, [path]);
  useEffect(() => {
    setData(undefined);
    setError(undefined);
    reload();
    const timer =
      everyMs === 0 || isReport
        ? undefined
        : setInterval(() => {
            if (!document.hidden) reload();
          }, everyMs);
    return () => {
      asked.current += 1;
      clearInterval(timer);
      clearTimeout(again.current);
    };
  }, [reload, everyMs]);
  return { data, error, reload };
}

export interface Action<T> {
  readonly found: T | undefined;
  readonly error: ApiError | undefined;
  readonly isBusy: boolean;
  readonly ask: (path: string, body?: unknown) => void;
}

/** Something that is asked for by a button: whether it is under way, and what came of it. */
export function useAction<T>(done: (found: T) => void = () => undefined): Action<T> {
  const [found, setFound] = useState<T>();
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const ask = (path: string, body?: unknown): void => {
    setBusy(true);
    post<T>(path, body).then(
      (answer) => {
        setFound(answer);
        setError(undefined);
        setBusy(false);
        done(answer);
      },
      (problem: ApiError) => {
        setError(problem);
        setBusy(false);
      },
    );
  };
  return { found, error, isBusy, ask };
}

/** What the server says of a run under a name, asked again now and then while it runs. */
export function useRunData<T>(
  run: { readonly id: string; readonly state: string },
  name: string,
  everyMs = 3000,
): Loaded<T> {
  return useData<T>(pathOf(run, name), run.state === 'running' ? everyMs : 0);
}

function pathOf({ id }: { readonly id: string }, name: string): string {
  return `/runs/${encodeURIComponent(id)}/${name}`;
}

export interface Listing<T> extends Omit<Loaded<T>, 'reload'> {
  readonly from: number;
  readonly turn: (from: number) => void;
  /** The value of a filter; empty where it lets everything through. */
  readonly chosen: (filter: string) => string;
  readonly choose: (filter: string) => (value: string) => void;
}

/** A list of a run in pages and by filters. What was shown stays until the next is there, and with it the button that has the focus. */
export function useListing<T>(
  run: { readonly id: string; readonly state: string },
  name: string,
  size: number,
): Listing<T> {
  const [from, turn] = useState(0);
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  const asked = new URLSearchParams([['from', String(from)], ['limit', String(size)], ...set]);
  const { data, error } = useSteadyData<T>(
    pathOf(run, `${name}?${asked.toString()}`),
    run.state === 'running' ? 3000 : 0,
  );
  return {
    data,
    error,
    from,
    turn,
    chosen: (filter) => filters[filter] ?? '',
    choose: (filter) => (value) => {
      setFilters({ ...filters, [filter]: value });
      turn(0);
    },
  };
}

export interface LiveStatus {
  readonly state: string;
  readonly status: {
    readonly label: string;
    readonly what: string;
    readonly done: number;
    readonly total: number | null;
    readonly at: number;
    readonly since: number;
  } | null;
}

/** How often a page that follows a run is drawn anew at most. */
const DRAW_MS = 700;

/** Follows a run: `changed` is called, not too often, when there are new events or some were left out. */
export function useLive(
  run: string | undefined,
  after: number | undefined,
  changed: () => void,
): { readonly live: LiveStatus | undefined; readonly isLost: boolean } {
  const [live, setLive] = useState<LiveStatus>();
  const [isLost, setLost] = useState(false);
  const latest = useRef(changed);
  latest.current = changed;
  const isKnown = after !== undefined;
  useEffect(() => {
    if (run === undefined || !isKnown || isReport) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, DRAW_MS);
    };
    const source = new EventSource(`/api/runs/${encodeURIComponent(run)}/live?after=${(after ?? 0) - 1}`);
    source.addEventListener('run-event', soon);
    source.addEventListener('gap', soon);
    source.addEventListener('status', (event) => {
      setLive(JSON.parse(event.data));
      soon();
    });
    source.addEventListener('open', () => setLost(false));
    source.addEventListener('error', () => {
      setLost(true);
      // The browser tries again by itself unless it was refused: then the answer to a question says why.
      if (source.readyState === EventSource.CLOSED) soon();
    });
    return () => {
      clearTimeout(timer);
      source.close();
    };
    // Where it began is asked once per run: later positions come by themselves.
  }, [run, isKnown]);
  return { live, isLost };
}

/** The title of the window, so that tabs, history and screen readers can tell pages apart. */
export function useTitle(says: string): void {
  useEffect(() => {
    document.title = says === '' ? 'Pawl' : `${says} · Pawl`;
  }, [says]);
}

/** The address after `#`, as a path and its question. */
export function useRoute(): readonly [readonly string[], URLSearchParams] {
  const read = (): string => globalThis.location.hash.replace(/^#\/?/u, '');
  const [hash, setHash] = useState(read);
  useEffect(() => {
    const heard = (): void => setHash(read());
    addEventListener('hashchange', heard);
    return () => removeEventListener('hashchange', heard);
  }, []);
  const [path = '', query = ''] = hash.split('?');
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  return [parts, new URLSearchParams(query)];
}

type Theme = 'auto' | 'light' | 'dark';

export function themeOf(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'auto';
}

/** Sets words of the question in the address, or drops those that are empty; no step back is added for each letter of a search. */
export function say(query: URLSearchParams, words: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(words)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  // The link that `pawl serve` prints has no hash: words without one would not be read back.
  const [path] = (globalThis.location.hash || '#/').split('?');
  history.replaceState(null, '', next.size === 0 ? path : `${path}?${next.toString()}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The answer under a path; what was shown stays until the next is there, so that a list does not blink with every letter. */
export function useSteadyData<T>(path: string | undefined, everyMs = 0): Loaded<T> {
  const loaded = useData<T>(path, everyMs);
  const last = useRef<T | undefined>(undefined);
  last.current = loaded.data ?? last.current;
  return { ...loaded, data: last.current };
}

/** Light, dark, or as the system has it; remembered. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => themeOf(readKept()));
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const show = (): void => {
      document.documentElement.dataset['theme'] = theme === 'auto' ? (system.matches ? 'dark' : 'light') : theme;
      dispatchEvent(new Event('theme-changed'));
    };
    show();
    system.addEventListener('change', show);
    return () => system.removeEventListener('change', show);
  }, [theme]);
  return [
    theme,
    (next) => {
      setTheme(next);
      try {
        localStorage.setItem('theme', next);
      } catch {
        // Not every page may remember; then it lasts until the page is closed.
      }
    },
  ];
}

function readKept(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}
