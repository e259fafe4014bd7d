import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunEvent } from '../../../src/foundation/contracts/run.ts';
import { type ApiError, get } from '../api.ts';
import { Empty, Fault } from './bits.tsx';
import { factsText } from './facts-text.ts';

const ROW = 26;
const PAGE = 200;

/** The events of a run, however many: only rows that are seen exist, and pages are asked for when they come into view. */
export function EventFeed({
  run,
  length,
  tall = false,
}: {
  readonly run: string;
  readonly length: number;
  readonly tall?: boolean;
}): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const pages = useRef(new Map<number, readonly RunEvent[]>());
  const [tries, redraw] = useState(0);
  const [error, setError] = useState<ApiError>();
  const [top, setTop] = useState(0);
  const isAtEnd = useRef(true);
  const view = tall ? 40 : 16;
  const first = Math.max(0, Math.floor(top / ROW) - 4);
  const last = Math.min(length, first + view + 8);
  useEffect(() => {
    pages.current.clear();
  }, [run]);
  useEffect(() => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(0, last - 1) / PAGE); page += 1) {
      const kept = pages.current.get(page);
      if (kept !== undefined && (kept.length === PAGE || page * PAGE + kept.length >= length)) continue;
      get<{ events: RunEvent[] }>(`/runs/${encodeURIComponent(run)}/events?from=${page * PAGE}&limit=${PAGE}`).then(
        ({ events }) => {
          pages.current.set(page, events);
          setError(undefined);
          redraw((n) => n + 1);
        },
        setError,
      );
    }
  }, [run, first, last, length, error === undefined ? 0 : tries]);
  useEffect(() => {
    const element = place.current;
    if (element !== null && isAtEnd.current) element.scrollTop = length * ROW;
  }, [length]);
  const rows: RunEvent[] = [];
  for (let seq = first; seq < last; seq += 1) {
    const event = pages.current.get(Math.floor(seq / PAGE))?.[seq % PAGE];
    if (event !== undefined) rows.push(event);
  }
  if (error !== undefined && rows.length === 0)
    return (
      <>
        <Fault error={error} />
        <button type="button" onClick={() => redraw((n) => n + 1)}>
          Ask again
        </button>
      </>
    );
  if (length === 0) return <Empty>No event yet.</Empty>;
  return (
    <div
      class={`feed ${tall ? 'tall' : ''}`}
      ref={place}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label="Events of the run"
      onScroll={({ currentTarget }) => {
        setTop(currentTarget.scrollTop);
        isAtEnd.current = currentTarget.scrollTop + currentTarget.clientHeight > length * ROW - 2 * ROW;
      }}
    >
      <div style={{ height: `${length * ROW}px`, position: 'static', border: 0 }} aria-hidden="true" />
      {rows.map((event) => (
        <div key={event.seq} style={{ top: `${event.seq * ROW}px` }}>
          <span class="note">{event.seq}</span>
          <span>{event.type}</span>
          <span class="data mono" title={JSON.stringify(event.data).slice(0, 2000)}>
            {factsText(event.data)}
          </span>
        </div>
      ))}
    </div>
  );
}
