import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isReport, reportRun } from './api.ts';
import type { Health } from '../../src/app/server/routes.ts';
import { themeOf, useData, useRoute, useTheme, useTitle } from './hooks.ts';
import { BenchPage } from './pages/bench.tsx';
import { ComparePage } from './pages/compare.tsx';
import { NotThere } from './parts/bits.tsx';
import { Keys } from './parts/keys.tsx';
import { RunPage } from './pages/run.tsx';
import { RunsPage } from './pages/runs.tsx';
import { StartPage } from './pages/start.tsx';
import { bytes } from './show.ts';

/** Share of the quota from which it is told. */
const TOLD_FROM = 0.8;

export function App(): JSX.Element {
  const [parts, query] = useRoute();
  const [theme, setTheme] = useTheme();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const [section = 'runs', ...rest] = parts;
  useTitle(titleOf(section, rest));
  useEffect(() => {
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [parts.join('/')]);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="#/runs">
          <Mark />
          Pawl
        </a>
        <nav aria-label="Main">
          {isReport ? (
            <span class="note">Report</span>
          ) : (
            <>
              <a href="#/runs" aria-current={section === 'runs' || section === 'compare' ? 'page' : undefined}>
                Runs
              </a>
              <a href="#/bench" aria-current={section === 'bench' ? 'page' : undefined}>
                Benchmarks
              </a>
            </>
          )}
        </nav>
        <label>
          Theme{' '}
          <select value={theme} onChange={({ currentTarget }) => setTheme(themeOf(currentTarget.value))}>
            <option value="auto">as the system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
      </header>
      <House />
      <Keys />
      <main id="main" tabIndex={-1} ref={main}>
        <Page section={section} rest={rest} query={query} />
      </main>
    </>
  );
}

function titleOf(section: string, [first, second]: readonly string[]): string {
  if (section === 'bench') return first === undefined ? 'Benchmarks' : `${first}, benchmark`;
  if (section === 'compare') return 'Compare runs';
  if (section === 'start') return 'Start a run';
  if (section !== 'runs') return 'Not found';
  const run = first ?? reportRun;
  return run === undefined ? 'Runs' : second === undefined ? run : `${second}, ${run}`;
}

/** Says so where the workspace comes near its quota. */
function House(): JSX.Element | null {
  const { data } = useData<Health>(isReport ? undefined : '/health', 30_000);
  if (data === undefined || data.quota === null || data.bytes < TOLD_FROM * data.quota) return null;
  return (
    <div class="notice" role="status">
      The workspace takes {bytes(data.bytes)} of its quota of {bytes(data.quota)} (
      {Math.floor((100 * data.bytes) / data.quota)} %). <code>npx pawl runs prune --keep 20 --dry-run</code> shows what
      can go.
    </div>
  );
}

function Page({
  section,
  rest,
  query,
}: {
  readonly section: string;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}): JSX.Element {
  if (section === 'compare') return <ComparePage runs={(rest[0] ?? '').split(',').filter((id) => id !== '')} />;
  if (section === 'start') return <StartPage query={query} />;
  if (section === 'bench') return <BenchPage name={rest[0]} />;
  if (section !== 'runs') return <NotThere what={`no page ${section}`} />;
  const [run = reportRun, page = 'overview', ...more] = rest;
  if (run !== undefined) return <RunPage key={run} id={run} page={page} more={more} query={query} />;
  return <RunsPage query={query} />;
}

/** A ratchet wheel with its pawl. */
function Mark(): JSX.Element {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        d="M9 2.2 11 4l2.6-.4-.3 2.7 2.2 1.6-1.9 1.9.9 2.5-2.6.6-.6 2.6-2.5-.9-1.9 1.9-1.6-2.2-2.7.3.4-2.6L1.200 9l2.400-1.600-.4-2.600 2.600.3z"
        fill="none"
        stroke="currentColor"
        stroke-width="1.300"
        stroke-linejoin="round"
      />
      <circle cx="8.600" cy="8.900" r="1.500" fill="currentColor" />
    </svg>
  );
}
