import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Harness } from '#foundation/contracts/skills';
import { type Behaviour, type ModelServer, startModelServer } from '../loopback/model-server.ts';
import { createHarness, HarnessSettings } from './create-harness.ts';

const programs = process.env['PAWL_AGENTS'] ?? '';
const keys = {
  ANTHROPIC_API_KEY: 'none',
  OPENAI_API_KEY: 'none',
  GEMINI_API_KEY: 'none',
  PATH: process.env['PATH'],
  SECRET_OF_THE_USER: 'x',
};
const skill = {
  'SKILL.md': '---\nname: count-apples\ndescription: How apples are counted in this orchard.\n---\n\nCount twice.\n',
  'references/orchard.md': 'Rows run north.\n',
};
const agents = [
  { agent: 'claude-code', program: 'claude', suffix: '' },
  { agent: 'codex', program: 'codex', suffix: '/v1' },
  { agent: 'opencode', program: 'opencode', suffix: '/v1' },
  { agent: 'gemini', program: 'gemini', suffix: '' },
] as const;
const servers: ModelServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function harnessOf(
  { agent, program, suffix }: (typeof agents)[number],
  behave: () => Behaviour,
  more: object = {},
): Promise<{ harness: Harness; server: ModelServer }> {
  const server = await startModelServer(behave);
  servers.push(server);
  const baseUrl = `${server.address}${suffix}`;
  const own = {
    agent,
    program: join(programs, program),
    model: 'loopback-model',
    baseUrl,
    timeoutSeconds: 90,
    ...more,
  };
  return { harness: createHarness(HarnessSettings.parse(own), keys), server };
}

describe.each(agents)('$agent, the real program against a model server on loopback', (agent) => {
  it('answers with the text of the model, sees the skill, and tells its tokens', async () => {
    const { harness, server } = await harnessOf(agent, () => ({ kind: 'answer', text: 'Seven apples.' }));
    const request = { prompt: 'How many apples?', skill, files: { 'apples.txt': 'o o o o o o o' }, seed: 1 };
    const reply = await harness.run(request);
    expect(reply.text).toBe('Seven apples.');
    expect(reply.transcript.at(-1)).toEqual({ role: 'assistant', content: 'Seven apples.' });
    expect(reply.files).toEqual({ 'apples.txt': 'o o o o o o o' });
    expect(reply.usage!.promptTokens).toBeGreaterThan(0);
    expect(reply.usage!.completionTokens).toBeGreaterThan(0);
    const asked = server.received.map(({ text }) => text).join('\n');
    expect(asked).toContain('How many apples?');
    expect(asked).toContain('How apples are counted in this orchard.');
    expect(asked).not.toContain('SECRET_OF_THE_USER');
  }, 120_000);

  it('reports a server that refuses all work as an outage, not as an answer', async () => {
    const { harness } = await harnessOf(agent, () => ({ kind: 'status', status: 400 }));
    const run = harness.run({ prompt: 'ping', skill, files: {}, seed: 1 });
    await expect(run).rejects.toMatchObject({ code: 'models/outage' });
  }, 120_000);

  it('is ended at its time limit, with all it started', async () => {
    const { harness } = await harnessOf(agent, () => ({ kind: 'hang' }), { timeoutSeconds: 5 });
    const run = harness.run({ prompt: 'ping', skill, files: {}, seed: 1 });
    await expect(run).rejects.toMatchObject({ code: 'models/outage', details: { outage: 'timeout' } });
  }, 60_000);
});
