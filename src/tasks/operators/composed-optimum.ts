import type { Optimum } from '#contracts';

/** The optimum of independent parts whose returns add up: a bound if any is one, an expectation if any is one, else exact. */
export function sumOptima(parts: readonly Optimum[]): Optimum {
  let reward = 0;
  let low = 0;
  let high = 0;
  for (const part of parts) {
    reward += part.reward;
    low += part.kind === 'expected' ? part.low : part.reward;
    high += part.kind === 'expected' ? part.high : part.reward;
  }
  if (parts.some(({ kind }) => kind === 'bound')) return { kind: 'bound', reward: Math.max(reward, high) };
  return parts.some(({ kind }) => kind === 'expected')
    ? { kind: 'expected', reward, low, high }
    : { kind: 'exact', reward };
}
