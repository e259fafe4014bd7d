/** Work on one item. It may call `free` before it ends, when what is left of it needs no place among those at work. */
type Work<T, R> = (item: T, free: () => void) => Promise<R>;

/**
 * Works on all items, at most `limit` at a time, begun in order; results in order of the items. When one fails, no new one
 * begins, those under way are awaited, and the failure of the earliest item is thrown: nothing goes on behind the caller's back.
 */
export async function mapBounded<T, R>(items: readonly T[], limit: number, work: Work<T, R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const failures = new Map<number, unknown>();
  const ended: Promise<void>[] = [];
  let next = 0;
  const begin = async (index: number, free: () => void): Promise<void> => {
    try {
      results[index] = await work(items[index]!, free);
    } catch (error) {
      failures.set(index, error);
    }
    free();
  };
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.size === 0) {
      const index = next;
      next += 1;
      await new Promise<void>((free) => {
        ended.push(begin(index, free));
      });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, worker));
  await Promise.all(ended);
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}
