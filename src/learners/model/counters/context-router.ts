import type { ContextWriter } from './context-hash.ts';
import type { PredictorShape } from './shape.ts';

/** Where a router writes what it found for the next symbol. */
export interface RouteWords {
  readonly contexts: ContextWriter;
  /** A key per set of weights. */
  readonly setKeys: Int32Array;
  /** Per match: 256 + the byte it expects, or 0; and its length class. */
  readonly expected: Int32Array;
  readonly matchKeys: Int32Array;
  readonly refineKeys: Int32Array;
}

/** Routing for a predictor: from the symbols so far to contexts, weight rows and expectations. */
export interface SymbolRouter {
  readonly shape: PredictorShape;
  /** Writes the words for the next symbol. */
  route(words: RouteWords): void;
  /** Takes a symbol in. Only the last symbols change unless the memory learns. */
  take(byte: number, learnsMemory: boolean): void;
  /** What it remembers, as bytes. */
  save(): Uint8Array;
  load(saved: Uint8Array): void;
}
