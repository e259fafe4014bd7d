import { writeSync } from 'node:fs';
import { openStore } from '#world/store';
import { crashRun, crashSpec } from './crash-run.ts';

/** The process that is killed: `WORKSPACE TASKS`. It tells each call that begins, and at its end the run's hash. */
const [workspace = '', tasks = ''] = process.argv.slice(2);
const say = (line: string): number => writeSync(1, `${line}\n`);

const store = openStore(workspace);
const [last] = store.listRuns();
const journal = last === undefined ? store.createRun(crashSpec) : store.resumeRun(last.id);
const hash = await crashRun(journal, (call) => say(`call ${call}`), Number(tasks));
store.close();
const check = openStore(workspace);
say(`repeated ${check.resumeRun(journal.run).repeatedCalls()}`);
check.close();
say(`hash ${hash}`);
