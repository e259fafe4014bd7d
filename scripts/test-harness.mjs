// `npm run test:harness`: real coding agents against a model server on loopback. They are installed on demand, never as dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tool } from './run.mjs';

const agents = [
  '@anthropic-ai/claude-code@2.1.197',
  '@openai/codex@0.163.0',
  'opencode-ai@1.18.33',
  '@google/gemini-cli@0.61.0',
];
const folder = resolve('node_modules/.cache/pawl-agents');
const programs = join(folder, 'node_modules', '.bin');

if (!['claude', 'codex', 'opencode', 'gemini'].every((name) => existsSync(join(programs, name)))) {
  console.log(`installing ${agents.join(', ')} (about 1 GB)`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...agents], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
  // These packages link their programs in an install script, which npm leaves to the user's approval.
  for (const [name, script] of [
    ['@anthropic-ai/claude-code', 'install.cjs'],
    ['opencode-ai', 'postinstall.mjs'],
  ]) {
    spawnSync(process.execPath, [script], { cwd: join(folder, 'node_modules', name), stdio: 'inherit' });
  }
}
process.exit(
  tool('vitest/vitest.mjs', ['run', ...process.argv.slice(2)], { env: { ...process.env, PAWL_AGENTS: programs } }),
);
