import type { Run } from '#foundation/contracts';
import type { StoredCertificate, StoreReader } from '#world/store';
import { type ScoreCurve, scoreCurve } from './score-curve.ts';

/** A run as a reader wants to see it. */
export interface RunReport {
  readonly run: Run;
  /** How many events of each type, most frequent first. */
  readonly events: readonly (readonly [type: string, count: number])[];
  readonly curve: ScoreCurve;
  readonly certificates: readonly StoredCertificate[];
}

/** Gathers what is known of a run. */
export function reportOf(store: StoreReader, run: Run): RunReport {
  const counts = new Map<string, number>();
  for (const { type } of store.eventsOf(run.id)) counts.set(type, (counts.get(type) ?? 0) + 1);
  return {
    run,
    events: [...counts].toSorted(([, a], [, b]) => b - a),
    curve: scoreCurve(store.eventsOf(run.id)),
    certificates: store.certificatesOf(run.id),
  };
}
