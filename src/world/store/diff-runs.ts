import type { Json, Run, RunEvent } from '#foundation/contracts';
import { canonicalText, Fault } from '#foundation/kernel';
import type { StoreReader } from './reader.ts';

/** A run with its events in memory. */
export interface LoadedRun {
  readonly run: Run;
  readonly events: readonly RunEvent[];
}

/** Two values at one place of the data; a side where the place does not exist is absent. */
export interface Difference {
  /** Such as `$.budget.tokens` or `$.domains[2]`. */
  readonly path: string;
  readonly a?: Json;
  readonly b?: Json;
}

/** What separates two runs. */
export interface RunDiff {
  /** Did both compute the same? True when no event differs. */
  readonly sameEvents: boolean;
  /** The first position where the events differ; a run that had ended by then has no event there. */
  readonly firstDivergence?: { readonly seq: number; readonly a?: RunEvent; readonly b?: RunEvent };
  readonly events: { readonly a: number; readonly b: number };
  /** Loop, seed and status, where they differ. */
  readonly run: readonly Difference[];
  readonly config: readonly Difference[];
  readonly summary: readonly Difference[];
}

/** Reads a run for `diffRuns`. */
export function loadRun(store: StoreReader, id: string): LoadedRun {
  const run = store.getRun(id);
  if (run === undefined) throw new Fault('store/unknown-run', `there is no run ${id}`, { details: { id } });
  return { run, events: [...store.eventsOf(id)] };
}

/** Compares two runs: where their computations part, and what was asked and found differently. */
export function diffRuns(a: LoadedRun, b: LoadedRun): RunDiff {
  const firstDivergence = findDivergence(a.events, b.events);
  return {
    sameEvents: firstDivergence === undefined,
    ...(firstDivergence === undefined ? {} : { firstDivergence }),
    events: { a: a.events.length, b: b.events.length },
    run: differences(headOf(a.run), headOf(b.run)),
    config: differences(a.run.config, b.run.config),
    summary: differences(a.run.summary, b.run.summary),
  };
}

function findDivergence(a: readonly RunEvent[], b: readonly RunEvent[]): RunDiff['firstDivergence'] {
  for (let seq = 0; seq < Math.max(a.length, b.length); seq += 1) {
    const [left, right] = [a[seq], b[seq]];
    if (left !== undefined && right !== undefined && contentOf(left) === contentOf(right)) continue;
    return { seq, ...(left === undefined ? {} : { a: left }), ...(right === undefined ? {} : { b: right }) };
  }
  return undefined;
}

function contentOf({ type, data }: RunEvent): string {
  return canonicalText([type, data]);
}

function headOf({ loop, seed, status }: Run): Json {
  return { loop, seed, status };
}

/** The places where two values differ, in key order; equal parts are not listed. */
function differences(a: Json | undefined, b: Json | undefined, path = '$'): Difference[] {
  const [left, right] = [membersOf(a), membersOf(b)];
  if (left !== undefined && right !== undefined && Array.isArray(a) === Array.isArray(b)) {
    const keys = [...new Set([...left.keys(), ...right.keys()])];
    return keys.flatMap((key) => differences(left.get(key), right.get(key), `${path}${key}`));
  }
  if (a !== undefined && b !== undefined && canonicalText(a) === canonicalText(b)) return [];
  if (a === undefined && b === undefined) return [];
  return [{ path, ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) }];
}

/** The members of a list or an object under the text that leads to them. */
function membersOf(value: Json | undefined): Map<string, Json> | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return undefined;
  if (isList(value)) return new Map(value.map((item, i) => [`[${i}]`, item]));
  return new Map(Object.entries(value).map(([key, member]) => [`.${key}`, member]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
