import { answerOf, type MemoryPlan, type Sequence, type SynthesisedMachine, synthesiseMachine } from '#bem';
import { createRng } from '#kernel';
import { drawPairs, type KeyRule, kvShape, type QueryPlace, queryPlaces } from './kv-sequences.ts';
import { tokenPlanes } from './lane-tokens.ts';
import { warmUp } from './warm-up.ts';

export const trained = { sequences: 1000, short: 300, pairs: 8 } as const;
const lanes = 2048;
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
}

/** Learns from 300 sequences of up to three pairs and 700 of eight. */
export function learnOne(seed: number, rule: KeyRule, vocabulary: number, memory?: MemoryPlan): Learnt {
  const rng = createRng(`bench/kv/${seed}/${rule}/${vocabulary}/train`);
  const training = Array.from({ length: trained.sequences }, (_, i) =>
    drawPairs(rng, {
      pairs: i < trained.short ? rng.int(1, 3) : trained.pairs,
      vocabulary,
      rule,
      place: rng.pick(queryPlaces),
    }),
  );
  const before = process.cpuUsage();
  const machine = synthesiseMachine(training, kvShape(vocabulary), {
    maxLength: 4096,
    lanes,
    ...(memory && { memory }),
  });
  const { user, system } = process.cpuUsage(before);
  warmUp(machine.installed);
  return { seed, rule, vocabulary, machine, seconds: (user + system) / 1e6 };
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
export function evaluate({ seed, rule, vocabulary, machine }: Learnt, pairs: number, place: QueryPlace): KvCell {
  const { installed } = machine;
  const rng = createRng(`bench/kv/${seed}/${rule}/${vocabulary}/test/${pairs}/${place}`);
  let [right, nanoseconds, lastNanoseconds] = [0, 0, 0];
  const length = 2 * pairs + 4;
  for (let batch = 0; batch < batches; batch += 1) {
    const sequences = Array.from({ length: lanes }, () => drawPairs(rng, { pairs, vocabulary, rule, place }));
    const planes = tokenPlanes(sequences.map(tokensOf), length, { bits: installed.plan.inputs, lanes });
    installed.begin();
    for (const [t, plane] of planes.entries()) {
      const before = process.cpuUsage();
      installed.step(plane);
      const { user, system } = process.cpuUsage(before);
      nanoseconds += 1000 * (user + system);
      if (t === length - 1) lastNanoseconds += 1000 * (user + system);
    }
    const answers = installed.answers();
    const shape = kvShape(vocabulary);
    for (const [lane, { labels }] of sequences.entries()) {
      if (answerOf(answers, lane, shape) === labels[length - 1]) right += 1;
    }
  }
  return { sequences: lanes * batches, right, nanoseconds, lastNanoseconds, tokens: length };
}

/** Class in the lowest two bits, then the payload. */
function tokensOf({ classes, payloads }: Sequence): { readonly tokens: Uint32Array } {
  const tokens = new Uint32Array(classes.length);
  for (let t = 0; t < tokens.length; t += 1) tokens[t] = classes[t]! + 4 * payloads![t]!;
  return { tokens };
}
