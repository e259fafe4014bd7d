import { describe, expect, it } from 'vitest';
import type { Harness } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import type { ProposingAgent } from '#ratchet/rollout';
import { train, type TrainSettings, type TrainSummary } from '#learners/skill/train';
import { createHarness, HarnessSettings } from '#world/models/harness';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#world/store';
import { buildRoles } from '../../src/app/cli/skill/build-world.ts';
import { settingsOf, TrainConfig } from '../../src/app/cli/skill/train-config.ts';
import { shortOptimizer, shortSettings, shortWorld, timeless } from './short-run.ts';

const kept = '<!-- KEEP_START -->\nSay one word.\n<!-- KEEP_END -->';
const skill = { 'SKILL.md': `# Words\n\n${kept}\n` };

/** An agent in ten lines: it reads the rollouts, adds a rule for every word that failed, and spoils the protected region. */
const script = `
  const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
  const records = readdirSync('rollouts').map((name) => JSON.parse(readFileSync('rollouts/' + name, 'utf8')));
  const missing = new Set(records.filter(({ hard }) => hard < 1).map(({ feedback }) => feedback.replace('missing ', '')));
  const rules = [...missing].sort().map((word) => '- ' + word + '!\\n').join('');
  const text = readFileSync('skill/SKILL.md', 'utf8').replace('Say one word.', 'Say nothing.');
  writeFileSync('skill/SKILL.md', text.replace('# Words\\n', '# Words\\n\\n' + rules));
`;
const ceiling = { calls: 1, promptTokens: 900, completionTokens: 100 };

function commandAgent(): ProposingAgent {
  const settings = HarnessSettings.parse({ agent: 'command', command: [process.execPath, '-e', script] });
  return { harness: createHarness(settings, {}), ceiling };
}

function brokenAgent(error: unknown): ProposingAgent {
  const harness: Harness = { id: 'broken', isSimulated: true, run: () => Promise.reject(error) };
  return { harness, ceiling };
}

function run(
  agent: ProposingAgent,
  proposers: TrainSettings['search']['proposers'],
  more: { record?: MemoryRecord; change?: Partial<TrainSettings> } = {},
): Promise<TrainSummary> {
  const { search } = shortSettings();
  const settings = shortSettings({ epochs: 1, testAtEnd: false, ...more.change, search: { ...search, proposers } });
  const journal = createMemoryJournal(more.record ?? createMemoryRecord());
  return train(skill, settings, { journal, world: shortWorld(), optimizer: shortOptimizer(), agent, timer: timeless });
}

describe('the proposer `agent`', () => {
  it('point 7: a coding agent in a workspace proposes edits; they are gated, and protected regions stay as they were', async () => {
    const record = createMemoryRecord();
    const { best, accepted, rules, spent, stages } = await run(commandAgent(), ['agent'], { record });
    expect(accepted).toBeGreaterThan(0);
    expect(best.skill['SKILL.md']).toContain('- basil!');
    expect(best.skill['SKILL.md']).toContain(kept);
    expect(rules.every(({ origins }) => origins.every(({ causes }) => causes.length > 0))).toBe(true);
    // It does not tell what it used, so its ceiling is charged.
    expect(stages).toMatchObject({ agent: { calls: 2, promptTokens: 1800 } });
    const again = await run(brokenAgent(new Error('a replay asks nobody')), ['agent'], { record }).catch(String);
    // Another agent is another key; the same one is not started again.
    expect(again).toContain('a replay asks nobody');
    const silent = {
      ...commandAgent(),
      harness: { ...commandAgent().harness, run: () => Promise.reject(new Error('no')) },
    };
    expect(await run(silent, ['agent'], { record })).toMatchObject({ accepted, spent });
  });

  it('a fault of the agent ends the proposal, not the run', async () => {
    const record = createMemoryRecord();
    const outage = new Fault('models/outage', 'ended at its time limit', { details: { outage: 'timeout' } });
    const change = { epochs: 2 };
    const { accepted, stopped } = await run(brokenAgent(outage), ['agent', 'edits'], { record, change });
    expect(stopped).toBeNull();
    expect(accepted).toBeGreaterThan(0);
    const [failed] = record.events.filter(({ type }) => type === 'agent-failed').map(({ text }) => JSON.parse(text));
    expect(failed).toEqual({ step: 1, why: expect.stringContaining('ended at its time limit') });
    const alone = await run(brokenAgent(outage), ['agent']);
    expect(alone.why.join(' ')).toContain('ended at its time limit');
  });

  it('is not started where its ceiling has no room', async () => {
    const { stopped, stages } = await run(commandAgent(), ['agent'], { change: { limits: { tokens: 1100 } } });
    expect(stopped).toContain('1100 tokens');
    expect(stages).not.toHaveProperty('agent');
  });

  it('is named in the config file, and then takes part', () => {
    const config = TrainConfig.parse({ target: 'simulated', proposerAgent: { agent: 'claude-code' } });
    expect(settingsOf(config, 1).search.proposers).toEqual(['edits', 'agent']);
    const { agent } = buildRoles(config, { folder: '.', seed: 1, env: {} });
    expect(agent!.harness.id).toContain('claude-code');
    expect(agent!.ceiling.promptTokens).toBe(200_000);
    const only = TrainConfig.parse({ ...config, search: { proposers: ['agent'] } });
    expect(settingsOf(only, 1).search.proposers).toEqual(['agent']);
  });

  it('asked for without an agent is a fault before anything is spent', async () => {
    const { search } = shortSettings();
    const settings = shortSettings({ search: { ...search, proposers: ['agent'] } });
    const ports = { journal: createMemoryJournal(), world: shortWorld(), optimizer: shortOptimizer(), timer: timeless };
    await expect(train(skill, settings, ports)).rejects.toMatchObject({ code: 'loops/bad-setting' });
  });
});
