/*
 * Results of pure functions that are kept. A kept result differs from a fresh one in nothing but time, so this is the one thing that a pure layer
 * may keep between calls: `test/module-state.test.ts` allows no other. Whoever is given a kept result must not change it.
 */

/** Computes at the first call, and gives the same ever after. */
export function once<R>(compute: () => R): () => R {
  let kept: { readonly result: R } | undefined;
  return () => (kept ??= { result: compute() }).result;
}

/** Computes once per key, which must tell all that the result depends on. Past `most` results all are forgotten. */
export function remember<A extends readonly unknown[], R>(
  keyOf: (...args: A) => string | number,
  compute: (...args: A) => R,
  most = 1024,
): (...args: A) => R {
  const kept = new Map<string | number, R>();
  return (...args) => {
    const key = keyOf(...args);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const result = compute(...args);
    if (kept.size >= most) kept.clear();
    kept.set(key, result);
    return result;
  };
}

/** Computes once per object, which must not be changed afterwards; kept as long as somebody holds the object. */
export function rememberOf<K extends object, R>(compute: (of: K) => R): (of: K) => R {
  const kept = new WeakMap<K, R>();
  return (of) => {
    const known = kept.get(of);
    if (known !== undefined) return known;
    const result = compute(of);
    kept.set(of, result);
    return result;
  };
}
