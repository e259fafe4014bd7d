import type { JSX } from 'preact';
import type { LiveStatus } from '../../../src/app/server/live/live-status.ts';
import { duration, number } from '../show.ts';

/** What a process says it is doing: the phase, how far it has come, and how long the rest may take at the pace so far. */
export function Doing({
  phase = null,
  status,
}: {
  readonly phase?: string | null;
  readonly status: LiveStatus | null;
}): JSX.Element {
  const total = status?.total ?? null;
  const share = status === null || total === null || total === 0 ? undefined : Math.min(1, status.done / total);
  const passed = status === null ? 0 : status.at - status.since;
  const left = share === undefined || share === 0 || share === 1 ? undefined : (passed / share) * (1 - share);
  return (
    <section class="card doing" aria-label="What it is doing now">
      <div class="head">
        <strong>{phase ?? status?.label ?? 'running'}</strong>
        <span class="note">{status?.what ?? ''}</span>
        <span class="grow" />
        <span class="note">
          {status === null || status.done === 0
            ? ''
            : total === null
              ? number(status.done)
              : `${number(status.done)} of ${number(total)}`}
          {left === undefined ? '' : `, about ${duration(left)} left`}
        </span>
      </div>
      {share !== undefined && (
        <div
          class="bar"
          role="progressbar"
          aria-label="Progress"
          aria-valuenow={Math.round(100 * share)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${100 * share}%` }} />
        </div>
      )}
    </section>
  );
}
