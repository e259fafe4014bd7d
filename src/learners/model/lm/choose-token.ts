import type { Rng } from '#foundation/kernel';

/** How the next token is chosen from its logits. */
export interface Choice {
  /** 0 takes the likeliest token; 1 is the model's own distribution. */
  readonly temperature: number;
  /** Only so many of the likeliest tokens; 0 is all. */
  readonly topK: number;
  /** Only the likeliest tokens that together have this share. */
  readonly topP: number;
}

/** A token and its log P under the model itself, whatever the temperature. Ties go to the lower token. */
export function chooseToken(logits: Float32Array, choice: Choice, rng: Rng): { token: number; logProb: number } {
  let top = -Infinity;
  let best = 0;
  for (let i = 0; i < logits.length; i += 1) {
    if (logits[i]! > top) {
      top = logits[i]!;
      best = i;
    }
  }
  const odds: number[] = [];
  let total = 0;
  for (let i = 0; i < logits.length; i += 1) {
    odds.push(Math.exp(logits[i]! - top));
    total += odds[i]!;
  }
  const logProb = (token: number): number => logits[token]! - top - Math.log(total);
  if (choice.temperature === 0) return { token: best, logProb: logProb(best) };
  if (choice.temperature !== 1) {
    for (let i = 0; i < logits.length; i += 1) odds[i] = Math.exp((logits[i]! - top) / choice.temperature);
  }
  if (choice.topK > 0 || choice.topP < 1) keepLikeliest(odds, choice);
  const token = rng.weighted(odds);
  return { token, logProb: logProb(token) };
}

/** Sets the odds of all but the likeliest tokens to 0; the one that crosses the share stays. */
function keepLikeliest(odds: number[], { topK, topP }: Choice): void {
  const order = odds.map((_, i) => i).sort((a, b) => odds[b]! - odds[a]! || a - b);
  const total = odds.reduce((sum, x) => sum + x, 0);
  let kept = 0;
  for (const [rank, i] of order.entries()) {
    const isOut = (topK > 0 && rank >= topK) || (rank > 0 && kept >= topP * total);
    kept += odds[i]!;
    if (isOut) odds[i] = 0;
  }
}
