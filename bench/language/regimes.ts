import type { Predictor, TextSizes } from '#learners/machine/predict';
import { codeLength } from './code-text.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

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
  readonly frozenMemoryBytes: number;
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

/** Memory for a text: 4 to 256 MiB with a bucket per byte, 1 GiB at most with four. */
export function sizesFor(length: number, bucketsPerByte: 1 | 4): TextSizes {
  const bits = (buckets: number, most: number): number =>
    Math.min(most, Math.max(16, Math.ceil(Math.log2(buckets + 1))));
  const history = bits(length, 22);
  const bucketBits = bits(bucketsPerByte * length, bucketsPerByte === 1 ? 22 : 24);
  return { bucketBits, refineBits: Math.min(16, history - 4), historyBits: history };
}

/** Parts of the training text: each is 5 % of the whole. The frozen regime reads those from the thirteenth on its own way. */
const trainParts = 18;
const adaptiveParts = 12;

/**
 * Measures the three regimes. *Adaptive*: everything learns as it goes, as a compressor does. *Weights frozen, memory
 * live*: the slots and the match history go on, mixers and maps stay. *Fully frozen*: nothing learns.
 *
 * The frozen regime has a predictor of its own, which may be larger: speed counts for what learns as it goes. It reads the first 60 % of the text adaptively, and every further 5 % up to the test twice:
 * with the memory frozen, so that the weights learn how far memory can be trusted that ends up to 5 % of the text ago, as it
 * will in the test; and with the weights frozen, so that the memory has it too. It is left as it is then, fully frozen.
 */
export function measureRegimes(
  { train, validation, test }: Split,
  predictor: Predictor,
  frozenPredictor: Predictor,
): RegimeFigures {
  const parts = cutEvenly(train, trainParts);
  const trained = codeCurve(predictor, [...parts, validation]);
  const afterTrain = predictor.snapshot();
  const ended = codeCurve(predictor, [test]);

  predictor.restore(afterTrain);
  const weightsFrozen = measureAs(predictor, 'memory', test);

  codeCurve(frozenPredictor, parts.slice(0, adaptiveParts));
  const frozen = measureFrozen(frozenPredictor, [...parts.slice(adaptiveParts), validation], test);
  const all = [trained, ended];
  return {
    memoryBytes: predictor.bytes,
    frozenMemoryBytes: frozenPredictor.bytes,
    wholeBits: all.flatMap(({ bits }) => bits).reduce((sum, bits) => sum + bits, 0),
    cpuSeconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    curve: all.flatMap(({ rates }) => rates),
    adaptive: ended.bits[0]!,
    weightsFrozen,
    ...frozen,
    validation: trained.bits.at(-1)!,
  };
}

/** Reads the parts, the last of which is the validation part, as the frozen regime does; then the test, fully frozen. */
function measureFrozen(
  predictor: Predictor,
  parts: readonly Uint8Array[],
  test: Uint8Array,
): Pick<RegimeFigures, 'frozen' | 'frozenCpuSeconds' | 'validationFrozen'> {
  let validationFrozen = 0;
  for (const [i, part] of parts.entries()) {
    predictor.learn('weights', i / Math.max(1, parts.length - 1));
    validationFrozen = codeLength(predictor, part);
    measureAs(predictor, 'memory', part);
  }
  const cpuSeconds = cpuSecondsSince();
  const frozen = measureAs(predictor, 'nothing', test);
  return { frozen, frozenCpuSeconds: cpuSeconds(), validationFrozen };
}

/** Equal parts, cut at even places: a token has two bytes, and a part that is read twice must not begin within one. */
function cutEvenly(bytes: Uint8Array, parts: number): Uint8Array[] {
  const at = (part: number): number =>
    part === parts ? bytes.length : 2 * Math.floor((bytes.length * part) / parts / 2);
  return Array.from({ length: parts }, (_, part) => bytes.subarray(at(part), at(part + 1)));
}

function measureAs(predictor: Predictor, learning: 'memory' | 'weights' | 'nothing', bytes: Uint8Array): number {
  predictor.learn(learning);
  return codeLength(predictor, bytes);
}

/** The code length of each part in bits, its bits per symbol, and the CPU seconds of all. */
function codeCurve(
  predictor: Predictor,
  parts: readonly Uint8Array[],
): { readonly bits: number[]; readonly rates: number[]; readonly seconds: number } {
  const cpuSeconds = cpuSecondsSince();
  const bits = parts.map((part) => codeLength(predictor, part));
  return { bits, rates: bits.map((sum, i) => sum / Math.max(1, parts[i]!.length)), seconds: cpuSeconds() };
}
