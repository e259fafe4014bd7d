import type { Split } from './regimes.ts';
import { WittenBell } from './witten-bell.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

/** What the n-gram peer says of a text. */
export interface NgramFigures {
  /** The order with the least code length of the validation part. */
  readonly order: number;
  /** Bits per symbol of the test part, counts frozen. */
  readonly frozen: number;
  /** Bits per symbol of the whole text, counting as it goes. */
  readonly adaptive: number;
  /** Conditional entropies of the whole text by its own counts, for contexts of 0, 1, … symbols. */
  readonly plugIn: readonly number[];
  readonly cpuSeconds: number;
}

const highestOrder = 5;

/** Counts the training part, picks the order on the validation part, counts that too, and predicts the test part. */
export function measureNgram({ train, validation, test }: Split): NgramFigures {
  const model = new WittenBell(highestOrder, 256);
  const cpuSeconds = cpuSecondsSince();
  const trained = costs(model, train, true);
  const validated = costs(model, validation, true);
  const seconds = cpuSeconds();
  const order = validated.indexOf(Math.min(...validated));
  const frozen = costs(model, test, false)[order]! / Math.max(1, test.length);
  model.restart();
  const tested = costs(model, test, true);
  const length = train.length + validation.length + test.length;
  const adaptive = (trained[order]! + validated[order]! + tested[order]!) / length;
  return { order, frozen, adaptive, plugIn: model.plugInEntropies(), cpuSeconds: seconds };
}

/** Code lengths in bits by order. */
function costs(model: WittenBell, bytes: Uint8Array, learns: boolean): number[] {
  const bits = new Array<number>(model.order + 1).fill(0);
  for (const byte of bytes) {
    for (const [k, chance] of model.chances(byte).entries()) bits[k]! -= Math.log2(chance);
    if (learns) model.learn(byte);
    model.take(byte);
  }
  return bits;
}
