/** Longest name and path: what every file system takes, with room for the folder above. */
const MOST_NAME = 100;
const MOST_PATH = 200;

/** Whether a path stays inside the folder it is written to, on every system: no way up, no control characters, no drive, bounded. */
export function isSafePath(path: string): boolean {
  return (
    path.length <= MOST_PATH &&
    /^[^/\\:\p{C}]+(?:\/[^/\\:\p{C}]+)*$/u.test(path) &&
    !path.split('/').some((name) => name === '.' || name === '..' || new TextEncoder().encode(name).length > MOST_NAME)
  );
}

/** Whether a new file fits beside others: none of them is a folder on its way, nor lies below it. */
export function fitsBeside(path: string, others: readonly string[]): boolean {
  return !others.some((other) => path.startsWith(`${other}/`) || other.startsWith(`${path}/`));
}
