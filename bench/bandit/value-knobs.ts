import type { ChangeDetectorOptions } from './change-detector.ts';
import type { RoutedValueKnobs } from './routed-values.ts';
import type { ValueExpertOptions } from './value-experts.ts';

/**
 * How value experts choose unless told otherwise. The horizon was picked on eight development worlds per size (8 bits and 4
 * arms, 16 bits and 8 arms, 10⁵ rounds), the two rules and their spreads on eight to twenty per size, none of which a benchmark
 * uses.
 */
export const valueDefaults: Omit<ValueExpertOptions, 'dimensions' | 'experts'> = {
  priorVariance: 1,
  estimatesPrior: true,
  rules: [
    { kind: 'bound', spread: 0.6 },
    { kind: 'optimist', spread: 0.5 },
  ],
  horizon: 3000,
  forgetting: 0,
};

/** How the rules are routed: the rate is low, because rules that share their posteriors differ little in what they earn. */
export const routingDefaults: RoutedValueKnobs = {
  rate: 0.1,
  share: 0.01,
  trust: 0.5,
  implicit: 0.02,
  keyBits: 2,
  batch: 256,
};

/**
 * When a change is believed, picked on development worlds of 8 bits and 4 arms that no benchmark uses: twenty with 4 changes
 * and sixteen with 8.
 */
export const detectionDefaults: ChangeDetectorOptions = { threshold: 12, blend: 0.5, forgetting: 0.01 };
