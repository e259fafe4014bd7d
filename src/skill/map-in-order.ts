/** Maps with at most `workers` at once. Results are in the order of the items, whichever ends first. */
export async function mapInOrder<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!, i);
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, workers), items.length) }, worker));
  return results;
}
