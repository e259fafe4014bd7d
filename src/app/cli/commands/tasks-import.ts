import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { defineCommand, ExitCode } from '../command.ts';
import { peers, readPeerTasks } from '../tasks/peers/read-peer-tasks.ts';

export const tasksImport = defineCommand({
  name: 'tasks import',
  args: [
    { name: 'PEER', says: 'whose tasks they are: gepa or skillopt', required: true },
    { name: 'FILE', says: 'the file, or the folder with a split each', required: true },
  ],
  flags: z.object({
    out: z.string().default('tasks.jsonl').describe('where to write the tasks'),
    force: z.boolean().default(false).describe('replace the file that is there'),
  }),
  examples: ['pawl tasks import gepa examples.json', 'pawl tasks import skillopt data/searchqa_split --out qa.jsonl'],

  async run([asked = '', file = ''], { out, force }, shell) {
    const peer = peers.find((name) => name === asked);
    if (peer === undefined) throw new Fault('cli/usage', `no tasks of ${asked} are read: ${peers.join(' or ')}`);
    const path = resolve(shell.folder, file);
    if (!existsSync(path)) throw new Fault('cli/cannot-read', `there is no ${path}`, { details: { path } });
    const place = resolve(shell.folder, out);
    if (existsSync(place) && !force)
      throw new Fault('cli/usage', `${place} would be replaced`, {
        hint: 'Choose another --out, or replace it with --force.',
      });
    const tasks = readPeerTasks(peer, path);
    if (tasks.length === 0) throw new Fault('train/bad-tasks', `${path} holds no tasks`);
    shell.writeFile(place, `${tasks.map((task) => JSON.stringify(task)).join('\n')}\n`);
    if (shell.json) shell.print(JSON.stringify({ file: place, tasks: tasks.length }));
    else {
      shell.print(`${tasks.length} tasks: ${out}`);
      if (peer === 'gepa') shell.print("As GEPA scores them: scorer: { kind: 'rules' }");
      shell.print(`Make a config:       npx pawl init skill --skill SKILL.md --tasks ${out}`);
    }
    return ExitCode.ok;
  },
});
