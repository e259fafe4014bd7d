import type { Optimum } from '#foundation/contracts/tasks';

/** The optimum of independent parts whose returns add up: a bound if any is one, an expectation if any is one, else exact. */
export function sumOptima(parts: readonly Optimum[]): Optimum {
  let reward = 0;
  let low = 0;
  let high = 0;
  for (const part of parts) {
    reward += part.reward;
    low += part.kind === 'exact' ? part.reward : (part.low ?? part.reward);
    high += part.kind === 'exact' ? part.reward : (part.high ?? part.reward);
  }
  if (parts.some(({ kind }) => kind === 'bound')) {
    // A sum of which one part has its bound in every episode and another only on average: the sum of the highest holds in every one.
    const isExpected = parts.every((part) => part.kind !== 'bound' || part.high !== undefined);
    return isExpected ? { kind: 'bound', reward, low, high } : { kind: 'bound', reward: Math.max(reward, high) };
  }
  return parts.some(({ kind }) => kind === 'expected')
    ? { kind: 'expected', reward, low, high }
    : { kind: 'exact', reward };
}
