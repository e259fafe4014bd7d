import { codeLength, cutEvenly, type Predictor, readAndFreeze } from '#learners/model/counters';
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

/** Parts of the training text: each is 5 % of the whole. */
const trainParts = 18;

/**
 * Measures the three regimes. *Adaptive*: everything learns as it goes, as a compressor does. *Weights frozen, memory
 * live*: the slots and the match history go on, mixers and maps stay. *Fully frozen*: nothing learns.
 *
 * The frozen regime has a predictor of its own, which may be larger: speed counts for what learns as it goes. `readAndFreeze` reads the text up to the test.
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
  predictor.learn('memory');
  const weightsFrozen = codeLength(predictor, test);

  const frozen = measureFrozen(frozenPredictor, [...parts, validation], test);
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
  const validationFrozen = readAndFreeze(predictor, parts);
  const cpuSeconds = cpuSecondsSince();
  const frozen = codeLength(predictor, test);
  return { frozen, frozenCpuSeconds: cpuSeconds(), validationFrozen };
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
