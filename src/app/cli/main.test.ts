import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Fault, invariant } from '#foundation/kernel';
import { runPawl } from '../../../test/run-pawl.ts';
import { defineCommand, ExitCode } from './command.ts';
import { commands } from './commands.ts';
import type { LazyCommand } from './lazy-command.ts';

const loaded: string[] = [];

const gate = defineCommand({
  name: 'gate try',
  args: [
    { name: 'FILE', says: 'outcomes', required: true },
    { name: 'REST', says: 'more', many: true },
  ],
  flags: z.object({
    alpha: z.coerce.number().gt(0).lt(1).default(0.05).describe('false-accept rate allowed'),
    maxSteps: z.coerce.number().int().min(1).max(9).optional().describe('steps'),
    kind: z.enum(['flip', 'strict']).default('flip').describe('which gate'),
    domains: z
      .array(z.enum(['math', 'code']))
      .optional()
      .describe('domains'),
    sizes: z.array(z.number()).default([8]).describe('sizes'),
    quick: z.boolean().default(false).describe('skip the long part'),
    check: z.boolean().default(true).describe('do not check'),
  }),
  short: { alpha: 'a' },
  conflicts: { quick: ['check'] },
  examples: ['pawl gate try outcomes.json --alpha 0.01'],
  async run(args, flags, shell) {
    shell.print(JSON.stringify({ args, flags, json: shell.json, workspace: shell.workspace }));
    return ExitCode.ok;
  },
});

const need = defineCommand({
  name: 'need',
  flags: z.object({ outcomes: z.string().describe('a file') }),
  examples: [],
  async run(_args, { outcomes }, shell) {
    if (outcomes === 'bug') invariant(false, 'the test asks for it');
    if (outcomes === 'no') return ExitCode.answerIsNo;
    shell.note('about to fail');
    throw new Fault('cli/cannot-read', `cannot read ${outcomes}`, { details: { outcomes } });
  },
});

const table: readonly LazyCommand[] = [
  { name: 'gate try', summary: 'try a gate', load: async () => (loaded.push('gate try'), gate) },
  { name: 'gate', summary: 'decide', load: async () => ({ ...gate, name: 'gate' }) },
  { name: 'need', summary: 'needs a flag', load: async () => (loaded.push('need'), need) },
  { name: 'group one', summary: 'first', load: async () => ({ ...need, name: 'group one' }) },
];

function pawl(line: string, env: Record<string, string> = {}): ReturnType<typeof runPawl> {
  return runPawl(line.split(' ').filter(Boolean), { commands: table, env, cwd: '/somewhere' });
}

describe('a command line', () => {
  it('becomes arguments and typed flags, with defaults', async () => {
    const { code, out } = await pawl(
      'gate try a b c --max-steps 3 --domains math,code --domains math --no-check --sizes 1,2.5',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      args: ['a', 'b', 'c'],
      flags: {
        alpha: 0.05,
        maxSteps: 3,
        kind: 'flip',
        domains: ['math', 'code', 'math'],
        sizes: [1, 2.5],
        quick: false,
        check: false,
      },
      json: false,
      workspace: '/somewhere/.pawl',
    });
  });

  it('takes global flags before and after the command', async () => {
    for (const line of [
      '--json --workspace w gate try f',
      'gate try f --json --workspace w',
      'gate try --workspace=w f --json',
    ]) {
      expect(JSON.parse((await pawl(line)).out), line).toMatchObject({
        args: ['f'],
        json: true,
        workspace: '/somewhere/w',
      });
    }
  });

  it('takes short forms, negative numbers as refused values, and what follows -- as arguments', async () => {
    expect(JSON.parse((await pawl('gate try -a 0.5 -- f --quick --json')).out)).toMatchObject({
      args: ['f', '--quick', '--json'],
      json: false,
      flags: { alpha: 0.5, quick: false },
    });
    expect((await pawl('gate try f --alpha -1')).err).toContain('--alpha must be above 0, below 1; got -1');
  });

  it('may be a command that is also a group', async () => {
    expect(JSON.parse((await pawl('gate f --alpha 0.5')).out)).toMatchObject({ args: ['f'], flags: { alpha: 0.5 } });
    expect(JSON.parse((await pawl('gate - --json')).out)).toMatchObject({ args: ['-'], json: true });
    expect(JSON.parse((await pawl('--json gate try f')).out)).toMatchObject({ args: ['f'] });
  });

  it('loads only the command it names', async () => {
    loaded.length = 0;
    await pawl('--help');
    await pawl('nonsense');
    expect(loaded).toEqual([]);
    await pawl('gate try f');
    expect(loaded).toEqual(['gate try']);
  });

  it.each([
    ['gate try f --alpha 2', '--alpha must be above 0, below 1; got 2'],
    ['gate try f --alpha=', "--alpha must be a number, above 0, below 1; got ''"],
    ['gate try f --alpha x', "--alpha must be a number, above 0, below 1; got 'x'"],
    ['gate try f --max-steps 2.5', '--max-steps must be a whole number, at least 1, at most 9; got 2.5'],
    ['gate try f --max-steps 10', '--max-steps must be a whole number, at least 1, at most 9; got 10'],
    ['gate try f --kind flop', '--kind must be one of flip, strict; got "flop"'],
    ['gate try f --domains math,cod', '--domains must be one of math, code'],
    ['gate try f --sizes 1,x', "--sizes must be a number; got 'x'"],
    ['gate try f --kind', "option '--kind <value>' argument missing"],
    ['gate try f --alhpa 1', 'Did you mean --alpha?'],
    ['gate try f --jsno', 'Did you mean --json?'],
    ['gate try f --no-chekc', 'Did you mean --no-check?'],
    ['gate try f --chekc', 'Did you mean --check?'],
    ['gate try', "missing required argument 'FILE'"],
    ['need', '--outcomes is required: a file'],
    ['need extra --outcomes x', 'too many arguments'],
    ['ned --outcomes x', 'Did you mean need?'],
    ['group oen', 'Did you mean one?'],
    ['gate --alpha 0.5 try f', 'flags go after the whole name'],
    ['zebra', "unknown command 'zebra'"],
    ['zebra', 'Known here: gate, need, group'],
    ['help zebra', "unknown command 'zebra'"],
    ['group oen --help', 'Did you mean one?'],
    ['gate try f --quick --no-check', "option '--quick' cannot be used with option '--no-check'"],
  ])('refuses `%s` with exit code 2', async (line, says) => {
    const { code, out, err } = await pawl(line);
    expect(err).toContain(says);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('shows help with examples, ranges, choices and defaults', async () => {
    const { code, out } = await pawl('gate try --help');
    expect(code).toBe(0);
    for (const part of [
      'pawl gate try outcomes.json --alpha 0.01',
      '-a, --alpha <number>',
      'default: 0.05',
      'one of flip, strict',
      '--no-check',
      '--workspace <dir>',
    ]) {
      expect(out.replaceAll(/\s+/g, ' ')).toContain(part);
    }
    expect((await pawl('help gate try')).out).toBe(out);
  });

  it('shows what a group holds', async () => {
    expect((await pawl('--help')).out).toContain('Examples:');
    expect((await pawl('help group')).out).toContain('one');
    expect((await pawl('--help')).out).toMatch(/^ {2}group +one$/m);
    expect((await runPawl(['--help'])).out).toMatch(
      /^ {2}runs +list \| show \| diff \| export \| sign \| backup \| delete \|$/m,
    );
  });

  it('shows help on standard error when there is nothing to do', async () => {
    for (const line of ['', 'group']) {
      const { code, out, err } = await pawl(line);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('Usage: pawl');
    }
  });
});

describe('a failure of a command', () => {
  it('prints code, message and hint', async () => {
    const { code, err } = await pawl('need --outcomes x');
    expect(code).toBe(1);
    expect(err).toMatch(/^about to fail\ncli\/cannot-read: cannot read x\nCheck that the file exists/);
  });

  it('is one JSON line at the end of standard error with --json', async () => {
    const { code, out, err } = await pawl('need --outcomes x --json');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const last: unknown = JSON.parse(err.trim().split('\n').at(-1)!);
    expect(last).toMatchObject({
      fault: { code: 'cli/cannot-read', message: 'cannot read x', details: { outcomes: 'x' } },
    });
    const usage: unknown = JSON.parse((await pawl('need --outcoms x --json')).err);
    expect(usage).toMatchObject({ fault: { code: 'cli/usage', details: { near: '--outcomes' } } });
  });

  it('that is a bug shows the stack and asks for a report', async () => {
    const { code, err } = await pawl('need --outcomes bug');
    expect(code).toBe(1);
    expect(err).toMatch(/invariant broken: the test asks for it\n\s+at /);
    expect(err).toContain('report');
  });

  it('that is an answer has its own exit code', async () => {
    expect((await pawl('need --outcomes no')).code).toBe(3);
  });
});

describe('colour on a terminal', () => {
  it('is for terminals without NO_COLOR', async () => {
    const failing = (env: Record<string, string>, terminal?: number): ReturnType<typeof runPawl> =>
      runPawl(['zebra'], { commands: table, env, ...(terminal === undefined ? {} : { terminal }) });
    expect((await failing({}, 80)).err).toContain('\u001B[');
    expect((await failing({ NO_COLOR: '1' }, 80)).err).not.toContain('\u001B[');
    expect((await failing({})).err).not.toContain('\u001B[');
  });
});

describe('the table of commands', () => {
  it('agrees with the commands it loads', async () => {
    for (const lazy of commands) {
      const { name } = lazy;
      const command = await lazy.load();
      expect(command.name).toBe(name);
      expect(command.examples.length, name).toBeGreaterThan(0);
      for (const example of command.examples) expect(example).toMatch(new RegExp(`\\bpawl ${name}\\b`));
    }
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it('gives every command a help page', async () => {
    for (const { name } of commands) {
      const { code, out } = await runPawl([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`pawl ${name}`);
    }
  });
});
