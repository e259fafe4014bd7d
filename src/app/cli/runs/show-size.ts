/** A size as people read it, in powers of ten as disks are sold. */
export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = (
    [
      ['kB', 1e3],
      ['MB', 1e6],
      ['GB', 1e9],
    ] as const
  ).findLast(([, least]) => bytes >= least)!;
  return `${(bytes / size).toFixed(1)} ${unit}`;
}
