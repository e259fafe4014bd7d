import { describe, expect, it } from 'vitest';
import type { SkillWorld } from '#foundation/contracts/skills';
import { buildRoles } from './build-world.ts';

const options = { folder: '.', seed: 1, env: { OPENAI_API_KEY: 'none' } };
const own: SkillWorld = {
  name: 'own',
  isSimulated: false,
  fingerprint: 1,
  tasks: () => [],
  rollout: async () => ({ kind: 'unscored', outage: 'sandbox', message: 'unused' }),
};

describe('buildRoles', () => {
  it('takes the optimizer that is named beside an environment, though no target is', () => {
    const { world, optimizer } = buildRoles({ tasks: own, optimizer: 'openai:gpt-5-mini' }, options);
    expect(world).toBe(own);
    expect(optimizer).toMatchObject({ isSimulated: false, id: expect.stringContaining('gpt-5-mini') });
    expect(buildRoles({ tasks: own }, options).optimizer.isSimulated).toBe(true);
  });

  it('asks the target of TEACH tasks with its sampler', () => {
    const { world } = buildRoles(
      { tasks: 'teach:PARITY@1', target: 'openai:gpt-5-mini', maxTokens: 7, promptCeiling: 50 },
      options,
    );
    expect(world.fingerprint).toMatchObject({ sampler: { maxTokens: 7 } });
    expect(world.ceiling).toMatchObject({ completionTokens: 7 * 200, promptTokens: 50 * 200 });
  });
});
