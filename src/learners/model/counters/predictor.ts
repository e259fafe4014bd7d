import { Fault } from '#foundation/kernel';
import { createMemory, type WasmMemory } from '#logic/wasm/run';
import { ContextWriter } from './context-hash.ts';
import { writeFirstValues } from './first-values.ts';
import { learns, type PredictorKernel, startKernel } from './predictor-kernel.ts';
import { layPredictor, type PredictorLayout } from './predictor-layout.ts';
import type { RouteWords, SymbolRouter } from './context-router.ts';
import { type PredictorSettings } from './predictor-settings.ts';

/**
 * What learns while symbols come: everything, only the memory (slots and match history), only the weights (mixers and
 * maps), or nothing.
 */
export type Learning = keyof typeof learns;

/** Everything the behaviour of a predictor depends on. */
export interface PredictorSnapshot {
  readonly format: 'pawl-predictor';
  readonly version: 1;
  /** Shape and settings; a snapshot fits only a predictor that has the same. */
  readonly made: string;
  readonly symbols: number;
  readonly tables: Uint8Array;
  readonly router: Uint8Array;
}

/**
 * Predicts bytes, bit by bit. Experts whose body is a table of adaptive counters, one per context, are mixed in the logit
 * domain; routing selects the contexts and the rows of weights, mirror descent moves the weights. Memory is bounded by the
 * shape, the cost of a symbol does not depend on how many came before, and equal histories give equal chances.
 */
export class Predictor {
  /** Bytes of its tables; the router's history comes on top. */
  readonly bytes: number;
  private readonly memory: WasmMemory;
  private readonly layout: PredictorLayout;
  private readonly kernel: PredictorKernel;
  private readonly words: RouteWords;
  private readonly chances: Int32Array;
  private readonly router: SymbolRouter;
  private readonly settings: PredictorSettings;
  private symbols = 0;
  private learning: number = learns.all;
  private stage = 1;

  constructor(router: SymbolRouter, settings: PredictorSettings) {
    this.router = router;
    this.settings = settings;
    const { shape } = router;
    const layout = layPredictor(shape);
    this.layout = layout;
    this.bytes = layout.memoryEnd;
    this.memory = createMemory(Math.ceil(layout.memoryEnd / 65536));
    this.kernel = startKernel(this.memory, { shape, settings, layout });
    const words = (at: number, length: number): Int32Array => new Int32Array(this.memory.buffer, at, length);
    this.words = {
      contexts: new ContextWriter(words(layout.hashes, 2 * shape.contexts.length)),
      setKeys: words(layout.setKeys, shape.sets.length),
      expected: words(layout.expected, shape.matches.length),
      matchKeys: words(layout.matchKeys, shape.matches.length),
      refineKeys: words(layout.refineKeys, shape.refinements.length),
    };
    this.chances = words(layout.symbolChances, 8);
    writeFirstValues(this.memory.buffer, { layout, shape, settings });
    this.begin();
  }

  /** Sets what learns from the next symbol on; and how late in training it is, from 0 to 1, for steps with frozen memory. */
  learn(what: Learning, stage = 1): void {
    this.learning = learns[what];
    this.stage = stage;
    this.begin();
  }

  /**
   * Takes a byte in and gives the chances, in 65536ths, that its bits were going to be one, highest bit first. The array
   * is written anew by the next call.
   */
  code(byte: number): Int32Array {
    this.kernel.symbol(byte, this.learning);
    this.finish(byte);
    return this.chances;
  }

  /** Takes in the byte whose bits `next` tells, given the chance of each to be one. */
  decode(next: (chance: number) => 0 | 1): number {
    let byte = 0;
    for (let k = 0; k < 8; k += 1) {
      const bit = next(this.kernel.predict());
      this.kernel.learn(bit, this.learning);
      byte = 2 * byte + bit;
    }
    this.finish(byte);
    return byte;
  }

  snapshot(): PredictorSnapshot {
    const { weightsBegin, memoryEnd } = this.layout;
    const tables = new Uint8Array(this.memory.buffer, weightsBegin, memoryEnd - weightsBegin).slice();
    return {
      format: 'pawl-predictor',
      version: 1,
      made: this.made(),
      symbols: this.symbols,
      tables,
      router: this.router.save(),
    };
  }

  /** Which bytes of a snapshot's tables are weights, and which are memory. */
  parts(): Readonly<Record<'weights' | 'memory', { readonly begin: number; readonly end: number }>> {
    const { weightsBegin, weightsEnd, memoryBegin, memoryEnd } = this.layout;
    const part = (begin: number, end: number): { begin: number; end: number } => ({
      begin: begin - weightsBegin,
      end: end - weightsBegin,
    });
    return { weights: part(weightsBegin, weightsEnd), memory: part(memoryBegin, memoryEnd) };
  }

  /** Becomes as it was when the snapshot was taken. */
  restore(snapshot: PredictorSnapshot): void {
    if (snapshot.version !== 1 || snapshot.made !== this.made()) {
      throw new Fault('lm/other-counters', 'the snapshot was taken of a predictor of another shape or other settings');
    }
    new Uint8Array(this.memory.buffer).set(snapshot.tables, this.layout.weightsBegin);
    this.router.load(snapshot.router);
    this.symbols = snapshot.symbols;
    this.begin();
  }

  private made(): string {
    return JSON.stringify([this.router.shape, this.settings]);
  }

  private finish(byte: number): void {
    this.symbols += 1;
    this.router.take(byte, (this.learning & learns.memory) !== 0);
    this.begin();
  }

  private begin(): void {
    this.router.route(this.words);
    this.kernel.begin(this.learning, this.rate());
  }

  private rate(): number {
    const { rateFirst, rateLast, rateHalf, rateFrozenFirst, rateFrozenLast } = this.settings;
    const isMemoryFrozen = (this.learning & learns.memory) === 0;
    if (isMemoryFrozen) return rateFrozenFirst * (rateFrozenLast / rateFrozenFirst) ** this.stage;
    return Math.max(rateLast, rateFirst / (1 + this.symbols / rateHalf));
  }
}
