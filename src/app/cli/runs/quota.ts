import { Fault } from '#foundation/kernel';
import { bytesUsed } from '#world/store';
import type { Shell } from '../command.ts';
import { Quota } from './quota-size.ts';
import { showSize } from './show-size.ts';

/** Share of the quota from which it is told. */
const TOLD_FROM = 0.8;

/** The same as a flag. */
export const quotaFlag = Quota.optional().describe(
  'most that the workspace may take, such as 5GB; `quota` in the config file says it for all commands',
);

/** Says so where a workspace comes near its quota, before it is reached. */
export function tellQuota(shell: Shell, quota = shell.quota): void {
  if (quota === undefined) return;
  const used = bytesUsed(shell.store);
  if (used >= TOLD_FROM * quota) shell.note(`${saying(used, quota)} What can go: pawl runs prune --keep 20 --dry-run`);
}

/** Refuses to begin a run where the quota is reached. */
export function requireRoom(shell: Shell, quota = shell.quota): void {
  if (quota === undefined) return;
  const used = bytesUsed(shell.store);
  if (used >= quota) throw new Fault('store/quota-reached', saying(used, quota).slice(0, -1));
}

function saying(used: number, quota: number): string {
  return `The workspace takes ${showSize(used)} of its quota of ${showSize(quota)} (${Math.floor((100 * used) / quota)} %).`;
}
