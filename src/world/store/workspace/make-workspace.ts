import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Fault } from '#foundation/kernel';

/**
 * Makes the folder of a workspace where there is none. Runs are no sources: git looks past a folder that says so itself. One that
 * was there before says so only where its name shows that it is Pawl's own; any other may hold files of a person.
 */
export function makeWorkspace(workspace: string): void {
  try {
    const isNew = mkdirSync(workspace, { recursive: true }) !== undefined;
    const ignore = join(workspace, '.gitignore');
    if ((isNew || basename(workspace) === '.pawl') && !existsSync(ignore)) writeFileSync(ignore, '*\n');
  } catch (cause) {
    throw new Fault('store/unwritable', `cannot create ${workspace}`, { details: { workspace }, cause });
  }
}
