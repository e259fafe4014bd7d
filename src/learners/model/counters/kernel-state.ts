import type { Global, ModuleBuilder } from '#logic/wasm/module';
import type { PredictorLayout } from './predictor-layout.ts';
import type { PredictorSettings } from './predictor-settings.ts';
import type { PredictorShape } from './shape.ts';

/** What all parts of the kernel's code share. */
export interface KernelPlan {
  readonly shape: PredictorShape;
  readonly settings: PredictorSettings;
  readonly layout: PredictorLayout;
  readonly state: KernelState;
}

/** Where in the symbol the kernel is. */
export interface KernelState {
  /** The bits seen so far after a leading one, and how many they are. */
  readonly partial: Global<'i32'>;
  readonly seen: Global<'i32'>;
  /** The node of the nibble's tree: the bits of the nibble after a leading one. */
  readonly node: Global<'i32'>;
  /** Contexts known at this nibble. */
  readonly hits: Global<'i32'>;
  readonly rate: Global<'f32'>;
  readonly finalLogit: Global<'f32'>;
  readonly finalChance: Global<'f32'>;
}

/** Fresh globals. */
export function kernelState(module: ModuleBuilder): KernelState {
  return {
    partial: module.global('i32', 1),
    seen: module.global('i32', 0),
    node: module.global('i32', 1),
    hits: module.global('i32', 0),
    rate: module.global('f32', 0),
    finalLogit: module.global('f32', 0),
    finalChance: module.global('f32', 0.5),
  };
}
