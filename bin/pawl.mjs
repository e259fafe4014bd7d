#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const root = new URL('..', import.meta.url);
const args = process.argv.slice(2);

// Answered here, so that asking for the version loads nothing.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  console.log(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version);
} else {
  // Until the command is loaded the loop is free to hear it; afterwards a busy solver would be deaf.
  const endLoading = () => {
    process.stderr.write('Ended by SIGINT while the program was loading; nothing was begun.\n');
    process.exit(130);
  };
  process.on('SIGINT', endLoading);
  // By itself V8 lets garbage grow to several times what is alive: 560 MB instead of 400 for 100,000 training tasks.
  setFlagsFromString('--heap-growing-percent=40');
  // A checkout runs its sources without a build; an installed package has only `dist`.
  const source = new URL('src/app/cli/main.ts', root);
  let entry = new URL('dist/app/cli/main.js', root);
  if (existsSync(source)) {
    const { register } = await import('tsx/esm/api');
    register();
    entry = source;
  }
  const { main, reportFailure } = await import(entry.href);
  // Node would print what a callback throws with its secrets in it.
  process.on('uncaughtException', (error) => process.exit(reportFailure(error, args.includes('--json'), process)));
  const loaded = () => process.off('SIGINT', endLoading);
  process.exitCode = await main(args, Object.assign(process, { loaded }));
}
