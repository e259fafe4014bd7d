import { answerOf } from './run-sequences.ts';
import type { MemoryPlan } from '#learners/machine/plans';
import { type SynthesisedMachine, synthesiseMachine } from './synthesise-machine.ts';
import { createRng } from '#foundation/kernel';
import {
  drawPairs,
  type KeyRule,
  kvShape,
  pairClasses,
  type PairsOrder,
  type QueryPlace,
  queryPlaces,
  samplePairs,
} from './kv-sequences.ts';
import { warmUp } from './warm-up.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

export const trained = { sequences: 1000, short: 300, pairs: 8 } as const;
export const lanes = 2048;
const batches = 5;

/** Sequences of a cell. */
export const cellSequences = lanes * batches;

/** A machine learnt for one rule and one vocabulary. */
export interface Learnt {
  readonly seed: number;
  readonly rule: KeyRule;
  readonly vocabulary: number;
  readonly machine: SynthesisedMachine;
  readonly seconds: number;
  readonly order?: PairsOrder;
}

/** Learns from 300 sequences of up to three pairs and 700 of eight. */
export function learnOne(
  seed: number,
  rule: KeyRule,
  vocabulary: number,
  { memory, order }: { readonly memory?: MemoryPlan; readonly order?: PairsOrder } = {},
): Learnt {
  const rng = createRng(`bench/kv/${seed}/${rule}/${vocabulary}/train`);
  const training = Array.from({ length: trained.sequences }, (_, i) =>
    drawPairs(rng, {
      pairs: i < trained.short ? rng.int(1, 3) : trained.pairs,
      vocabulary,
      rule,
      place: rng.pick(queryPlaces),
      ...(order && { order }),
    }),
  );
  const cpuSeconds = cpuSecondsSince();
  const machine = synthesiseMachine(training, kvShape(vocabulary), {
    maxLength: 4096,
    lanes,
    ...(memory && { memory }),
  });
  const seconds = cpuSeconds();
  warmUp(machine.installed);
  return { seed, rule, vocabulary, machine, seconds, ...(order && { order }) };
}

/** What a cell found. */
export interface KvCell {
  readonly sequences: number;
  readonly right: number;
  /** CPU nanoseconds of all steps, and of the last step alone. */
  readonly nanoseconds: number;
  readonly lastNanoseconds: number;
  readonly tokens: number;
}

/** 10,240 fresh sequences of one cell; the answer after [END] counts. */
export function evaluate({ seed, rule, vocabulary, machine, order }: Learnt, pairs: number, place: QueryPlace): KvCell {
  const { installed } = machine;
  const rng = createRng(`bench/kv/${seed}/${rule}/${vocabulary}/test/${pairs}/${place}`);
  const tokens = new PairPlanes(pairClasses(pairs, order), installed.plan.inputs);
  const right = new Int16Array(lanes);
  const shape = kvShape(vocabulary);
  const cell = { sequences: lanes * batches, right: 0, nanoseconds: 0, lastNanoseconds: 0, tokens: tokens.length };
  for (let batch = 0; batch < batches; batch += 1) {
    tokens.clear();
    for (let lane = 0; lane < lanes; lane += 1) {
      const { payloads, answer } = samplePairs(rng, { pairs, vocabulary, rule, place, ...(order && { order }) });
      tokens.put(lane, payloads);
      right[lane] = answer;
    }
    installed.begin();
    for (const [t, plane] of tokens.planes.entries()) {
      const cpuSeconds = cpuSecondsSince();
      installed.step(plane);
      const seconds = cpuSeconds();
      cell.nanoseconds += 1e9 * seconds;
      if (t === tokens.length - 1) cell.lastNanoseconds += 1e9 * seconds;
    }
    const answers = installed.answers();
    for (let lane = 0; lane < lanes; lane += 1) {
      if (answerOf(answers, lane, shape) === right[lane]) cell.right += 1;
    }
  }
  return cell;
}

/** Tokens of all lanes as planes: class in the lowest two bits, the same in every lane, then the payload. */
class PairPlanes {
  readonly planes: readonly (readonly Int32Array[])[];

  constructor(classes: Uint8Array, bits: number) {
    this.planes = Array.from(classes, (token) =>
      Array.from({ length: bits }, (_, b) => new Int32Array(lanes / 32).fill(b < 2 ? -((token >>> b) & 1) : 0)),
    );
  }

  get length(): number {
    return this.planes.length;
  }

  /** Forgets the payloads. */
  clear(): void {
    for (const plane of this.planes) for (const bits of plane.slice(2)) bits.fill(0);
  }

  put(lane: number, payloads: readonly number[]): void {
    const [word, bit] = [lane >>> 5, 1 << (lane & 31)];
    for (let t = 0; t < payloads.length; t += 1) {
      for (let left = payloads[t]!, b = 2; left !== 0; left >>>= 1, b += 1) {
        if ((left & 1) === 1) this.planes[t]![b]![word]! |= bit;
      }
    }
  }
}
