import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { backupStore } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';

export const runsBackup = defineCommand({
  name: 'runs backup',
  args: [{ name: 'FILE', says: 'file to write; it must not be there yet', required: true }],
  flags: z.object({}),
  examples: ['pawl runs backup /backups/pawl-monday.db', 'pawl runs backup copy.db --workspace .pawl --json'],

  async run([asked = ''], _flags, shell) {
    const file = resolve(shell.folder, asked);
    backupStore(shell.store, file);
    const bytes = statSync(file).size;
    if (shell.json) shell.print(JSON.stringify({ file, bytes }));
    else
      shell.print(
        `Wrote ${file}, ${bytes.toLocaleString('en')} bytes. To use it, name it pawl.db in a folder and give that as --workspace.`,
      );
    return ExitCode.ok;
  },
});
