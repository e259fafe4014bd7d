import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { practiceWorldNames, writePracticeCorpus } from '#world/models/practice';
import { makeWorkspace } from '#world/store/workspace';
import { defineCommand, ExitCode } from '../command.ts';
import { selfPlayConfigText } from '../selfplay/config-text.ts';

/** What the start checkpoint is schooled on: questions, and the share of answers that follow a common mistake. */
const CORPUS = { count: 3600, wrong: 0.5 } as const;

export const initSelfPlay = defineCommand({
  name: 'init selfplay',
  flags: z.object({
    yes: z.boolean().default(false).describe('ask nothing; nothing is asked anyway'),
    dir: z.string().default('.').describe('where to write'),
    force: z.boolean().default(false).describe('replace files that are there'),
    world: z.enum(practiceWorldNames).default('first').describe('the practice world'),
  }),
  examples: ['pawl init selfplay --yes --dir play', 'pawl init selfplay --world second --dir other'],

  async run(_args, { dir, force, world }, shell) {
    const folder = resolve(shell.folder, dir);
    const corpus = await writePracticeCorpus({ name: world, seed: 1, noise: 'by-family' }, CORPUS.count, CORPUS.wrong);
    const files: Record<string, string> = {
      'pawl.config.ts': selfPlayConfigText(world, CORPUS),
      'corpus.jsonl': corpus,
    };
    const taken = Object.keys(files).filter((name) => existsSync(join(folder, name)));
    if (taken.length > 0 && !force) {
      throw new Fault('cli/usage', `${taken.join(', ')} in ${folder} would be replaced`, {
        hint: 'Choose another --dir, or replace them with --force.',
      });
    }
    makeWorkspace(shell.workspace);
    for (const [name, text] of Object.entries(files)) shell.writeFile(join(folder, name), text);
    const config = join(dir, 'pawl.config.ts');
    if (shell.json) shell.print(JSON.stringify({ folder, files: Object.keys(files), config }));
    else {
      shell.print(`Wrote ${Object.keys(files).join(', ')} to ${folder}.`);
      shell.print(`Play:   npx pawl selfplay --config ${config} --seed 1`);
    }
    return ExitCode.ok;
  },
});
