import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillWorld } from '#foundation/contracts/skills';
import { train, type TrainSettings, type TrainSummary, usualSettings } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#world/store';
import { checkStatistical } from '../../src/ratchet/audit/check-statistical.ts';
import { Deadline } from '../../src/ratchet/audit/deadline.ts';
import { RecordedSteps } from '../../src/ratchet/audit/recorded-steps.ts';
import { shortOptimizer, shortSettings, shortWorld, timeless } from './short-run.ts';

const words = ['amber', 'basil', 'cedar', 'delta'];
const padding = Array.from({ length: 8 }, (_, i) => `- Remember point ${i} of the style guide.\n`).join('');
const kept = '<!-- KEEP_START -->\n- Be kind.\n<!-- KEEP_END -->';
const padded = { 'SKILL.md': `# Words\n\n${padding}${words.map((word) => `- ${word}!\n`).join('')}\n${kept}\n` };

const silent = {
  ...shortOptimizer(),
  complete: async () => ({ text: '{"patch":{"edits":[]}}', finish: 'stop' as const }),
};

/** The exact expected score of the short world. */
function trueScore({ best }: TrainSummary): number {
  const known = words.filter((word) => best.skill['SKILL.md']!.includes(`- ${word}!`)).length;
  return 0.05 + (0.92 * known) / words.length;
}

function run(
  objectives: NonNullable<TrainSettings['objectives']> | undefined,
  more: { record?: MemoryRecord; world?: SkillWorld; optimizer?: ModelClient; skill?: typeof padded } = {},
): Promise<TrainSummary> {
  const { record = createMemoryRecord(), world = shortWorld({ train: 24, validation: 100, test: 8 }) } = more;
  const settings = shortSettings({ epochs: 1, batchSize: 24, ...(objectives === undefined ? {} : { objectives }) });
  const ports = { journal: createMemoryJournal(record), world, optimizer: more.optimizer ?? silent, timer: timeless };
  return train(more.skill ?? padded, settings, ports);
}

const eventsOf = (record: MemoryRecord, type: string): Record<string, unknown>[] =>
  record.events.filter((event) => event.type === type).map(({ text }) => JSON.parse(text));

describe('length as an objective', () => {
  it('a padded skill becomes shorter, its true score does not fall, and the certificate says by how much it could', async () => {
    const record = createMemoryRecord();
    const summary = await run({ reduce: 'length', margin: 0.1 }, { record });
    const text = summary.best.skill['SKILL.md']!;
    expect(text.length).toBeLessThan(padded['SKILL.md'].length - 200);
    expect(trueScore(summary)).toBe(trueScore({ ...summary, best: { ...summary.best, skill: padded } }));
    expect(text).toContain(kept);
    const [simplified] = eventsOf(record, 'skill-simplified');
    expect(simplified).toMatchObject({ verdict: 'accept', claim: expect.stringContaining('lower by less than 0.1') });
    const [accepted] = eventsOf(record, 'candidate-accepted');
    const certificate = JSON.parse(record.certificates.get(String(accepted!['certificate']))!.text);
    expect(certificate).toMatchObject({ test: 'betting-mean-above-margin/0.1' });
    const steps = new RecordedSteps([...record.effects.values()], { getBlob: (hash) => record.blobs.get(hash) });
    const check = (one: typeof certificate): string | undefined => checkStatistical(one, steps, new Deadline());
    expect(check(certificate)).toBeUndefined();
    expect(certificate.claim).toContain('is not worse by 0.1 than');
    expect(check({ ...certificate, test: 'betting-mean-above-margin/0.05' })).toMatch(/p is/);
  });

  it('has room kept for it where a limit ends the search, and says so where there is none', async () => {
    const world = shortWorld({ train: 24, validation: 100, test: 8 });
    const limited = (rollouts: number, reduce: 'length' | 'nothing'): Promise<TrainSummary> => {
      const settings = shortSettings({
        epochs: 70,
        batchSize: 24,
        objectives: { reduce, margin: 0.1 },
        limits: { rollouts },
        search: { ...usualSettings.search, patience: 0 },
      });
      const ports = { journal: createMemoryJournal(createMemoryRecord()), world, optimizer: silent, timer: timeless };
      return train(padded, settings, ports);
    };
    const enough = await limited(1800, 'length');
    expect(enough.stopped).not.toBeNull();
    expect(enough.shortened).toMatch(/lines left out: \d+ → \d+ tokens/);
    expect(enough.rollouts).toBeLessThanOrEqual(1800);
    expect((await limited(300, 'length')).shortened).toMatch(/nothing left out|skipped/);
    expect(await limited(300, 'nothing')).not.toHaveProperty('shortened');
  });

  it('off unless told', async () => {
    const record = createMemoryRecord();
    const { best } = await run(undefined, { record });
    expect(best.skill).toEqual(padded);
    expect(eventsOf(record, 'skill-kept')).toEqual([]);
  });

  it('keeps every line where too few validation tasks could show the margin', async () => {
    const record = createMemoryRecord();
    const world = shortWorld({ train: 24, validation: 20, test: 8 });
    const { best } = await run({ reduce: 'length', margin: 0.05 }, { record, world });
    expect(best.skill).toEqual(padded);
    expect(eventsOf(record, 'skill-simplified')[0]).toMatchObject({ verdict: 'undecided' });
  });

  it('a candidate above the limit of tokens is not tried, and the run says why', async () => {
    const skill = { 'SKILL.md': '# Words\n\nSay one word.\n' };
    const free = await run(undefined, { skill, optimizer: shortOptimizer() });
    expect(free.accepted).toBe(1);
    const limited = await run({ skillTokens: 8 }, { skill, optimizer: shortOptimizer() });
    expect(limited).toMatchObject({ accepted: 0, rejected: 0, undecided: 0 });
    expect(limited.why.join(' ')).toMatch(/tokens, and the limit is 8/);
  });
});

describe('cost as an objective', () => {
  const priced = (perLine: number): SkillWorld => {
    const world = shortWorld({ train: 24, validation: 100, test: 8 });
    return {
      ...world,
      ceiling: { calls: 1, promptTokens: 1000, completionTokens: 2 },
      async rollout(request) {
        const outcome = await world.rollout(request);
        const lines = request.skill['SKILL.md']!.split('\n').length;
        return { ...outcome, usage: { calls: 1, promptTokens: 500 + perLine * lines, completionTokens: 2 } };
      },
    };
  };

  it('a shorter skill is adopted only where its rollouts use fewer tokens', async () => {
    const cheaper = await run({ reduce: 'cost' }, { world: priced(10) });
    expect(cheaper.best.skill).not.toEqual(padded);
    const record = createMemoryRecord();
    const dearer = await run({ reduce: 'cost' }, { world: priced(-10), record });
    expect(dearer.best.skill).toEqual(padded);
    expect(eventsOf(record, 'skill-kept')).toEqual([{ why: 'it is shorter, but not cheaper' }]);
  });
});
