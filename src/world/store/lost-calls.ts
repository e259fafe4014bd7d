/** Per call that began without a result: how often. Of a call with a result the last beginning gave it. */
export function countLost<Key>(attempts: Iterable<Key>, hasResult: (key: Key) => boolean): ReadonlyMap<Key, number> {
  const begun = new Map<Key, number>();
  for (const key of attempts) begun.set(key, (begun.get(key) ?? 0) + 1);
  const lost = new Map<Key, number>();
  for (const [key, times] of begun) {
    const cutOff = hasResult(key) ? times - 1 : times;
    if (cutOff > 0) lost.set(key, cutOff);
  }
  return lost;
}
