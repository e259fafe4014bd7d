import { finalSequence, type Sequence } from '#learners/machine/plans';
import { proveAgreement } from './prove-agreement.ts';
import { type SynthesisedMachine, synthesiseMachine } from './synthesise-machine.ts';
import { createRng } from '#foundation/kernel';
import { dyckSpecification } from './dyck-specification.ts';
import { drawDyck, judgeDyck } from './dyck-strings.ts';
import { tokenPlanes } from './lane-tokens.ts';
import { warmUp } from './warm-up.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

export const shape = { classes: 2, payloads: 0, answers: 2 } as const;
export const trained = { sequences: 1500, short: 600, length: 32, depth: 8 } as const;

/** Sequences of a cell: the least multiple of 128 that is 10⁴. */
export const lanes = 10_112;
const maxLength = 512;
export const depthBuckets = [8, 16, 32, 64] as const;

type Labels = 'online' | 'final';

/** A machine learnt from one kind of labels. */
export interface Learnt {
  readonly seed: number;
  readonly labels: Labels;
  readonly counters: boolean;
  readonly machine: SynthesisedMachine;
  /** Whether its output is proved to agree with the depth, for every string up to the greatest length. */
  readonly isProved: boolean;
  readonly seconds: number;
}

/** What one machine got wrong in one cell: answers asked, answers wrong, wrong sequences by bucket of depth. */
export interface DyckCell {
  readonly asked: number;
  readonly wrong: number;
  readonly byDepth: readonly { readonly sequences: number; readonly wrong: number }[];
  readonly nanoseconds: number;
}

/** The training set: short strings first, then strings up to length 32 and depth 8. */
export function drawTraining(seed: number, labels: Labels): Sequence[] {
  const rng = createRng(`bench/dyck/${seed}/train`);
  return Array.from({ length: trained.sequences }, (_, i) => {
    const isShort = i < trained.short;
    const length = isShort ? rng.int(1, 12) : rng.int(13, trained.length);
    const isRandom = isShort && rng.bit() === 1;
    const tokens = isRandom ? Uint8Array.from({ length }, () => rng.bit()) : drawDyck(rng, length, trained.depth);
    const truth = judgeDyck(tokens);
    return labels === 'final'
      ? finalSequence(tokens, truth.final)
      : { classes: tokens, labels: Int16Array.from(truth.online) };
  });
}

/** Both kinds of labels, with a counter macro and without. */
export function learnAll(seed: number): Learnt[] {
  return (['online', 'final'] as const).flatMap((labels) =>
    [true, false].map((counters): Learnt => {
      const cpuSeconds = cpuSecondsSince();
      const found = synthesiseMachine(drawTraining(seed, labels), shape, { parts: { counters }, maxLength, lanes });
      const agreement = proveAgreement(found.installed, dyckSpecification(labels, maxLength), maxLength);
      const seconds = cpuSeconds();
      warmUp(found.installed);
      const machine = { ...found, claims: [...found.claims, ...(agreement === undefined ? [] : [agreement])] };
      const isProved = agreement !== undefined;
      return { seed, labels, counters, machine, isProved, seconds: seconds };
    }),
  );
}

/** The strings of a cell, as planes. */
export interface TestSet {
  readonly strings: readonly { readonly tokens: Uint8Array; readonly truth: ReturnType<typeof judgeDyck> }[];
  readonly planes: readonly (readonly Int32Array[])[];
  /** By step: the right online answer of every lane. */
  readonly online: readonly Int32Array[];
}

export function drawTest(seed: number, length: number, depth: number): TestSet {
  const rng = createRng(`bench/dyck/${seed}/test/${length}/${depth}`);
  const strings = Array.from({ length: lanes }, () => {
    const tokens = drawDyck(rng, length, depth);
    return { tokens, truth: judgeDyck(tokens) };
  });
  const planes = tokenPlanes(strings, length, { bits: 1, lanes });
  const right = tokenPlanes(
    strings.map(({ truth }) => ({ tokens: truth.online })),
    length,
    { bits: 1, lanes },
  );
  return { strings, planes, online: right.map(([plane]) => plane!) };
}

/** One machine on one cell; it does not learn. */
export function evaluate({ machine, labels }: Learnt, { strings, planes, online }: TestSet): DyckCell {
  const { installed } = machine;
  const isWrong = new Uint8Array(lanes);
  let [wrong, nanoseconds] = [0, 0];
  const note = (different: Int32Array): void => {
    for (const [w, word] of different.entries()) {
      for (let left = word; left !== 0; left &= left - 1) {
        isWrong[32 * w + 31 - Math.clz32(left & -left)] = 1;
        wrong += 1;
      }
    }
  };
  installed.begin();
  for (const [t, plane] of planes.entries()) {
    const cpuSeconds = cpuSecondsSince();
    installed.step(plane);
    const seconds = cpuSeconds();
    nanoseconds += 1e9 * seconds;
    if (labels === 'online') note(installed.answers()[0]!.map((word, w) => word ^ online[t]![w]!));
  }
  if (labels === 'final') {
    const right = new Int32Array(lanes / 32);
    for (const [lane, { truth }] of strings.entries()) right[lane >>> 5]! |= truth.final << (lane & 31);
    note(installed.answers()[0]!.map((word, w) => word ^ right[w]!));
  }
  const byDepth = depthBuckets.map((most, i) => {
    const least = i === 0 ? 0 : depthBuckets[i - 1]! + 1;
    const inside = [...strings.keys()].filter((lane) => {
      const { depth } = strings[lane]!.truth;
      return depth >= least && (depth <= most || i === depthBuckets.length - 1);
    });
    return { sequences: inside.length, wrong: inside.filter((lane) => isWrong[lane] === 1).length };
  });
  return { asked: labels === 'online' ? lanes * planes.length : lanes, wrong, byDepth, nanoseconds };
}
