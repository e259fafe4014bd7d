import type { Machine } from '../machine/machine.ts';
import { laneKeys } from '../route/lane-keys.ts';

/** A lane, the routing key it had, and the expert it picked. */
export interface LanePick {
  readonly lane: number;
  readonly key: Uint32Array;
  readonly expert: string;
}

/** One sampled step, and who picked what in it: the keys are those before the step. A lane that picked several gives several. */
export function stepAndWatch(machine: Machine): LanePick[] {
  const { keyPlanes, knobs } = machine.config;
  const { lanes, codeBits } = knobs;
  const words = lanes / 32;
  const chosen = keyPlanes.map((_, i) => i);
  const planes = new Int32Array(keyPlanes.length * words);
  for (const [i, plane] of keyPlanes.entries()) planes.set(machine.readPlane(plane), i * words);
  const keys =
    keyPlanes.length === 0
      ? new Uint32Array((lanes * codeBits) / 32)
      : laneKeys({ bits: codeBits, chosen }, { planes, wordsPerPlane: words });
  machine.step({ policy: 'sampled' });
  return machine.lastRun().flatMap((expert) => {
    const mask = machine.lanesOf(expert);
    const picks: LanePick[] = [];
    for (let lane = 0; lane < lanes; lane += 1) {
      if (((mask[lane >>> 5]! >>> (lane & 31)) & 1) === 0) continue;
      picks.push({ lane, key: keys.slice((lane * codeBits) / 32, ((lane + 1) * codeBits) / 32), expert });
    }
    return picks;
  });
}
