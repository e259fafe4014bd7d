import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a process says it is doing now. For people only: nothing is decided by it, and it is no part of a run. */
export const LiveStatus = z.strictObject({
  label: z.string(),
  what: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  /** Milliseconds since 1970: when it was told, and when the work began. */
  at: z.number(),
  since: z.number(),
});
export type LiveStatus = z.infer<typeof LiveStatus>;

const EVERY_MS = 400;

function fileOf(workspace: string, pid: number): string {
  return join(workspace, 'live', `${pid}.json`);
}

/**
 * Tells readers of the workspace, a few times a second, how far this process has come; the lock of a run names the process. Secrets are taken
 * out before they reach the disk: others read it.
 */
export function createStatusWriter(
  workspace: string,
  mask: (text: string) => string,
): {
  readonly tell: (label: string, done: number, total: number | undefined, what: string) => void;
  readonly end: () => void;
} {
  const path = fileOf(workspace, process.pid);
  const since = Date.now();
  let toldAt = -Infinity;
  let isMade = false;
  return {
    tell(label, done, total, what) {
      const at = Date.now();
      if (at - toldAt < EVERY_MS) return;
      toldAt = at;
      try {
        // No workspace is made for the sake of a display.
        if (!isMade && !existsSync(workspace)) return;
        if (!isMade) mkdirSync(join(workspace, 'live'), { recursive: true });
        isMade = true;
        const status: LiveStatus = { label: mask(label), what: mask(what), done, total: total ?? null, at, since };
        writeFileSync(`${path}.new`, JSON.stringify(status));
        renameSync(`${path}.new`, path);
      } catch {
        // A folder that cannot be written must not end a run for the sake of a display.
      }
    },
    end: () => rmSync(path, { force: true }),
  };
}

/** What all processes say that are alive. */
export function readStatuses(workspace: string): readonly { readonly pid: number; readonly status: LiveStatus }[] {
  const folder = join(workspace, 'live');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    const pid = Number(/^(\d+)\.json$/u.exec(name)?.[1] ?? 0);
    const status = pid > 0 && isAlive(pid) ? readStatus(workspace, pid) : undefined;
    return status === undefined ? [] : [{ pid, status }];
  });
}

/** Signal 0 is not sent; that it may not be sent says the process is there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What the process said last; nothing where it says nothing. */
export function readStatus(workspace: string, pid: number): LiveStatus | undefined {
  try {
    const parsed = LiveStatus.safeParse(JSON.parse(readFileSync(fileOf(workspace, pid), 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
