import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, get, isReport, post } from './api.ts';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
}

/** The answer under a path; asked again when the path changes, on `reload`, and every so often while the page is seen. */
export function useData<T>(path: string | undefined, everyMs = 0): Loaded<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<ApiError>();
  const asked = useRef(0);
  const reload = useCallback(() => {
    if (path === undefined) return;
    asked.current += 1;
    const mine = asked.current;
    get<T>(path).then(
      (found) => {
        if (mine !== asked.current) return;
        setData(found);
        setError(undefined);
      },
      (problem: ApiError) => {
        if (mine === asked.current) setError(problem);
      },
    );
  }, [path]);
  useEffect(() => {
    setData(undefined);
    setError(undefined);
    reload();
    if (everyMs === 0 || isReport) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, everyMs);
    return () => clearInterval(timer);
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
  return useData<T>(`/runs/${encodeURIComponent(run.id)}/${name}`, run.state === 'running' ? everyMs : 0);
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
): LiveStatus | undefined {
  const [status, setStatus] = useState<LiveStatus>();
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
      setStatus(JSON.parse(event.data));
      soon();
    });
    return () => {
      clearTimeout(timer);
      source.close();
    };
    // Where it began is asked once per run: later positions come by themselves.
  }, [run, isKnown]);
  return status;
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
