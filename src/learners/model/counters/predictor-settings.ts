/** The numbers that tune a predictor, chosen on prefixes of the training part of the Bible text unless said otherwise. */
export interface PredictorSettings {
  /** Observations after which each kind of counter stops slowing down. */
  readonly slotLimit: number;
  readonly historyLimit: number;
  readonly matchLimit: number;
  readonly refineLimit: number;
  /** Step of mirror descent: it falls from `rateFirst` to `rateLast` as rateFirst / (1 + symbols / rateHalf). */
  readonly rateFirst: number;
  readonly rateLast: number;
  readonly rateHalf: number;
  /** The step while the memory is frozen, at the first and at the last stage: chosen on the validation part of the Bible text. */
  readonly rateFrozenFirst: number;
  readonly rateFrozenLast: number;
  /** The step of the weights between the sets; they rest while the memory is frozen: found on the validation part. */
  readonly finalRate: number;
  /** Errors below this move no weights. */
  readonly leastError: number;
  /** Weights begin as this. */
  readonly weightFirst: number;
  /** Share of the refinements in the probability. */
  readonly refineShare: number;
}
export const defaultSettings: PredictorSettings = {
  slotLimit: 250,
  historyLimit: 1000,
  matchLimit: 1000,
  refineLimit: 1000,
  rateFirst: 0.02,
  rateLast: 0.001,
  rateHalf: 2000,
  rateFrozenFirst: 0.0003,
  rateFrozenLast: 0.00003,
  finalRate: 0.002,
  leastError: 0.025,
  weightFirst: 0.07,
  refineShare: 0.7,
};
