// A contestant of `pawl bench lm-train` in a process of its own; it is told how many steps to train.
import { existsSync } from 'node:fs';

const source = new URL('./train-rounds.ts', import.meta.url);
const isSource = existsSync(source);
if (isSource) {
  // A checkout runs its sources without a build.
  const { register } = await import('tsx/esm/api');
  register();
}
const { trainRounds } = await import(isSource ? source.href : './train-rounds.js');
await trainRounds(process.argv[2], Number(process.argv[3]));
