import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group that counts all memory of a job, shared and in files, together. */
export interface MemoryGroup {
  add(pid: number): void;
  /** Once nothing runs in it any more. */
  remove(): void;
}

const root = '/sys/fs/cgroup';

/**
 * Makes a control group, version 2 or 1, where this process may; none elsewhere, and the other limits stand alone.
 *
 * @source Linux, control group v2: memory.max, pids.max; v1: memory.limit_in_bytes
 */
export function createMemoryGroup(name: string, megabytes: number): MemoryGroup | undefined {
  const isNew = existsSync(join(root, 'cgroup.controllers'));
  const folder = isNew ? join(root, name) : join(root, 'memory', name);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, isNew ? 'memory.max' : 'memory.limit_in_bytes'), String(megabytes * 1_048_576));
    if (isNew) writeFileSync(join(folder, 'pids.max'), '128');
  } catch {
    removeFolder(folder);
    return undefined;
  }
  return {
    add(pid) {
      try {
        writeFileSync(join(folder, 'cgroup.procs'), String(pid));
      } catch {
        // The group may not be used after all; the limits of each process stay.
      }
    },
    remove: () => removeFolder(folder),
  };
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Never made, or its last process is still going: an empty group costs nothing.
  }
}
