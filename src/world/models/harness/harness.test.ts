import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { createHarness, HarnessSettings } from './create-harness.ts';
import { geminiCli } from './gemini-cli.ts';
import { openCode } from './opencode.ts';

const lines = (...rows: readonly unknown[]): string =>
  rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
const request = {
  prompt: 'say "hi" $HOME',
  skill: { 'SKILL.md': '---\nname: greet\n---\nBe kind.\n' },
  files: {},
  seed: 1,
};

function shell(script: string, more: object = {}): ReturnType<typeof createHarness> {
  const settings = { agent: 'command', command: ['sh', '-c', script, '{prompt}', '{model}'], model: 'm', ...more };
  return createHarness(HarnessSettings.parse(settings), { PATH: process.env['PATH'], HIDDEN: 'x', SHOWN: 'y' });
}

describe('createHarness with a command', () => {
  it('passes the prompt as one word, installs the skill and reads back what the command leaves', async () => {
    const script = 'echo "$0|$1"; cat .agents/skills/greet/SKILL.md > seen.md; ls -A';
    const reply = await shell(script).run({ ...request, files: { 'in/a.txt': 'a' } });
    expect(reply.text).toBe('say "hi" $HOME|m\n.agents\nin\nseen.md');
    expect(reply.files).toEqual({ 'in/a.txt': 'a', 'seen.md': request.skill['SKILL.md'] });
    expect(reply).not.toHaveProperty('usage');
  });

  it('shows the command no variable of the user but those it names', async () => {
    const reply = await shell('echo "[$HIDDEN][$SHOWN]"', { variables: ['SHOWN'] }).run(request);
    expect(reply.text).toBe('[][y]');
  });

  it('ends the command and its children at the limit and when asked to', async () => {
    const slow = shell('sleep 60 & sleep 60', { timeoutSeconds: 0.2 });
    await expect(slow.run(request)).rejects.toMatchObject({ details: { outage: 'timeout' } });
    const stop = new AbortController();
    const running = shell('sleep 60').run(request, stop.signal);
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  it('says what is missing, and refuses files that leave the workspace', async () => {
    expect(() => createHarness(HarnessSettings.parse({ agent: 'command' }), {})).toThrow(/needs a command/);
    const missing = createHarness(HarnessSettings.parse({ agent: 'codex', program: '/no/such/program' }), {});
    await expect(missing.run(request)).rejects.toMatchObject({ code: 'models/no-agent' });
    await expect(shell('true').run({ ...request, files: { '../x': '' } })).rejects.toMatchObject({
      code: 'sandbox/bad-file',
    });
  });
});

it('ends an agent that reaches its ceiling of tokens, and takes what it has done by then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-agent-'));
  const said = (id: string, tokens: number): string =>
    JSON.stringify({
      type: 'assistant',
      message: { id, content: [{ type: 'text', text: id }], usage: { input_tokens: tokens, output_tokens: 1 } },
    });
  const rows = [said('a', 40), said('a', 40), said('b', 60)].map((row) => `echo '${row}'`);
  const program = join(folder, 'claude');
  writeFileSync(program, `#!/bin/sh\necho x > left.txt\n${rows.join('\n')}\nsleep 60\n`, { mode: 0o755 });
  const settings = HarnessSettings.parse({ agent: 'claude-code', program });
  const env = { PATH: process.env['PATH'] };
  const reply = await createHarness(settings, env, 100).run(request);
  expect(reply).toMatchObject({ text: 'b', files: { 'left.txt': 'x\n' }, usage: { calls: 1, promptTokens: 102 } });
  const below = createHarness({ ...settings, timeoutSeconds: 1 }, env, 103).run(request);
  await expect(below).rejects.toMatchObject({ details: { outage: 'timeout' } });
  rmSync(folder, { recursive: true });
});

describe('outputs of agents', () => {
  it('reads Claude Code, with its cost and past lines that are no events', () => {
    const output = lines(
      '[warning] something',
      { subtype: 'init', type: 'system' },
      {
        message: {
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', name: 'Read', input: { p: 1 } },
          ],
        },
        type: 'assistant',
      },
      { message: { content: [{ type: 'tool_result', content: 'x' }] }, type: 'user' },
      {
        type: 'result',
        result: 'Done.',
        is_error: false,
        num_turns: 2,
        usage: { input_tokens: 5, cache_read_input_tokens: 7, output_tokens: 3 },
        total_cost_usd: 0.5,
      },
    );
    expect(claudeCode.read(output)).toEqual({
      text: 'Done.',
      transcript: [
        { role: 'assistant', content: 'Looking.' },
        { role: 'assistant', content: 'Read {"p":1}' },
        { role: 'tool', content: '"x"' },
      ],
      usage: { calls: 2, promptTokens: 12, completionTokens: 3, dollars: 0.5 },
    });
    expect(claudeCode.read(lines({ type: 'result', is_error: true, result: 'no' })).error).toBe('no');
  });

  it('reads Codex, summing turns, and a failed turn as an error', () => {
    const output = lines(
      { type: 'thread.started' },
      { type: 'item.completed', item: { type: 'command_execution', command: 'ls', aggregated_output: 'a' } },
      { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } },
      { type: 'turn.completed', usage: { input_tokens: 4, output_tokens: 1 } },
      { type: 'turn.completed', usage: { input_tokens: 6, output_tokens: 2 } },
    );
    const read = codex.read(output);
    expect(read).toMatchObject({ text: 'Done.', usage: { calls: 2, promptTokens: 10, completionTokens: 3 } });
    expect(read.transcript.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
    expect(codex.read(lines({ type: 'turn.failed', error: { message: 'rate limit' } })).error).toBe('rate limit');
  });

  it('reads OpenCode and Gemini CLI', () => {
    const open = lines(
      { type: 'text', part: { text: 'Done.' } },
      { type: 'step_finish', part: { tokens: { input: 3, output: 2, reasoning: 1 } } },
    );
    expect(openCode.read(open)).toMatchObject({
      text: 'Done.',
      usage: { calls: 1, promptTokens: 3, completionTokens: 3 },
    });
    const gemini = lines(
      { type: 'message', role: 'user', content: 'hi' },
      { type: 'message', role: 'assistant', content: 'Do', delta: true },
      { type: 'message', role: 'assistant', content: 'ne.', delta: true },
      { type: 'result', status: 'success', stats: { input_tokens: 3, output_tokens: 2 } },
    );
    expect(geminiCli.read(gemini)).toMatchObject({ text: 'Done.', usage: { promptTokens: 3, completionTokens: 2 } });
  });

  it('gives Codex the sandbox and the profile that the user names, and else its own sandbox and no settings', () => {
    const quiet = { program: 'p', prompt: 'q', model: undefined, baseUrl: undefined };
    const words = (extra: string[]): string =>
      codex.command({ ...quiet, mayUseNetwork: false, mayBypassPermissions: false, extra }).join(' ');
    expect(words([])).toMatch(/--ignore-user-config -s workspace-write q$/);
    expect(words(['-s', 'read-only'])).toMatch(/--ignore-user-config -s read-only q$/);
    expect(words(['--profile', 'x'])).not.toContain('--ignore-user-config');
  });

  it('asks for no bypass of permissions and no network unless the user says so', () => {
    const quiet = { program: 'p', prompt: 'q', model: undefined, baseUrl: undefined, extra: [] };
    for (const agent of [claudeCode, codex, openCode, geminiCli]) {
      const cautious = { ...quiet, mayUseNetwork: false, mayBypassPermissions: false };
      const bold = { ...quiet, mayUseNetwork: true, mayBypassPermissions: true };
      const text = (options: typeof bold): string =>
        `${agent.command(options).join(' ')} ${Object.values(agent.homeFiles?.(options) ?? {}).join(' ')}`;
      expect(text(cautious)).not.toMatch(/dangerously|yolo|network_access=true|"bash":"allow"/);
      expect(text(bold)).toMatch(/dangerously|yolo|network_access=true|"bash":"allow"/);
    }
  });
});
