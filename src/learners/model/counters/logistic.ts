/**
 * The two functions between a probability and its logit, as tables that the kernel reads:
 *
 *     stretch(p) = ln(p / (1 − p)),    squash(x) = 1 / (1 + e^−x)
 *
 * Entries are rounded to multiples of 2⁻²⁰, so that engines whose `Math.exp` differs in the last place agree.
 *
 * @source Mahoney 2005, Adaptive weighing of context models for lossless data compression
 */
const grain = 2 ** 20;

/** Logits are clamped to ±`logitLimit`; a code length of more than 17 bits per bit is never asked for. */
const logitLimit = 12;

/** Entries of each table; a probability is looked up by its upper 12 bits. */
export const logisticEntries = 4096;

/** stretch at the middle of each of 4096 intervals of probability. */
export function stretchTable(): Float32Array {
  return Float32Array.from({ length: logisticEntries }, (_, i) => {
    const p = (i + 0.5) / logisticEntries;
    return Math.round(Math.log(p / (1 - p)) * grain) / grain;
  });
}

/** squash at the middle of each of 4096 intervals of [−limit, limit). */
export function squashTable(): Float32Array {
  return Float32Array.from({ length: logisticEntries }, (_, i) => {
    const x = ((i + 0.5) / logisticEntries - 0.5) * 2 * logitLimit;
    return Math.round(grain / (1 + Math.exp(-x))) / grain;
  });
}
