// The process in which the truth of a practice world lives: judge, examiner, or writer of a corpus, over lines of JSON.
import { existsSync } from 'node:fs';

const source = new URL('./serve-practice.ts', import.meta.url);
const isSource = existsSync(source);
if (isSource) {
  // A checkout runs its sources without a build.
  const { register } = await import('tsx/esm/api');
  register();
}
const { servePractice } = await import(isSource ? source.href : './serve-practice.js');
await servePractice(process.argv.slice(2), process.stdin, process.stdout);
