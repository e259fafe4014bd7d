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

/** When a change is believed, picked on four more development worlds with 4 and 8 changes. */
export const detectionDefaults: ChangeDetectorOptions = { threshold: 12, blend: 0.5 };
