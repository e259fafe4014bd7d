import { describe, expect, it } from 'vitest';
import type { Outcome } from '#foundation/contracts';
import type { SkillWorld } from '#foundation/contracts/skills';
import { type TrainSettings, usualSettings } from '#learners/skill/train';
import { createMemoryJournal } from '#world/store';
import { usualPatience } from '../../src/ratchet/rollout/backoff.ts';
import { ceilingOf } from '../../src/ratchet/rollout/try-round.ts';
import { type Evaluation, evaluateSkill } from '../../src/learners/skill/train/finish/evaluate-skill.ts';
import { finishRun, summarise, type TrainSummary } from '../../src/learners/skill/train/finish/finish-run.ts';
import { measureRules } from '../../src/learners/skill/train/finish/measure-rules.ts';
import { simplifySkill } from '../../src/learners/skill/train/finish/simplify-skill.ts';
import { Fault } from '#foundation/kernel';
import { removableRules, type RuleProvenance } from '#learners/skill/document';
import {
  type Begun,
  beginRun,
  type Beginning,
  searching,
  skillOf,
  taskOf,
  versionOf,
  words,
  wordTasks,
} from './begun-run.ts';
import { timeless } from './short-run.ts';

describe('the worth of a rule', () => {
  const lines = ['amber: weld', 'basil: melt'];
  const ruleOf = (text: string, causes: string[]): RuleProvenance => ({
    ruleId: removableRules(skillOf(...lines)).find((rule) => rule.text === `- ${text}`)?.id ?? 'gone',
    text: `- ${text}`,
    step: 1,
    origins: [{ id: text, source: 'failure', support: 1, causes }],
  });
  const unmeasured = (rule: RuleProvenance): RuleProvenance => ({ ...rule, standing: 'not-measurable' });
  const measured = async (
    rules: readonly RuleProvenance[],
    score: Parameters<typeof beginRun>[0],
    settings: Beginning['settings'] = {},
  ): Promise<Begun & { rules: readonly RuleProvenance[] }> => {
    const begun = beginRun(score, { lines, train: wordTasks, settings });
    Object.assign(begun.run.state, { rules });
    return { ...begun, rules: await measureRules(begun.run) };
  };

  it('is what its own tasks lose without it, and of no other task', async () => {
    const { rules, made } = await measured(
      [ruleOf('amber: weld', ['amber']), ruleOf('basil: melt', ['basil'])],
      (text, { id }) => (id === 'amber' ? (text.includes('weld') ? 1 : 0.25) : 0.5),
    );
    expect(rules.map(({ effect }) => effect)).toEqual([0.75, 0]);
    expect(rules[0]!.measured).toMatchObject({ by: 'leave-one-out', tasks: 1 });
    expect(made.map(({ task }) => task)).toEqual(['amber', 'basil', 'amber', 'basil']);
  });

  it('is on all tasks behind it, and the whole skill meets a task of two rules once', async () => {
    const causes = wordTasks.map(({ id }) => id);
    const { rules, made } = await measured([ruleOf('amber: weld', causes), ruleOf('basil: melt', causes)], () => 1, {
      search: searching({ creditTasks: 2 }),
    });
    expect(rules.map((rule) => rule.measured)).toMatchObject([{ tasks: causes.length }, { tasks: causes.length }]);
    expect(made).toHaveLength(3 * causes.length);
  });

  it('shows a rule that its tasks need, marks one that rode along, and says where too few tasks could tell', async () => {
    const train = Array.from({ length: 8 }, (_, i) => taskOf(`amber${i}`));
    const causes = train.map(({ id }) => id);
    const begun = beginRun((text) => (text.includes('weld') ? 1 : 0), { lines, train });
    const asked = [
      ruleOf('amber: weld', causes),
      ruleOf('basil: melt', causes),
      { ...ruleOf('amber: weld', causes.slice(0, 6)), ruleId: 'few' },
    ];
    Object.assign(begun.run.state, { rules: asked });
    const rules = await measureRules(begun.run);
    expect(rules.map(({ effect, standing }) => [effect, standing])).toEqual([
      [1, 'shown'],
      [0, 'rode-along'],
      [1, 'not-measurable'],
    ]);
    expect(rules[0]!.measured!.low).toBeGreaterThan(0);
    expect(rules[1]!.measured!.low).toBeLessThan(-0.3);
  });

  it('is not measured without tasks behind it, in another text, or where no rollout has a score', async () => {
    const untied = ruleOf('amber: weld', []);
    const gone = ruleOf('cedar: join', ['cedar']);
    const before = beginRun(() => 1, { lines, train: wordTasks }).countBlobs();
    const { rules, made, countBlobs } = await measured([untied, gone], () => 1);
    expect(rules).toEqual([untied, gone].map(unmeasured));
    expect(made).toEqual([]);
    expect(countBlobs()).toBe(before);
    const known = ruleOf('amber: weld', ['amber']);
    expect((await measured([known], (text) => (text.includes('weld') ? null : 1))).rules).toEqual([unmeasured(known)]);
    expect((await measured([known], (text) => (text.includes('weld') ? 1 : null))).rules).toEqual([unmeasured(known)]);
  });

  it('is not measured where the time of the run is over', async () => {
    const { run } = beginRun(() => 1, { lines, train: wordTasks });
    const known = ruleOf('amber: weld', ['amber']);
    Object.assign(run.state, { rules: [known] });
    const failing = (fault: Error): Promise<unknown> =>
      measureRules({ ...run, rollouts: { ...run.rollouts, run: () => Promise.reject(fault) } });
    expect(await failing(new Fault('loops/budget-spent', 'over'))).toEqual([unmeasured(known)]);
    await expect(failing(new Fault('loops/bad-setting', 'no'))).rejects.toThrow('no');
  });

  it('is measured while there is room for both sides, rule by rule', async () => {
    const rules = [ruleOf('amber: weld', ['amber', 'basil']), ruleOf('basil: melt', ['basil'])];
    const made = async (rollouts: number): Promise<number> =>
      (await measured(rules, () => 1, { limits: { rollouts } })).made.length;
    expect([await made(1), await made(2), await made(3), await made(4), await made(5)]).toEqual([0, 2, 2, 4, 5]);
  });
});

describe('shortening a skill', () => {
  const lines = ['amber!', 'noise'];
  const needed = removableRules(skillOf(...lines))[0]!.id;
  const learned = (causes: string[]): RuleProvenance => ({
    ruleId: needed,
    text: '- amber!',
    step: 1,
    origins: [{ id: 'a', source: 'failure', support: 1, causes }],
  });
  const shortened = async (
    score: Parameters<typeof beginRun>[0],
    { rules = [], ...more }: Beginning & { rules?: readonly RuleProvenance[] } = {},
  ): Promise<Begun & { came: string; screened: string[] }> => {
    const settings = { objectives: { reduce: 'length', margin: 0.1 } as const, ...more.settings };
    const begun = beginRun(score, { lines, train: wordTasks, validation: 12, ...more, settings });
    begun.run.releaseShortening();
    Object.assign(begun.run.state, { rules });
    const came = await simplifySkill(begun.run);
    return { ...begun, came, screened: begun.made.map(({ task }) => task).filter((id) => !id.startsWith('v')) };
  };
  const isNeeded = (text: string): number => (text.includes('amber!') ? 1 : 0);
  const gaining =
    (gain: number): ((text: string) => number) =>
    (text) =>
      text.includes('amber!') ? 0.5 + (text.includes('noise') ? 0 : gain) : 0;
  const noisy = gaining(0.5);

  it('leaves out a line that distracts, as a gain, and keeps what is needed', async () => {
    const { came, run, eventsOf } = await shortened(noisy, { rules: [learned(['amber'])] });
    expect(came).toMatch(/^1 lines left out: \d+ → \d+ tokens$/);
    expect(run.state.best.skill).toEqual(skillOf('amber!'));
    expect(run.state.rules).toHaveLength(1);
    const claim = 'without 1 lines the expected score on told is higher';
    expect(eventsOf('skill-simplified')).toMatchObject([{ verdict: 'accept', claim, lines: ['- noise'] }]);
  });

  it('takes a task without a score on one side as no loss and no gain', async () => {
    const outage = (isShort: boolean): ReturnType<typeof shortened> =>
      shortened(
        (text, { id }) => {
          const isNoisy = text.includes('noise');
          return id === 'amber' && isNoisy !== isShort ? null : isNoisy ? 0.5 : 1;
        },
        { lines: ['noise'] },
      );
    for (const { eventsOf } of [await outage(true), await outage(false)]) {
      const claim = 'without 1 lines the expected score on told is higher';
      expect(eventsOf('skill-simplified')).toMatchObject([{ claim, lines: ['- noise'] }]);
    }
  });

  it('asks for no loss where nothing is gained, and keeps the lines where that is not shown', async () => {
    const { came, run, eventsOf } = await shortened(isNeeded);
    expect(came).toBe('nothing left out: a trial without 1 lines ended undecided');
    expect(run.state.best.skill).toEqual(skillOf(...lines));
    expect(eventsOf('skill-simplified')).toMatchObject([{ claim: expect.stringContaining('lower by less than 0.1') }]);
  });

  it.each([
    { gain: 0.25, claim: 'is higher' },
    { gain: 0.24, claim: 'is lower by less than' },
  ])('where the training score rises by $gain claims that the score $claim', async ({ gain, claim }) => {
    const settings = { objectives: { reduce: 'length', margin: 0.25 } } as const;
    const { eventsOf } = await shortened(gaining(gain), { settings });
    expect(eventsOf('skill-simplified')).toMatchObject([{ claim: expect.stringContaining(claim) }]);
  });

  it('tries nothing where every line is needed', async () => {
    const { came, eventsOf, made } = await shortened((text) => Number(lines.every((line) => text.includes(line))));
    expect(came).toBe('nothing left out: every line that was left out lost a training task');
    expect(eventsOf('skill-kept')).toEqual([{ why: 'every line that was left out lost a training task' }]);
    expect(made.some(({ task }) => task.startsWith('v'))).toBe(false);
  });

  it('screens a line of training on the tasks that caused it, too', async () => {
    const onlyRare: Parameters<typeof beginRun>[0] = (text, { id }) => (id === 'rare' ? isNeeded(text) : 1);
    const train = [...Array.from({ length: 9 }, (_, i) => taskOf(`t${i}`)), taskOf('rare')];
    const settings = { objectives: { reduce: 'length', margin: 0.1, screenTasks: 1 } } as const;
    const blind = await shortened(onlyRare, { train, settings, rules: [learned([])] });
    expect(blind.screened).not.toContain('rare');
    expect(blind.came).toContain('without 2 lines');
    const aware = await shortened(onlyRare, { train, settings, rules: [learned(['rare'])] });
    expect(aware.screened).toContain('rare');
    expect(aware.came).toContain('without 1 lines');
  });

  it('begins only where its screening leaves room for the trial, and ends at its own limit of rollouts', async () => {
    const limited = async (rollouts: number): Promise<number> =>
      (await shortened(noisy, { settings: { limits: { rollouts } } })).screened.length;
    const enough = 2 * 12 + 5 * words.length;
    expect(await limited(enough - 1)).toBe(0);
    expect(await limited(enough)).toBeGreaterThan(0);
    const objectives = (screenRollouts: number): Beginning => ({
      settings: { objectives: { reduce: 'length', margin: 0.1, screenRollouts } },
    });
    const spent = async (most: number): Promise<string> => (await shortened(noisy, objectives(most))).came;
    expect(await spent(0)).toContain('every line that was left out lost');
    expect(await spent(1000)).toContain('1 lines left out');
  });

  it('for cost needs rollouts that use fewer tokens, by a sign test over tasks', async () => {
    const train = Array.from({ length: 12 }, (_, i) => taskOf(`t${i}`, `Sort ${i}`));
    const costing = (dearer: number): ReturnType<typeof shortened> =>
      shortened(isNeeded, {
        train,
        tokens: (text, { id }) => 20 + (text.includes('noise') ? 0 : Number(id.slice(1)) < dearer ? 1 : -1),
        settings: { objectives: { reduce: 'cost', margin: 0.1 } },
      });
    // Ten to two is 0.019 on one side, nine to three 0.073.
    expect((await costing(2)).came).toContain('ended undecided');
    expect((await costing(3)).came).toBe('nothing left out: it is shorter, but not cheaper');
    expect((await costing(2)).eventsOf('skill-simplified')).toMatchObject([
      { cost: { before: 22, after: 22 - 8 / 12, isLower: true } },
    ]);
  });
});

describe('an evaluation of skills', () => {
  const tasks = [taskOf('a'), taskOf('b'), taskOf('c')];
  const evaluated = async (
    score: (skill: string, task: string, repeat: number) => number | null,
    skills: readonly string[],
    repeats = 1,
  ): Promise<{ result: Evaluation; asked: string[] }> => {
    const asked: string[] = [];
    const world: SkillWorld = {
      name: 'told',
      isSimulated: true,
      fingerprint: 1,
      tasks: (split) => (split === 'test' ? tasks : []),
      rollout: ({ skill, task: { id }, repeat, mayShowFeedback }) => {
        const text = skill['SKILL.md']!;
        asked.push(`${text} ${id} ${repeat} ${mayShowFeedback}`);
        const hard = score(text, id, repeat);
        const outcome: Outcome =
          hard === null
            ? { kind: 'unscored', outage: 'timeout', message: 'no' }
            : { kind: 'scored', score: { hard, soft: 0 }, reply: '', transcript: [] };
        return Promise.resolve(outcome);
      },
    };
    const rollouts = { concurrency: 1, patience: { ...usualPatience, retries: 0 }, minimumCoverage: 0 };
    const result = await evaluateSkill(
      { skills: skills.map((text) => ({ 'SKILL.md': text })), split: 'test', repeats },
      { ...usualSettings, rollouts },
      { journal: createMemoryJournal(), world, timer: timeless },
    );
    return { result, asked };
  };

  it('of one skill is its score on each task, and no difference', async () => {
    const { result, asked } = await evaluated((_, task, repeat) => (task === 'a' ? repeat : 0), ['one'], 2);
    expect(asked).toEqual(['a', 'b', 'c'].flatMap((id) => [0, 1].map((repeat) => `one ${id} ${repeat} false`)));
    expect(result.scores).toMatchObject([{ tasks: 3, unscored: 0 }]);
    expect(result.scores[0]!.score).toBeCloseTo(1 / 6, 12);
    expect(result.byTask).toEqual([
      { id: 'a', scores: [0.5] },
      { id: 'b', scores: [0] },
      { id: 'c', scores: [0] },
    ]);
    expect(result).not.toHaveProperty('difference');
    expect(result.counts.rollouts).toBe(6);
  });

  it('of two is their difference on the same tasks, outages aside', async () => {
    const { result } = await evaluated(
      (skill, task) => (task === 'c' && skill === 'two' ? null : Number(skill === 'one' || task === 'b')),
      ['one', 'two'],
    );
    expect(result.difference).toMatchObject({ mean: 0.5, wins: 1, losses: 0 });
    expect(result.byTask.map(({ scores }) => scores)).toEqual([
      [1, 0],
      [1, 1],
      [1, null],
    ]);
    expect(result.scores.map(({ score }) => score)).toEqual([1, 0.5]);
  });
});

describe('the end of a run', () => {
  const ended = async (): Promise<Begun & { summary: TrainSummary }> => {
    const begun = beginRun(() => 0.5, { settings: { testAtEnd: true } });
    const [best, current] = [versionOf('amber'), versionOf('basil')];
    Object.assign(begun.run.state, { best, current, bestSeen: [1, 1, 1, 0] });
    const finished = await finishRun(begun.run, 'a limit');
    const told = { ...finished, stopped: 'a limit', shortened: undefined, judge: undefined };
    return { ...begun, summary: await summarise(begun.run, told) };
  };

  it('takes the luck of the trial off the skill that it chose, and off no other', async () => {
    const { score } = (await ended()).summary;
    expect(score).toMatchObject({ split: 'validation', optimism: 0.25, difference: null });
    expect([score.before, score.after, score.final].map((one) => one!.optimism)).toEqual([0, 0.25, 0]);
  });

  it('names the best and the final skill without their texts', async () => {
    const { eventsOf, summary } = await ended();
    const named = ({ hash, origin }: { hash: string; origin: string }): unknown => ({ hash, origin });
    const [told] = eventsOf('run-ended');
    expect(told!['best']).toEqual(named(summary.best));
    expect(told!['final']).toEqual(named(summary.final));
  });
});

describe('room for the end', () => {
  const settings = (change: Partial<TrainSettings>, draftSteps: number): Partial<TrainSettings> => ({
    testAtEnd: false,
    search: searching({ draftSteps }),
    ...change,
  });
  const roomOf = ({ run }: Begun): number => run.budget.room(ceilingOf(run.world));
  const kept = (validation: number, rollouts: number, change: Partial<TrainSettings> = {}, draftSteps = 64): number =>
    rollouts -
    roomOf(beginRun(() => 1, { validation, settings: settings({ limits: { rollouts }, ...change }, draftSteps) }));

  it.each([
    { validation: 10, rollouts: 30, trial: 15, what: 'never more than half of what there is' },
    { validation: 10, rollouts: 60, trial: 25, what: 'a pass of both sides, and a twelfth to prune' },
    { validation: 10, rollouts: 120, trial: 40, what: 'a quarter where that is more, and a twelfth' },
    { validation: 10, rollouts: 999, trial: 123, what: 'two passes and no more, and a twelfth' },
    { validation: 10, rollouts: 9000, trial: 240, what: 'two passes, and no more than can be told' },
  ])('is $trial of $rollouts for the last trial on $validation tasks: $what', ({ validation, rollouts, trial }) => {
    expect(kept(validation, rollouts)).toBe(trial);
    expect(kept(validation, rollouts, {}, 1)).toBe(0);
  });

  it.each([
    { rollouts: 100, room: 25, what: 'a quarter' },
    { rollouts: 9000, room: 1020, what: 'its screening and a pass of both sides' },
  ])('is $room of $rollouts for leaving lines out: $what', ({ rollouts, room }) => {
    expect(kept(10, rollouts, { objectives: { reduce: 'length' } }, 1)).toBe(room);
    expect(kept(10, rollouts, { objectives: { reduce: 'nothing' } }, 1)).toBe(0);
  });

  it('is for the first and the best skill on the final tasks, and for the final one where it can be another', () => {
    const test = { testAtEnd: true };
    expect(kept(10, 100, test, 1)).toBe(20);
    expect(kept(10, 100, { ...test, slowUpdate: true }, 1)).toBe(20);
    expect(kept(10, 100, { ...test, slowUpdateGate: 'force' }, 1)).toBe(20);
    expect(kept(10, 100, { ...test, slowUpdate: true, slowUpdateGate: 'force' }, 1)).toBe(30);
    expect(kept(10, 100, { ...test, gate: { kind: 'off' } }, 1)).toBe(30);
    // Without a test split all validation tasks are the final ones.
    expect(kept(10, 100, { ...test, testTasks: 3 }, 1)).toBe(20);
  });

  it('is given back to what it was kept for', () => {
    const begun = beginRun(() => 1, {
      validation: 10,
      settings: settings({ testAtEnd: true, limits: { rollouts: 1000 }, objectives: { reduce: 'length' } }, 64),
    });
    const rooms = [roomOf(begun)];
    for (const release of ['releaseTrial', 'releaseShortening', 'releaseTest'] as const) {
      begun.run[release]();
      rooms.push(roomOf(begun));
    }
    expect(rooms).toEqual([645, 766, 980, 1000]);
  });
});
