/** `1 word`, `2 words`, `0 tries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const singular: Readonly<Record<string, string>> = { words: 'word', cases: 'case', runs: 'run' };

/** What a class says of a skill, with `1 words` mended: the words themselves are part of the skill and of its hash. */
export function inGoodWords(says: string): string {
  return says.replaceAll(
    /(?<!word )\b1 (pointed )?(words|cases|runs)\b/g,
    (_, kind: string | undefined, many: string) => `1 ${kind ?? ''}${singular[many]!}`,
  );
}

/** `40 s`, `3 min`, `2 h`: as exact as a guess deserves. */
export function roughTime(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
