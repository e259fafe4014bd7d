import { type Moment, type TraceEnv, traceWorlds } from './trace-world.ts';

/** A moment in words, with the one before it and the one after it. */
interface Line {
  readonly seen: string;
  readonly done: string;
  readonly before: Line | undefined;
  /** What is seen after the deed; `undefined` at the end. */
  readonly after: string | undefined;
  readonly past: readonly Line[];
}

const readers: Readonly<Record<TraceEnv, (line: Line) => readonly string[]>> = {
  grid({ seen, done, before, past }) {
    const [x, y, thing = ''] = seen.split(' ');
    const came = before === undefined || !before.seen.startsWith(`${x} ${y} `);
    const told: string[] = [];
    if (!came && before?.done !== 'TAKE') told.push('bumped');
    const hasKey = past.some((line) => line.done === 'TAKE' && line.seen.endsWith('key'));
    if (came && thing === 'door') told.push(hasKey ? 'opened-door' : 'locked-out');
    if (came && thing === 'X') told.push('crossed-X');
    if (done === 'TAKE') told.push(thing === 'key' || thing === 'coin' ? `took-${thing}` : 'missed');
    return told;
  },
  causal({ seen, done, after }) {
    if (after === undefined) return [];
    const later = after.split(' ');
    const changed = seen
      .split(' ')
      .filter((value, i) => value !== later[i])
      .map((value) => value[0]!);
    if (done === 'WAIT') return changed.map((letter) => `${letter}-drifted`);
    if (changed.length === 0) return ['no-effect'];
    const cause = done[4]!;
    return changed.filter((letter) => letter !== cause).map((letter) => `${cause}-moved-${letter}`);
  },
  tool({ seen, done, before, past }) {
    const told: string[] = [];
    const called = before?.done ?? 'ANSWER';
    if (called === 'VERIFY') told.push(seen === 'ok' ? 'verified' : 'refuted');
    else if (called !== 'ANSWER' && seen === 'error') told.push(`${called}-failed`);
    if (seen === 'empty') told.push('DB-empty');
    if (seen === 'error' && done === called && done !== 'VERIFY') told.push('retried');
    if (done === 'ANSWER') {
      const last = past.findLast((line) => line.done !== 'ANSWER');
      told.push(last?.done === 'VERIFY' && last.after === 'ok' ? 'answered-verified' : 'answered-blind');
    }
    return told;
  },
};

/** The distinct events of a trajectory in the order they first happen, read from its words alone. */
export function readTrace(env: TraceEnv, trace: readonly Moment[]): readonly string[] {
  const { sights, deeds } = traceWorlds[env];
  const past: Line[] = [];
  const told = new Set<string>();
  for (const [t, [seen, done]] of trace.entries()) {
    const next = trace[t + 1];
    const line: Line = {
      seen: sights[seen]!,
      done: deeds[done]!,
      before: past.at(-1),
      after: next === undefined ? undefined : sights[next[0]],
      past,
    };
    for (const tag of readers[env](line)) told.add(tag);
    past.push(line);
  }
  return [...told];
}
