import type { Twins } from './twins.ts';

/** Twins of attention shares and of the odds of tokens. */
export const softmax: Pick<
  Twins,
  'causalSoftmax' | 'causalSoftmaxBackward' | 'cachedAttention' | 'tokenOdds' | 'tokenOddsBackward'
> = {
  causalSoftmax({ floats }, [rows, first, scores, width, scale]) {
    for (let r = 0; r < rows; r += 1) {
      const at = scores / 4 + r * width;
      const seen = Array.from(floats.slice(at, at + first + r + 1), (score) => score * scale);
      const shares = sharesOf(seen);
      for (let j = 0; j < width; j += 1) floats[at + j] = shares[j] ?? 0;
    }
  },

  causalSoftmaxBackward({ floats }, [rows, first, shares, d, width, scale]) {
    for (let r = 0; r < rows; r += 1) {
      const share = (j: number): number => (j <= first + r ? floats[shares / 4 + r * width + j]! : 0);
      const at = d / 4 + r * width;
      let sum = 0;
      for (let j = 0; j <= first + r; j += 1) sum += share(j) * floats[at + j]!;
      for (let j = 0; j < width; j += 1)
        floats[at + j] = j > first + r ? 0 : scale * share(j) * (floats[at + j]! - sum);
    }
  },

  cachedAttention({ floats }, [seen, headWidth, query, keys, values, stride, to, _scores, scale]) {
    const scores = Array.from({ length: seen }, (_, j) => {
      let sum = 0;
      for (let i = 0; i < headWidth; i += 1) sum += floats[query / 4 + i]! * floats[(keys + j * stride) / 4 + i]!;
      return scale * sum;
    });
    const shares = sharesOf(scores);
    for (let i = 0; i < headWidth; i += 1) {
      floats[to / 4 + i] = shares.reduce((sum, share, j) => sum + share * floats[(values + j * stride) / 4 + i]!, 0);
    }
  },

  tokenOdds({ floats, words }, [rows, vocab, logits, targets, shifted, totals]) {
    for (let r = 0; r < rows; r += 1) {
      const row = floats.subarray(logits / 4 + r * vocab, logits / 4 + (r + 1) * vocab);
      const top = Math.max(...row);
      floats[shifted / 4 + r] = row[words[targets / 4 + r]!]! - top;
      row.set(row.map((logit) => Math.exp(logit - top)));
      floats[totals / 4 + r] = row.reduce((sum, x) => sum + x, 0);
    }
  },

  tokenOddsBackward({ floats, words }, [rows, vocab, logits, targets, weights, totals]) {
    for (let r = 0; r < rows; r += 1) {
      const [weight, total] = [floats[weights / 4 + r]!, floats[totals / 4 + r]!];
      for (let j = 0; j < vocab; j += 1) {
        const isTarget = j === words[targets / 4 + r];
        const at = logits / 4 + r * vocab + j;
        floats[at] = weight * ((isTarget ? 1 : 0) - floats[at]! / total);
      }
    }
  },
};

function sharesOf(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - top));
  const total = odds.reduce((sum, x) => sum + x, 0);
  return odds.map((x) => x / total);
}
