import type { Run } from '#foundation/contracts';
import type { StoredCertificate, StoreReader } from '#world/store';
import { RunFold, runSentence, type RunSetting, runSettings } from '#app/server/views';
import { type ScoreCurve, scoreCurve } from './score-curve.ts';

/** A run as a reader wants to see it. */
export interface RunReport {
  readonly run: Run;
  /** How many events of each type, most frequent first. */
  readonly events: readonly (readonly [type: string, count: number])[];
  readonly curve: ScoreCurve;
  /** What was learnt, what shows it, what it cost. */
  readonly sentence: string | null;
  /** Models and settings in clear. */
  readonly settings: readonly RunSetting[];
  /** The score of the run before and after, as its pages show it. */
  readonly score: { readonly before: number | null; readonly after: number | null };
  readonly certificates: readonly StoredCertificate[];
}

/** The sentence that a run opens with, as a line; no line where there is none. */
export function sentenceLines(store: StoreReader, id: string): readonly string[] {
  const run = store.getRun(id);
  const sentence = run === undefined ? null : reportOf(store, run).sentence;
  return sentence === null ? [] : [sentence];
}

/** Gathers what is known of a run. */
export function reportOf(store: StoreReader, run: Run): RunReport {
  const fold = new RunFold();
  for (const event of store.eventsOf(run.id)) fold.add(event);
  return {
    run,
    events: [...fold.counts].toSorted(([, a], [, b]) => b - a),
    curve: scoreCurve(store.eventsOf(run.id)),
    sentence: runSentence(run, fold),
    settings: runSettings(store, run),
    score: { before: fold.scoreBefore, after: fold.score },
    certificates: store.certificatesOf(run.id),
  };
}
