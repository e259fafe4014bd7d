// `npm run test:gguf`: exported checkpoints in llama.cpp itself. It is installed on demand, never as a dependency.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tool } from './run.mjs';

const version = '3.22.1';
const packages = [`node-llama-cpp@${version}`, `@node-llama-cpp/${process.platform}-${process.arch}@${version}`];
const folder = resolve('node_modules/.cache/pawl-llama');

if (!existsSync(join(folder, 'node_modules', 'node-llama-cpp'))) {
  console.log(`installing ${packages.join(', ')} (about 85 MB)`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional'];
  const install = spawnSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit' });
  if (install.status !== 0) process.exit(install.status ?? 1);
}
process.exit(
  tool('vitest/vitest.mjs', ['run', 'test/gguf.harness.ts'], {
    env: { ...process.env, PAWL_AGENTS: '', PAWL_LLAMA: folder },
  }),
);
