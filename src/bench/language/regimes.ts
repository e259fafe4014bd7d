import type { Predictor, TextSizes } from '#bem';
import { byteCost, codeLength } from './code-text.ts';

/** Contiguous parts of a text: 90 % to train on, 5 % to tune on, 5 % to test on. */
export interface Split {
  readonly train: Uint8Array;
  readonly validation: Uint8Array;
  readonly test: Uint8Array;
}

/** Cuts a text. */
export function splitText(bytes: Uint8Array): Split {
  const first = Math.floor(bytes.length * 0.9);
  const second = Math.floor(bytes.length * 0.95);
  return { train: bytes.subarray(0, first), validation: bytes.subarray(first, second), test: bytes.subarray(second) };
}

/** Code lengths in bits of one text. */
export interface RegimeFigures {
  readonly memoryBytes: number;
  /** One adaptive pass over everything, its CPU seconds, and its bits per twentieth of the text. */
  readonly wholeBits: number;
  readonly cpuSeconds: number;
  readonly curve: readonly number[];
  /** The test part, given the rest. */
  readonly adaptive: number;
  readonly weightsFrozen: number;
  readonly frozen: number;
  /** Seconds of the fully frozen pass over the test part. */
  readonly frozenCpuSeconds: number;
  /** The validation part given the training part: adaptive, and with memory frozen. */
  readonly validation: number;
  readonly validationFrozen: number;
}

/** Memory for a text: a bucket per byte, 4 to 256 MiB. */
export function sizesFor(length: number): TextSizes {
  const bits = Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 1))));
  return { bucketBits: bits, refineBits: Math.min(16, bits - 4), historyBits: bits };
}

/**
 * Measures the three regimes. *Adaptive*: everything learns as it goes, as a compressor does. *Weights frozen, memory
 * live*: the slots and the match history go on, mixers and maps stay. *Fully frozen*: nothing learns. Before that, the
 * validation part is read twice: with the memory frozen, so that the weights learn how far frozen memory can be trusted, and
 * with the weights frozen, so that the memory has it too.
 */
export function measureRegimes({ train, validation, test }: Split, predictor: Predictor): RegimeFigures {
  const started = process.cpuUsage();
  const trained = codeCurve(predictor, train, 18);
  const trainSeconds = secondsSince(started);
  const afterTrain = predictor.snapshot();

  const resumed = process.cpuUsage();
  const validated = codeLength(predictor, validation);
  const adaptive = codeLength(predictor, test);
  const cpuSeconds = trainSeconds + secondsSince(resumed);

  predictor.restore(afterTrain);
  codeLength(predictor, validation);
  const weightsFrozen = measureAs(predictor, 'memory', test);

  predictor.restore(afterTrain);
  const validationFrozen = measureAs(predictor, 'weights', validation);
  measureAs(predictor, 'memory', validation);
  const frozenFrom = process.cpuUsage();
  const frozen = measureAs(predictor, 'nothing', test);
  const wholeBits = trained.bits + validated + adaptive;
  const curve = [...trained.curve, validated / validation.length, adaptive / test.length];
  return {
    memoryBytes: predictor.bytes,
    wholeBits,
    cpuSeconds,
    curve,
    adaptive,
    weightsFrozen,
    frozen,
    frozenCpuSeconds: secondsSince(frozenFrom),
    validation: validated,
    validationFrozen,
  };
}

function measureAs(predictor: Predictor, learning: 'memory' | 'weights' | 'nothing', bytes: Uint8Array): number {
  predictor.learn(learning);
  return codeLength(predictor, bytes);
}

/** The code length of a text and its bits per symbol in so many equal parts. */
function codeCurve(predictor: Predictor, bytes: Uint8Array, parts: number): { bits: number; curve: number[] } {
  const sums = new Float64Array(parts);
  const counts = new Float64Array(parts);
  for (const [i, byte] of bytes.entries()) {
    const part = Math.floor((i * parts) / bytes.length);
    sums[part]! += byteCost(byte, predictor.code(byte));
    counts[part]! += 1;
  }
  const curve = [...sums].map((sum, part) => sum / Math.max(1, counts[part]!));
  return { bits: sums.reduce((sum, bits) => sum + bits, 0), curve };
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
