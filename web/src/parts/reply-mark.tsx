import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Mark } from '../../../src/app/server/views/notes.ts';
import { isReport } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Fault } from './bits.tsx';

/** A person's word on a reply. What is marked becomes tasks by `pawl tasks from-marks`. */
export function ReplyMark({
  run,
  trace,
}: {
  readonly run: string;
  readonly trace: { readonly key: string; readonly mark: Mark | null };
}): JSX.Element | null {
  const [mark, setMark] = useState(trace.mark);
  const [note, setNote] = useState(trace.mark?.note ?? '');
  const { ask, isBusy, error } = useAction();
  if (isReport) return null;
  const keep = (next: Mark | null): void => {
    setMark(next);
    ask(`/runs/${encodeURIComponent(run)}/rollouts/${trace.key}/mark`, { mark: next });
  };
  return (
    <div class="filters mark" role="group" aria-label="Your mark">
      {([true, false] as const).map((right) => (
        <button
          key={String(right)}
          type="button"
          disabled={isBusy}
          aria-pressed={mark?.right === right}
          onClick={() => keep(mark?.right === right ? null : { right, note })}
        >
          {right ? '✓ Right' : '✗ Wrong'}
        </button>
      ))}
      <input
        placeholder="Why"
        aria-label="Why it is right or wrong"
        value={note}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
        onChange={() => mark !== null && keep({ ...mark, note })}
      />
      {error !== undefined && <Fault error={error} />}
    </div>
  );
}
