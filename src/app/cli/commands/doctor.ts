import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { defineCommand, ExitCode } from '../command.ts';
import type { Finding } from '../doctor/finding.ts';
import { inspectModelEndpoints } from '../doctor/model-endpoints.ts';
import { inspectPrograms } from '../doctor/programs.ts';
import { inspectRedis } from '../doctor/redis.ts';
import { inspectRuntime } from '../doctor/runtime.ts';

const Manifest = z.object({ engines: z.object({ node: z.string() }) });

function lines({ name, state, required, seen, todo }: Finding): readonly string[] {
  const mark = state === 'ok' ? 'ok' : required ? 'MISSING' : '-';
  const first = `${mark.padEnd(8)}${name.padEnd(14)}${seen}`;
  return todo === undefined ? [first] : [first, `${' '.repeat(22)}→ ${todo}`];
}

export const doctor = defineCommand({
  name: 'doctor',
  flags: z.object({
    timeout: z.coerce.number().min(10).max(60_000).default(500).describe('milliseconds to wait for a server'),
  }),
  examples: ['pawl doctor', 'pawl doctor --json'],

  async run(_args, { timeout }, shell) {
    const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
    const { engines } = Manifest.parse(JSON.parse(manifest));
    const [redis, models] = await Promise.all([
      inspectRedis(shell.env['REDIS_URL'], timeout),
      inspectModelEndpoints(shell.env, timeout),
    ]);
    const findings = [...inspectRuntime(engines.node), ...inspectPrograms(shell.env['PATH'] ?? ''), redis, ...models];
    const ok = findings.every(({ state, required }) => state === 'ok' || !required);
    if (shell.json) shell.print(JSON.stringify({ ok, findings }));
    else {
      for (const finding of findings) for (const line of lines(finding)) shell.print(line);
      shell.print(ok ? 'Nothing required is missing.' : 'Something required is missing.');
    }
    return ok ? ExitCode.ok : ExitCode.fault;
  },
});
