import { describe, expect, it } from 'vitest';
import type { ModelClient, ModelRequest } from '#foundation/contracts/ports';
import type { SkillWorld } from '#foundation/contracts/skills';
import { train, type TrainSettings, type TrainSummary } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

interface Told {
  readonly summary: TrainSummary;
  readonly steps: readonly Record<string, unknown>[];
}

async function play(
  change: Partial<TrainSettings>,
  { world = shortWorld(), optimizer = shortOptimizer() }: { world?: SkillWorld; optimizer?: ModelClient } = {},
): Promise<Told> {
  const record = createMemoryRecord();
  const journal = createMemoryJournal(record);
  const summary = await train(shortSkill, shortSettings(change), { journal, world, optimizer, timer: timeless });
  journal.finish({});
  const steps = record.events
    .filter(({ type }) => type === 'step-ended')
    .map(({ text }): Record<string, unknown> => JSON.parse(text));
  return { summary, steps };
}

describe('what a run reports', () => {
  it.each([3, 5])(
    'compares %i tasks at the end of an epoch where slowUpdateSamples says so',
    async (slowUpdateSamples) => {
      const prompts: string[] = [];
      const helpful = shortOptimizer();
      const optimizer: ModelClient = {
        ...helpful,
        complete: (request) => {
          prompts.push(request.messages.map(({ content }) => content).join('\n'));
          return helpful.complete(request);
        },
      };
      const world = shortWorld({ train: 12, validation: 12, test: 4 });
      await play(
        { slowUpdate: true, slowUpdateSamples, slowUpdateGate: 'force', epochs: 3, testAtEnd: false },
        { world, optimizer },
      );
      const told = prompts.flatMap(
        (prompt) => /(\d+) tasks, one JSON object per line: the rollout with/.exec(prompt)?.[1] ?? [],
      );
      expect(told.length).toBeGreaterThan(0);
      expect(new Set(told)).toEqual(new Set([String(slowUpdateSamples)]));
    },
  );

  it('measures the final skill on its own, not as the best one', async () => {
    const calm = shortWorld({ train: 12, validation: 24, test: 24 });
    const spoilt = {
      ...calm,
      rollout: (request: Parameters<typeof calm.rollout>[0]) =>
        calm.rollout(
          request.skill['SKILL.md']!.includes('Say it at once.') ? { ...request, skill: { 'SKILL.md': '' } } : request,
        ),
    };
    const forced = { slowUpdate: true, slowUpdateGate: 'force', epochs: 3 } as const;
    const { summary } = await play(forced, { world: spoilt });
    expect(summary.final.skill['SKILL.md']).toContain('Say it at once.');
    expect(summary.best.hash).not.toBe(summary.final.hash);
    expect(summary.score.after!.score).toBeGreaterThan(0.8);
    expect(summary.score.final!.score).toBeLessThan(0.3);
  });

  it('weighs the score of a step by tasks, not by micro-batches', async () => {
    const calm = shortWorld({ train: 8, validation: 12, test: 8 });
    const world: SkillWorld = {
      ...calm,
      // Six tasks and two: a mean of means would be another number unless all are alike.
      rollout: async (request) => {
        const outcome = await calm.rollout(request);
        const at = Number(request.task.id.split('-')[1]);
        const hard = at % 2;
        return outcome.kind === 'scored' ? { ...outcome, score: { ...outcome.score, hard, soft: hard } } : outcome;
      },
    };
    const { steps } = await play({ batchSize: 6, accumulation: 2, epochs: 1 }, { world });
    const [first] = steps;
    expect(first!['rollouts']).toBe(8);
    expect(first!['hard']).toBe(0.5);
    expect(first!['soft']).toBe(0.5);
  });

  it('counts in each step what was used since the step before', async () => {
    const { steps, summary } = await play({ epochs: 2, testAtEnd: false });
    const used = steps.map(({ tokens }) => JSON.parse(JSON.stringify(tokens)).rollout);
    expect(used.length).toBeGreaterThan(2);
    for (const each of used) expect(each).toEqual({ calls: 6, promptTokens: 120, completionTokens: 12 });
    const stages = JSON.parse(JSON.stringify(summary.stages));
    expect(stages.rollout.calls).toBe(6 * used.length);
  });

  it('measures notes also where the rewrite is unusable (skip_no_rewrite)', async () => {
    const usual = shortOptimizer();
    const optimizer: ModelClient = {
      ...usual,
      complete(request: ModelRequest) {
        const answer =
          request.stage === 'analyst'
            ? {
                batch_size: 3,
                failure_summary: [],
                patch: {
                  reasoning: '',
                  revise_suggestions: [
                    { type: 'add_rule', title: 'x', motivation: '', instruction: 'x', priority_hint: 'high' },
                  ],
                },
                appendix_notes: ['Mind the gap.'],
              }
            : request.stage === 'rewrite'
              ? { reasoning: '', change_summary: [], new_skill: '' }
              : undefined;
        if (answer === undefined) return usual.complete(request);
        return Promise.resolve({ text: JSON.stringify(answer), finish: 'stop' });
      },
    };
    const calm = shortWorld({ train: 12, validation: 24, test: 8 });
    const noted: SkillWorld = {
      ...calm,
      rollout: (request) =>
        calm.rollout(
          request.skill['SKILL.md']!.includes('Mind the gap.')
            ? { ...request, skill: { 'SKILL.md': '- amber!\n- basil!\n- cedar!\n- delta!' } }
            : request,
        ),
    };
    const settings = { updateMode: 'rewrite_from_suggestions', skillAware: true, epochs: 1 } as const;
    const { summary } = await play(settings, { world: noted, optimizer });
    expect(summary.accepted).toBeGreaterThan(0);
    expect(summary.best.skill['SKILL.md']).toContain('Mind the gap.');
  });
});
