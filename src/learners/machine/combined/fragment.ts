import { createBuilder, FALSE, gateCount, TRUE } from '#logic/circuit/graph';
import type { Expert } from '../representation/machine/expert.ts';
import { planeOf, type PlaneMap } from '../representation/machine/plane-map.ts';
import type { ThinkPlan } from '../hypotheses/think-plan.ts';
import type { Bit } from '../plans/programs/program-plan.ts';
import { KEY_BITS, sizesOfKey, type SlotKey } from './slot-key.ts';

/** What one skill brings into the main machine: the plan that serves slots with this key. */
export interface Fragment {
  readonly id: string;
  readonly key: SlotKey;
  readonly plan: ThinkPlan;
}

/** Where the fixed words of the main machine lie, within their regions. */
export const layout = {
  /** INPUT: the routing key, one bit that is 1 when an observation is new, then the observation. */
  fresh: KEY_BITS,
  observation: KEY_BITS + 1,
  /** STATE: whether a fragment was chosen, its number, then the words of the fragment. Slots live in lanes of their own, so fragments overlay. */
  chosen: 0,
  number: 1,
  numberBits: 10,
  words: 11,
} as const;

/** Classes of experts: those that choose, found by ROUTE; those that work, run by the graph. */
export const classes = { selector: 0, worker: 1 } as const;

const noCode = [0, 0] as const;

/**
 * The expert that ROUTE picks to give a lane to a fragment: it writes the fragment's number and that a choice was made. Its guard is the
 * sizes of the face that the fragment was made for.
 */
export function selectorOf({ id, key }: Fragment, number: number, planes: PlaneMap): Expert {
  const bits = [true, ...Array.from({ length: layout.numberBits }, (_, i) => ((number >>> i) & 1) === 1)];
  return {
    id: selectorId(id),
    class: classes.selector,
    shard: 0,
    code: [...key.code],
    reads: [],
    writes: bits.map((_, i) => planeOf(planes, 'state', layout.chosen + i)),
    guard: sizesOfKey(key).map(({ at, value }) => ({ plane: planeOf(planes, 'input', at), value })),
    body: { kind: 'circuit', circuit: createBuilder().build(bits.map((bit) => (bit ? TRUE : FALSE))) },
  };
}

export function selectorId(fragment: string): string {
  return `choose ${fragment}`;
}

/** The experts of a fragment in the order in which they run: one that clears what is not kept when an observation is new, then its parts. */
export function workersOf({ id, plan }: Fragment, planes: PlaneMap): Expert[] {
  const place = ({ region, at }: Bit): number => {
    if (region === 'input') return planeOf(planes, 'input', layout.observation + at);
    if (region === 'state') return planeOf(planes, 'state', layout.words + at);
    return planeOf(planes, region, at);
  };
  return [
    entryOf(id, plan, planes),
    ...plan.parts.map((part): Expert => ({
      id: `${id} ${part.id}`,
      class: classes.worker,
      shard: 0,
      code: noCode,
      reads: part.reads.map(place),
      writes: part.writes.map(place),
      ...(part.guard !== undefined && {
        guard: part.guard.map(({ bit, value }) => ({ plane: place(bit), value })),
      }),
      body: { kind: 'circuit', circuit: part.circuit },
    })),
  ];
}

function entryOf(id: string, plan: ThinkPlan, planes: PlaneMap): Expert {
  const kept = new Set(plan.kept);
  const ones = new Set(plan.ones);
  const scratch = Array.from({ length: plan.state }, (_, i) => i).filter((i) => !kept.has(i));
  const writes = [
    ...scratch.map((i) => planeOf(planes, 'state', layout.words + i)),
    ...Array.from({ length: plan.outputs }, (_, i) => planeOf(planes, 'output', i)),
  ];
  const values = [...scratch.map((i) => ones.has(i)), ...new Array<boolean>(plan.outputs).fill(false)];
  return {
    id: `${id} enter`,
    class: classes.worker,
    shard: 0,
    code: noCode,
    reads: [],
    writes,
    guard: [{ plane: planeOf(planes, 'input', layout.fresh), value: true }],
    body: { kind: 'circuit', circuit: createBuilder().build(values.map((bit) => (bit ? TRUE : FALSE))) },
  };
}

/** What a plan asks of the machine it is put in. */
export function sizesOfPlan(plan: ThinkPlan): {
  readonly inputs: number;
  readonly state: number;
  readonly outputs: number;
  readonly gates: number;
} {
  const gates = Math.max(0, ...plan.parts.map(({ circuit }) => gateCount(circuit)));
  return { inputs: layout.observation + plan.inputs, state: layout.words + plan.state, outputs: plan.outputs, gates };
}
