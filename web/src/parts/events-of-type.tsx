import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import type { RunEvent } from '../../../src/foundation/contracts/run.ts';
import { type ApiError, get, isReport } from '../api.ts';
import { number } from '../show.ts';
import { Choice, Empty, Fault } from './bits.tsx';
import { factsText } from './facts-text.ts';
import { EventFeed } from './feed.tsx';

const PAGE = 200;

/** The events of a run: all of them as they come, or those of one type, each of which opens. The type stands in the address. */
export function Events({ run, query }: { readonly run: RunView; readonly query: URLSearchParams }): JSX.Element {
  const type = query.get('type') ?? '';
  const choose = (next: string): void => {
    const [path] = globalThis.location.hash.split('?');
    globalThis.location.hash = next === '' ? `${path}` : `${path}?type=${encodeURIComponent(next)}`;
  };
  const options = run.counts.map((one) => [one.type, `${one.type} (${number(one.count)})`] as const);
  return (
    <>
      {!isReport && (
        <div class="filters">
          <Choice label="Type" value={type} options={options} choose={choose} />
        </div>
      )}
      {type === '' ? (
        <EventFeed run={run.id} length={run.events} tall />
      ) : (
        <OfType key={type} run={run.id} type={type} />
      )}
    </>
  );
}

function OfType({ run, type }: { readonly run: string; readonly type: string }): JSX.Element {
  const [events, setEvents] = useState<readonly RunEvent[]>();
  const [hasMore, setMore] = useState(false);
  const [error, setError] = useState<ApiError>();
  const load = (): void => {
    const from = (events?.at(-1)?.seq ?? -1) + 1;
    const asked = new URLSearchParams({ type, from: String(from), limit: String(PAGE) });
    get<{ events: RunEvent[] }>(`/runs/${encodeURIComponent(run)}/events?${asked.toString()}`).then((found) => {
      setEvents([...(events ?? []), ...found.events]);
      setMore(found.events.length === PAGE);
      setError(undefined);
    }, setError);
  };
  useEffect(load, [run, type]);
  return (
    <div class="event-list">
      {events?.map(({ seq, data }) => (
        <details key={seq}>
          <summary>
            <span class="note">{seq}</span> {factsText(data)}
          </summary>
          <pre class="doc" tabIndex={0}>
            {JSON.stringify(data, null, 2).slice(0, 100_000)}
          </pre>
        </details>
      ))}
      {events?.length === 0 && <Empty>The run has no event of the type {type}.</Empty>}
      {events === undefined && error === undefined && <p class="note">Loading …</p>}
      {error !== undefined && <Fault error={error} />}
      {(hasMore || error !== undefined) && (
        <button type="button" onClick={load}>
          {error === undefined ? 'More' : 'Ask again'}
        </button>
      )}
    </div>
  );
}
