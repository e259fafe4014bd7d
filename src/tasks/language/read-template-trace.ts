import type { Moment } from './trace-world.ts';
import { templateWorlds } from './template-world.ts';

type Line = readonly [seen: string, done: string];
type Reader = (lines: readonly Line[]) => string[];

/** `x=2 y=1 items=3`: the cell and what is left. */
function placeOf(seen: string): { cell: string; items: number } {
  const [x, y, items] = seen.split(' ');
  return { cell: `${x} ${y}`, items: Number(items!.slice('items='.length)) };
}

function readCollect(lines: readonly Line[]): string[] {
  const told: string[] = [];
  let from = 0;
  for (const [t, [seen, done]] of lines.entries()) {
    const { cell, items } = placeOf(seen);
    if (done === 'END') {
      told.push(items === 0 ? 'finished' : 'ran-out');
      from = t + 1;
      continue;
    }
    if (done === 'STAY') told.push('stayed');
    const next = lines[t + 1];
    if (next === undefined) break;
    const there = placeOf(next[0]);
    const earlier = lines.slice(from, t + 1).map(([one]) => placeOf(one).cell);
    if (there.cell === cell && done !== 'STAY') told.push('bumped');
    if (there.cell !== cell && earlier.includes(there.cell)) told.push('came-back');
    if (there.items < items) {
      const isSecond = t > from && placeOf(lines[t - 1]![0]).items > items;
      told.push(isSecond ? 'took-two' : 'took-item');
    }
  }
  return told;
}

function readCausal(lines: readonly Line[]): string[] {
  const told: string[] = [];
  const outcomes = lines.map((_, t) => lines[t + 1]?.[0].endsWith(' paid'));
  for (const [t, [, done]] of lines.entries()) {
    if (t > 0) {
      const isSame = lines[t - 1]![1] === done;
      if (isSame && outcomes[t - 1] === false) told.push('stayed-after-loss');
      if (!isSame && outcomes[t - 1] === true) told.push('left-after-win');
    }
    if (outcomes[t] === undefined) break;
    told.push(`${done.slice('ARM-'.length)}-${outcomes[t] ? 'paid' : 'failed'}`);
    const lost = outcomes.slice(0, t).lastIndexOf(false);
    if (outcomes[t] && t - lost === 3) told.push('three-wins');
  }
  return told;
}

function readLookup(lines: readonly Line[]): string[] {
  const told: string[] = [];
  let read = new Map<string, string>();
  for (const [t, [seen, done]] of lines.entries()) {
    const wanted = seen.slice(4, seen.indexOf(':')).split(' ');
    const [kind, what = ''] = done.split('-');
    if (kind === 'ANSWER') {
      const isSure = wanted.every((key) => read.has(key)) || [...read.values()].includes('MISSING');
      told.push(what === 'MISSING' ? 'said-missing' : isSure ? 'answered' : 'guessed');
      read = new Map();
      continue;
    }
    if (!wanted.includes(what)) told.push('off-question');
    const before = read.get(what);
    if (before !== undefined) told.push('read-again');
    const next = lines[t + 1]?.[0];
    if (next === undefined) break;
    const value = next.slice(next.lastIndexOf(' ') + 1);
    if (value === 'new') {
      read = new Map();
      continue;
    }
    if (value === 'MISSING') told.push('found-missing');
    if (before !== undefined && before !== value) told.push('contradicted');
    read.set(what, value);
  }
  return told;
}

const readers: Readonly<Record<keyof typeof templateWorlds, Reader>> = {
  GRID_COLLECT: readCollect,
  CAUSAL_BANDIT: readCausal,
  TOOL_DB_LOOKUP: readLookup,
};

/** The distinct events of a trajectory of another template in the order they first happen, read from its words alone. */
export function readTemplateTrace(env: keyof typeof templateWorlds, trace: readonly Moment[]): readonly string[] {
  const { sights, deeds } = templateWorlds[env];
  const lines = trace.map(([seen, done]): Line => [sights[seen]!, deeds[done]!]);
  return [...new Set(readers[env](lines))];
}
