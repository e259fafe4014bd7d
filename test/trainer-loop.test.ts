import { describe, expect, it } from 'vitest';
import type { ModelClient, ModelRequest, Timer } from '#foundation/contracts/ports';
import type { SkillFiles, SkillTask, SkillWorld, Split } from '#foundation/contracts/skills';
import { type TrainSettings, type TrainSummary, train, usualSettings } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { skilloptRecord } from '../src/app/cli/skill/skillopt/step-record.ts';

const timeless: Timer = { now: () => 0, sleep: async () => {}, deadline: () => new AbortController().signal };
const words = ['amber', 'basil', 'cedar', 'delta'];

/** A world without luck: a task is solved by a skill that has a line for its word; the line `- harm!` spoils everything. */
function plainWorld(rollouts: string[] = []): SkillWorld {
  const tasksOf = (split: string, count: number): SkillTask[] =>
    Array.from({ length: count }, (_, i) => ({
      id: `${split}-${i}`,
      text: `Say ${words[i % 4]!}.`,
      type: words[i % 4]!,
      data: null,
    }));
  const splits: Record<Split, SkillTask[]> = {
    train: tasksOf('train', 8),
    validation: tasksOf('val', 8),
    test: tasksOf('test', 4),
  };
  return {
    name: 'plain',
    isSimulated: true,
    fingerprint: { plain: 1 },
    ceiling: { calls: 1, promptTokens: 1, completionTokens: 1 },
    tasks: (split) => splits[split],
    rollout({ task, skill, mayShowFeedback }) {
      rollouts.push(`${task.id}${mayShowFeedback ? '+' : ''}`);
      const text = skill['SKILL.md']!;
      const hard = text.includes(`- ${task.type}!`) && !text.includes('harm!') ? 1 : 0;
      return Promise.resolve({
        kind: 'scored',
        score: {
          hard,
          soft: hard === 1 ? 1 : 0.5,
          ...(hard === 1 ? {} : { why: `unknown: ${task.type}`, feedback: `missing ${task.type}` }),
        },
        reply: String(hard),
        transcript: [{ role: 'user', content: task.text }],
        usage: { calls: 1, promptTokens: 1, completionTokens: 1 },
      });
    },
  };
}

type Reply = (request: ModelRequest, text: string) => unknown;

/** Analysts ask for a line per missing word; everything else as the test says. */
function optimizer(reply: Reply, asked: ModelRequest[] = []): ModelClient {
  return {
    id: 'scripted',
    isSimulated: true,
    complete(request) {
      asked.push(request);
      const text = request.messages.map(({ content }) => content).join('\n');
      const answer = reply(request, text) ?? usual(request, text);
      return Promise.resolve({
        text: JSON.stringify(answer),
        finish: 'stop',
        usage: { calls: 1, promptTokens: 5, completionTokens: 2 },
      });
    },
  };
}

const append = (content: string): unknown => ({ op: 'append', content, target: '' });

function usual({ stage }: ModelRequest, text: string): unknown {
  const missing = words.filter((word) => text.includes(`missing ${word}`) || text.includes(`"content":"- ${word}!"`));
  const edits = missing.map((word) => append(`- ${word}!`));
  if (stage === 'analyst') return { batch_size: 4, failure_summary: [], patch: { reasoning: '', edits } };
  if (stage === 'ranking') return { selected_indices: [0, 1, 2, 3] };
  if (stage === 'slow_update') return { slow_update_content: 'Say it at once.' };
  if (stage === 'meta_skill') return { meta_skill_content: 'One word per line.' };
  return { reasoning: '', edits };
}

/** The original's rules: one trial per step, greedy, strict. */
const original: TrainSettings = {
  ...usualSettings,
  epochs: 2,
  batchSize: 4,
  minibatchSize: 4,
  editBudget: 1,
  minEditBudget: 1,
  gate: { kind: 'strict' },
  search: { ...usualSettings.search, pool: 1, draftSteps: 1, readings: 1, votes: 1, creditTasks: 0 },
};

interface Told {
  readonly summary: TrainSummary;
  readonly events: { type: string; data: Record<string, unknown> }[];
  readonly steps: Record<string, unknown>[];
}

async function run(
  change: Partial<TrainSettings> = {},
  reply: Reply = () => undefined,
  more: { skill?: SkillFiles; asked?: ModelRequest[]; rollouts?: string[] } = {},
): Promise<Told> {
  const record = createMemoryRecord();
  const ports = {
    world: plainWorld(more.rollouts),
    optimizer: optimizer(reply, more.asked),
    timer: timeless,
    journal: createMemoryJournal(record),
  };
  const summary = await train(more.skill ?? { 'SKILL.md': '# Words\n' }, { ...original, ...change }, ports);
  ports.journal.finish({});
  const events = record.events.map(({ type, text }) => ({ type, data: JSON.parse(text) as Record<string, unknown> }));
  const steps = events.filter(({ type }) => type === 'step-ended').map(({ data }) => skilloptRecord(data));
  return { summary, events, steps };
}

const harm: Reply = ({ stage }) => (stage === 'analyst' ? { patch: { edits: [append('- harm!')] } } : undefined);

describe('the loop of the trainer', () => {
  it('takes ⌈tasks / (batch × accumulation)⌉ steps per epoch, each epoch one pass over the tasks', async () => {
    const { steps } = await run({ accumulation: 1 }, () => undefined);
    expect(steps.map(({ step, epoch, step_in_epoch }) => [step, epoch, step_in_epoch])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 2, 1],
      [4, 2, 2],
    ]);
    const accumulated = await run({ batchSize: 3, accumulation: 3, epochs: 1 });
    expect(accumulated.steps).toHaveLength(1);
    expect(accumulated.steps[0]!['accumulation_batches']).toHaveLength(3);
    expect(accumulated.steps[0]!['rollout_n']).toBe(8);
  });

  it('accepts a new best strictly, rejects a tie, and tells the origins of current and best', async () => {
    const { steps, summary } = await run();
    expect(steps[0]).toMatchObject({
      action: 'accept_new_best',
      current_origin: 'step_0001',
      best_origin: 'step_0001',
      best_step: 1,
    });
    expect(summary.best.hash).toBe(summary.final.hash);
    const useless: Reply = ({ stage }) => (stage === 'analyst' ? { patch: { edits: [append('- tea!')] } } : undefined);
    const tied = await run({ epochs: 1 }, useless);
    expect(tied.steps.map(({ action }) => action)).toEqual(['reject', 'reject']);
    expect(tied.summary.accepted).toBe(0);
  });

  it('measures the baseline on validation beside the first challenger, before any verdict', async () => {
    const skill: SkillFiles = { 'SKILL.md': '# Words\n\n- amber!\n' };
    const { steps } = await run({ epochs: 1, batchSize: 8 }, harm, { skill });
    expect(steps[0]).toMatchObject({ action: 'reject', candidate_gate_score: 0, current_score: 0.25 });
  });

  it('hides transcripts from analysts where it is told to', async () => {
    const asks = async (change: Partial<TrainSettings>): Promise<string> => {
      const asked: ModelRequest[] = [];
      await run({ epochs: 1, batchSize: 8, ...change }, () => undefined, { asked });
      return JSON.stringify(asked.filter(({ stage }) => stage === 'analyst'));
    };
    expect(await asks({})).toContain('transcript');
    expect(await asks({ showsTranscripts: false })).not.toContain('transcript');
  });

  it('gate off: forces the candidate in, and best stays what measured best', async () => {
    const words: SkillFiles = { 'SKILL.md': '# Words\n\n- amber!\n' };
    const { steps, summary } = await run({ epochs: 1, gate: { kind: 'off' } }, harm, { skill: words });
    expect(steps[0]!['action']).toBe('force_accept');
    expect(summary.final.skill['SKILL.md']).toContain('harm!');
    expect(summary.best.skill).toEqual(words);
  });

  it('the gate looks at hard, soft or a mixture', async () => {
    const scores = async (change: Partial<TrainSettings>): Promise<unknown> =>
      (await run({ epochs: 1, batchSize: 8, ...change })).steps[0]!['candidate_gate_score'];
    expect(await scores({ gateMetric: 'hard' })).toBe(0.25);
    expect(await scores({ gateMetric: 'soft' })).toBe(0.625);
    expect(await scores({ gateMetric: 'mixed', mixedWeight: 0.2 })).toBeCloseTo(0.8 * 0.25 + 0.2 * 0.625, 12);
  });

  it('uses as many validation and test tasks as it is told, and no test where it is told not to', async () => {
    const rollouts: string[] = [];
    const { summary } = await run({ epochs: 1, validationTasks: 3, testTasks: 2 }, () => undefined, { rollouts });
    const seen = (split: string): number => new Set(rollouts.filter((id) => id.startsWith(split))).size;
    expect([seen('val'), seen('test')]).toEqual([3, 2]);
    expect(summary.score.split).toBe('test');
    const untested: string[] = [];
    await run({ epochs: 1, testAtEnd: false }, () => undefined, { rollouts: untested });
    expect(untested.filter((id) => id.startsWith('test'))).toEqual([]);
  });

  it('shows feedback to training rollouts only', async () => {
    const rollouts: string[] = [];
    await run({ epochs: 1 }, () => undefined, { rollouts });
    expect(rollouts.some((id) => id.startsWith('train') && id.endsWith('+'))).toBe(true);
    expect(rollouts.filter((id) => !id.startsWith('train') && id.endsWith('+'))).toEqual([]);
  });

  it('an analyst without ideas is skip_no_patches; an unusable rewrite is skip_no_rewrite', async () => {
    const silent = await run({ epochs: 1 }, ({ stage }) =>
      stage === 'analyst' ? { patch: { edits: [] } } : undefined,
    );
    expect(silent.steps.map(({ action }) => action)).toEqual(['skip_no_patches', 'skip_no_patches']);
    const mute = await run({ epochs: 1, updateMode: 'full_rewrite_minibatch' }, ({ stage }) =>
      stage === 'analyst'
        ? { patch: { skill_candidates: [{ title: '', change_summary: [], new_skill: '' }] } }
        : { skill_candidates: [{ new_skill: ' ' }] },
    );
    expect(mute.steps.map(({ action }) => action)).toEqual(['skip_no_rewrite', 'skip_no_rewrite']);
    expect(mute.steps[0]!['edit_budget']).toBeNull();
  });

  it('both skips still flush appendix notes', async () => {
    const noting: Reply = ({ stage }) =>
      stage === 'analyst' ? { patch: { edits: [] }, appendix_notes: ['Slow down.'] } : undefined;
    const { summary, steps } = await run({ epochs: 1, skillAware: true, gate: { kind: 'off' } }, noting);
    expect(steps[0]).toMatchObject({ n_execution_lapse_notes: 1, n_appendix_notes_total: 1 });
    expect(summary.final.skill['SKILL.md']).toContain('## Execution Notes Appendix\n- Slow down.');
  });

  it('notes ride with their candidate and stay only if it stays (the original kept them unmeasured)', async () => {
    const noting =
      (content: string): Reply =>
      ({ stage }) =>
        stage === 'analyst' ? { patch: { edits: [append(content)] }, appendix_notes: ['Slow down.'] } : undefined;
    const change = { epochs: 1, batchSize: 8, skillAware: true };
    const kept = await run(change, noting('- amber!'));
    expect(kept.summary.final.skill['SKILL.md']).toContain('- Slow down.');
    const words: SkillFiles = { 'SKILL.md': '# Words\n\n- amber!\n' };
    const dropped = await run(change, noting('- harm!'), { skill: words });
    expect(dropped.summary.final.skill).toEqual(words);
  });

  it('promotes the final skill where it measures better than the best', async () => {
    const reply: Reply = ({ stage }) => {
      if (stage === 'analyst') return { patch: { edits: [append('- amber!')] } };
      return stage === 'slow_update' ? { slow_update_content: '- delta!' } : undefined;
    };
    const { summary } = await run({ slowUpdate: true, slowUpdateGate: 'force' }, reply);
    expect(summary.final.skill['SKILL.md']).toContain('- delta!');
    expect(summary.best.hash).toBe(summary.final.hash);
  });

  it('the edit budget is the schedule, the decision of the optimizer, or none', async () => {
    const budgets = async (change: Partial<TrainSettings>, reply: Reply = () => undefined): Promise<unknown[]> =>
      (await run({ editBudget: 4, minEditBudget: 2, ...change }, reply)).steps.map((step) => step['edit_budget']);
    expect(await budgets({ editBudgetRule: 'linear' })).toEqual([4, 3, 2, 2]);
    // A skipped step is a step: the original's schedule stood still on it, and jumped on resume.
    const silent: Reply = ({ stage }) => (stage === 'analyst' ? { patch: { edits: [] } } : undefined);
    expect(await budgets({ editBudgetRule: 'linear' }, silent)).toEqual([4, 3, 2, 2]);
    expect(await budgets({ editBudgetControl: 'none' })).toEqual([null, null, null, null]);
    const decided: Reply = ({ stage }) => (stage === 'lr_autonomous' ? { learning_rate: 1 } : undefined);
    expect((await budgets({ editBudgetControl: 'autonomous' }, decided))[0]).toBe(1);
  });

  it('later steps of an epoch know what was rejected; the next epoch begins with an empty buffer', async () => {
    const asked: ModelRequest[] = [];
    await run({}, harm, { asked });
    const told = asked
      .filter(({ stage }) => stage === 'analyst')
      .map(({ messages }) => messages[1]!.content.includes('Step 1: REJECT'));
    expect(told).toEqual([false, true, false, false]);
  });

  it('slow update: a placeholder after epoch 1, then guidance, forced without touching the best or gated', async () => {
    const forced = await run({ slowUpdate: true, slowUpdateGate: 'force', epochs: 2 });
    expect(forced.events.filter(({ type }) => type === 'guidance-placed')).toHaveLength(1);
    expect(forced.events.find(({ type }) => type === 'guidance-forced')?.data).toMatchObject({
      action: 'forced',
      origin: 'slow_update_epoch_02',
    });
    expect(forced.summary.final.skill['SKILL.md']).toContain('Say it at once.');
    expect(forced.summary.best.skill['SKILL.md']).not.toContain('Say it at once.');
    const gated = await run({ slowUpdate: true, slowUpdateGate: 'measure', epochs: 2 });
    expect(gated.summary.final.skill['SKILL.md']).not.toContain('Say it at once.');
  });

  it('meta skill: advice after the second epoch reaches the optimizer in the third, never the skill', async () => {
    const asked: ModelRequest[] = [];
    const { summary, events } = await run({ metaSkill: true, epochs: 3 }, () => undefined, { asked });
    expect(events.filter(({ type }) => type === 'advice-written').map(({ data }) => data['epoch'])[0]).toBe(2);
    const advised = asked.filter(({ messages }) => messages[1]!.content.includes('=== BEGIN advice'));
    expect(advised.length).toBeGreaterThan(0);
    expect(summary.final.skill['SKILL.md']).not.toContain('One word per line.');
  });

  it('an epoch without content keeps the advice of the one before, and what it earned (the original forgot it)', async () => {
    const asked: ModelRequest[] = [];
    let written = 0;
    const once: Reply = ({ stage }) =>
      stage === 'meta_skill' ? { meta_skill_content: (written += 1) === 1 ? 'One word per line.' : ' ' } : undefined;
    const { events } = await run({ metaSkill: true, epochs: 5, batchSize: 8 }, once, { asked });
    const told = events.filter(({ type }) => type === 'advice-written').map(({ data }) => data['action']);
    expect(told).toEqual(['written', 'no-content', 'no-content']);
    const advised = asked
      .filter(({ stage }) => stage === 'analyst')
      .map(({ messages }) => messages[1]!.content.includes('One word per line.'));
    // In turn with it and without it at first, from the third step on.
    expect(advised.filter((is, i) => is !== advised[i - 1])).toEqual([false, true, false, true]);
  });

  it('point 8: advice that leads steps astray is given up, because what each step gained is measured', async () => {
    const asked: ModelRequest[] = [];
    let written = 0;
    const astray: Reply = ({ stage }, text) => {
      if (stage === 'meta_skill') return { meta_skill_content: (written += 1) === 1 ? 'One word per line.' : ' ' };
      return stage === 'analyst' && text.includes('One word per line.')
        ? { patch: { edits: [append('- harm!')] } }
        : undefined;
    };
    await run({ metaSkill: true, epochs: 8, batchSize: 8 }, astray, { asked });
    const advised = asked
      .filter(({ stage }) => stage === 'analyst')
      .map(({ messages }) => messages[1]!.content.includes('One word per line.'));
    expect(advised.filter((is, i) => is !== advised[i - 1])).toEqual([false, true, false, true, false]);
  });

  it('counts tokens by stage and step', async () => {
    const { steps, summary } = await run({ epochs: 1 });
    expect(steps[0]!['tokens']).toMatchObject({ analyst: { calls: 1, prompt_tokens: 5, completion_tokens: 2 } });
    expect(summary.stages).toHaveProperty('analyst');
  });

  it('tests the initial, the best and the final skill, per kind of task', async () => {
    const { summary } = await run();
    expect(summary.score.before?.score).toBe(0);
    expect(summary.score.after!.score).toBeGreaterThan(0.5);
    expect(summary.score.final).not.toBeNull();
    expect(Object.keys(summary.score.after!.byType ?? {})).toEqual(expect.arrayContaining(words));
  });
});
