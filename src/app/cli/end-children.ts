import { readdirSync, readFileSync } from 'node:fs';

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
    // Each thread lists those that it started itself.
    const threads = readdirSync(`/proc/${parent}/task`);
    const listed = threads.map((thread) => readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8'));
    return listed.join(' ').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
