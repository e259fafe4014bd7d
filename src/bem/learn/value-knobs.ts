import type { ChangeDetectorOptions } from './change-detector.ts';
import type { ValueExpertOptions } from './value-experts.ts';

/**
 * How value experts choose unless told otherwise. Spread and horizon were picked on eight development worlds per size
 * (8 bits and 4 arms, 16 bits and 8 arms, 10⁵ rounds) that no benchmark uses.
 */
export const valueDefaults: Omit<ValueExpertOptions, 'dimensions' | 'experts'> = {
  priorVariance: 1,
  rule: 'bound',
  spread: 0.8,
  horizon: 3000,
};

/**
 * When a change is believed, picked on development worlds of 8 bits and 4 arms that no benchmark uses: twenty with 4 changes
 * and sixteen with 8.
 */
export const detectionDefaults: ChangeDetectorOptions = { threshold: 12, blend: 0.5, forgetting: 0.01 };
