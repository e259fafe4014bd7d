import { readFileSync } from 'node:fs';

/** Ends every process that this one started, and what they started, as far as the system tells (Linux does). */
export function endChildren(parent = process.pid): void {
  for (const child of childrenOf(parent)) {
    endChildren(child);
    try {
      process.kill(child, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}

function childrenOf(parent: number): readonly number[] {
  try {
    const listed = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return listed.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
