import type { JSX } from 'preact';
import { number } from '../show.ts';

/** A value with its interval between −1 and 1. */
export function IntervalMark({
  value,
  low,
  high,
}: {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}): JSX.Element {
  if (value === null) return <span class="note">not measured</span>;
  const at = (place: number): number => 60 + 58 * Math.max(-1, Math.min(1, place));
  return (
    <svg
      width="120"
      height="14"
      role="img"
      aria-label={`${number(value, 2)}, between ${number(low, 2)} and ${number(high, 2)}`}
    >
      <line x1="60" x2="60" y1="0" y2="14" class="wire" />
      {low !== null && high !== null && (
        <line x1={at(low)} x2={at(high)} y1="7" y2="7" stroke="var(--ink-faint)" stroke-width="1.5" />
      )}
      <circle cx={at(value)} cy="7" r="3.5" fill={value > 0 ? 'var(--good)' : 'var(--bad)'} />
    </svg>
  );
}
