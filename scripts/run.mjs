import { spawn, spawnSync } from 'node:child_process';

/** Runs a command in the foreground; returns its exit code (a signal counts as 1). */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (done.error) {
    console.error(`could not start ${command}: ${done.error.message}`);
    return 1;
  }
  return done.status ?? 1;
}

// Seldom collected garbage takes memory for time, in the compiler above all; Node takes no notice of it.
process.env.GOGC ??= '400';

/** For the compiler: several checkers would each learn the same types again. With the line above 14 s of CPU instead of 27 for all types. */
export const checkOnce = ['--singleThreaded'];

/** Runs a tool of node_modules by its script, without npx in between. */
export function tool(name, args, options) {
  return run(process.execPath, [`node_modules/${name}`, ...args], options);
}

/** The same in the background: resolves to its exit code. */
export function startTool(name, args, options = {}) {
  const child = spawn(process.execPath, [`node_modules/${name}`, ...args], { stdio: 'inherit', ...options });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`could not start ${name}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
