/** Keeps the end of what a process prints: a flood costs no memory. */
export function createTail(limit: number): { readonly add: (chunk: Uint8Array) => void; text(): string } {
  let kept = Buffer.alloc(0);
  return {
    add: (chunk) => {
      kept = Buffer.concat([kept, chunk]);
      if (kept.length > 2 * limit) kept = kept.subarray(kept.length - limit);
    },
    text: () => kept.subarray(Math.max(0, kept.length - limit)).toString('utf8'),
  };
}
