import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who writes a run: enough to tell, later and from another process, whether the writer still lives. */
export interface Owner {
  /** Where `pid` means something: host, boot and process namespace. */
  readonly place: string;
  readonly pid: number;
  /** When the process began, as its system counts, so that a reused pid is not taken for the old process. */
  readonly born: string;
  /** New for each lock taken: two journals of one process are two writers. */
  newToken(): string;
  /** Is the process of this place with this pid and birth still there? */
  isAlive(pid: number, born: string): boolean;
}

/** This process. The token is no part of any result, so it may be random. */
export function thisProcess(): Owner {
  return {
    place: [hostname(), bootId(), processNamespace()].join(' '),
    pid: process.pid,
    born: bornAt(process.pid) ?? '',
    newToken: randomUUID,
    isAlive(pid, born) {
      if (!exists(pid)) return false;
      const now = bornAt(pid);
      return now === undefined || born === '' || now === born;
    },
  };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function bootId(): string {
  return attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '';
}

/** Two containers of one machine have different pids for the same process. */
function processNamespace(): string {
  return attempt(() => readlinkSync('/proc/self/ns/pid')) ?? '';
}

/** Field 22 of `/proc/PID/stat` (start time in ticks since boot); the command before it may contain spaces and brackets. */
function bornAt(pid: number): string | undefined {
  return attempt(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  });
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
