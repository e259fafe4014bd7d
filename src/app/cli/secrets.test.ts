import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { createMask, secretsIn } from '#world/store/masking';
import { runPawl } from '../../../test/run-pawl.ts';
import { defineCommand, ExitCode } from './command.ts';
import type { LazyCommand } from './lazy-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('secretsIn', () => {
  it('finds keys of services, variables that the config names, and passwords in URLs, and nothing that nobody reads', () => {
    const env = {
      OPENAI_API_KEY: 'sk-12345678',
      MY_MODEL: 'named-by-the-config',
      POSTGRES_PASSWORD: 'quartz-is-a-word',
      DOOR_PASS: '123457',
      REDIS_URL: 'redis://:p%40ssw0rd@127.0.0.1:6379',
      HOME: '/home/me',
      MONKEY: 'banana split',
      UNSET: undefined,
    };
    expect(secretsIn(env)).toEqual(['sk-12345678', 'p%40ssw0rd', 'p@ssw0rd']);
    const config = {
      train: { target: { model: 'vllm:x', keyVariable: 'MY_MODEL', baseUrl: 'https://me:in-the-url@host/v1' } },
    };
    expect(secretsIn(env, config)).toEqual([
      'in-the-url',
      'in-the-url',
      'sk-12345678',
      'named-by-the-config',
      'p%40ssw0rd',
      'p@ssw0rd',
    ]);
  });
});

describe('createMask', () => {
  it('hides a secret as it is, in JSON, in a URL and in Base64', () => {
    const secret = 'a"b\\c/d é&f';
    const mask = createMask([secret]);
    for (const form of [
      secret,
      JSON.stringify({ secret }),
      `?key=${encodeURIComponent(secret)}`,
      btoa(unescape(encodeURIComponent(secret))),
    ]) {
      expect(mask(`before ${form} after`)).toMatch(/^before .*\*\*\*.* after$/);
      expect(mask(form)).not.toContain('b\\c');
    }
  });

  it('hides a secret in hexadecimal, and in Base64 wherever it begins there, with padding or without, in both alphabets', () => {
    const secret = 'sk-???>>>~~~-planted-key';
    const mask = createMask([secret]);
    for (const before of ['', 'u', 'us', 'user:']) {
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        const text = Buffer.from(`${before}${secret}|end`).toString(encoding);
        const core = Buffer.from(secret.slice(4, -4)).toString(encoding).slice(2, -4);
        expect(mask(text), `${before} ${encoding}`).toContain('***');
        expect(mask(text)).not.toContain(core);
        expect(mask(text.replace(/=+$/, ''))).toContain('***');
      }
    }
  });

  it('leaves no rest of a secret that contains another', () => {
    expect(createMask(['hunter2', 'hunter2-and-more'])('hunter2-and-more')).toBe('***');
  });

  it('leaves text alone for empty and very short values', () => {
    expect(createMask(['', ' ', 'a', 'true'])('a true word')).toBe('a true word');
  });

  it('property: no secret survives, wherever it stands, and masking twice changes nothing', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 20 })
      .filter((text) => text.trim().length >= 8 && !text.includes('*'));
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.string(),
        fc.string(),
        (secrets, before, after) => {
          const mask = createMask(secrets);
          for (const one of secrets) {
            const masked = mask(`${before}${one}${after}`);
            expect(masked).not.toContain(one);
            expect(mask(masked)).toBe(masked);
          }
        },
      ),
    );
  });
});

describe('a planted secret', () => {
  const secret = 'sk-planted-8f3a"q\\z';
  const leak = defineCommand({
    name: 'leak',
    flags: z.object({ how: z.string().default('print').describe('where') }),
    examples: [],
    async run(_args, { how }, shell) {
      const value = shell.env['TEST_API_KEY']!;
      const { update, end } = shell.progress(value);
      update(1, 2, value);
      end();
      shell.print(`plain ${value}`);
      shell.print(JSON.stringify({ value, nested: [{ [value]: value }] }));
      shell.note(`note ${value}`);
      shell.writeFile('proof.drat', `1 -2 ${value} 0\n`);
      if (how === 'fault') {
        throw new Fault('cli/cannot-read', `cannot use ${value}`, {
          hint: `try ${value}`,
          details: { value, url: `https://x/?k=${encodeURIComponent(value)}` },
        });
      }
      if (how === 'bug') throw new TypeError(`broken by ${value}`);
      return ExitCode.ok;
    },
  });
  const commands: readonly LazyCommand[] = [{ name: 'leak', summary: 'leaks', config: true, load: async () => leak }];
  const env = { TEST_API_KEY: secret };
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), 'planted', '8f3a'];

  it.each([
    ['output, notes and progress', ['leak'], undefined],
    ['output, notes and progress with --json', ['leak', '--json'], undefined],
    ['a fault', ['leak', '--how', 'fault'], undefined],
    ['a fault with --json', ['leak', '--how', 'fault', '--json'], undefined],
    ['the stack of a bug', ['leak', '--how', 'bug'], undefined],
    ['the stack of a bug with --json', ['leak', '--how', 'bug', '--json'], undefined],
    ['a mistyped flag', ['leak', `--${secret}`], undefined],
    ['a refused value', ['leak', '--how', 'print', secret], undefined],
    ['a config file with an unknown key', ['leak'], `{ "leak": { ${JSON.stringify(secret)}: 1 } }`],
    ['a config file with a wrong value', ['leak'], JSON.stringify({ seed: secret })],
    ['a JSON config that cannot be parsed', ['leak'], `{ "leak": ${secret}`],
    ['a JSON config with a secret as its text', ['leak'], `{ ${secret}`],
  ])('does not appear in %s', async (_place, argv, config) => {
    const args = config === undefined ? argv : [...argv, '--config', 'pawl.config.json'];
    if (config !== undefined) writeFileSync(join(folder, 'pawl.config.json'), config);
    const { out, err } = await runPawl(args, { commands, env, cwd: folder, terminal: 200 });
    rmSync(join(folder, 'pawl.config.json'), { force: true });
    const texts = [out, err];
    expect(texts.join('').length).toBeGreaterThan(20);
    for (const form of forms) for (const text of texts) expect(text).not.toContain(form);
  });

  it('stays in what is written as data: a proof with stars in it proves nothing', async () => {
    await runPawl(['leak'], { commands, env, cwd: folder });
    expect(readFileSync(join(folder, 'proof.drat'), 'utf8')).toBe(`1 -2 ${secret} 0\n`);
  });
});
