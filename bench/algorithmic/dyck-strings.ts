import type { Rng } from '#foundation/kernel';

/** 0 opens, 1 closes. */
const OPEN = 0;
const CLOSE = 1;

/** What the referee says of a string. */
export interface DyckTruth {
  /** By prefix: 1 while no bracket has closed too much. */
  readonly online: Uint8Array;
  readonly final: 0 | 1;
  readonly depth: number;
}

/** Judges a string by its depth. */
export function judgeDyck(tokens: Uint8Array): DyckTruth {
  const online = new Uint8Array(tokens.length);
  let [depth, deepest, isValid] = [0, 0, 1];
  for (const [t, token] of tokens.entries()) {
    depth += token === OPEN ? 1 : -1;
    if (depth < 0) isValid = 0;
    deepest = Math.max(deepest, depth);
    online[t] = isValid;
  }
  return { online, final: isValid === 1 && depth === 0 ? 1 : 0, depth: deepest };
}

/** A string of about `length` brackets and at most `maxDepth` deep; half of them valid, the others spoilt in one place. */
export function drawDyck(rng: Rng, length: number, maxDepth: number): Uint8Array {
  const tokens = drawValid(rng, 2 * Math.max(1, length >>> 1), maxDepth);
  if (rng.bit() === 1) return tokens;
  const at = rng.below(tokens.length);
  const way = rng.below(4);
  if (way === 0) tokens[at] = 1 - tokens[at]!;
  else if (way === 1) return Uint8Array.of(CLOSE, ...tokens.slice(0, -1));
  else if (way === 2) tokens[tokens.length - 1] = OPEN;
  else {
    // A closing bracket moved to the front of a valid part leaves the counts equal and the order wrong.
    const other = rng.below(tokens.length);
    [tokens[at], tokens[other]] = [tokens[other]!, tokens[at]!];
  }
  return tokens;
}

/** A valid string; half of them climb steeply to a peak, so that deep strings are not rare. */
function drawValid(rng: Rng, length: number, maxDepth: number): Uint8Array {
  const tokens = new Uint8Array(length);
  const peak = Math.min(rng.int(1, maxDepth), length >>> 1);
  const limit = rng.bit() === 1 ? peak : maxDepth;
  let isClimbing = rng.bit() === 1;
  let depth = 0;
  for (let t = 0; t < length; t += 1) {
    const left = length - t;
    if (depth >= limit) isClimbing = false;
    const wantsUp = rng.chance(isClimbing ? 0.8 : 0.5);
    const goesUp = depth === 0 || (wantsUp && depth < limit && depth < left);
    tokens[t] = goesUp && depth < left ? OPEN : CLOSE;
    depth += tokens[t] === OPEN ? 1 : -1;
  }
  return tokens;
}
